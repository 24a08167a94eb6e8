"""Through the proxy of HTTP_PROXY and HTTPS_PROXY."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import plotgate

graph = b'{"ok": true, "graph": {"graph_id": "AAAAAAAAAAAAAAAAAAAAA", "permalink": "http://a/p/AAAAAAAAAAAAAAAAAAAAA"}}'
known = "Basic YWRhOnBAc3M="  # ada:p@ss


class Proxy:
    """Answers for every service, but only to those it knows, and tunnels nothing."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None]] = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                login = self.headers.get("Proxy-Authorization")
                proxy.asked.append((f"{self.command} {self.path}", login))
                self.send_response(407 if login != known else 403 if self.command == "CONNECT" else 201)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(graph)))
                self.end_headers()
                self.wfile.write(graph)

            do_POST = do_CONNECT = answer

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    for name in ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("plotgate._transport.time.sleep", lambda seconds: None)
    made = Proxy()
    yield made
    made.server.shutdown()
    made.server.server_close()


def publish(url: str) -> plotgate.Graph:
    with plotgate.Client(url, "pg_k") as client:
        return client.publish({"data": []})


def test_a_proxy_gets_the_whole_address_and_its_password(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://ada:p%40ss@{proxy.address}")
    assert publish("http://graphs.example.org").id == "A" * 21
    assert proxy.asked == [("POST http://graphs.example.org/v1/plot", known)]


# Python 3.10 leaves the answer of a proxy that refuses a tunnel to the garbage collector.
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_a_proxy_that_opens_no_tunnel_is_named(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", f"http://ada:p%40ss@{proxy.address}")
    told = f"^https://graphs.example.org cannot be reached through the proxy {proxy.address}: .*403.*HTTPS_"
    with pytest.raises(plotgate.Unreachable, match=told) as caught:
        publish("https://graphs.example.org")
    assert set(proxy.asked) == {("CONNECT graphs.example.org:443", known)}
    assert "p@ss" not in str(caught.value)
    del caught
    gc.collect()


def test_a_proxy_that_wants_a_password_says_so(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy.address)
    with pytest.raises(plotgate.ServiceError, match=r"status 407.*HTTP_PROXY=http://name:password@"):
        publish("http://graphs.example.org")


def test_hosts_of_no_proxy_are_asked_directly(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://{proxy.address}")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with pytest.raises(plotgate.Unreachable, match="PLOTGATE_URL"):
        publish("http://127.0.0.1:9")
    assert proxy.asked == []


@pytest.mark.parametrize("wrong", ["socks5://a:1080", "http://a:port", "http://:3128"])
def test_what_is_no_http_proxy_is_named(proxy: Proxy, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("HTTP_PROXY", wrong)
    with pytest.raises(ValueError, match=r"^HTTP_PROXY must be the address of an HTTP proxy"):
        publish("http://graphs.example.org")
