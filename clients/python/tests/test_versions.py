"""New versions of a graph, and points that are added to it."""

from __future__ import annotations

from typing import Any

import pytest

import plotgate


def y_of(graph: plotgate.Graph) -> Any:
    return graph.to_dict()["data"][0]["y"]


def test_update_replaces_under_the_same_addresses(client: plotgate.Client) -> None:
    graph = client.publish({"data": [{"y": [1]}]})
    addresses = (graph.id, graph.url, graph.image_url)
    assert graph.update({"data": [{"y": [2]}]}) is graph
    assert (graph.id, graph.url, graph.image_url) == addresses
    assert y_of(graph) == [2]
    assert graph.version == 2
    assert client.publish({"data": [{"y": [3]}]}, id=graph.id) == graph
    assert y_of(graph) == [3]


def test_a_tied_update_does_not_undo_what_others_did(client: plotgate.Client) -> None:
    graph = client.publish({"data": [{"y": [1]}]})
    mine, theirs = client.get(graph.id), client.get(graph.id)
    theirs.update({"data": [{"y": [2]}]}, if_unchanged=True)
    with pytest.raises(plotgate.VersionConflict):
        mine.update({"data": [{"y": [3]}]}, if_unchanged=True)
    assert y_of(graph) == [2]
    theirs.update({"data": [{"y": [4]}]}, if_unchanged=True)
    assert y_of(graph) == [4]


def test_lists_and_gets_versions(client: plotgate.Client) -> None:
    graph = client.publish({"data": [{"y": [1]}]}, expires="90d")
    graph.update({"data": [{"y": [2]}]}).update({"data": [{"y": [3]}]})
    versions = graph.versions()
    assert [(each.version, y_of(each)) for each in versions] == [(3, [3]), (2, [2]), (1, [1])]
    assert all(each.url == f"{graph.url}@{each.version}" for each in versions)
    times = [each.created_at for each in versions]
    assert all(time and time.tzinfo for time in times)
    assert times == sorted(times, reverse=True)
    assert {each.expires_at for each in versions} == {graph.expires_at}
    addresses = (
        f"{graph.id}@2",
        f"{graph.url}@2",
        f"{graph.url}@2.png?width=300",
        f"{graph.image_url}?version=2",
        f"{client.url}/v1/graph/{graph.id}?version=2",
        versions[1],
    )
    for address in addresses:
        found = client.get(address)
        assert (found, found.id, found.version, y_of(found)) == (versions[1], graph.id, 2, [2])
    assert client.get(graph) == graph
    assert versions[1].to_image()[:4] == b"\x89PNG"
    assert versions[2].versions() == versions


def test_a_version_that_is_not_there_is_told(client: plotgate.Client) -> None:
    graph = client.publish({"data": [{"y": [1]}]})
    with pytest.raises(plotgate.NotFound) as caught:
        client.get(f"{graph.url}@7")
    assert caught.value.code == "version_not_found"
    for wrong in ("@", "@0", "@two", "?version=-1"):
        with pytest.raises(ValueError, match="neither the id nor the address"):
            client.get(f"{graph.url}{wrong}")
    graph.delete()
    with pytest.raises(plotgate.NotFound):
        graph.versions()


def test_a_change_of_an_older_version_makes_the_newest(client: plotgate.Client) -> None:
    graph = client.publish({"data": [{"y": [1]}]})
    graph.update({"data": [{"y": [2]}]})
    first = client.get(f"{graph.url}@1")
    with pytest.raises(plotgate.VersionConflict):
        first.update({"data": []}, if_unchanged=True)
    assert first.update(first.to_json()) == graph
    assert (first.version, y_of(graph)) == (3, [1])
    second = client.get(f"{graph.url}@2").append(y=[4])
    assert (second, second.version, y_of(second)) == (graph, 4, [1, 4])
    assert client.publish({"data": []}, id=f"{graph.url}@1") == graph


def test_append_adds_points(client: plotgate.Client) -> None:
    graph = client.publish({"data": [{"name": "a", "x": [1], "y": [1]}, {"name": "b", "y": [5, 6]}]})
    graph.append(x=[2, 3], y=[4, 9])
    assert y_of(graph) == [1, 4, 9]
    graph.append(y=[7], trace="b", keep=2)
    assert graph.to_dict()["data"][1]["y"] == [6, 7]
    graph.append([{"trace": 0, "x": [4], "y": [16]}, {"trace": 1, "y": [8]}])
    assert [trace["y"] for trace in graph.to_dict()["data"]] == [[1, 4, 9, 16], [6, 7, 8]]
    with pytest.raises(plotgate.InvalidFigure):
        graph.append(y=[1], trace=7)
    with pytest.raises(TypeError, match="either"):
        graph.append()
    with pytest.raises(plotgate.InvalidFigure, match="points"):
        graph.append([])


def test_packed_arrays_take_points_when_published_plain(client: plotgate.Client) -> None:
    go = pytest.importorskip("plotly.graph_objects")
    numpy = pytest.importorskip("numpy")
    figure = go.Figure(go.Scatter(y=numpy.array([1.5, 2.5])))
    packed = client.publish({"data": [{"y": {"dtype": "f8", "bdata": "AAAAAAAA+D8AAAAAAAAEQA=="}}]})
    with pytest.raises(plotgate.InvalidFigure, match=r"publish the figure with plain_arrays=True$") as caught:
        packed.append(y=[3.5])
    assert caught.value.code == "invalid_figure"
    assert "PUT" not in f"{caught.value} {caught.value.details}"
    graph = client.publish(figure, plain_arrays=True)
    graph.append(y=[3.5])
    assert y_of(graph) == [1.5, 2.5, 3.5]


def test_warnings_are_told_and_refused_to_the_strict(client: plotgate.Client) -> None:
    figure = {"data": [{"type": "bar", "y": [1], "mod": "lines"}]}
    with pytest.warns(plotgate.FigureWarning, match="mod"):
        graph = client.publish(figure)
    assert [warning.path for warning in graph.warnings] == ["data[0].mod"]
    with pytest.warns(plotgate.FigureWarning, match="mod"):
        client.to_image(figure)
    assert [warning.path for warning in client.check(figure)] == ["data[0].mod"]
    with pytest.raises(plotgate.InvalidFigure) as caught:
        client.publish(figure, strict=True)
    assert caught.value.details[0].path == "data[0].mod"
    with pytest.raises(plotgate.InvalidFigure):
        client.to_image(figure, strict=True)
    with pytest.raises(plotgate.InvalidFigure):
        client.check({"data": [{"type": "barr"}]})


def test_checks_tell_what_publish_would(client: plotgate.Client) -> None:
    assert client.check('\ufeff{"data": [{"y": [1, 2, 1e400]}], "layout": null}') == ()
    assert client.check({"data": [], "config": {"responsive": True}}) == ()
    for wrong in ({"data": [], "titel": "Bars"}, {"traces": []}, {"data": None}, {}):
        details = []
        for call in (client.check, client.publish):
            with pytest.raises(plotgate.InvalidFigure) as caught:
                call(wrong)
            details.append([detail.path for detail in caught.value.details])
        # A key that is probably data is not told to be missing by the service, too.
        assert set(details[1]) <= set(details[0])
    with pytest.raises(plotgate.InvalidFigure, match="JSON has no NaN; give null"):
        client.check('{"data": [{"y": [NaN]}]}')
