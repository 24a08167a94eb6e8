"""Where the address and the key come from, and `plotgate login`."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import plotgate
from plotgate.__main__ import main
from plotgate._settings import StoredLogins, logins_path, normal_url, settings, write_logins


def test_arguments_before_the_environment_before_the_login(monkeypatch: pytest.MonkeyPatch) -> None:
    write_logins(StoredLogins("http://c:1", {"http://c:1": "key-c", "http://b:1": "key-b"}))
    assert (settings().url, settings().key) == ("http://c:1", "key-c")
    monkeypatch.setenv("PLOTGATE_URL", "http://B:1/")
    assert (settings().url, settings().key) == ("http://b:1", "key-b")
    assert settings("http://a:1", "key-a").url == "http://a:1"


def test_a_stored_key_goes_to_its_own_service_only() -> None:
    write_logins(StoredLogins("http://c:1", {"http://c:1": "key-c"}))
    assert settings("http://elsewhere:1").key is None


def test_keys_stay_out_of_what_is_printed() -> None:
    assert "secret" not in repr(settings("http://a:1", "secret"))
    assert "secret" not in repr(StoredLogins("http://a:1", {"http://a:1": "secret"}))
    assert "secret" not in repr(plotgate.Client("http://a:1", "secret"))


@pytest.mark.parametrize("key", ["pg_abc…", "pg_ä", "pg_a\nb"])
def test_a_key_that_can_be_none_is_not_sent(key: str) -> None:
    with pytest.raises(plotgate.NotConfigured, match="copied whole"):
        plotgate.Client("http://a:1", key)


@pytest.mark.parametrize("url", ["graphs.example.org", "ftp://a", "http://", "http://u:p@a", "http://a?b"])
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(ValueError, match="the address of a service"):
        normal_url(url)


@pytest.mark.parametrize("page", ["", "/", "/account", "/account/keys", "/docs", "/v1", "/v1/openapi.json"])
def test_addresses_of_pages_are_those_of_their_service(page: str) -> None:
    assert normal_url(f"https://Graphs.example.org{page}") == "https://graphs.example.org"
    assert normal_url(f"https://example.org/graphs{page}") == "https://example.org/graphs"
    # As the command of Node writes it into the same file.
    assert normal_url(f"https://example.org:443{page}") == "https://example.org"


def test_login_tries_the_key_and_stores_it_for_its_owner_alone(
    service: Any, figure: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{service.key}\n"))
    assert main(["login", f"{service.url}/"]) == 0
    assert "graphs:write" in capsys.readouterr().out
    assert stat.S_IMODE(logins_path().stat().st_mode) == 0o600
    assert plotgate.publish(figure).url.startswith(service.url)
    assert main(["logout"]) == 0
    assert not logins_path().exists()
    assert main(["logout"]) == 1


def test_a_wrong_key_is_not_stored(
    service: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("pg_wrong\n"))
    assert main(["login", service.url]) == 1
    assert "key" in capsys.readouterr().err
    assert not logins_path().exists()


def test_publishes_files(configured: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text('{"data": [{"y": [1]}]}')
    bad.write_text('{"data": 1}')
    assert main(["publish", str(good), str(bad), str(tmp_path / "none.json")]) == 1
    told = capsys.readouterr()
    assert plotgate.get(told.out.strip())
    assert "bad.json" in told.err
    assert told.err.endswith("none.json: No such file or directory\n")


def test_files_that_go_by_themselves_or_are_refused(
    configured: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "chart.json"
    file.write_text('{"data": [{"y": [1]}]}')
    assert main(["publish", "--expires", "90d", str(file)]) == 0
    with urllib.request.urlopen(f"{capsys.readouterr().out.strip()}.json") as answer:
        assert "Sunset" in answer.headers
    file.write_text('{"data": [{"y": [1], "mod": "lines"}]}')
    assert main(["publish", "--strict", str(file)]) == 1
    assert "data[0].mod" in capsys.readouterr().err


def test_publishes_the_figures_of_a_directory(
    configured: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "charts"
    (folder / "deep").mkdir(parents=True)
    for name in ("b.json", "deep/c.JSON", "notes.txt"):
        (folder / name).write_text('{"data": []}')
    assert main(["publish", str(folder)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    (tmp_path / "empty").mkdir()
    assert main(["publish", str(tmp_path / "empty")]) == 1
    assert "there is no .json file in" in capsys.readouterr().err


def test_warnings_name_their_file_each_time(
    configured: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "chart.json"
    file.write_text('{"data": [{"y": [1], "mod": "lines"}]}')
    assert main(["publish", str(file), str(file)]) == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 2
    lines = told.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"plotgate: {file}: warning: data[0].mod: ") for line in lines)


def test_without_a_service_or_a_key_no_other_file_is_tried(
    service: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("plotgate._transport.time.sleep", lambda seconds: None)
    file = tmp_path / "chart.json"
    file.write_text('{"data": []}')
    monkeypatch.setenv("PLOTGATE_URL", "http://127.0.0.1:9")
    assert main(["publish", str(file), str(file)]) == 1
    assert capsys.readouterr().err.count("there is no API key") == 1
    monkeypatch.setenv("PLOTGATE_KEY", "pg_k")
    assert main(["publish", str(file), str(file)]) == 1
    assert capsys.readouterr().err.count("cannot be reached") == 1
    monkeypatch.setenv("PLOTGATE_URL", service.url)
    assert main(["publish", str(file), str(file)]) == 1
    assert capsys.readouterr().err.count("not a key of this service") == 1


def test_a_reader_that_leaves_ends_the_command_quietly(configured: Any, tmp_path: Path) -> None:
    file = tmp_path / "chart.json"
    file.write_text('{"data": [{"y": [1]}]}')
    command = [sys.executable, "-m", "plotgate", "publish", str(file)]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_damaged_file_is_named(figure: dict[str, Any]) -> None:
    logins_path().parent.mkdir(parents=True)
    logins_path().write_text("{")
    with pytest.raises(ValueError, match=r"logins\.json is damaged"):
        plotgate.publish(figure)
