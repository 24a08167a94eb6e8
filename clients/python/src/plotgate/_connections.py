"""Kept connections: one request after another over the same socket, through the system's proxy."""

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
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit

Connection: TypeAlias = http.client.HTTPConnection
Origin: TypeAlias = tuple[str, str, int]

_idle_seconds = 4.0
"""How long an idle connection is trusted where the server does not say: servers of Node close after five."""


@dataclass
class Lease:
    """A connection on loan; ``used`` tells that it has carried a request before."""

    connection: Connection
    used: bool
    absolute: bool
    """The request line names the whole address, as plain proxies want it."""

    def response(self, until: float) -> http.client.HTTPResponse:
        """The answer to what was sent; TimeoutError where it is not read by that moment of the clock."""
        # A socket's own limit begins anew with every byte that comes: an answer could trickle for ever.
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
        # Holds the socket open until it is closed itself, as the reader that it stands for does.
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
    """Connections by origin. Safe between threads; a forked process begins with none."""

    _idle: dict[Origin, list[tuple[float, Lease]]] = field(default_factory=lambda: defaultdict(list))
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _process: int = field(default_factory=os.getpid)
    _tls: ssl.SSLContext | None = None

    def take(self, url: str, timeout: float) -> Lease:
        """An idle connection that still lives, else a new one, not yet connected."""
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
        """Keeps a connection whose answer was read to its end; ``keep_alive`` is that header's text."""
        lease.used = True
        expires = time.monotonic() + _seconds_of(keep_alive)
        with self._lock:
            self._idle[origin_of(url)].append((expires, lease))

    def close(self) -> None:
        """Closes what is idle."""
        with self._lock:
            for leases in self._idle.values():
                for _, lease in leases:
                    lease.connection.close()
            self._idle.clear()

    def _open(self, origin: Origin, timeout: float) -> Lease:
        scheme, host, port = origin
        proxy = _proxy_for(scheme, host, port)
        at, headers = proxy or ((host, port), {})
        if scheme == "http":
            connection: Connection = http.client.HTTPConnection(*at, timeout=timeout)
            return Lease(connection, used=False, absolute=proxy is not None)
        self._tls = self._tls or ssl.create_default_context()
        connection = http.client.HTTPSConnection(*at, timeout=timeout, context=self._tls)
        if proxy:
            connection.set_tunnel(host, port, headers)
        return Lease(connection, used=False, absolute=False)


def origin_of(url: str) -> Origin:
    """Scheme, host and port."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


def _is_open(connection: Connection) -> bool:
    """An idle socket that can be read from has been closed by the other side."""
    if connection.sock is None:
        return False
    try:
        readable, _, _ = select.select([connection.sock], [], [], 0)
    except (OSError, ValueError):
        return False
    return not readable


def _seconds_of(keep_alive: str | None) -> float:
    """``timeout=5`` as the server says it, less a second for the way."""
    for part in (keep_alive or "").split(","):
        name, _, value = part.strip().partition("=")
        if name.lower() == "timeout" and value.isdigit():
            return max(0.0, float(value) - 1)
    return _idle_seconds


def _proxy_for(scheme: str, host: str, port: int) -> tuple[tuple[str, int], dict[str, str]] | None:
    """The proxy of the system's settings (``HTTPS_PROXY`` and the like), with what it must be told."""
    proxy = urllib.request.getproxies().get(scheme)
    if not proxy or urllib.request.proxy_bypass(f"{host}:{port}"):
        return None
    parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    headers = {}
    if parts.username:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {b64encode(login.encode()).decode()}"
    return (parts.hostname or "", parts.port or 80), headers
