"""A stored graph with its addresses, files and operations."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import webbrowser
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ._errors import Detail, InvalidFigure, PlotgateError
from ._expiry import Expiry
from ._figures import FigureLike, figure_json, layout_size
from ._images import Target, format_for, image_parameters, known_format, save
from ._notebook import graph_html
from ._service import Service, StoredGraph
from ._typed_arrays import figure_body, with_remedy

_place = re.compile(r"(?P<id>[A-Za-z0-9_-]{21})(?:@(?P<version>[1-9][0-9]*))?")


class Graph:
    """A stored graph. Everyone who knows its ``url`` can see it; only its owner can change or delete it."""

    id: str
    """The graph_id, 21 characters. Can be given to ``publish(figure, id=…)``."""
    url: str
    """The permanent address of the interactive page; of an older version, that of its own page."""
    title: str | None
    """The title, for graphs that ``plotgate.graphs()`` listed. None if it has none, or is not known."""
    created_at: datetime | None
    """The time of its creation, for graphs and versions that ``graphs()`` and ``versions()`` listed."""
    expires_at: datetime | None
    """When the service deletes the graph. None if it stays."""
    version: int | None
    """The version number that was last read or written, if known."""
    warnings: tuple[Detail, ...]
    """The warnings of the published figure."""

    def __init__(
        self,
        service: Service,
        id: str,
        url: str,
        *,
        etag: str | None = None,
        version: int | None = None,
        warnings: Sequence[Detail] = (),
        size: tuple[float | None, float | None] = (None, None),
        title: str | None = None,
        created_at: datetime | None = None,
        expires_at: datetime | None = None,
    ) -> None:
        self._service = service
        self.id = id
        self.url = url
        self.title = title
        self.created_at = created_at
        self.expires_at = expires_at
        self.version = version
        self.warnings = tuple(warnings)
        self._etag = etag
        self._size = size

    @classmethod
    def of(
        cls, service: Service, stored: StoredGraph, size: tuple[float | None, float | None] = (None, None)
    ) -> Graph:
        """The graph that the service has stored or read."""
        return cls(
            service,
            stored.id,
            stored.url,
            etag=stored.etag,
            version=stored.version,
            warnings=stored.warnings,
            size=size,
            expires_at=stored.expires_at,
        )

    @property
    def image_url(self) -> str:
        """The permanent address of the png."""
        return f"{self.url}.png"

    @property
    def html_url(self) -> str:
        """The address of the standalone page, one file that works without a network."""
        return f"{self.url}.html"

    def open(self) -> Graph:
        """Opens the page in the browser of this machine. Returns the graph."""
        webbrowser.open(self.url)
        return self

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
            # A page fits its window, and its numbers and dates follow the reader's language.
            return self._service.file(self.url, kind, {} if theme is None else {"theme": theme})
        query = image_parameters(
            self, width=width, height=height, scale=scale, theme=theme, background=background, locale=locale
        )
        return self._service.file(self.url, kind, query)

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
        """Writes an image to a path or an open file. Without ``format``, the file extension decides."""
        kind = format_for(file, format)
        content = self.to_image(kind, width, height, scale, theme=theme, background=background, locale=locale)
        save(content, file)

    def update(
        self,
        figure: FigureLike,
        *,
        if_unchanged: bool = False,
        expires: Expiry | None = None,
        strict: bool = False,
        plain_arrays: bool = False,
    ) -> Graph:
        """Makes ``figure`` the newest version of this graph, under the same addresses. Returns the graph.

        ``if_unchanged`` raises VersionConflict if somebody else has changed the graph since this object read
        or wrote it. ``expires`` changes when the service deletes the graph. ``strict`` and ``plain_arrays``
        are those of ``publish``.
        """
        if if_unchanged and self._etag is None:
            raise PlotgateError("the version is not known: read the graph with plotgate.get(id) first")
        if_match = self._etag if if_unchanged else None
        body = figure_body(figure, plain_arrays)
        fresh = self._service.replace(self.id, body, if_match=if_match, expires=expires, strict=strict)
        self.url, self._etag, self.version = fresh.url, fresh.etag, fresh.version
        self.warnings, self.expires_at = fresh.warnings, fresh.expires_at
        self._size = layout_size(figure)
        return self

    def append(
        self,
        points: Sequence[Mapping[str, Any]] | None = None,
        *,
        trace: int | str = 0,
        keep: int | None = None,
        **arrays: Sequence[Any],
    ) -> Graph:
        """Appends points to traces; open pages show them at once. Returns the graph.

        ``graph.append(x=[4], y=[2.5])`` adds to one ``trace``, by index or name;
        ``graph.append([{"trace": 0, "x": [4], "y": [2.5]}, …])`` to several in one step.
        ``keep`` is the maximum number of points per trace; the oldest are dropped.

        Only lists of numbers can be appended to, so publish with ``plain_arrays=True``.
        """
        if (points is None) == (not arrays):
            raise TypeError("give either a list of points or the arrays of one trace, such as x=[4], y=[2.5]")
        content: dict[str, Any] = {"points": [{"trace": trace, **arrays}] if points is None else points}
        if keep is not None:
            content["keep"] = keep
        try:
            version = self._service.append(self.id, figure_json(content))
        except InvalidFigure as error:
            raise with_remedy(error) from None
        self.url = self.url.removesuffix(f"@{self.version}")
        self.version = version or self.version
        self._etag = None
        return self

    def versions(self) -> list[Graph]:
        """The stored versions, newest first, each with its number, time, page, files and figure.

        ``graph.update(graph.versions()[1].to_json())`` restores the one before the newest.
        """
        permalink = self._service.read(self.id).url
        return [
            Graph(
                self._service,
                self.id,
                f"{permalink}@{found['version']}",
                version=found["version"],
                created_at=instant_of(found["createdAt"]),
                expires_at=self.expires_at,
            )
            for found in self._service.versions(self.id)
        ]

    def delete(self) -> None:
        """Deletes the graph with all versions and files."""
        self._service.delete(self.id)

    def to_json(self) -> str:
        """The stored figure as JSON text, with its data byte for byte as sent."""
        return self._service.file(self.url, "json", {}).decode()

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
        """HTML of the interactive graph. Shows the image where frames are not allowed."""
        return graph_html(self.url, self.image_url, self._size)

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """For notebooks: the page, and an image for viewers without HTML (exports, terminals, mail)."""
        bundle = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if (include is None or "image/png" in include) and "image/png" not in (exclude or ()):
            # Without the image, the page can still be shown.
            with contextlib.suppress(PlotgateError):
                bundle["image/png"] = base64.b64encode(self.to_image("png")).decode()
        return bundle


def graph_id_in(text: str | Graph) -> str:
    """The graph_id in an id, a Graph or an address of a graph."""
    return text.id if isinstance(text, Graph) else place_in(text)[0]


def place_in(text: str | Graph) -> tuple[str, int | None]:
    """The graph_id, and the version if one is named: by ``@3`` after the id, or by ``?version=3``."""
    if isinstance(text, Graph):
        return place_in(text.url)
    if not isinstance(text, str):
        raise TypeError(f"id must be the id or the address of a graph, got {text!r}")
    parts = urlsplit(text)
    name = parts.path.rstrip("/").rpartition("/")[2].partition(".")[0]
    asked = parse_qs(parts.query).get("version")
    found = _place.fullmatch(f"{name}@{asked[0]}" if asked else name)
    if not found:
        raise ValueError(f"{text!r} is neither the id nor the address of a graph")
    return found["id"], int(found["version"]) if found["version"] else None


def instant_of(text: str) -> datetime:
    """A time as GraphQL writes it."""
    # Python 3.10 does not read the Z of UTC.
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
