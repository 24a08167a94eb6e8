"""A pool of keep-alive connections, which respects the system's proxy settings."""

from __future__ import annotations

import http.client
import io
import os
import select
import socket
import ssl
import threading
import time
import urllib.request
from base64 import b64encode
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit

Connection: TypeAlias = http.client.HTTPConnection
Origin: TypeAlias = tuple[str, str, int]

_idle_seconds = 4.0
"""How long an idle connection is reused if the server does not tell. Node's servers close them after five."""


@dataclass(frozen=True)
class Proxy:
    """An HTTP proxy, and the headers with which it knows its users."""

    host: str
    port: int
    headers: dict[str, str] = field(repr=False)


@dataclass
class Lease:
    """A connection in use. ``used``: it has carried a request before."""

    connection: Connection
    proxy: Proxy | None = None
    """The proxy in between."""
    used: bool = False

    def request(self, method: str, url: str, body: bytes | None, headers: Mapping[str, str]) -> None:
        parts = urlsplit(url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        # Of https, a proxy sees the tunnel alone.
        if self.proxy and parts.scheme == "http":
            target, headers = url, {**headers, **self.proxy.headers}
        self.connection.request(method, target, body, dict(headers))

    def response(self, until: float) -> http.client.HTTPResponse:
        """The response. Reading it raises TimeoutError after ``until`` (``time.monotonic``)."""
        # A socket's timeout restarts with each received byte, so a slow response could take forever.
        self.connection.response_class = partial(_TimedResponse, until=until)  # type: ignore[assignment]
        return self.connection.getresponse()


class _TimedResponse(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *arguments: Any, until: float, **more: Any) -> None:
        super().__init__(sock, *arguments, **more)
        self.fp.close()
        self.fp = io.BufferedReader(_TimedReader(sock, until))


class _TimedReader(io.RawIOBase):
    def __init__(self, sock: socket.socket, until: float) -> None:
        self._socket = sock
        # Keeps the socket open until it is closed itself, like the reader that it replaces.
        self._reader = sock.makefile("rb", buffering=0)
        self._until = until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._socket.settimeout(left)
        return self._reader.readinto(buffer)

    def close(self) -> None:
        self._reader.close()
        super().close()


@dataclass
class Pool:
    """Idle connections by origin. Thread-safe. A forked process starts with none."""

    _idle: dict[Origin, list[tuple[float, Lease]]] = field(default_factory=lambda: defaultdict(list))
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _process: int = field(default_factory=os.getpid)
    _tls: ssl.SSLContext | None = None

    def take(self, url: str, timeout: float) -> Lease:
        """An idle connection that is still open, or a new one that is not yet connected."""
        origin = origin_of(url)
        with self._lock:
            if self._process != os.getpid():
                self._idle.clear()
                self._process = os.getpid()
            idle = self._idle[origin]
            while idle:
                expires, lease = idle.pop()
                if expires > time.monotonic() and _is_open(lease.connection):
                    if lease.connection.sock:
                        lease.connection.sock.settimeout(timeout)
                    return lease
                lease.connection.close()
        return self._open(origin, timeout)

    def give_back(self, url: str, lease: Lease, keep_alive: str | None) -> None:
        """Takes back a connection whose response was read. ``keep_alive`` is the value of that header."""
        lease.used = True
        expires = time.monotonic() + _seconds_of(keep_alive)
        with self._lock:
            self._idle[origin_of(url)].append((expires, lease))

    def close(self) -> None:
        """Closes all idle connections."""
        with self._lock:
            for leases in self._idle.values():
                for _, lease in leases:
                    lease.connection.close()
            self._idle.clear()

    def _open(self, origin: Origin, timeout: float) -> Lease:
        scheme, host, port = origin
        proxy = _proxy_for(scheme, host, port)
        at = (proxy.host, proxy.port) if proxy else (host, port)
        if scheme == "http":
            return Lease(http.client.HTTPConnection(*at, timeout=timeout), proxy)
        self._tls = self._tls or ssl.create_default_context()
        connection = http.client.HTTPSConnection(*at, timeout=timeout, context=self._tls)
        if proxy:
            connection.set_tunnel(host, port, proxy.headers)
        return Lease(connection, proxy)


def origin_of(url: str) -> Origin:
    """Scheme, host and port."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


def _is_open(connection: Connection) -> bool:
    """Whether the connection is open. An idle socket that is readable was closed by the server."""
    if connection.sock is None:
        return False
    try:
        readable, _, _ = select.select([connection.sock], [], [], 0)
    except (OSError, ValueError):
        return False
    return not readable


def _seconds_of(keep_alive: str | None) -> float:
    """The seconds of ``timeout=5`` in a Keep-Alive header, less one for the network."""
    for part in (keep_alive or "").split(","):
        name, _, value = part.strip().partition("=")
        if name.lower() == "timeout" and value.isdigit():
            return max(0.0, float(value) - 1)
    return _idle_seconds


def _proxy_for(scheme: str, host: str, port: int) -> Proxy | None:
    """The system's proxy (``HTTPS_PROXY`` etc.), or None. Raises ValueError if it is not an HTTP proxy."""
    given = urllib.request.getproxies().get(scheme)
    if not given or urllib.request.proxy_bypass(f"{host}:{port}"):
        return None
    try:
        parts = urlsplit(given if "://" in given else f"http://{given}")
        at, number = parts.hostname, parts.port or 80
    except ValueError:
        at = None
    if not at or parts.scheme not in ("http", "https"):
        name = f"{scheme.upper()}_PROXY"
        raise ValueError(
            f"{name} must be the address of an HTTP proxy, such as http://proxy.example.org:3128"
        )
    headers = {}
    if parts.username:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {b64encode(login.encode()).decode()}"
    return Proxy(at, number, headers)
