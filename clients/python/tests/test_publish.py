"""Publishing, reading back, deleting."""

from __future__ import annotations

import copy
import json
import pickle
import urllib.request
from datetime import date, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest

import plotgate


def test_publishes_a_figure_whose_page_and_image_answer(configured: Any, figure: dict[str, Any]) -> None:
    graph = plotgate.publish(figure)
    assert len(graph.id) == 21
    assert graph.url.endswith(graph.id)
    with urllib.request.urlopen(graph.url) as page:
        assert "text/html" in page.headers["Content-Type"]
    with urllib.request.urlopen(graph.image_url) as image:
        assert image.read(8) == b"\x89PNG\r\n\x1a\n"


def test_deletes_a_graph_with_its_files(client: plotgate.Client, figure: dict[str, Any]) -> None:
    graph = client.publish(figure)
    graph.delete()
    with pytest.raises(plotgate.NotFound) as caught:
        client.get(graph.id)
    assert caught.value.code == "graph_not_found"
    with pytest.raises(plotgate.NotFound):
        graph.to_image()


def test_gets_a_graph_by_id_and_by_address(client: plotgate.Client, figure: dict[str, Any]) -> None:
    graph = client.publish(figure)
    assert client.get(graph.id) == graph
    assert client.get(graph.image_url) == graph
    with pytest.raises(ValueError, match="neither the id nor the address"):
        client.get("chart-1")


def test_lists_the_graphs_of_the_account(client: plotgate.Client, figure: dict[str, Any]) -> None:
    named = {**figure, "layout": {"title": "A title of the list"}}
    first, second = client.publish(named), client.publish(named)
    listed = list(client.graphs(title="title of the LIST"))
    assert listed == [second, first]
    assert listed[0].title == "A title of the list"
    assert listed[0].version == 1
    created = listed[0].created_at
    assert created is not None
    assert abs(created.timestamp() - datetime.now().timestamp()) < 3600
    # Any operation works on them.
    for graph in listed:
        graph.delete()
    assert list(client.graphs(title="title of the LIST")) == []


def test_lists_more_graphs_than_a_page_has(client: plotgate.Client) -> None:
    made = {client.publish({"data": [], "layout": {"title": "many"}}).id for _ in range(101)}
    listed = [graph.id for graph in client.graphs("many")]
    assert len(listed) == 101
    assert set(listed) == made


