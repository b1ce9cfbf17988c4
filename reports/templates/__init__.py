"""The pages that people read, as Jinja templates; `templating.py` fills them in."""
