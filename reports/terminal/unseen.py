"""What to say where there was no file to look at, apart from the rest because an unchanged `check` loads nothing it has not to say."""

from collections.abc import Iterator

from rich.text import Text


def unseen() -> Iterator[Text]:
    """Yield the warning that nothing was looked at, and what may be the reason: that nothing is wrong there means nothing."""
    yield Text("No Python file here, so nothing was looked at.", style="bold yellow")
    yield Text("Is this the right folder, revision or archive, and does the configuration ignore all of it?")