def test_opens_the_page(
    client: plotgate.Client, figure: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    graph = client.publish(figure).open()
    assert opened == [graph.url]


def test_errors_are_named_by_the_package() -> None:
    assert repr(plotgate.InvalidFigure) == "<class 'plotgate.InvalidFigure'>"


def test_reads_the_figure_back(client: plotgate.Client, figure: dict[str, Any]) -> None:
    graph = client.publish(figure)
    stored = graph.to_dict()
    assert stored["data"] == figure["data"]
    assert stored["layout"]["title"] == "Bars"
    assert client.publish(graph).to_dict() == stored


class WithJson:
    def to_json(self) -> str:
        return '{"data": [{"y": [1.0, 20000000000000000001]}]}'


class WithPlotlyJson:
    def to_plotly_json(self) -> dict[str, Any]:
        return {"data": [{"y": [1, 2]}]}


class Component:
    """As Dash's Graph hands itself over."""

    def to_plotly_json(self) -> dict[str, Any]:
        figure = {"data": [{"y": [5, 6]}]}
        return {"namespace": "dash_core_components", "type": "Graph", "props": {"id": "a", "figure": figure}}


def test_takes_all_that_knows_its_json(client: plotgate.Client, tmp_path: Path) -> None:
    file = tmp_path / "figure.json"
    file.write_text('{"data": [{"y": [7]}]}')
    for given, y in [
        ('{"data": [{"y": [1]}]}', "[1]"),
        (b' {"data": [{"y": [2]}]}', "[2]"),
        (file, "[7]"),
        (WithJson(), "[1.0, 20000000000000000001]"),
        (WithPlotlyJson(), "[1,2]"),
        (Component(), "[5,6]"),
    ]:
        graph = client.publish(given)
        # The text itself: what JSON numbers lose on the way through Python is not lost here.
        assert y in graph.to_json()


@pytest.mark.parametrize("given", [42, None, "figure.json", b"[1, 2]", [{"y": [1]}], object()])
def test_says_what_is_no_figure_before_sending(client: plotgate.Client, given: Any) -> None:
    with pytest.raises(plotgate.NotAFigure, match="figure"):
        client.publish(given)


def test_an_invalid_figure_tells_every_fault(client: plotgate.Client) -> None:
    with pytest.raises(plotgate.InvalidFigure) as caught:
        client.publish({"data": [{"type": "barr", "y": [1]}, {"type": "lines", "y": [1]}]})
    error = caught.value
    assert error.status == 422
    assert [detail.path for detail in error.details] == ["data[0].type", "data[1].type"]
    assert "data[1].type" in str(error)
    assert error.request_id


def test_a_wrong_key_and_a_missing_one(service: Any, figure: dict[str, Any]) -> None:
    with plotgate.Client(service.url, "pg_wrong") as client, pytest.raises(plotgate.Unauthenticated):
        client.publish(figure)
    with pytest.raises(plotgate.NotConfigured, match="PLOTGATE_KEY"):
        plotgate.publish(figure, url=service.url)


def test_a_graph_of_another_account_stays(service: Any, figure: dict[str, Any], tmp_path: Path) -> None:
    with plotgate.Client(service.url, service.key) as client:
        graph = client.publish(figure)
    with plotgate.Client(service.url) as reader:
        assert reader.get(graph.id).to_dict()["data"] == figure["data"]
        with pytest.raises(plotgate.NotConfigured):
            reader.get(graph.id).delete()


def test_large_figures_pass(client: plotgate.Client) -> None:
    y = list(range(300_000))
    graph = client.publish({"data": [{"type": "scattergl", "mode": "markers", "y": y}]})
    assert json.loads(graph.to_json())["data"][0]["y"] == y


def test_a_figure_beyond_the_limit_is_refused_with_the_services_words(client: plotgate.Client) -> None:
    with pytest.raises(plotgate.ServiceError) as caught:
        client.publish({"data": [], "layout": {"title": "x" * 12_000_000}})
    assert caught.value.code == "payload_too_large"


def test_graphs_that_go_by_themselves(configured: Any, figure: dict[str, Any]) -> None:
    def goes(graph: plotgate.Graph) -> bool:
        with urllib.request.urlopen(f"{graph.url}.json") as answer:
            at = answer.headers["Sunset"]
        known = [each.expires_at for each in (graph, plotgate.get(graph))]
        assert known == [at and parsedate_to_datetime(at)] * 2
        return at is not None

    graph = plotgate.publish(figure, expires="90d")
    assert goes(graph)
    assert goes(graph.update(figure))
    assert not goes(graph.update(figure, expires="never"))
    assert goes(plotgate.publish(figure, id=graph.id, expires="12h"))
    for moment in (timedelta(days=2), datetime.now() + timedelta(days=2), date.today() + timedelta(days=2)):
        assert not goes(graph.update(figure, expires="never"))
        assert goes(graph.update(figure, expires=moment))
    (listed,) = (each for each in plotgate.graphs() if each == graph)
    assert graph.expires_at is not None
    assert listed.expires_at is not None
    assert abs(listed.expires_at - graph.expires_at) < timedelta(seconds=1)
    with pytest.raises(plotgate.ServiceError, match="90d"):
        plotgate.publish(figure, expires="soon")


def test_graphs_and_clients_travel_between_processes_without_a_key(
    service: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = plotgate.Client(service.url, service.key, timeout=7)
    graph = client.publish({"data": [{"y": [1]}]})
    written = pickle.dumps((client, graph))
    assert service.key.encode() not in written
    _, read = pickle.loads(written)
    assert (read.id, read.url, read.version, read.to_dict()["data"]) == (
        graph.id,
        graph.url,
        graph.version,
        [{"y": [1]}],
    )
    with pytest.raises(plotgate.NotConfigured, match="PLOTGATE_KEY"):
        read.delete()
    monkeypatch.setenv("PLOTGATE_KEY", service.key)
    there, read = pickle.loads(written)
    assert there.url == client.url
    read.delete()
    # A copy is of the same process and keeps what it has.
    monkeypatch.delenv("PLOTGATE_KEY")
    copy.deepcopy(client.publish({"data": []})).delete()
    copy.copy(client).publish({"data": []})
