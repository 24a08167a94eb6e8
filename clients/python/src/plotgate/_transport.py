"""Sends requests with a time limit and retries, and raises errors of the service as exceptions."""

from __future__ import annotations

import gzip
import http.client
import ipaddress
import math
import platform
import random
import ssl
import time
import weakref
from collections.abc import Callable, Collection, Mapping
from urllib.parse import urlsplit

from ._answers import Answer, service_error
from ._connections import Lease, Pool, Proxy
from ._errors import ServiceError, Unreachable
from ._version import __version__

_user_agent = f"plotgate-python/{__version__} Python/{platform.python_version()}"
_passing = frozenset({429, 502, 503, 504})
"""Statuses of temporary errors, which are retried."""
_longest_pause = 8.0
_connection_attempts = 3
_gzip_from_bytes = 16 * 1024
_json = ("application/json", "application/graphql-response+json")


class Transport:
    """Sends requests over keep-alive connections. Thread-safe.

    ``timeout`` is the maximum number of seconds per call, including retries.
    """

    def __init__(self, timeout: float) -> None:
        if not isinstance(timeout, (int, float)) or not 0 < timeout < math.inf:
            raise ValueError(f"timeout must be a number of seconds above 0, such as 60, got {timeout!r}")
        self.timeout = timeout
        self._pool = Pool()
        # Closes the sockets when the client is garbage-collected or the program ends.
        weakref.finalize(self, self._pool.close)

    def close(self) -> None:
        self._pool.close()

    def send(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        json_body: bytes | None = None,
        media_types: Collection[str] = _json,
        done: Collection[int] = (),
        is_error: Callable[[Answer], bool] = lambda answer: False,
    ) -> Answer:
        """Returns an answer with status 200 to 299 and one of the ``media_types``, or raises.

        A sign-in page of a proxy in front of the service has a status of success too. ``is_error``: whether
        an answer with such a status is an error nevertheless.

        The request is sent again after a lost answer, although it may have been carried out: an
        Idempotency-Key makes that safe. ``done``: statuses that then mean that it was carried out.
        """
        until = time.monotonic() + self.timeout
        sent = {"User-Agent": _user_agent, "Accept": "*/*", **(headers or {})}
        if json_body is not None:
            sent["Content-Type"] = "application/json"
            # Compression pays between machines, but not on one machine.
            if len(json_body) >= _gzip_from_bytes and not _is_loopback(url):
                json_body = gzip.compress(json_body, 1, mtime=0)
                sent["Content-Encoding"] = "gzip"
        attempt, lost = 0, False
        while True:
            error: ServiceError | Unreachable
            lease = self._pool.take(url, max(0.001, until - time.monotonic()))
            try:
                answer = self._once(lease, method, url, sent, json_body, until)
            except (OSError, http.client.HTTPException) as fault:
                lost = True
                # The server may have closed an idle connection just when it was reused.
                if lease.used and not isinstance(fault, TimeoutError):
                    continue
                attempt += 1
                error, asked = _unreachable(url, lease.proxy, fault, self.timeout), None
                # A restarting service is back soon, but a wrong address or certificate stays wrong.
                if attempt == _connection_attempts or _stays_wrong(fault):
                    raise error from fault
            else:
                attempt += 1
                is_wanted = answer.headers.get_content_type() in media_types and not is_error(answer)
                if 200 <= answer.status < 300 and is_wanted:
                    return answer
                if lost and answer.status in done:
                    return answer
                error = service_error(answer, url)
                if error.status not in _passing:
                    raise error
                # Those of a proxy, which may have lost the answer of the service.
                lost = lost or answer.status in (502, 504)
                asked = error.retry_after
            pause = _pause(attempt, asked)
            # Raise now rather than after the caller's time limit.
            if time.monotonic() + pause >= until:
                raise error
            time.sleep(pause)

    def _once(
        self,
        lease: Lease,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None,
        until: float,
    ) -> Answer:
        try:
            response = _exchange(lease, method, url, headers, body, until)
            content = response.read()
        except BaseException:
            lease.connection.close()
            raise
        if response.will_close:
            lease.connection.close()
        else:
            self._pool.give_back(url, lease, response.headers.get("Keep-Alive"))
        return Answer(response.status, response.headers, content)


def _exchange(
    lease: Lease, method: str, url: str, headers: Mapping[str, str], body: bytes | None, until: float
) -> http.client.HTTPResponse:
    try:
        lease.request(method, url, body, headers)
    except (BrokenPipeError, ConnectionResetError):
        # The server refuses a body that is too large before reading all of it; its answer can still be read.
        if lease.connection.sock is None:
            raise
    return lease.response(until)


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _unreachable(url: str, proxy: Proxy | None, error: Exception, timeout: float) -> Unreachable:
    parts = urlsplit(url)
    late = isinstance(error, TimeoutError)
    reason = f"no answer within {timeout:g} s" if late else str(error) or type(error).__name__
    remedy = "The address comes from url=, PLOTGATE_URL or `plotgate login`"
    through = ""
    if proxy:
        through = f" through the proxy {proxy.host}:{proxy.port}"
        remedy = f"The proxy comes from {parts.scheme.upper()}_PROXY; NO_PROXY names the hosts that need none"
    if _is_distrusted(error):
        remedy = "For an authority of your own, set SSL_CERT_FILE to the file with its certificate (PEM)"
    elif _is_without_tls(error):
        reason = "it does not answer in TLS; try http://"
    made = Unreachable(f"{parts.scheme}://{parts.netloc} cannot be reached{through}: {reason}. {remedy}")
    made.__cause__ = error
    return made


def _stays_wrong(error: BaseException | None) -> bool:
    return _is_distrusted(error) or _is_without_tls(error)


def _is_distrusted(error: BaseException | None) -> bool:
    return isinstance(error, ssl.SSLCertVerificationError)


def _is_without_tls(error: BaseException | None) -> bool:
    reason = error.reason if isinstance(error, ssl.SSLError) else None
    return reason in ("WRONG_VERSION_NUMBER", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE")


def _pause(attempt: int, asked: float | None) -> float:
    """Seconds until the next attempt: as the service asks, or growing, with jitter."""
    if asked is not None:
        return asked + random.uniform(0, 0.25)
    return random.uniform(0.5, 1) * min(_longest_pause, 0.25 * 2.0**attempt)
