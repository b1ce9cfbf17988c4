"""Series to drawings: SVG without script, style or anything from elsewhere, whose colours are the page's.

The drawing is pygal's (an extra: `namebranch[dashboard]`); what it brings for pages of its own is taken off.
"""

import re
import sys
from typing import Any
from xml.etree import ElementTree as ET

from .series import Series

_WIDTH, _HEIGHT, _LOW = 960, 300, 150
_LABELS = 8  # under an axis
_DROPPED = {"script", "style", "defs", "title", "desc"}
_MARKS = {"dots", "bar"}
_SERIE = re.compile(r"\bserie-(\d+)")
_DIGITS = re.compile(r"\d+\.\d\d+")
_SVG = "http://www.w3.org/2000/svg"


class ChartsError(Exception):
    """The library that draws is not installed; the message says how to install it. Exit code 2."""


def library() -> Any:
    """Return the library that draws.

    Raises:
        ChartsError: it is not installed.

    """
    finders = list(sys.meta_path)
    try:
        import pygal  # noqa: PLC0415  an extra
    except ImportError as error:
        raise ChartsError("the dashboard's charts need pygal: pip install 'namebranch[dashboard]'") from error
    sys.meta_path[:] = finders  # it adds one for plugins, of a form that Python warns of at each import
    return pygal


def area(series: Series, words: str) -> str:
    """Return a stacked area chart; *words* say what it shows to those who do not see it.

    Raises:
        ChartsError: pygal is not installed.

    """
    top = max((sum(column) for column in zip(*(band.values for band in series.bands), strict=True)), default=0)
    return _drawn("StackedLine", series, words, height=_HEIGHT, fill=True, dots_size=5, show_dots=True, range=(0, max(1, top)))


def bars(series: Series, words: str) -> str:
    """Return a chart of bars that stand above and below a line.

    Raises:
        ChartsError: pygal is not installed.

    """
    return _drawn("StackedBar", series, words, height=_LOW, spacing=2)


def _drawn(kind: str, series: Series, words: str, *, height: int, **options: Any) -> str:
    shown = {"width": _WIDTH, "height": height, "show_legend": False, "margin": 4, "js": [], "css": [], "disable_xml_declaration": True}
    labels = {"show_minor_x_labels": False, "truncate_label": 20, "x_label_rotation": 0, "max_scale": 6}
    chart = getattr(library(), kind)(**shown, **labels, **options)
    chart.x_labels = list(series.steps)
    every = max(1, -(-len(series.steps) // _LABELS))
    chart.x_labels_major = list(dict.fromkeys(series.steps[::every]))
    for band in series.bands:
        chart.add(band.name, list(band.values))
    chart.value_formatter = lambda value: f"{value:g}"
    tree = ET.fromstring(chart.render(is_unicode=True))  # noqa: S314  our own drawing, of numbers
    _clean(tree, series, None)
    tree.attrib.clear()
    tree.attrib.update({"viewBox": f"0 0 {_WIDTH} {height}", "class": f"chart {kind.lower()}", "role": "img", "aria-label": words})
    ET.register_namespace("", _SVG)
    return ET.tostring(tree, encoding="unicode")


def _clean(node: ET.Element, series: Series, band: int | None) -> None:
    """Take off what is no drawing, and let each mark say what it stands for."""
    found = _SERIE.search(node.get("class", ""))
    band = int(found[1]) if found is not None else band
    marks = [child for child in node if child.get("class") in _MARKS]
    for child in list(node):
        if child.tag.rpartition("}")[2] in _DROPPED:
            node.remove(child)
        else:
            _clean(child, series, band)
    for mark, step, value in zip(marks, series.steps, series.bands[band].values if band is not None else (), strict=False):
        ET.SubElement(mark, f"{{{_SVG}}}title").text = f"{step}: {series.bands[band or 0].name} {abs(value)}"
    for name, text in list(node.attrib.items()):
        node.attrib[name] = _DIGITS.sub(lambda number: f"{float(number[0]):.1f}", text)
