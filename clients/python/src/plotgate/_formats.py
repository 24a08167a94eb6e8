"""The formats of the service. Written by `npm run emit`."""

formats = ("png", "svg", "webp", "jpeg", "pdf", "html")
aliases = {"jpg": "jpeg", "htm": "html"}
