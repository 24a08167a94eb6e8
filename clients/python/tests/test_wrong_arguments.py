"""Wrong arguments: the message names the argument, in the words of Python, and says what is right."""

from __future__ import annotations

import datetime
import gzip
import io
import math
from pathlib import Path
from typing import Any

import pytest

import plotgate
from plotgate._figures import NotAFigure, figure_json
from plotgate._images import known_format
from plotgate._settings import normal_url


@pytest.mark.parametrize(
    "wrong", ["soon", "", "-3d", "2020-01-01", datetime.date(2020, 1, 1), datetime.timedelta(days=-1)]
)
def test_an_expiry_is_told_as_the_argument(client: plotgate.Client, figure: Any, wrong: Any) -> None:
    graph = client.publish(figure)
    for call in (client.publish, graph.update):
        with pytest.raises(plotgate.InvalidArgument, match=r"^expires: must be never, .* 90d"):
            call(figure, expires=wrong)


@pytest.mark.parametrize("wrong", [90, True, ["90d"], datetime.time(3), datetime.timedelta(days=3_000_000)])
def test_an_expiry_of_another_kind(figure: Any, wrong: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"^expires must be .*90d.*, got"):
        plotgate.publish(figure, expires=wrong, url="http://a:1", key="pg_a")


@pytest.mark.parametrize("wrong", [5, None, b"abc", ["abc"]])
def test_an_id_of_another_kind(client: plotgate.Client, wrong: Any) -> None:
    with pytest.raises(TypeError, match="id must be the id or the address of a graph, got"):
        client.get(wrong)


@pytest.mark.parametrize("wrong", [5, b"http://a", ["http://a"]])
def test_an_address_of_another_kind(wrong: Any) -> None:
    with pytest.raises(TypeError, match="url must be the address of a service, such as"):
        normal_url(wrong)


@pytest.mark.parametrize("wrong", ["http://a:99999", "http://a:port", "http://[::1"])
def test_an_address_that_cannot_be_read(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"url must be the address of a service, such as .*: "):
        normal_url(wrong)


@pytest.mark.parametrize("wrong", [5, b"pg_a", ["pg_a"]])
def test_a_key_of_another_kind(wrong: Any) -> None:
    with pytest.raises(
        TypeError, match=r"key must be the text of an API key, got (int|bytes|list)$"
    ) as caught:
        plotgate.Client("http://a:1", wrong)
    assert "pg_a" not in str(caught.value)


@pytest.mark.parametrize("wrong", [5, b"png", ["png"], True])
def test_a_format_of_another_kind(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"format must be one of png, svg, .*, got"):
        known_format(wrong)


@pytest.mark.parametrize("wrong", ["60", None, [60], math.nan, math.inf, 0])
def test_a_time_limit_that_is_none(wrong: Any) -> None:
    with pytest.raises(ValueError, match="timeout must be a number of seconds above 0, such as 60, got"):
        plotgate.Client("http://a:1", "pg_a", timeout=wrong)


@pytest.mark.parametrize("wrong", ["4", None, 2.5, 0, -1])
def test_a_number_of_workers_that_is_none(client: plotgate.Client, figure: Any, wrong: Any) -> None:
    with pytest.raises(ValueError, match="workers must be a whole number from 1, got"):
        client.write_images([figure], ["a.png"], workers=wrong)


@pytest.mark.parametrize("wrong", [5, b"iris", ["iris"]])
def test_a_title_of_another_kind(client: plotgate.Client, wrong: Any) -> None:
    with pytest.raises(TypeError, match="title must be text, got"):
        list(client.graphs(title=wrong))


def test_a_file_for_text_says_how_to_open_it(
    client: plotgate.Client, figure: dict[str, Any], tmp_path: Path
) -> None:
    with open(tmp_path / "chart.png", "w") as file:
        for target in (file, io.StringIO()):
            with pytest.raises(TypeError, match=r'file is open for text: open it with "wb"'):
                client.write_image(figure, target)  # type: ignore[arg-type]


def test_arguments_that_the_service_refuses_are_wrong_values_too(
    client: plotgate.Client, figure: dict[str, Any]
) -> None:
    for wrong in ({"width": 1}, {"scale": 100}, {"theme": "blue"}, {"background": "blu"}, {"locale": "xx"}):
        ((name, _),) = wrong.items()
        with pytest.raises(ValueError, match=f"^{name}: must be"):
            client.to_image(figure, **wrong)  # type: ignore[arg-type]


def test_a_conflict_says_how_to_go_on(client: plotgate.Client, figure: dict[str, Any]) -> None:
    graph = client.get(client.publish(figure).id)
    client.get(graph.id).update(figure)
    with pytest.raises(plotgate.VersionConflict, match=r"plotgate\.get\(id\)") as caught:
        graph.update(figure, if_unchanged=True)
    assert "tag" not in str(caught.value)


def test_a_key_with_a_space_is_told_as_one(figure: dict[str, Any]) -> None:
    with pytest.raises(plotgate.NotConfigured, match="the API key has characters that no key has"):
        plotgate.publish(figure, url="http://a:1", key="pg_a pg_b")


@pytest.mark.parametrize("wrong", ["{", b'{"data": "\xe4"}', '{"data": [}'])
def test_text_that_is_no_json_is_checked_as_it_is_published(client: plotgate.Client, wrong: Any) -> None:
    for call in (client.check, client.publish):
        with pytest.raises(plotgate.InvalidFigure):
            call(wrong)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("", "this is empty"),
        (" \n", "this is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "this is a picture: "),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "this is a picture: "),
        (b"%PDF-1.7\n", "this is a picture: "),
        ("<svg xmlns='http://www.w3.org/2000/svg'>", "this is a picture: "),
        (gzip.compress(b"{}"), r"this is compressed: "),
        ('{"data": []}'.encode("utf-16"), "this is UTF-16: encode it as UTF-8"),
        ("<html>\n<head>", r"this is a web page: .* fig\.write_json"),
        ('{"data": [{"name": "\ud800"}]}', "this has half of a character"),
        (b"a,b\n1,2\n", "this begins with 'a,b"),
    ],
)
def test_what_is_no_figure_is_told_as_what_it_is(wrong: Any, told: str) -> None:
    with pytest.raises(NotAFigure, match=told):
        figure_json(wrong)


def test_a_class_is_no_figure() -> None:
    class Chart:
        def to_json(self) -> str:
            return "{}"

    with pytest.raises(NotAFigure, match=r"Chart is a class: make a figure of it first, as in Chart\(…\)"):
        figure_json(Chart)  # type: ignore[arg-type]
