"""Many images at a time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import Any, TypeAlias, TypeVar, Union

from ._errors import PlotgateError

T = TypeVar("T")
Many: TypeAlias = Union[T, Iterable[T]]
"""One value for all, or a list with one for each; generators, arrays and columns of tables are lists too."""
Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of images done, failed ones included, and the number of all."""


class WriteImagesError(PlotgateError):
    """Some images could not be made; the others were written."""

    failures: dict[int, Exception]
    """What went wrong, by the place in the list of figures."""

    def __init__(self, failures: dict[int, Exception], files: Mapping[int, str], total: int) -> None:
        lines = [f"  {files[place]}: {error}" for place, error in failures.items()]
        super().__init__("\n".join([f"{len(failures)} of {total} images failed", *lines]))
        self.failures = failures


def spread(arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One set of arguments for each image, from values for all and lists with one for each."""
    arguments = {name: _listed(value) for name, value in arguments.items()}
    lengths = {name: len(value) for name, value in arguments.items() if _is_list(value)}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"lists of arguments must be equally long: {told}")
    return [
        {name: value[place] if name in lengths else value for name, value in arguments.items()}
        for place in range(next(iter(lengths.values()), 1))
    ]


def _listed(value: Any) -> Any:
    """What can be gone through once, and arrays, as a list; figures and files stay as they are."""
    if isinstance(value, (Iterator, KeysView, ValuesView)) and not hasattr(value, "write"):
        return list(value)
    return value.tolist() if hasattr(value, "tolist") else value


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview))


def write_all(
    write: Callable[..., None],
    arguments: Mapping[str, Any],
    *,
    workers: int,
    progress: Progress | bool | None,
) -> None:
    """Calls ``write`` for each set of arguments, ``workers`` at a time."""
    tasks = spread(arguments)
    targets = [os.fspath(task["file"]) for task in tasks if isinstance(task["file"], (str, os.PathLike))]
    if len(set(targets)) < len(targets):
        raise ValueError("two of the images would be written to the same file")
    tell = _progress(progress)
    failures: dict[int, Exception] = {}
    with ThreadPoolExecutor(max_workers=max(1, workers), thread_name_prefix="plotgate") as threads:
        places: dict[Future[None], int] = {}
        try:
            for place, task in enumerate(tasks):
                places[threads.submit(write, **task)] = place
            for done, future in enumerate(as_completed(places), 1):
                if isinstance(error := future.exception(), Exception):
                    failures[places[future]] = error
                tell(done, len(tasks))
        except BaseException:
            # Ctrl-C ends what has begun and starts nothing more.
            threads.shutdown(wait=False, cancel_futures=True)
            raise
    if failures:
        files = {place: str(tasks[place]["file"]) for place in failures}
        raise WriteImagesError(dict(sorted(failures.items())), files, len(tasks))


def _progress(wanted: Progress | bool | None) -> Progress:
    if callable(wanted):
        return wanted
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        return lambda done, total: None
    began = time.monotonic()

    def line(done: int, total: int) -> None:
        rate = done / max(time.monotonic() - began, 1e-9)
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} images, {rate:.1f}/s{end}", end="", file=sys.stderr, flush=True)

    return line
