"""Figures as JSON text, without a service."""

from __future__ import annotations

import base64
import collections
import datetime
import decimal
import enum
import fractions
import json
import math
import struct
import uuid
from pathlib import PurePosixPath
from typing import Any

import pytest

from plotgate import NotAFigure
from plotgate._figures import _plain, figure_json, layout_size
from plotgate._typed_arrays import without_typed_arrays


def test_text_is_not_touched() -> None:
    text = ' {"data": [{"y": [1.0, 1e400]}]}\n'
    assert figure_json(text) == text.encode()


class Escaped:
    def to_json(self) -> str:
        text = json.dumps({"data": [{"x": "a/b", "y": r"\u002f <b>"}]})
        return text.replace("/", r"\u002f").replace("<", r"\u003c")


def test_html_escapes_of_plotly_are_removed() -> None:
    text = figure_json(Escaped())
    assert text == rb'{"data": [{"x": "a/b", "y": "\\u002f <b>"}]}'
    assert json.loads(text) == {"data": [{"x": "a/b", "y": r"\u002f <b>"}]}


def test_a_part_of_a_figure_is_told_from_a_figure() -> None:
    graph_objects = pytest.importorskip("plotly.graph_objects")
    for part in (graph_objects.Bar(y=[1]), graph_objects.Layout()):
        with pytest.raises(NotAFigure, match="is a part of a figure"):
            figure_json(part)


def test_values_in_the_terms_of_json() -> None:
    values = {
        "y": [1, 2.5, math.nan, math.inf],
        "x": (datetime.date(2024, 5, 6), datetime.datetime(2024, 5, 6, 7, 8)),
        "z": {1: range(2), "d": decimal.Decimal("1.5")},
        "on": True,
    }
    assert _plain(values) == {
        "y": [1, 2.5, None, None],
        "x": ["2024-05-06", "2024-05-06T07:08:00"],
        "z": {"1": [0, 1], "d": 1.5},
        "on": True,
    }


def test_arrays_of_other_libraries_without_plotly() -> None:
    numpy = pytest.importorskip("numpy")
    figure = {"data": [{"y": numpy.array([1.0, numpy.nan]), "x": numpy.arange(2), "n": numpy.float64(2)}]}
    assert _plain(figure) == {"data": [{"y": [1.0, None], "x": [0, 1], "n": 2.0}]}


def test_dates_of_numpy_are_dates_in_every_unit() -> None:
    numpy = pytest.importorskip("numpy")
    days = numpy.array(["2024-05-06", "NaT"], dtype="datetime64[D]")
    precise = days.astype("datetime64[ns]")
    assert _plain({"x": days, "y": precise, "z": [precise[0], precise[1]], "grid": days.reshape(2, 1)}) == {
        "x": ["2024-05-06", None],
        "y": ["2024-05-06T00:00:00.000000000", None],
        "z": ["2024-05-06T00:00:00.000000000", None],
        "grid": [["2024-05-06"], [None]],
    }


def test_values_that_have_one_obvious_form() -> None:
    class Colour(enum.Enum):
        RED = "red"

    identity = uuid.UUID(int=1)
    values = {
        "text": [identity, PurePosixPath("a/b"), Colour.RED],
        "y": [fractions.Fraction(1, 4), decimal.Decimal("NaN")],
        "x": (n * n for n in range(3)),
        "z": collections.deque([1]),
    }
    assert _plain(values) == {
        "text": [str(identity), "a/b", "red"],
        "y": [0.25, None],
        "x": [0, 1, 4],
        "z": [1],
    }
    with pytest.raises(NotAFigure, match=r"timedelta\(days=1\) has no form in JSON: .*total_seconds"):
        _plain([datetime.timedelta(1)])


def test_months_and_bins_of_pandas_are_their_names() -> None:
    pandas = pytest.importorskip("pandas")
    graph_objects = pytest.importorskip("plotly.graph_objects")
    months = pandas.period_range("2024-01", periods=2, freq="M")
    bins = pandas.Series(pandas.cut([1, 3], [0, 2, 4]))
    figure = graph_objects.Figure(
        [graph_objects.Bar(x=months, y=[1, 2]), graph_objects.Bar(x=bins, y=[1, 2])]
    )
    for given in (figure, figure.to_dict()):
        first, second = json.loads(figure_json(given))["data"]
        assert first["x"] == ["2024-01", "2024-02"]
        assert second["x"] == ["(0, 2]", "(2, 4]"]


def test_what_pandas_misses_is_null() -> None:
    pandas = pytest.importorskip("pandas")
    assert _plain([pandas.NA, pandas.NaT, pandas.Series([1, None], dtype="Int64")]) == [None, None, [1, None]]


@pytest.mark.parametrize("traces", [[{"y": [1]}], ({"y": [1]},), [], ' [{"y": [1]}]', b"[]"])
def test_traces_alone_are_told_where_they_belong(traces: Any) -> None:
    with pytest.raises(NotAFigure, match=r'pass \{"data": traces\}'):
        figure_json(traces)


def test_tables_and_files_that_are_no_figures_are_named() -> None:
    class DataFrame:
        def to_json(self) -> str:
            return '{"a": {"0": 1}}'

    with pytest.raises(NotAFigure, match="a DataFrame is data, not a figure"):
        figure_json(DataFrame())
    with pytest.raises(NotAFigure, match=r"this is binary$"):
        figure_json(b"\x01\0\0\0")
    with pytest.raises(NotAFigure, match=r"begins with '/tmp/a.json'; .* a pathlib.Path$"):
        figure_json("/tmp/a.json")


def test_a_value_without_a_form_is_named() -> None:
    with pytest.raises(NotAFigure, match="object has no form in JSON"):
        _plain({"data": [{"y": object()}]})


def test_a_figure_that_contains_itself() -> None:
    data: list[Any] = []
    data.append(data)
    with pytest.raises(NotAFigure, match="contains itself"):
        figure_json({"data": data})


@pytest.mark.parametrize(
    ("layout", "size"),
    [
        ({"width": 300}, (300, None)),
        ({"width": True, "height": 200.5}, (None, 200.5)),
        ({"template": {"layout": {"width": 5, "height": 6}}, "height": 7}, (5, 7)),
        (None, (None, None)),
        ("wide", (None, None)),
    ],
)
def test_sizes_of_layouts(layout: Any, size: tuple[Any, Any]) -> None:
    assert layout_size({"data": [], "layout": layout}) == size
    assert layout_size('{"layout": {"width": 3}}') == (None, None)


def packed(dtype: str, code: str, numbers: list[Any], **more: Any) -> dict[str, Any]:
    content = struct.pack(f"<{len(numbers)}{code}", *numbers)
    return {"dtype": dtype, "bdata": base64.b64encode(content).decode(), **more}


def test_packed_arrays_are_written_out() -> None:
    trace = {
        "x": packed("i2", "h", [1, -2, 3]),
        "y": packed("f8", "d", [0.5, math.nan, 2]),
        "z": packed("u1", "B", [1, 2, 3, 4, 5, 6], shape="2, 3"),
        "name": "bdata",
    }
    written = json.loads(without_typed_arrays(json.dumps({"data": [trace]}).encode()))["data"][0]
    assert written == {
        "x": [1, -2, 3],
        "y": [0.5, None, 2],
        "z": [[1, 2, 3], [4, 5, 6]],
        "name": "bdata",
    }
