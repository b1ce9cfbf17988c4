"""A template of a page and values in, HTML out: whatever a value holds is escaped, and no script may run but the page's own."""

import hashlib
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from ..escape import visible


def printed(template: str, values: Mapping[str, Any]) -> str:
    """Return a page with its style and script in it; its policy allows that script, and no request."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415  only a page needs it

    templates = Environment(
        loader=PackageLoader("namebranch.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    script = templates.get_template("dashboard.js.j2").render()
    policy = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    style = templates.get_template("dashboard.css.j2").render()
    return templates.get_template(template).render(values, style=style, script=script, policy=policy) + "\n"
