"""The dashboard of a fleet as text: repositories beside each other, those that fail by name, and nothing of theirs is obeyed."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fleets import fleet, trainer, written

from namebranch.__main__ import main


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a fleet."""
    return fleet(tmp_path_factory.mktemp("fleet"))


def asked(*arguments: object) -> list[str]:
    """Return how the page is asked for."""
    return ["report", "dashboard", "--quiet", "--no-cache", "--jobs", "1", *map(str, arguments)]


def page(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 4) -> str:
    """Return the page that the verb writes."""
    assert main(asked(*arguments)) == code
    return capsys.readouterr().out


class Cells(HTMLParser):
    """The texts of the rows of one table."""

    def __init__(self, table: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._table, self._inside, self._cell = table, False, False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = dict(attrs).get("id") == self._table if tag == "table" else self._inside
        if self._inside and tag == "tr":
            self.rows.append([])
        if self._inside and tag in {"td", "th"}:
            self.rows[-1].append("")
        self._cell = tag in {"td", "th"} or (self._cell and tag != "tr")

    def handle_data(self, data: str) -> None:
        if self._inside and self._cell and self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


def compared(text: str) -> dict[str, dict[str, str]]:
    """Return what the page says of each repository, by the words over the columns."""
    cells = Cells("compared")
    cells.feed(text)
    head, *rows = cells.rows
    return {row[0]: dict(zip(head, row, strict=True)) for row in rows}


def test_the_numbers_are_those_of_each_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = compared(page(capsys, "--repos", file))["trainer"]
    alone = page(capsys, file.parent / "trainer", code=0)
    tiles = dict(re.findall(r"<dt>([^<]+)</dt><dd>([\d,]+)", alone))
    sites = re.search(r"<small>(\d+) sites</small>", alone)
    assert sites is not None
    assert (said["decisions"], said["files"], said["names"], said["sites"]) == (
        tiles["decisions by a name"],
        tiles["files that hold them"],
        tiles["names that they spell"],
        sites[1],
    )


def test_the_most_decisions_stand_first_and_one_with_none_is_there(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = compared(page(capsys, "--repos", file))
    numbers = [int(row["decisions"]) for row in said.values()]
    assert numbers == sorted(numbers, reverse=True)
    assert (len(said), numbers[-1], list(said)[-1]) == (4, 0, "none")


def test_those_that_fail_are_named_with_a_reason_and_what_to_do_and_the_exit_code_is_4(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(asked("--repos", file)) == 4
    said = capsys.readouterr()
    assert "broken: NB905 not read" in said.err
    failed = said.out[said.out.index('id="failed"') : said.out.index("</section>", said.out.index('id="failed"'))]
    assert "4 of 6 repositories" in said.out
    assert failed.count("namebranch scan") == 2
    assert "there is no" in failed


def test_a_fleet_of_which_none_can_be_looked_at_is_a_page_that_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fleet.txt").write_text(f"{tmp_path / 'a'}\n{tmp_path / 'b'}\n")
    text = page(capsys, "--repos", tmp_path / "fleet.txt")
    assert "None could be looked at." in text
    assert "0 of 2 repositories" in text


def test_a_fleet_that_is_well_exits_0_and_has_no_word_of_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fleet.txt").write_text(f"{written(tmp_path / 'one')}\ntwo = {trainer(tmp_path / 'other').root}@HEAD~1\n")
    text = page(capsys, "--repos", tmp_path / "fleet.txt", code=0)
    assert 'id="failed"' not in text
    assert "lower bounds" not in text
    assert list(compared(text)) == ["one", "two"]
    assert compared(text)["one"]["decisions"] == compared(text)["two"]["decisions"]


def test_a_file_that_cannot_be_read_is_named_and_the_numbers_are_lower_bounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path / "one", {"pkg/a.py": "if model_type == 'llama':\n\x00(\n"})
    (tmp_path / "fleet.txt").write_text(f"{tmp_path / 'one'}\n")
    assert main(asked("--repos", tmp_path / "fleet.txt")) == 4
    said = capsys.readouterr()
    assert "one/pkg/a.py: NB905 not read" in said.err
    assert "lower bounds" in said.out
    assert "<code>pkg/a.py</code>" in said.out


def test_a_history_that_is_cut_short_is_told_and_exits_4(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = trainer(tmp_path / "whole")
    kept.git("clone", "--quiet", "--depth", "1", f"file://{kept.root}", str(tmp_path / "short"))
    (tmp_path / "fleet.txt").write_text(f"{tmp_path / 'short'}\n{kept.root}\n")
    assert main(asked("--repos", tmp_path / "fleet.txt")) == 4
    said = capsys.readouterr()
    assert "incomplete: short:" in said.err
    assert said.out.count("of its history") == 1
    assert main(asked("--repos", tmp_path / "fleet.txt", "--no-history")) == 0


def test_the_same_fleet_gives_the_same_page_however_many_look_at_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert page(capsys, "--repos", file) == page(capsys, "--repos", file, "--jobs", "2")


def test_nothing_is_fetched_and_only_our_own_script_may_run(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = page(capsys, "--repos", file)
    assert {link[0] for link in re.findall(r"(?:src|href)=[\"']([^\"']*)", text.replace("&lt;img src=x", ""))} == {"#", "d"}
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text)
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in text


def test_text_of_a_fleet_is_escaped_everywhere(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = page(capsys, "--repos", file)
    assert "&lt;img src=x" in text
    assert "<img" not in text
    assert "<b>.txt" not in text
    assert "\u202e" not in text
    assert "alert(1)>" not in text
    assert "49" not in re.findall(r"alert\(1\).{0,80}", text)


def test_filters_choose_what_is_compared_and_see_paths_below_names(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = compared(page(capsys, "--repos", file, "--path", "trainer/**/tables.py"))
    assert {name for name, row in said.items() if row["decisions"] != "0"} == {"trainer"}
    said = compared(page(capsys, "--repos", file, "--subsystem", "tables"))
    assert {name for name, row in said.items() if row["decisions"] != "0"} == {"trainer", "copy"}
    text = page(capsys, "--repos", file, "--model", "zephyrus")
    assert {name for name, row in compared(text).items() if row["decisions"] != "0"} == {"trainer", "copy"}
    assert '<th scope="row">mixtral</th>' not in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(("--zone", "model"), "shared code", id="another zone"),
        pytest.param(("--subsystem", "tabels"), "did you mean 'tables'", id="a part that none of them has"),
        pytest.param(("--rev", "HEAD"), "--repos names all targets", id="a revision beside a fleet"),
        pytest.param(("--earlier", "a.whl", "--dialect", "vendored"), "--earlier and --dialect", id="what only one target has"),
        pytest.param(("elsewhere",), "--repos names all targets", id="a target beside a fleet"),
    ],
)
def test_what_cannot_be_answered_says_so(arguments: tuple[str, ...], words: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(asked("--repos", file, "--no-history", *arguments)) == 2
    said = capsys.readouterr()
    assert (said.out, words in said.err) == ("", True)


def test_work_elsewhere_is_for_a_fleet(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(asked(file.parent / "copy", "--executor", "here")) == 2
    assert "name a fleet by --repos" in capsys.readouterr().err
    assert page(capsys, "--repos", file, "--executor", "here") == page(capsys, "--repos", file)


def test_fifty_repositories_are_less_than_a_megabyte(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = ["gemma3", "llama", "mixtral", "qwen3_moe", "mistral", "phi3", "falcon", "bloom", "gpt_neox", "opt"]
    for number in range(50):
        many = "\n".join(f"    if c.model_type == {kind!r}:\n        c.x = {at}" for at, kind in enumerate(kinds))
        files = {f"framework/part{part}/some_longer_name_{part}.py": f"def f(c):\n{many}\n" for part in range(12)}
        written(tmp_path / f"a_repository_{number}", files)
    (tmp_path / "fleet.txt").write_text("".join(f"{tmp_path}/a_repository_{number}\n" for number in range(50)))
    text = page(capsys, "--repos", tmp_path / "fleet.txt", code=0)
    assert len(compared(text)) == 50
    assert 100_000 < len(text.encode()) < 1_000_000
