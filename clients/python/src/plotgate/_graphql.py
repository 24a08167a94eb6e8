"""The few queries for which REST has no operation."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Mapping
from typing import Any

from ._answers import Answer, details_of
from ._errors import Detail, InvalidFigure
from ._formats import ignored_keys
from ._transport import Transport

_check = """query($input: CreateGraphInput!) {
  checkFigure(input: $input) { errors { path message } warnings { path message } }
}"""
_keys = ("data", "layout", "frames")
_graphs = """query($after: String, $title: String) {
  viewer { graphs(first: 100, after: $after, title: $title) {
    nodes { graphId permalink title createdAt expiresAt version }
    pageInfo { hasNextPage endCursor }
  } }
}"""
_versions = "query($id: ID!) { graph(id: $id) { versions { version createdAt } } }"
_warnings = "query($id: ID!) { graph(id: $id) { warnings { path message } } }"


def check_figure(
    transport: Transport, url: str, figure: bytes, authorization: Mapping[str, str]
) -> tuple[Detail, ...]:
    """The warnings of a figure. Raises InvalidFigure if it has errors."""
    try:
        content = json.loads(figure, parse_constant=_refuse)
    except ValueError as error:
        raise InvalidFigure(f"the figure is not JSON: {error}", status=400, code="invalid_json") from error
    errors = tuple(_errors_of_keys(content))
    warnings: tuple[Detail, ...] = ()
    if content.get("data") is not None:
        # As it is, if possible: Python cannot write all numbers that it reads, such as 1e400.
        if content.keys() - _keys:
            figure = json.dumps({name: content[name] for name in _keys if name in content}).encode()
        variables = b'{"input":%b}' % figure.removeprefix(codecs.BOM_UTF8)
        found = _ask(transport, url, _check, variables, authorization)["checkFigure"]
        errors += details_of(found["errors"])
        warnings = details_of(found["warnings"])
    if errors:
        raise InvalidFigure(str(errors[0]), status=422, code="invalid_figure", details=errors)
    return warnings


def _refuse(name: str) -> None:
    raise ValueError(f"JSON has no {name}; give null")


def _errors_of_keys(figure: Mapping[str, Any]) -> Iterator[Detail]:
    """What GraphQL's schema refuses before it checks a figure."""
    for name in figure:
        if name not in _keys and name not in ignored_keys:
            yield Detail(name, f"unknown key; a figure has {', '.join(_keys)}")
    if figure.get("data") is None:
        yield Detail("data", "required: a list of traces; give [] for an empty figure")


def warnings_of(transport: Transport, url: str, id: str) -> tuple[Detail, ...]:
    """The stored warnings of a graph."""
    graph = _ask(transport, url, _warnings, {"id": id})["graph"]
    return details_of(graph["warnings"]) if graph else ()


def versions_of(transport: Transport, url: str, id: str) -> list[dict[str, Any]]:
    """The stored versions of a graph, newest first."""
    graph = _ask(transport, url, _versions, {"id": id})["graph"]
    return list(graph["versions"]) if graph else []


def graphs_of(
    transport: Transport, url: str, title: str | None, authorization: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """The graphs of the key's account, newest first, read 100 at a time."""
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be text, got {title!r}")
    after = None
    while True:
        answer = _ask(transport, url, _graphs, {"after": after, "title": title}, authorization)
        page = answer["viewer"]["graphs"]
        yield from page["nodes"]
        if not page["pageInfo"]["hasNextPage"]:
            return
        after = page["pageInfo"]["endCursor"]


def scopes_of(transport: Transport, url: str, authorization: Mapping[str, str]) -> tuple[str, ...]:
    """The scopes of a key."""
    viewer = _ask(transport, url, "{ viewer { scopes } }", {}, authorization)["viewer"]
    return tuple(viewer["scopes"])


def _ask(
    transport: Transport,
    url: str,
    query: str,
    variables: Mapping[str, Any] | bytes,
    headers: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The data of an answer. ``variables`` may be their JSON text."""
    text = variables if isinstance(variables, bytes) else json.dumps(variables).encode()
    body = b'{"query":%b,"variables":%b}' % (json.dumps(query).encode(), text)
    answer = transport.send("POST", f"{url}/graphql", headers=headers, json_body=body, is_error=_is_error)
    data: dict[str, Any] = answer.json()["data"]
    return data


def _is_error(answer: Answer) -> bool:
    content = answer.json()
    return "errors" in content or "data" not in content
