"""A whole service, started from the checkout that this package lies in, for as long as the tests run."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import plotgate

checkout = Path(os.environ.get("PLOTGATE_CHECKOUT") or Path(__file__).parents[3])
command = ["node", str(checkout / "bin" / "plotgate.js")]


@dataclass(frozen=True)
class Service:
    url: str
    key: str


def service_environment(folder: str, **more: str) -> dict[str, str]:
    """Nothing of the machine's own configuration reaches the service under test, whose store is its own."""
    needed = ("PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "LANG")
    kept = {name: os.environ[name] for name in needed if name in os.environ}
    return {
        **kept,
        "HOST": "127.0.0.1",
        "PORT": "0",
        "DATA_DIR": folder,
        "RENDER_WORKERS": "2",
        "LOG_LEVEL": "error",
        **more,
    }


def start_service(folder: str, **more: str) -> tuple[subprocess.Popen[str], Service]:
    environment = service_environment(folder, **more)
    process = subprocess.Popen([*command, "serve"], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    # A service that cannot start says so on standard error and ends: its output then ends too.
    for line in process.stdout:
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            break
    else:
        raise RuntimeError(f"the service ended with {process.wait()}")
    # Read on, so that it never waits for a full pipe.
    threading.Thread(target=process.stdout.read, daemon=True).start()
    key = subprocess.run(
        [*command, "key", "create", "--name", "python"],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    return process, Service(found[0], key)


def stop_service(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    assert process.stdout is not None
    process.stdout.close()


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    folder = tempfile.mkdtemp(prefix="plotgate-python-")
    process, running = start_service(folder)
    yield running
    stop_service(process)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the logins of whoever runs it, nor leaves any."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("PLOTGATE_URL", "PLOTGATE_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def configured(service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """The service by the environment, as people use it."""
    monkeypatch.setenv("PLOTGATE_URL", service.url)
    monkeypatch.setenv("PLOTGATE_KEY", service.key)
    return service


@pytest.fixture
def client(service: Service) -> Iterator[plotgate.Client]:
    with plotgate.Client(service.url, service.key) as made:
        yield made


@pytest.fixture
def figure() -> dict[str, object]:
    return {"data": [{"type": "bar", "x": ["a", "b", "c"], "y": [3, 1, 2]}], "layout": {"title": "Bars"}}
