"""Many images in parallel."""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar, Union

from ._errors import Detail, FigureWarning, PlotgateError
from ._warn import collected, warn

T = TypeVar("T")
Many: TypeAlias = Union[T, Iterable[T]]
"""One value for all, or a list with one value each. Iterators, arrays and columns count as lists."""
Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of finished images, including failed ones, and the total number."""


class WriteImagesError(PlotgateError):
    """Some images could not be made. All others were written."""

    failures: dict[int, Exception]
    """The errors by index in the list of figures."""

    def __init__(self, failures: dict[int, Exception], files: Mapping[int, str], total: int) -> None:
        lines = [f"  {files[place]}: {error}" for place, error in failures.items()]
        super().__init__("\n".join([f"{len(failures)} of {total} images failed", *lines]))
        self.failures = failures


def spread(arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One set of arguments per image, from values for all and lists with one value each."""
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
    """Iterators and arrays as lists. Figures and files stay as they are."""
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
    if not isinstance(workers, int) or workers < 1:
        raise ValueError(f"workers must be a whole number from 1, got {workers!r}")
    tasks = spread(arguments)
    targets = [os.fspath(task["file"]) for task in tasks if isinstance(task["file"], (str, os.PathLike))]
    if len(set(targets)) < len(targets):
        raise ValueError("two of the images would be written to the same file")
    tell = _progress(progress)
    failures: dict[int, Exception] = {}
    waiting = list(enumerate(tasks))[::-1]
    outcomes: queue.SimpleQueue[tuple[int, BaseException | None, list[Detail]]] = queue.SimpleQueue()

    def work() -> None:
        # list.pop is atomic.
        with suppress(IndexError):
            while True:
                place, task = waiting.pop()
                with collected() as warnings:
                    error = _error_of(write, task)
                outcomes.put((place, error, warnings))

    for _ in range(min(workers, len(tasks))):
        # Daemon threads, so that Ctrl-C need not wait for a service that does not answer.
        threading.Thread(target=work, name="plotgate", daemon=True).start()
    try:
        for done in range(1, len(tasks) + 1):
            place, error, warnings = outcomes.get()
            try:
                warn(*warnings, about=f"{tasks[place]['file']}: ")
            except FigureWarning as refused:
                error = refused
            if isinstance(error, Exception):
                failures[place] = error
            tell(done, len(tasks))
    finally:
        waiting.clear()
    if failures:
        files = {place: str(tasks[place]["file"]) for place in failures}
        raise WriteImagesError(dict(sorted(failures.items())), files, len(tasks))


def _error_of(write: Callable[..., None], task: Mapping[str, Any]) -> BaseException | None:
    try:
        write(**task)
    except BaseException as error:
        return error
    return None


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
