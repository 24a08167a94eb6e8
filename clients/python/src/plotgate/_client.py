"""The operations of the service as methods."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from ._batch import Many, Progress, write_all
from ._errors import Detail, NotConfigured
from ._expiry import Expiry, expiry_text
from ._figures import FigureLike, figure_json, layout_size
from ._graph import Graph, graph_id_in
from ._graphql import check_figure, scopes_of, warnings_of
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
    """A service and a key for it. Safe between threads; its connections are kept until ``close``.

    Without arguments, address and key come from PLOTGATE_URL and PLOTGATE_KEY, else from ``plotgate login``.
    ``timeout`` is how many seconds a call may take, retries included. A pickled client leaves its key behind
    and takes the key of the environment or of ``plotgate login`` where it is read.
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
        """Stores a figure and returns its graph; with ``id``, as the newest version of that graph.

        ``expires`` says when the graph goes by itself: ``90d``, ``12h``, ``4w``, ``1y``, ``never``, a date or
        a timedelta.
        ``strict`` refuses a figure that would not be drawn as meant, with every warning as a detail.
        ``plain_arrays`` sends numbers where plotly would send packed arrays: ``append`` can add to those.
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
        """The graph of an id or of a permalink; NotFound where there is none."""
        # Not /v1/plot, which is smaller: an update can be tied to the tag of this read only.
        answer = self._transport.send("GET", f"{self.url}/v1/graph/{graph_id_in(id)}")
        return self._graph(answer, (None, None))

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

        ``format`` is png (the default), svg, webp, jpeg, pdf or html. ``validate`` and ``engine`` are taken
        so that calls made for plotly work; the service checks every figure, and there is one engine.
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
        # The warnings name each thing that was left out, as far as the figure's text shows it.
        if answer.number("Plotgate-Warnings"):
            warn(*self.check(body))
        elif omitted := answer.number("Plotgate-Omitted"):
            warn(Detail("", f"drawn without {omitted} things that the figure names on other machines"))
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
        """Draws many figures, ``workers`` at a time, with the arguments of ``plotly.io.write_images``.

        Each argument is one value for all or a list with one for each. What fails does not stop the others:
        WriteImagesError at the end names it. ``progress`` is called with (done, total); True prints a line,
        and so does a terminal unless it is False.
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
        """What of a figure will not be drawn as meant; InvalidFigure where it cannot be drawn.

        Nothing is stored.
        """
        return check_figure(self._transport, self.url, figure_json(figure), self._authorization())

    def scopes(self) -> tuple[str, ...]:
        """What the key may do; Unauthenticated where it is not valid."""
        return scopes_of(self._transport, self.url, self._authorization())

    def close(self) -> None:
        """Closes the kept connections."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client {self.url}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Clients and graphs travel between processes and into caches; keys are written into none.
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
            # Sent again after a lost answer, a tied update would meet the version that it made itself.
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
    """With the key that this process has for the service."""
    return Client(url, timeout=timeout)


def _body(figure: FigureLike, plain_arrays: bool) -> bytes:
    body = figure_json(figure)
    return without_typed_arrays(body) if plain_arrays else body


def _expiry(expires: Expiry | None) -> dict[str, str]:
    return {} if expires is None else {"Plotgate-Expires": expiry_text(expires)}


def _preference(strict: bool) -> dict[str, str]:
    return {"Prefer": "handling=strict"} if strict else {}
