"""The operations of the service as methods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ._batch import Many, Progress, write_all
from ._errors import Detail
from ._expiry import Expiry
from ._figures import FigureLike, figure_json, layout_size
from ._graph import Graph, graph_id_in, instant_of, place_in
from ._images import Target, default_format, format_for, image_parameters, known_format, save
from ._service import Service
from ._typed_arrays import figure_body


class Client:
    """A client for one service, with one key. Thread-safe. Keeps its connections open until ``close``.

    Address and key default to PLOTGATE_URL and PLOTGATE_KEY, or to what ``plotgate login`` stored.
    ``timeout`` is the maximum number of seconds per call, including retries. A pickled client does not
    contain its key; when unpickled, it uses the key of the environment or of ``plotgate login``.
    """

    def __init__(self, url: str | None = None, key: str | None = None, *, timeout: float = 60.0) -> None:
        self._service = Service(url, key, timeout)
        self.url = self._service.url

    def publish(
        self,
        figure: FigureLike,
        *,
        id: str | None = None,
        expires: Expiry | None = None,
        strict: bool = False,
        plain_arrays: bool = False,
    ) -> Graph:
        """Stores a figure and returns its graph. With ``id``, adds it as the newest version of that graph.

        ``expires`` tells when the service deletes the graph: ``90d``, ``12h``, ``4w``, ``1y``, ``never``, a
        date or a timedelta.
        ``strict`` turns warnings into errors: raises InvalidFigure with all warnings as its details.
        ``plain_arrays`` sends lists instead of plotly's typed arrays, so that ``append`` can add to them.
        """
        body = figure_body(figure, plain_arrays)
        if id is None:
            stored = self._service.create(body, expires=expires, strict=strict)
        else:
            stored = self._service.replace(
                graph_id_in(id), body, if_match=None, expires=expires, strict=strict
            )
        return Graph.of(self._service, stored, layout_size(figure))

    def get(self, id: str | Graph) -> Graph:
        """The graph with this id or permalink. Raises NotFound if there is none.

        An id or address that names a version, such as ``get(f"{graph.url}@3")``, gives that version.
        """
        return Graph.of(self._service, self._service.read(*place_in(id)))

    def graphs(self, title: str | None = None) -> Iterator[Graph]:
        """The graphs of the key's account, newest first; with ``title``, those whose title contains it.

        Needs a key with the scope ``graphs:read``.
        """
        for found in self._service.graphs(title):
            yield Graph(
                self._service,
                found["graphId"],
                found["permalink"],
                version=found["version"],
                title=found["title"],
                created_at=instant_of(found["createdAt"]),
                expires_at=instant_of(found["expiresAt"]) if found["expiresAt"] else None,
            )

    def to_image(
        self,
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
    ) -> bytes:
        """Draws a figure without storing it, with the arguments of ``plotly.io.to_image``.

        ``format`` is png (the default), svg, webp, jpeg, pdf or html. ``validate`` and ``engine`` are
        accepted so that calls written for plotly work; the service always validates and has one engine.
        """
        kind = known_format(format or default_format())
        query = image_parameters(
            fig, width=width, height=height, scale=scale, theme=theme, background=background, locale=locale
        )
        return self._service.render(figure_json(fig), kind, query, strict=strict)

    def write_image(
        self,
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
    ) -> None:
        """Draws a figure into a file, with the arguments of ``plotly.io.write_image``."""
        kind = format_for(file, format)
        content = self.to_image(
            fig, kind, width, height, scale, theme=theme, background=background, locale=locale, strict=strict
        )
        save(content, file)

    def write_images(
        self,
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
    ) -> None:
        """Draws many figures, ``workers`` in parallel, with the arguments of ``plotly.io.write_images``.

        Each argument is one value for all or a list with one value each. A failure does not stop the others:
        raises WriteImagesError at the end. ``progress`` is called with (done, total). True prints a progress
        line, which is the default on a terminal.
        """
        write_all(
            self.write_image,
            dict(
                fig=fig,
                file=file,
                format=format,
                scale=scale,
                width=width,
                height=height,
                validate=validate,
                theme=theme,
                background=background,
                locale=locale,
                strict=strict,
            ),
            workers=workers,
            progress=progress,
        )

    def check(self, figure: FigureLike) -> tuple[Detail, ...]:
        """The warnings of a figure. Raises InvalidFigure if it cannot be drawn.

        Nothing is stored.
        """
        return self._service.check(figure_json(figure))

    def scopes(self) -> tuple[str, ...]:
        """The scopes of the key. Raises Unauthenticated if it is not valid."""
        return self._service.scopes()

    def close(self) -> None:
        """Closes all idle connections."""
        self._service.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client {self.url}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the key: see ``Service``.
        return _unpickled, (self._service,)

    def __copy__(self) -> Client:
        return self

    def __deepcopy__(self, memo: object) -> Client:
        return self


def _unpickled(service: Service) -> Client:
    client = Client.__new__(Client)
    client._service, client.url = service, service.url
    return client
