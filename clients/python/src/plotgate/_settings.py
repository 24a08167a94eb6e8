"""Which service and key to use: from arguments, then the environment, then what ``plotgate login`` stored."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from ._errors import NotConfigured

default_url = "http://127.0.0.1:3000"
_address = "the address of a service, such as https://graphs.example.org"
_page = re.compile(r"/(account|docs|graphql|new|v1)(/.*)?$")


@dataclass(frozen=True)
class Settings:
    """The base address of the service without a trailing slash, and the key, if any."""

    url: str
    key: str | None = field(repr=False)


@dataclass
class StoredLogins:
    """What ``plotgate login`` stored: one key per service, and the default service."""

    default: str | None = None
    keys: dict[str, str] = field(default_factory=dict, repr=False)


def settings(url: str | None = None, key: str | None = None) -> Settings:
    """Finds the address and the key.

    A stored key is sent only to the service that it was stored for.
    """
    url = url or os.environ.get("PLOTGATE_URL")
    key = key or os.environ.get("PLOTGATE_KEY")
    stored = StoredLogins() if url and key else read_logins()
    url = normal_url(url or stored.default or default_url)
    return Settings(url, _checked_key(key or stored.keys.get(url) or ""))


def _checked_key(key: str) -> str | None:
    """The key without surrounding spaces. Refuses the abbreviated form ``pg_…``."""
    if not isinstance(key, str):
        raise TypeError(f"key must be the text of an API key, got {type(key).__name__}")
    key = key.strip()
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise NotConfigured("the API key has characters that no key has: was it copied whole, without …?")
    return key or None


def normal_url(url: str) -> str:
    """Checks and normalises an address, so that it can be compared and stored.

    Accepts the address of any page of a service, as copied from a browser.
    """
    if not isinstance(url, str):
        raise TypeError(f"url must be {_address}, got {url!r}")
    try:
        parts = urlsplit(url.strip())
        # Raises ValueError if it is not a port.
        _ = parts.port
    except ValueError as error:
        raise ValueError(f"url must be {_address}, got {url!r}: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"the address of a service begins with http:// or https://, got {url!r}")
    if parts.query or parts.fragment or parts.username:
        raise ValueError(f"the address of a service has no query, fragment or user, got {url!r}")
    base = _page.sub("", parts.path).rstrip("/")
    host = parts.netloc.lower().removesuffix(":443" if parts.scheme == "https" else ":80")
    return f"{parts.scheme}://{host}{base}"


def logins_path() -> Path:
    """The file of ``plotgate login``."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return folder / "plotgate" / "logins.json"


def read_logins() -> StoredLogins:
    """The stored logins; none if there is no file. Raises an error that names an unreadable file."""
    path = logins_path()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return StoredLogins()
    try:
        content = json.loads(text)
        return StoredLogins(content["default"], dict(content["keys"]))
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{path} is damaged: remove it and run `plotgate login` again") from error


def write_logins(logins: StoredLogins) -> Path:
    """Replaces the file atomically. Only its owner can read it (mode 0600)."""
    path = logins_path()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp creates files with mode 0600, so that others can never read the key.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".logins-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"default": logins.default, "keys": logins.keys}, file, indent=2)
            file.write("\n")
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    return path
