"""The operations as functions, which share one client per service and key."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from ._batch import Many, Progress
from ._client import Client
from ._errors import Detail
from ._expiry import Expiry
from ._figures import FigureLike
from ._graph import Graph
from ._images import Target
from ._settings import Settings, settings

_clients: dict[Settings, Client] = {}
_lock = threading.Lock()


def _client(url: str | None, key: str | None) -> Client:
    found = settings(url, key)
    with _lock:
        if found not in _clients:
            _clients[found] = Client(found.url, found.key)
        return _clients[found]


def publish(
    figure: FigureLike,
    *,
    id: str | None = None,
    expires: Expiry | None = None,
    strict: bool = False,
    plain_arrays: bool = False,
    url: str | None = None,
    key: str | None = None,
) -> Graph:
    """Stores a figure and returns its graph. With ``id``, adds it as the newest version of that graph.

    ``expires`` tells when the service deletes the graph: ``90d``, ``12h``, ``4w``, ``1y``, ``never``, a
    date or a timedelta.
    ``strict`` turns warnings into errors: raises InvalidFigure with all warnings as its details.
    ``plain_arrays`` sends lists instead of plotly's typed arrays, so that ``append`` can add to them.
    ``url`` and ``key`` name the service; without them PLOTGATE_URL and PLOTGATE_KEY, or ``plotgate login``.
    """
    return _client(url, key).publish(figure, id=id, expires=expires, strict=strict, plain_arrays=plain_arrays)


def get(id: str, *, url: str | None = None, key: str | None = None) -> Graph:
    """The graph with this id or permalink. Raises NotFound if there is none.

    An id or address that names a version, such as ``get(f"{graph.url}@3")``, gives that version.
    """
    return _client(url, key).get(id)


def graphs(title: str | None = None, *, url: str | None = None, key: str | None = None) -> Iterator[Graph]:
    """The graphs of the key's account, newest first; with ``title``, those whose title contains it.

    Needs a key with the scope ``graphs:read``.
    """
    return _client(url, key).graphs(title)


def check(figure: FigureLike, *, url: str | None = None, key: str | None = None) -> tuple[Detail, ...]:
    """The warnings of a figure. Raises InvalidFigure if it cannot be drawn.

    Nothing is stored.
    """
    return _client(url, key).check(figure)


def to_image(
    fig: FigureLike,
    format: str | None = None,
    width: float | None = None,
    height: float | None = None,
    scale: float | None = None,
    validate: bool = True,
    engine: str | None = None,
    *,
    theme: str | None = None,
    background: str | None = None,
    locale: str | None = None,
    strict: bool = False,
    url: str | None = None,
    key: str | None = None,
) -> bytes:
    """Draws a figure without storing it, with the arguments of ``plotly.io.to_image``.

    ``format`` is png (the default), svg, webp, jpeg, pdf or html. ``validate`` and ``engine`` are accepted
    so that calls written for plotly work; the service always validates and has one engine.
    """
    return _client(url, key).to_image(
        fig, format, width, height, scale, theme=theme, background=background, locale=locale, strict=strict
    )


def write_image(
    fig: FigureLike,
    file: Target,
    format: str | None = None,
    scale: float | None = None,
    width: float | None = None,
    height: float | None = None,
    validate: bool = True,
    engine: str | None = None,
    *,
    theme: str | None = None,
    background: str | None = None,
    locale: str | None = None,
    strict: bool = False,
    url: str | None = None,
    key: str | None = None,
) -> None:
    """Draws a figure into a file, with the arguments of ``plotly.io.write_image``."""
    _client(url, key).write_image(
        fig,
        file,
        format,
        scale,
        width,
        height,
        theme=theme,
        background=background,
        locale=locale,
        strict=strict,
    )


def write_images(
    fig: Many[FigureLike],
    file: Many[Target],
    format: Many[str | None] = None,
    scale: Many[float | None] = None,
    width: Many[float | None] = None,
    height: Many[float | None] = None,
    validate: Many[bool] = True,
    *,
    theme: Many[str | None] = None,
    background: Many[str | None] = None,
    locale: Many[str | None] = None,
    strict: Many[bool] = False,
    workers: int = 4,
    progress: Progress | bool | None = None,
    url: str | None = None,
    key: str | None = None,
) -> None:
    """Draws many figures, ``workers`` in parallel, with the arguments of ``plotly.io.write_images``.

    Each argument is one value for all or a list with one value each. A failure does not stop the others:
    raises WriteImagesError at the end. ``progress`` is called with (done, total). True prints a progress
    line, which is the default on a terminal.
    """
    _client(url, key).write_images(
        fig,
        file,
        format,
        scale,
        width,
        height,
        theme=theme,
        background=background,
        locale=locale,
        strict=strict,
        workers=workers,
        progress=progress,
    )
