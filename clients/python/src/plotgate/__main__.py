"""The command line: ``plotgate login``, ``logout`` and ``publish``, also as ``python -m plotgate``."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from ._client import Client
from ._errors import FigureWarning, NotConfigured, PlotgateError, Unauthenticated, Unreachable
from ._settings import StoredLogins, logins_path, normal_url, read_logins, settings, write_logins
from ._version import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="plotgate", description="Publish Plotly figures.")
    parser.add_argument("--version", action="version", version=f"plotgate {__version__} (Python)")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("login", help="store the address of a service and a key for it")
    command.add_argument("url", nargs="?", help="the address, such as https://graphs.example.org")
    command.set_defaults(run=lambda given: login(given.url))

    command = commands.add_parser("logout", help="forget a stored key")
    command.add_argument("url", nargs="?", help="of which service (default: the one used by default)")
    command.set_defaults(run=lambda given: logout(given.url))

    command = commands.add_parser("publish", help="publish figures and print their addresses")
    figures = "figures as JSON; of a directory, every .json file in it; - is standard input"
    command.add_argument("files", nargs="+", metavar="FILE", help=figures)
    command.add_argument(
        "--expires",
        metavar="WHEN",
        help="when the graphs expire: 90d, 12h, 4w, 1y, 2030-01-31 or never",
    )
    command.add_argument(
        "--strict", action="store_true", help="refuse figures that would not be drawn as meant"
    )
    command.set_defaults(run=lambda given: publish(given.files, given.expires, given.strict))

    given = parser.parse_args(arguments)
    try:
        code: int = given.run(given)
    except BrokenPipeError:
        # The reader has closed the pipe, such as `| head`; what is left in the buffer goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (PlotgateError, ValueError, OSError) as error:
        print(f"plotgate: {error}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, EOFError):
        return 130
    return code


def login(url: str | None) -> int:
    """Asks for a key or reads it from a pipe, tries it, and stores it."""
    url = normal_url(url) if url else settings(key="-").url
    if sys.stdin.isatty():
        print(f"Keys are made at {url}/account", file=sys.stderr)
        key = getpass.getpass("API key: ").strip()
    else:
        key = sys.stdin.readline().strip()
    if not key:
        raise ValueError("no key was given")
    with Client(url, key) as client:
        scopes = client.scopes()
    stored = read_logins()
    path = write_logins(StoredLogins(url, {**stored.keys, url: key}))
    print(f"{url}: the key has the scopes {', '.join(scopes)}; stored in {path}")
    return 0


def logout(url: str | None) -> int:
    """Removes the stored key of a service. Does not revoke it, which the account page does."""
    stored = read_logins()
    address = normal_url(url) if url else stored.default
    if address is None or address not in stored.keys:
        raise ValueError(f"no key is stored{f' for {address}' if address else ''}")
    keys = {name: key for name, key in stored.keys.items() if name != address}
    if keys:
        default = next(iter(keys)) if stored.default == address else stored.default
        write_logins(StoredLogins(default, keys))
    else:
        logins_path().unlink()
    print(f"{address}: the key is forgotten here")
    return 0


def publish(files: Sequence[str], expires: str | None = None, strict: bool = False) -> int:
    """Publishes files one after another. A failure does not stop the others if they may do better."""
    failed = 0
    with Client() as client, warnings.catch_warnings():
        # They are printed with their file instead.
        warnings.simplefilter("ignore", FigureWarning)
        for name in figure_files(files):
            try:
                figure = sys.stdin.buffer.read() if name == "-" else Path(name)
                graph = client.publish(figure, expires=expires, strict=strict)
            except (NotConfigured, Unauthenticated, Unreachable):
                raise
            except (PlotgateError, OSError) as error:
                # Those of files name the file again.
                fault = getattr(error, "strerror", None) or error
                print(f"plotgate: {name}: {fault}", file=sys.stderr)
                failed += 1
            else:
                # At once, for what reads them from a pipe.
                print(graph.url, flush=True)
                for warning in graph.warnings:
                    print(f"plotgate: {name}: warning: {warning}", file=sys.stderr)
    return 1 if failed else 0


def figure_files(names: Sequence[str]) -> Iterator[str]:
    """The files, and instead of each directory the .json files in it and below, by name."""
    for name in names:
        if name == "-" or not Path(name).is_dir():
            yield name
            continue
        found = sorted(str(path) for path in Path(name).rglob("*") if path.suffix.lower() == ".json")
        if not found:
            raise ValueError(f"there is no .json file in {name}")
        yield from found


if __name__ == "__main__":
    sys.exit(main())
