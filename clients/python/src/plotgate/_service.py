"""The operations of one service over HTTP, with one key."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from ._answers import Answer, service_error
from ._errors import Detail, NotConfigured, PlotgateError
from ._expiry import Expiry, expiry_text
from ._graphql import check_figure, graphs_of, scopes_of, versions_of, warnings_of
from ._images import media_types
from ._settings import settings
from ._transport import Transport
from ._warn import warn


@dataclass(frozen=True)
class StoredGraph:
    """What an answer tells of a stored graph."""

    id: str
    url: str
    etag: str | None
    version: int | None
    expires_at: datetime | None
    warnings: tuple[Detail, ...]


class Service:
    """Sends and reads what is stored, as bytes. Thread-safe. Keeps its connections open until ``close``.

    ``timeout`` is the maximum number of seconds per call, including retries. When unpickled, it uses the key
    of the environment or of ``plotgate login``.
    """

    def __init__(self, url: str | None, key: str | None, timeout: float) -> None:
        found = settings(url, key)
        self.url = found.url
        self._key = found.key
        self.transport = Transport(timeout)

    def create(self, body: bytes, *, expires: Expiry | None, strict: bool) -> StoredGraph:
        headers = {**self._change(), **_preference(strict), **_expiry(expires)}
        return self._stored(
            self.transport.send("POST", f"{self.url}/v1/plot", headers=headers, json_body=body)
        )

    def replace(
        self, id: str, body: bytes, *, if_match: str | None, expires: Expiry | None, strict: bool
    ) -> StoredGraph:
        """Stores the newest version of a graph. With ``if_match``, only if the current one has that tag."""
        headers = {**self._change(), **_preference(strict), **_expiry(expires)}
        if if_match is not None:
            headers["If-Match"] = if_match
        return self._stored(
            self.transport.send("PUT", f"{self.url}/v1/graph/{id}", headers=headers, json_body=body)
        )

    def read(self, id: str, version: int | None = None) -> StoredGraph:
        """A version, with the address of its page; without ``version`` the newest, with the permalink."""
        # The answer without the figure.
        address = f"{self.url}/v1/plot/{id}"
        if version is None:
            return self._stored(self.transport.send("GET", address))
        stored = self._stored(self.transport.send("GET", f"{address}?version={version}"))
        return replace(stored, url=f"{stored.url}@{version}")

    def versions(self, id: str) -> list[dict[str, Any]]:
        """The stored versions of a graph, newest first, as GraphQL tells them."""
        return versions_of(self.transport, self.url, id)

    def append(self, id: str, body: bytes) -> int | None:
        """Returns the new version number."""
        answer = self.transport.send(
            "POST", f"{self.url}/v1/graph/{id}/points", headers=self._change(), json_body=body
        )
        return answer.number("Plotgate-Version")

    def delete(self, id: str) -> None:
        # Without the answer to a first request, a second finds no graph.
        self.transport.send("DELETE", f"{self.url}/v1/graph/{id}", headers=self.authorization(), done={404})

    def file(self, graph_url: str, kind: str, query: Mapping[str, str]) -> bytes:
        """A file of a stored graph, such as its png."""
        address = f"{graph_url}.{kind}" + (f"?{urlencode(query)}" if query else "")
        return self.transport.send("GET", address, media_types={media_types[kind]}).body

    def render(self, body: bytes, kind: str, query: Mapping[str, str], *, strict: bool) -> bytes:
        """Draws a figure without storing it. Issues its warnings."""
        answer = self.transport.send(
            "POST",
            f"{self.url}/v1/render?{urlencode({'format': kind, **query})}",
            headers={**self.authorization(), **_preference(strict)},
            json_body=body,
            media_types={media_types[kind]},
        )
        # The warnings name everything that was omitted, except what only the drawing itself reveals.
        if count := answer.number("Plotgate-Warnings"):
            warn(*_asked(lambda: self.check(body), count))
        elif omitted := answer.number("Plotgate-Omitted"):
            warn(Detail("", f"drawn without {omitted} resources that the figure refers to on other machines"))
        return answer.body

    def check(self, body: bytes) -> tuple[Detail, ...]:
        """The warnings of a figure. Raises InvalidFigure if it cannot be drawn."""
        return check_figure(self.transport, self.url, body, self.authorization())

    def graphs(self, title: str | None) -> Iterator[dict[str, Any]]:
        """The graphs of the key's account, newest first, as GraphQL tells them."""
        return graphs_of(self.transport, self.url, title, self.authorization())

    def scopes(self) -> tuple[str, ...]:
        return scopes_of(self.transport, self.url, self.authorization())

    def close(self) -> None:
        self.transport.close()

    def authorization(self) -> dict[str, str]:
        """The header with the key. Raises NotConfigured if there is none."""
        if self._key is None:
            raise NotConfigured(
                f"there is no API key for {self.url}: give key=, set PLOTGATE_KEY, or run `plotgate login`; "
                f"keys are made at {self.url}/account"
            )
        return {"Authorization": f"Bearer {self._key}"}

    def _change(self) -> dict[str, str]:
        """The key, and what makes it safe to send a change again after its answer was lost."""
        return {**self.authorization(), "Idempotency-Key": str(uuid.uuid4())}

    def __reduce__(self) -> tuple[Any, ...]:
        # Clients and graphs are pickled into other processes and caches, which must not contain keys.
        return _unpickled, (self.url, self.transport.timeout)

    def __copy__(self) -> Service:
        return self

    def __deepcopy__(self, memo: object) -> Service:
        return self

    def _stored(self, answer: Answer) -> StoredGraph:
        try:
            graph = json.loads(answer.body)["graph"]
            id, permalink = graph["graph_id"], graph["permalink"]
        except (ValueError, TypeError, KeyError) as fault:
            raise service_error(answer, self.url) from fault
        found: tuple[Detail, ...] = ()
        if count := answer.number("Plotgate-Warnings"):
            found = _asked(lambda: warnings_of(self.transport, self.url, id), count)
            warn(*found)
        return StoredGraph(
            id,
            permalink,
            answer.headers.get("ETag"),
            answer.number("Plotgate-Version"),
            answer.date("Sunset"),
            found,
        )


def _asked(warnings: Callable[[], tuple[Detail, ...]], count: int) -> tuple[Detail, ...]:
    """The warnings, or their number: what was made is not lost because they cannot be read."""
    try:
        return warnings()
    except PlotgateError as error:
        return (Detail("", f"{count} parts may not be drawn as meant; which could not be asked: {error}"),)


def _unpickled(url: str, timeout: float) -> Service:
    """With the key that this process has for the service."""
    return Service(url, None, timeout)


def _expiry(expires: Expiry | None) -> dict[str, str]:
    return {} if expires is None else {"Plotgate-Expires": expiry_text(expires)}


def _preference(strict: bool) -> dict[str, str]:
    return {"Prefer": "handling=strict"} if strict else {}
