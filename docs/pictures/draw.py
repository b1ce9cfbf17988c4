"""Draws the pictures of the README from a published framework: `python docs/pictures/draw.py`. Needs the extra `dev` and a Chromium.

What a terminal shows becomes an SVG of text, what the dashboard shows a screenshot, light and dark.
"""

import io
import os
import pty
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
NAME, EARLIER, VERSION = "axolotl", ("0.17.0", "0.18.0"), "0.19.0"
WIDTH, HEIGHT = 1240, 1130  # of a screenshot
COLUMNS = 96
EXAMPLE = ["explain", "examples/first_look", "--at", "tinytrain/loaders/patches.py:21"]  # code of our own, so that nobody else's is shown
PLAIN_SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
 font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: system-ui, sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
"""  # rich's own, without the fonts that it loads from elsewhere


def main() -> None:
    """Fetch the releases, and draw."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for version in (*EARLIER, VERSION):
            fetch = [sys.executable, str(ROOT / "tests" / "support" / "wheels.py"), NAME, version]
            wheel = subprocess.run(fetch, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603  our own script
            (folder / f"{NAME}-{version}.whl").symlink_to(wheel)
        terminal(FOLDER / "scan.svg", ["scan", f"{NAME}-{VERSION}.whl"], folder)
        terminal(FOLDER / "explain.svg", EXAMPLE, ROOT)
        page = folder / "page.html"
        earlier = [word for version in EARLIER for word in ("--earlier", f"{NAME}-{version}.whl")]
        with page.open("wb") as file:
            subprocess.run(command("report", "dashboard", f"{NAME}-{VERSION}.whl", *earlier, "-q"), cwd=folder, stdout=file, check=True)  # noqa: S603  our own verb
        screenshots(page)


def command(*words: str) -> list[str]:
    """Return the command line of a verb."""
    return [sys.executable, "-m", "namebranch", *words]


def terminal(file: Path, words: list[str], folder: Path) -> None:
    """Draw what a verb prints on a terminal of its own."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(COLUMNS), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(command(*words), cwd=folder, stdout=theirs, stderr=subprocess.DEVNULL, env=environment)  # noqa: S603  as above
    os.close(theirs)
    data = b""
    with suppress(OSError):  # how a terminal says that nobody writes to it any more
        while block := os.read(ours, 65536):
            data += block
    assert process.wait() == 0
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(data.decode().replace("\r\n", "\n").rstrip()))
    title = f"namebranch {' '.join(words)}"
    file.write_text(console.export_svg(title=title, theme=DIMMED_MONOKAI, code_format=PLAIN_SVG, unique_id=file.stem), encoding="utf-8")


def screenshots(page: Path) -> None:
    """Draw the top of a page, light and dark."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"] if os.geteuid() == 0 else [])
        for scheme in ("light", "dark"):
            context = browser.new_context(color_scheme=scheme, viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
            opened = context.new_page()
            opened.goto(page.as_uri())
            opened.screenshot(path=FOLDER / f"dashboard-{scheme}.png")
            opened.evaluate("document.querySelector('#heat').scrollIntoView()")
            opened.screenshot(path=FOLDER / f"models-{scheme}.png")
        browser.close()


if __name__ == "__main__":
    main()
