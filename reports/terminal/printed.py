"""What rich can print, to text: no markup, no emoji, and colours only where they are wanted."""

import io
from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.text import Text
from rich.theme import Theme

from ..format import View

THEME = Theme({"markdown.code": "cyan"})  # rich's own has a black background, wherever the terminal is light


def printed(parts: Iterable[RenderableType], view: View) -> str:
    """Return *parts* as lines without blanks at their ends; the environment has no say in it."""
    console = Console(
        file=io.StringIO(),
        width=view.width,
        force_terminal=view.colour,
        color_system="standard" if view.colour else None,
        no_color=not view.colour,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        theme=THEME,
        _environ={},
    )
    with console.capture() as capture:
        for part in parts:
            console.print(part, crop=False, soft_wrap=isinstance(part, Text) and bool(part.no_wrap))  # print forgets what a Text says
    return "".join(f"{line.rstrip()}\n" for line in capture.get().split("\n")[:-1])
