"""The operations of the service as methods."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from ._batch import Many, Progress, write_all
from ._errors import Detail, NotConfigured
from ._expiry import Expiry, expiry_text
from ._figures import FigureLike, figure_json, layout_size
from ._graph import Graph, graph_id_in
from ._graphql import check_figure, graphs_of, scopes_of, warnings_of
from ._images import (
    Target,
    default_format,
    format_for,
    image_parameters,
    known_format,
    media_types,
    save,
)
from ._settings import settings
from ._transport import Answer, Transport, service_error
from ._typed_arrays import without_typed_arrays
from ._warn import warn


class Client:
    """A client for one service, with one key. Thread-safe. Keeps its connections open until ``close``.

    Address and key default to PLOTGATE_URL and PLOTGATE_KEY, or to what ``plotgate login`` stored.
    ``timeout`` is the maximum number of seconds per call, including retries. A pickled client does not
    contain its key; when unpickled, it uses the key of the environment or of ``plotgate login``.
    """

    def __init__(self, url: str | None = None, key: str | None = None, *, timeout: float = 60.0) -> None:
        found = settings(url, key)
        self.url = found.url
        self._key = found.key
        self._transport = Transport(timeout)

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
        if id is not None:
            return self._replace(id, figure, expires=expires, strict=strict, plain_arrays=plain_arrays)
        body = _body(figure, plain_arrays)
        headers = {
            **self._authorization(),
            **_preference(strict),
            **_expiry(expires),
            "Idempotency-Key": str(uuid.uuid4()),
        }
        answer = self._transport.send("POST", f"{self.url}/v1/plot", headers=headers, json_body=body)
        return self._graph(answer, layout_size(figure))

    def get(self, id: str | Graph) -> Graph:
        """The graph with this id or permalink. Raises NotFound if there is none."""
        # /v1/plot has a smaller answer, but ``update(if_unchanged=True)`` needs the ETag of this one.
        answer = self._transport.send("GET", f"{self.url}/v1/graph/{graph_id_in(id)}")
        return self._graph(answer, (None, None))

    def graphs(self, title: str | None = None) -> Iterator[Graph]:
        """The graphs of the key's account, newest first; with ``title``, those whose title contains it.

        Needs a key with the scope ``graphs:read``.
        """
        for found in graphs_of(self._transport, self.url, title, self._authorization()):
            yield Graph(
                self,
                found["graphId"],
                found["permalink"],
                version=found["version"],
                title=found["title"],
                # Python 3.10 does not read the Z of UTC.
                created_at=datetime.fromisoformat(found["createdAt"].replace("Z", "+00:00")),
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
        body = figure_json(fig)
        answer = self._transport.send(
            "POST",
            f"{self.url}/v1/render?{urlencode({'format': kind, **query})}",
            headers={**self._authorization(), **_preference(strict)},
            json_body=body,
            media_types={media_types[kind]},
        )
        # The warnings name everything that was omitted, except what only the drawing itself reveals.
        if answer.number("Plotgate-Warnings"):
            warn(*self.check(body))
        elif omitted := answer.number("Plotgate-Omitted"):
            warn(Detail("", f"drawn without {omitted} resources that the figure refers to on other machines"))
        return answer.body

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
        return check_figure(self._transport, self.url, figure_json(figure), self._authorization())

    def scopes(self) -> tuple[str, ...]:
        """The scopes of the key. Raises Unauthenticated if it is not valid."""
        return scopes_of(self._transport, self.url, self._authorization())

    def close(self) -> None:
        """Closes all idle connections."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client {self.url}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Clients and graphs are pickled into other processes and caches, which must not contain keys.
        return _again, (self.url, self._transport.timeout)

    def __copy__(self) -> Client:
        return self

    def __deepcopy__(self, memo: object) -> Client:
        return self

    def _replace(
        self,
        id: str,
        figure: FigureLike,
        *,
        if_match: str | None = None,
        expires: Expiry | None = None,
        strict: bool = False,
        plain_arrays: bool = False,
    ) -> Graph:
        headers = {**self._authorization(), **_preference(strict), **_expiry(expires)}
        if if_match is not None:
            headers["If-Match"] = if_match
        answer = self._transport.send(
            "PUT",
            f"{self.url}/v1/graph/{graph_id_in(id)}",
            headers=headers,
            json_body=_body(figure, plain_arrays),
            # If only the answer was lost, a repeated conditional update would conflict with itself.
            repeatable=if_match is None,
        )
        return self._graph(answer, layout_size(figure))

    def _append(self, id: str, content: Mapping[str, Any]) -> int | None:
        answer = self._transport.send(
            "POST",
            f"{self.url}/v1/graph/{id}/points",
            headers=self._authorization(),
            json_body=figure_json(content),
            repeatable=False,
        )
        return answer.number("Plotgate-Version")

    def _delete(self, id: str) -> None:
        self._transport.send("DELETE", f"{self.url}/v1/graph/{id}", headers=self._authorization())

    def _read_file(self, url: str, kind: str, query: Mapping[str, str]) -> bytes:
        address = f"{url}.{kind}" + (f"?{urlencode(query)}" if query else "")
        return self._transport.send("GET", address, media_types={media_types[kind]}).body

    def _graph(self, answer: Answer, size: tuple[float | None, float | None]) -> Graph:
        try:
            graph = json.loads(answer.body)["graph"]
            id, permalink = graph["graph_id"], graph["permalink"]
        except (ValueError, TypeError, KeyError) as fault:
            raise service_error(answer, self.url) from fault
        found: tuple[Detail, ...] = ()
        if answer.number("Plotgate-Warnings"):
            found = warnings_of(self._transport, self.url, id)
            warn(*found)
        return Graph(
            self,
            id,
            permalink,
            etag=answer.headers.get("ETag"),
            version=answer.number("Plotgate-Version"),
            warnings=found,
            size=size,
        )

    def _authorization(self) -> dict[str, str]:
        if self._key is None:
            raise NotConfigured(
                f"there is no API key for {self.url}: give key=, set PLOTGATE_KEY, or run `plotgate login`; "
                f"keys are made at {self.url}/account"
            )
        return {"Authorization": f"Bearer {self._key}"}


def _again(url: str, timeout: float) -> Client:
    """A client with the key that this process has for the service."""
    return Client(url, timeout=timeout)


def _body(figure: FigureLike, plain_arrays: bool) -> bytes:
    body = figure_json(figure)
    return without_typed_arrays(body) if plain_arrays else body


def _expiry(expires: Expiry | None) -> dict[str, str]:
    return {} if expires is None else {"Plotgate-Expires": expiry_text(expires)}


def _preference(strict: bool) -> dict[str, str]:
    return {"Prefer": "handling=strict"} if strict else {}
