"""The formats of the service, and the keys of figures that it ignores. Written by `npm run emit`."""

formats = ("png", "svg", "webp", "jpeg", "pdf", "html")
aliases = {"jpg": "jpeg", "htm": "html"}
ignored_keys = (
    "config",
    "version",
    "attrs",
    "base_url",
    "cur_data",
    "highlight",
    "layoutAttrs",
    "shinyEvents",
    "source",
    "subplot",
    "visdat",
)
