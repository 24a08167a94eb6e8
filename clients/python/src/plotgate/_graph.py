"""A stored graph: its addresses, its files, and what can be done with it."""

from __future__ import annotations

import base64
import contextlib
import html
import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ._errors import Detail, PlotgateError
from ._expiry import Expiry
from ._figures import FigureLike
from ._images import Target, format_for, image_parameters, known_format, save

if TYPE_CHECKING:
    from ._client import Client

default_size = (700, 500)
_graph_id = re.compile(r"[A-Za-z0-9_-]{21}")


class Graph:
    """A graph of the service. Whoever knows its ``url`` may see it; its owner may change or delete it."""

    id: str
    """The graph_id, 21 characters; ``publish(figure, id=…)`` takes it."""
    url: str
    """The permanent address of the interactive page."""
    version: int | None
    """The number of the version that was written or read last, where the service told it."""
    warnings: tuple[Detail, ...]
    """What of the published figure will not be drawn as it was meant."""

    def __init__(
        self,
        client: Client,
        id: str,
        url: str,
        *,
        etag: str | None = None,
        version: int | None = None,
        warnings: Sequence[Detail] = (),
        size: tuple[float | None, float | None] = (None, None),
    ) -> None:
        self._client = client
        self.id = id
        self.url = url
        self.version = version
        self.warnings = tuple(warnings)
        self._etag = etag
        self._size = size

    @property
    def image_url(self) -> str:
        """The permanent address of the png."""
        return f"{self.url}.png"

    @property
    def html_url(self) -> str:
        """The address of the standalone page: one file that works with no network."""
        return f"{self.url}.html"

    def to_image(
        self,
        format: str | None = None,
        width: float | None = None,
        height: float | None = None,
        scale: float | None = None,
        *,
        theme: str | None = None,
        background: str | None = None,
        locale: str | None = None,
    ) -> bytes:
        """The graph as an image (png, svg, webp, jpeg, pdf) or as a standalone page (html)."""
        kind = known_format(format or "png")
        if kind == "html":
            # A page has its own size and ground, and the numbers and dates of its reader.
            return self._client._read_file(self.url, kind, {} if theme is None else {"theme": theme})
        query = image_parameters(
            self, width=width, height=height, scale=scale, theme=theme, background=background, locale=locale
        )
        return self._client._read_file(self.url, kind, query)

    def write_image(
        self,
        file: Target,
        format: str | None = None,
        scale: float | None = None,
        width: float | None = None,
        height: float | None = None,
        *,
        theme: str | None = None,
        background: str | None = None,
        locale: str | None = None,
    ) -> None:
        """Writes an image to a path or an open file; the ending of the path decides the format."""
        kind = format_for(file, format)
        content = self.to_image(kind, width, height, scale, theme=theme, background=background, locale=locale)
        save(content, file)

    def update(
        self, figure: FigureLike, *, if_unchanged: bool = False, expires: Expiry | None = None
    ) -> Graph:
        """Makes ``figure`` the newest version of this graph, under the same addresses. Returns the graph.

        With ``if_unchanged``, only if nobody changed it since this object read or wrote it:
        VersionConflict otherwise. ``expires`` moves the moment at which the graph goes by itself.
        """
        if if_unchanged and self._etag is None:
            raise PlotgateError("the version is not known: read the graph with plotgate.get(id) first")
        if_match = self._etag if if_unchanged else None
        fresh = self._client._replace(self.id, figure, if_match=if_match, expires=expires)
        self._etag, self.version, self.warnings = fresh._etag, fresh.version, fresh.warnings
        self._size = fresh._size
        return self

    def append(
        self,
        points: Sequence[Mapping[str, Any]] | None = None,
        *,
        trace: int | str = 0,
        keep: int | None = None,
        **arrays: Sequence[Any],
    ) -> Graph:
        """Adds points to the ends of traces; viewers of the page see them come. Returns the graph.

        ``graph.append(x=[4], y=[2.5])`` adds to one ``trace``, by index or name;
        ``graph.append([{"trace": 0, "x": [4], "y": [2.5]}, …])`` to several in one step.
        ``keep`` is the number of points that each of these traces keeps, the newest.

        Points can be added to arrays that were sent as JSON numbers: publish with ``plain_arrays=True``.
        """
        if (points is None) == (not arrays):
            raise TypeError("give either a list of points or the arrays of one trace, such as x=[4], y=[2.5]")
        content: dict[str, Any] = {"points": points or [{"trace": trace, **arrays}]}
        if keep is not None:
            content["keep"] = keep
        self.version = self._client._append(self.id, content) or self.version
        self._etag = None
        return self

    def delete(self) -> None:
        """Removes the graph and every file of it."""
        self._client._delete(self.id)

    def to_json(self) -> str:
        """The stored figure as JSON text, its data byte for byte as it was sent."""
        return self._client._read_file(self.url, "json", {}).decode()

    def to_dict(self) -> dict[str, Any]:
        """The stored figure as a dictionary with ``data`` and ``layout``."""
        figure: dict[str, Any] = json.loads(self.to_json())
        return figure

    def to_figure(self) -> Any:
        """The stored figure as a ``plotly.graph_objects.Figure``."""
        import plotly.graph_objects

        return plotly.graph_objects.Figure(self.to_dict(), skip_invalid=True)

    def __repr__(self) -> str:
        return f"<Graph {self.url}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and other.url == self.url

    def __hash__(self) -> int:
        return hash(self.url)

    def _repr_html_(self) -> str:
        """The interactive graph. Where frames are not let in, the picture below it stays to be seen."""
        width, height = (own or usual for own, usual in zip(self._size, default_size, strict=True))
        url, image = html.escape(self.url), html.escape(self.image_url)
        return (
            f'<div style="position:relative;width:{width:g}px;max-width:100%;height:{height:g}px">'
            f'<a href="{url}" target="_blank" rel="noopener">'
            f'<img src="{image}" alt="Chart" style="max-width:100%;max-height:100%"></a>'
            f'<iframe src="{url}?embed" title="Chart" loading="lazy" allow="clipboard-write; fullscreen" '
            'style="position:absolute;inset:0;width:100%;height:100%;border:0"></iframe></div>'
        )

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """For notebooks: the page, and the picture for what shows no pages (exports, terminals, mail)."""
        bundle = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if (include is None or "image/png" in include) and "image/png" not in (exclude or ()):
            # A graph without its picture is still worth showing.
            with contextlib.suppress(PlotgateError):
                bundle["image/png"] = base64.b64encode(self.to_image("png")).decode()
        return bundle


def graph_id_in(text: str | Graph) -> str:
    """An id, as it is, of a graph or at the end of an address of it."""
    if isinstance(text, Graph):
        return text.id
    name = urlsplit(text).path.rstrip("/").rpartition("/")[2].partition(".")[0].partition("@")[0]
    if not _graph_id.fullmatch(name):
        raise ValueError(f"{text!r} is neither the id nor the address of a graph")
    return name
