"""With plotly itself, whichever major is installed."""

from __future__ import annotations

import datetime
import inspect
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import plotgate
from plotgate._renderer import register

pio = pytest.importorskip("plotly.io")
go = pytest.importorskip("plotly.graph_objects")
px = pytest.importorskip("plotly.express")


@pytest.fixture
def iris() -> Any:
    pytest.importorskip("pandas")
    return px.scatter(px.data.iris(), x="sepal_width", y="sepal_length", color="species", width=640)


def test_publishes_an_express_figure_as_plotly_writes_it(client: plotgate.Client, iris: Any) -> None:
    graph = client.publish(iris)
    stored = graph.to_dict()
    sent = json.loads(iris.to_json())
    assert stored["data"] == sent["data"]
    assert stored["layout"] == sent["layout"]
    figure = graph.to_figure()
    assert isinstance(figure, go.Figure)
    assert [trace.name for trace in figure.data] == ["setosa", "versicolor", "virginica"]


def test_dictionaries_with_arrays_dates_and_gaps_in_them(client: plotgate.Client) -> None:
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    figure = {
        "data": [
            {"x": pandas.date_range("2024-01-01", periods=3), "y": numpy.array([1.5, numpy.nan, 3])},
            {"y": pandas.Series([1, 2, 3])},
        ]
    }
    assert client.publish(figure).to_image()[:4] == b"\x89PNG"


def test_values_that_plotly_cannot_write(client: plotgate.Client) -> None:
    class Column:
        def to_list(self) -> list[int]:
            return [1, 2]

    graph = client.publish({"data": [{"x": Column(), "y": {3, 4}}]})
    assert graph.to_dict()["data"] == [{"x": [1, 2], "y": [3, 4]}]
    with pytest.raises(plotgate.NotAFigure, match=r"timedelta\(days=1\) has no form in JSON"):
        client.publish({"data": [{"y": [datetime.timedelta(1)]}]})


@pytest.mark.parametrize("name", ["write_image", "to_image", "write_images"])
def test_signatures_begin_as_those_of_plotly(name: str) -> None:
    theirs = getattr(pio, name, None)
    if theirs is None:
        pytest.skip("this plotly has none")
    ours = list(inspect.signature(getattr(plotgate, name)).parameters)
    assert ours[: len(inspect.signature(theirs).parameters)] == list(inspect.signature(theirs).parameters)


def test_show_publishes(
    configured: Any, iris: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    iris.show(renderer="plotgate")
    url = capsys.readouterr().out.strip()
    assert opened == [url]
    assert plotgate.get(url).to_dict()["data"] == json.loads(iris.to_json())["data"]


def test_show_by_default_and_without_a_browser(
    configured: Any, iris: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda url: pytest.fail("a browser was opened"))
    monkeypatch.setattr(pio.renderers, "_default_name", pio.renderers._default_name)
    monkeypatch.setattr(pio.renderers, "_default_renderers", [])
    pio.renderers.default = "plotgate"
    iris.show(open_browser=False)
    assert plotgate.get(capsys.readouterr().out.strip())


def test_a_plotly_that_cannot_be_imported_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "plotly.io.base_renderers", None)
    register()


def test_changed_defaults_of_plotly_count(client: plotgate.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = getattr(pio, "defaults", None)
    if not hasattr(defaults, "default_width"):
        pytest.skip("this plotly has none")
    monkeypatch.setattr(defaults, "default_width", 300)
    monkeypatch.setattr(defaults, "default_format", "svg")
    assert b'width="300"' in client.to_image({"data": [{"y": [1, 2]}]})
    assert b'width="640"' in client.to_image({"data": [{"y": [1, 2]}], "layout": {"width": 640}})


def test_methods_of_figures_draw_through_the_service(
    configured: Any, iris: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("to_image", "write_image"):
        monkeypatch.setattr(pio, name, getattr(plotgate, name))
    assert iris.to_image(format="png", width=300).startswith(b"\x89PNG")
    iris.write_image(tmp_path / "iris.pdf", scale=2)
    assert (tmp_path / "iris.pdf").read_bytes().startswith(b"%PDF")
