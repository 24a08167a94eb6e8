"""Kaleido, asked through its own programming interface: a line with seconds in, a line with charts a second out."""

import asyncio
import json
import sys
import time

import kaleido


async def main(figure_path: str, plotly_path: str, pages: int) -> None:
    with open(figure_path) as file:
        figure = json.load(file)
    async with kaleido.Kaleido(n=pages, plotlyjs=plotly_path, mathjax=False) as browser:
        await browser.calc_fig(figure)
        print("ready", flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            started = time.monotonic()
            until = started + float(line)
            drawn = 0

            async def lane() -> None:
                nonlocal drawn
                while time.monotonic() < until:
                    await browser.calc_fig(figure)
                    drawn += 1

            await asyncio.gather(*(lane() for _ in range(pages)))
            print(drawn / (time.monotonic() - started), flush=True)


asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
