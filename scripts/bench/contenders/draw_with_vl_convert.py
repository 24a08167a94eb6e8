"""vl-convert (Vega-Lite): a line with seconds in, a line with charts a second out."""

import json
import sys
import time

import vl_convert


def spec(figure: dict) -> dict:
    line, bars = figure["data"]
    values = [
        {"x": x, "line": above, "bar": below} for x, above, below in zip(bars["x"], line["y"], bars["y"])
    ]
    layer = [
        {"mark": "bar", "encoding": {"y": {"field": "bar", "type": "quantitative"}, "color": {"datum": bars["name"]}}},
        {
            "mark": {"type": "line", "point": True},
            "encoding": {"y": {"field": "line", "type": "quantitative"}, "color": {"datum": line["name"]}},
        },
    ]
    return {
        "width": figure["layout"]["width"],
        "height": figure["layout"]["height"],
        "autosize": {"type": "fit", "contains": "padding"},
        "title": figure["layout"]["title"]["text"],
        "data": {"values": values},
        "encoding": {"x": {"field": "x", "type": "quantitative"}},
        "layer": layer,
    }


def main(figures_path: str) -> None:
    with open(figures_path) as file:
        specs = [spec(figure) for figure in json.load(file)]
    drawn = 0

    def draw() -> None:
        nonlocal drawn
        vl_convert.vegalite_to_png(specs[drawn % len(specs)])
        drawn += 1

    draw()
    print("ready", flush=True)
    for line in sys.stdin:
        started, before = time.monotonic(), drawn
        while time.monotonic() < started + float(line):
            draw()
        print((drawn - before) / (time.monotonic() - started), flush=True)


main(sys.argv[1])
