"""How a notebook shows a graph."""

from __future__ import annotations

import html

_default_size = (700, 500)


def graph_html(url: str, image_url: str, size: tuple[float | None, float | None]) -> str:
    """The interactive page in a frame, in front of the image, for where frames are not allowed."""
    width, height = (own or usual for own, usual in zip(size, _default_size, strict=True))
    page, image = html.escape(url), html.escape(image_url)
    return (
        f'<div style="position:relative;width:{width:g}px;max-width:100%;height:{height:g}px">'
        f'<a href="{page}" target="_blank" rel="noopener">'
        f'<img src="{image}" alt="Chart" style="max-width:100%;max-height:100%"></a>'
        f'<iframe src="{page}?embed" title="Chart" loading="lazy" allow="clipboard-write; fullscreen" '
        'style="position:absolute;inset:0;width:100%;height:100%;border:0"></iframe></div>'
    )
