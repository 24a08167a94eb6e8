"""`write_image` beside Kaleido, from one process, over figures of plotly express.

    npm run bench:python [-- --figures 100 --chrome PATH]

Needs plotly, kaleido and pandas beside the package, a service (PLOTGATE_URL, PLOTGATE_KEY) and, for Kaleido,
a Chrome, such as the one that BROWSER_PATH names.
Both make the same files in the same minute: one by one, then four at a time, after a warm-up of each.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

try:
    import kaleido
    import plotly.express as px

    import plotgate
except ImportError as error:
    missing: ImportError | None = error
else:
    missing = None

warm_up = 20
"""Figures that each draws before its time counts: every kind of chart twice."""


def figures(count: int) -> list[Any]:
    """The same few charts of everyday use, over and over, each with its own title."""
    iris, tips, gapminder = px.data.iris(), px.data.tips(), px.data.gapminder()
    makers: list[Callable[[], Any]] = [
        lambda: px.scatter(iris, x="sepal_width", y="sepal_length", color="species"),
        lambda: px.histogram(tips, x="total_bill", color="sex"),
        lambda: px.box(tips, x="day", y="total_bill", color="smoker"),
        lambda: px.line(gapminder.query("continent == 'Oceania'"), x="year", y="lifeExp", color="country"),
        lambda: px.bar(gapminder.query("country == 'Canada'"), x="year", y="pop"),
        lambda: px.pie(tips, names="day", values="tip"),
        lambda: px.violin(tips, y="tip", x="smoker", color="sex", box=True),
        lambda: px.density_heatmap(tips, x="total_bill", y="tip"),
        lambda: px.scatter_matrix(iris, dimensions=["sepal_width", "sepal_length", "petal_width"]),
        lambda: px.sunburst(tips, path=["day", "time"], values="total_bill"),
    ]
    return [makers[place % len(makers)]().update_layout(title=f"Figure {place}") for place in range(count)]


async def by_kaleido(all_figures: list[Any], folder: Path, tabs: int, chrome: str | None) -> float:
    """Seconds, its browser already open and warm."""

    def tasks(figures: list[Any], name: str) -> list[Any]:
        return [
            {"fig": figure, "path": folder / f"{name}{place}.png"} for place, figure in enumerate(figures)
        ]

    async with kaleido.Kaleido(n=tabs, path=chrome) as opened:
        await opened.write_fig_from_object(tasks(all_figures[:warm_up], "w"))
        began = time.perf_counter()
        if tabs == 1:
            for place, figure in enumerate(all_figures):
                await opened.write_fig(figure, path=folder / f"k{place}.png")
        else:
            await opened.write_fig_from_object(tasks(all_figures, "k"))
        return time.perf_counter() - began


def by_plotgate(all_figures: list[Any], folder: Path, workers: int) -> float:
    warm = all_figures[:warm_up]
    plotgate.write_images(warm, [folder / f"w{place}.png" for place in range(len(warm))], workers=workers)
    began = time.perf_counter()
    if workers == 1:
        for place, figure in enumerate(all_figures):
            plotgate.write_image(figure, folder / f"p{place}.png")
    else:
        files = [folder / f"p{place}.png" for place in range(len(all_figures))]
        plotgate.write_images(all_figures, files, workers=workers)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--figures", type=int, default=100)
    parser.add_argument("--chrome", default=os.environ.get("BROWSER_PATH"))
    given = parser.parse_args()
    if missing:
        parser.error(f"{missing}; it needs the package itself, plotly, kaleido and pandas")
    made = figures(given.figures)
    with tempfile.TemporaryDirectory() as name:
        for workers in (1, 4):
            ours = by_plotgate(made, Path(name), workers)
            theirs = asyncio.run(by_kaleido(made, Path(name), workers, given.chrome))
            print(
                f"{workers} at a time: plotgate {len(made) / ours:.1f} images/s, "
                f"kaleido {len(made) / theirs:.1f} images/s, {theirs / ours:.1f} times as quick",
                flush=True,
            )


if __name__ == "__main__":
    main()
