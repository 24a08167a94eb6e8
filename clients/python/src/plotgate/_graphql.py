"""The few queries for which REST has no operation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ._errors import Detail, InvalidFigure, error_class
from ._transport import Transport

_check = """query($input: CreateGraphInput!) {
  checkFigure(input: $input) { errors { path message } warnings { path message } }
}"""
_graphs = """query($after: String, $title: String) {
  viewer { graphs(first: 100, after: $after, title: $title) {
    nodes { graphId permalink title createdAt version }
    pageInfo { hasNextPage endCursor }
  } }
}"""
_warnings = "query($id: ID!) { graph(id: $id) { warnings { path message } } }"


def check_figure(
    transport: Transport, url: str, figure: bytes, authorization: Mapping[str, str]
) -> tuple[Detail, ...]:
    """The warnings of a figure. Raises InvalidFigure if it has errors."""
    try:
        content = json.loads(figure)
    except ValueError as error:
        raise InvalidFigure(f"the figure is not JSON: {error}", status=400, code="invalid_json") from error
    keys = ("data", "layout", "frames")
    given = {name: content[name] for name in keys if content.get(name) is not None}
    answer = _ask(transport, url, _check, {"input": given}, authorization)["checkFigure"]
    if errors := details_of(answer["errors"]):
        raise InvalidFigure(str(errors[0]), status=422, code="invalid_figure", details=errors)
    return details_of(answer["warnings"])


def warnings_of(transport: Transport, url: str, id: str) -> tuple[Detail, ...]:
    """The stored warnings of a graph."""
    graph = _ask(transport, url, _warnings, {"id": id})["graph"]
    return details_of(graph["warnings"]) if graph else ()


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


def details_of(content: Any) -> tuple[Detail, ...]:
    """Errors or warnings from a list of objects with path and message."""
    return tuple(Detail(str(each["path"]), str(each["message"])) for each in content or ())


def _ask(
    transport: Transport,
    url: str,
    query: str,
    variables: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    body = json.dumps({"query": query, "variables": variables}).encode()
    answer = transport.send("POST", f"{url}/graphql", headers=headers, json_body=body)
    content = json.loads(answer.body)
    if errors := content.get("errors"):
        told = errors[0].get("extensions", {})
        code = told.get("code", "unknown")
        # GraphQL answers 200 with errors in the body, with the codes of REST.
        status = {"unauthenticated": 401, "forbidden": 403}.get(code, answer.status)
        raise error_class(status, code)(
            errors[0]["message"], status=status, code=code, details=details_of(told.get("details"))
        )
    data: dict[str, Any] = content["data"]
    return data
