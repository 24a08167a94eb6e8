"""What happens when answers are late, lost or refusals: against a server that says what a test wants."""

from __future__ import annotations

import contextlib
import gc
import pickle
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import plotgate
from plotgate._connections import origin_of

Answer = tuple[int, dict[str, str], bytes]
created = b'{"ok": true, "graph": {"graph_id": "AAAAAAAAAAAAAAAAAAAAA", "permalink": "http://a/p/AAAAAAAAAAAAAAAAAAAAA"}}'
busy = b'{"ok": false, "error": {"code": "overloaded", "message": "all places are taken"}}'


class Script:
    """Answers in order; None closes the connection without one."""

    def __init__(self) -> None:
        self.answers: list[Answer | None] = []
        self.seen: list[tuple[str, dict[str, str]]] = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                script.seen.append((f"{self.command} {self.path}", dict(self.headers)))
                answer = script.answers.pop(0)
                if answer is None:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                status, headers, body = answer
                self.send_response(status)
                for name, value in {
                    "Content-Type": "application/json",
                    "Content-Length": str(len(body)),
                    **headers,
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def script() -> Iterator[Script]:
    made = Script()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Waits are written down and not waited."""
    waited: list[float] = []
    monkeypatch.setattr("plotgate._transport.time.sleep", waited.append)
    return waited


@pytest.fixture
def client(script: Script) -> Iterator[plotgate.Client]:
    with plotgate.Client(script.url, "key", timeout=10) as made:
        yield made


figure = {"data": [{"y": [1]}]}


def test_waits_as_long_as_the_service_asks(
    script: Script, client: plotgate.Client, pauses: list[float]
) -> None:
    script.answers = [
        (503, {"Retry-After": "3"}, busy),
        (429, {"Retry-After": "1"}, busy),
        (201, {}, created),
    ]
    assert client.publish(figure).id == "A" * 21
    assert 3 <= pauses[0] < 3.5
    assert 1 <= pauses[1] < 1.5
    keys = {headers["Idempotency-Key"] for _, headers in script.seen}
    assert len(keys) == 1


def test_every_create_has_a_key_of_its_own(script: Script, client: plotgate.Client) -> None:
    script.answers = [(201, {}, created), (201, {}, created)]
    client.publish(figure)
    client.publish(figure)
    assert len({headers["Idempotency-Key"] for _, headers in script.seen}) == 2


def test_does_not_wait_beyond_the_callers_time(
    script: Script, client: plotgate.Client, pauses: list[float]
) -> None:
    script.answers = [(429, {"Retry-After": "60"}, busy)]
    with pytest.raises(plotgate.Overloaded) as caught:
        client.publish(figure)
    assert caught.value.retry_after == 60
    assert pauses == []


def test_a_lost_answer_is_asked_for_again(
    script: Script, client: plotgate.Client, pauses: list[float]
) -> None:
    script.answers = [None, (201, {}, created)]
    client.publish(figure)
    assert [line for line, _ in script.seen] == ["POST /v1/plot"] * 2


def test_a_change_whose_answer_was_lost_is_made_once(
    script: Script, client: plotgate.Client, pauses: list[float]
) -> None:
    read: Answer = (200, {"ETag": '"a.1"'}, created)
    changed: Answer = (200, {"Plotgate-Version": "4"}, created)
    script.answers = [read, None, changed, None, changed, None, changed]
    graph = client.get("A" * 21)
    graph.update(figure, if_unchanged=True)
    graph.append(y=[1])
    client.publish(figure, id=graph.id)
    assert graph.version == 4
    keys = [headers["Idempotency-Key"] for _, headers in script.seen[1:]]
    # Each is sent twice, and known by its key.
    assert keys[0::2] == keys[1::2]
    assert len(set(keys)) == 3


def test_a_graph_is_deleted_even_if_the_answer_was_lost(
    script: Script, client: plotgate.Client, pauses: list[float]
) -> None:
    gone: Answer = (404, {}, b'{"ok": false, "error": {"code": "graph_not_found", "message": "no"}}')
    script.answers = [(201, {}, created), None, gone]
    graph = client.publish(figure)
    graph.delete()
    script.answers = [(502, {"Content-Type": "text/html"}, b"<html>"), gone]
    graph.delete()
    script.answers = [gone]
    with pytest.raises(plotgate.NotFound):
        graph.delete()


def test_what_was_made_is_kept_although_its_warnings_cannot_be_read(
    script: Script, client: plotgate.Client
) -> None:
    warned = {"Plotgate-Warnings": "2"}
    no: Answer = (500, {}, b'{"ok": false, "error": {"code": "internal", "message": "a fault"}}')
    script.answers = [(201, warned, created), no, (200, {**warned, "Content-Type": "image/png"}, b"png"), no]
    with pytest.warns(plotgate.FigureWarning, match="^2 parts .*: a fault$"):
        assert client.publish(figure).id == "A" * 21
    with pytest.warns(plotgate.FigureWarning, match="^2 parts .*: a fault$"):
        assert client.to_image(figure) == b"png"


def test_a_fault_of_the_caller_is_not_tried_again(script: Script, client: plotgate.Client) -> None:
    script.answers = [(401, {}, b'{"ok": false, "error": {"code": "unauthenticated", "message": "no"}}')]
    with pytest.raises(plotgate.Unauthenticated):
        client.publish(figure)


def test_connections_are_kept_and_closed_ones_replaced(script: Script, client: plotgate.Client) -> None:
    opened: list[Any] = []
    take: Callable[..., Any] = client._service.transport._pool.take
    client._service.transport._pool.take = lambda *given: opened.append(take(*given)) or opened[-1]  # type: ignore[method-assign]
    script.answers = [(201, {}, created), (201, {}, created), (201, {"Connection": "close"}, created)]
    for _ in range(3):
        client.publish(figure)
    assert len({id(lease) for lease in opened}) == 1
    script.answers = [(201, {}, created)]
    client.publish(figure)
    assert len({id(lease) for lease in opened}) == 2


def test_connections_are_closed_with_the_client(script: Script) -> None:
    client = plotgate.Client(script.url, "key")
    script.answers = [(201, {}, created)]
    graph = client.publish(figure)
    ((_, lease),) = client._service.transport._pool._idle[origin_of(script.url)]
    assert lease.connection.sock is not None
    del client, graph
    gc.collect()
    assert lease.connection.sock is None


def test_nobody_there(pauses: list[float]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with plotgate.Client(url, "key") as client, pytest.raises(plotgate.Unreachable, match="PLOTGATE_URL"):
            client.publish(figure)
    assert len(pauses) == 2


def test_a_service_without_tls(script: Script, pauses: list[float]) -> None:
    url = script.url.replace("http:", "https:")
    with plotgate.Client(url, "key") as client, pytest.raises(plotgate.Unreachable, match="try http://"):
        client.publish(figure)
    assert pauses == []


def test_no_answer_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        late = pytest.raises(plotgate.Unreachable, match="no answer within")
        with plotgate.Client(url, "key", timeout=0.3) as client, late:
            client.publish(figure)


def test_ctrl_c_does_not_wait_for_a_service_that_does_not_answer(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        program = (
            "import plotgate, signal, sys\n"
            # A shell starts its background jobs with SIGINT ignored, and what they start inherits that.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "client = plotgate.Client(sys.argv[1], 'key')\n"
            "client.write_images([{'data': []}] * 9, [f'{sys.argv[2]}/{n}.png' for n in range(9)])\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", program, url, str(tmp_path)], stderr=subprocess.PIPE, text=True
        )
        connection, _ = silent.accept()
        with connection:
            process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=30)
    assert told.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.parametrize("beginning", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"])
def test_an_answer_that_trickles_ends_with_the_callers_time(beginning: bytes) -> None:
    def trickle() -> None:
        connection, _ = slow.accept()
        with connection, contextlib.suppress(OSError):
            connection.recv(65536)
            connection.sendall(beginning)
            for _ in range(30):
                connection.sendall(b"H")
                if over.wait(0.1):
                    return

    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as slow:
        thread = threading.Thread(target=trickle)
        thread.start()
        url = f"http://127.0.0.1:{slow.getsockname()[1]}"
        began = time.monotonic()
        late = pytest.raises(plotgate.Unreachable, match="no answer within")
        with plotgate.Client(url, "key", timeout=0.5) as client, late:
            client.publish(figure)
        assert time.monotonic() - began < 2
        over.set()
        thread.join()


@pytest.mark.parametrize("status", [200, 429])
def test_errors_of_graphql_are_those_of_rest(
    script: Script, client: plotgate.Client, pauses: list[float], status: int
) -> None:
    content = (
        b'{"errors": [{"message": "too many", "extensions": {"code": "rate_limited", "retryAfter": 40}}]}'
    )
    script.answers = [(status, {}, content)]
    with pytest.raises(plotgate.Overloaded, match=r"^too many$") as caught:
        client.check(figure)
    assert (caught.value.code, caught.value.status, caught.value.retry_after) == ("rate_limited", 429, 40)


def test_a_busy_service_is_waited_for_by_graphql_too(
    script: Script, client: plotgate.Client, pauses: list[float]
) -> None:
    limited = (
        b'{"errors": [{"message": "too many", "extensions": {"code": "rate_limited", "retryAfter": 2}}]}'
    )
    well = b'{"data": {"checkFigure": {"errors": [], "warnings": []}}}'
    script.answers = [(200, {}, limited), (200, {}, well), (200, {}, b'{"name": "other"}')]
    assert client.check(figure) == ()
    assert [2 <= pause < 2.5 for pause in pauses] == [True]
    with pytest.raises(plotgate.ServiceError, match="not as a Plotgate service"):
        client.check(figure)


def test_an_answer_that_is_not_a_services_own(script: Script, client: plotgate.Client) -> None:
    script.answers = [(302, {"Location": "https://login.example.org/"}, b"<html>")]
    with pytest.raises(plotgate.ServiceError, match=r"not as a Plotgate service.*login\.example\.org"):
        client.publish(figure)
    # A key is sent where it belongs and follows nobody.
    assert len(script.seen) == 1


def test_errors_travel_between_processes() -> None:
    details = [plotgate.Detail("data[0].type", "is wrong")]
    error = plotgate.InvalidFigure("no", status=422, code="invalid_figure", details=details, request_id="r")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.details) == (type(error), str(error), error.details)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes its certificate with openssl")
def test_a_certificate_of_ones_own_authority(
    script: Script, pauses: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=127.0.0.1",
        "-days",
        "1",
    ]
    name = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*made, *name], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    script.server.socket = context.wrap_socket(script.server.socket, server_side=True)
    script.answers = [(201, {}, created)]
    url = script.url.replace("http:", "https:")
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with plotgate.Client(url, "pg_k") as client:
        with pytest.raises(plotgate.Unreachable, match=r"certificate verify failed.*SSL_CERT_FILE"):
            client.publish({"data": []})
        assert pauses == []
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with plotgate.Client(url, "pg_k") as client:
        assert client.publish({"data": []}).id == "A" * 21


def test_a_page_of_something_in_front_is_no_answer(
    script: Script, pauses: list[float], tmp_path: Path
) -> None:
    page: Answer = (200, {"Content-Type": "text/html; charset=utf-8"}, b"<html>Sign in</html>")
    client = plotgate.Client(script.url, "pg_k")
    graph = plotgate.Graph(client._service, "A" * 21, f"{script.url}/p/{'A' * 21}")
    calls: list[Callable[[], object]] = [
        lambda: client.write_image({"data": []}, tmp_path / "chart.png"),
        lambda: client.publish({"data": []}),
        lambda: client.check({"data": []}),
        lambda: graph.to_image("svg"),
        graph.to_json,
        graph.delete,
    ]
    for call in calls:
        script.answers = [page]
        with pytest.raises(
            plotgate.ServiceError, match="not as a Plotgate service does: its content is text/html"
        ):
            call()
    assert list(tmp_path.iterdir()) == []
    assert pauses == []


def test_json_of_another_service(script: Script, client: plotgate.Client) -> None:
    for body in (b'{"name": "other"}', b"[1]", b"not JSON"):
        script.answers = [(200, {}, body)]
        with pytest.raises(plotgate.ServiceError, match="not as a Plotgate service does"):
            client.get("AAAAAAAAAAAAAAAAAAAAA")
