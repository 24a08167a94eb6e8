"""Which service, and with which key: arguments, then the environment, then what ``plotgate login`` stored."""

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
_page = re.compile(r"/(account|docs|graphql|new|v1)(/.*)?$")


@dataclass(frozen=True)
class Settings:
    """The service's base address without a slash at its end, and the key, if there is one."""

    url: str
    key: str | None = field(repr=False)


@dataclass
class StoredLogins:
    """What ``plotgate login`` stored: a key for each service, and the service to use by default."""

    default: str | None = None
    keys: dict[str, str] = field(default_factory=dict, repr=False)


def settings(url: str | None = None, key: str | None = None) -> Settings:
    """Settles the address and the key.

    A stored key is sent only to the service that it was stored for.
    """
    url = url or os.environ.get("PLOTGATE_URL")
    key = key or os.environ.get("PLOTGATE_KEY")
    stored = StoredLogins() if url and key else read_logins()
    url = normal_url(url or stored.default or default_url)
    return Settings(url, _checked_key(key or stored.keys.get(url) or ""))


def _checked_key(key: str) -> str | None:
    """The key without the space around it; never sent where it was copied in part, as ``pg_…``."""
    key = key.strip()
    if not (key.isascii() and key.isprintable()):
        raise NotConfigured("the API key has characters that no key has: was it copied whole, without …?")
    return key or None


def normal_url(url: str) -> str:
    """Checks an address and gives it the one form in which it is compared and stored.

    The address of a page of a service, as a browser's bar shows it, is that of its service.
    """
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"the address of a service begins with http:// or https://, got {url!r}")
    if parts.query or parts.fragment or parts.username:
        raise ValueError(f"the address of a service has no query, fragment or user, got {url!r}")
    base = _page.sub("", parts.path).rstrip("/")
    return f"{parts.scheme}://{parts.netloc.lower()}{base}"


def logins_path() -> Path:
    """Where ``plotgate login`` keeps its file."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return folder / "plotgate" / "logins.json"


def read_logins() -> StoredLogins:
    """What is stored; nothing when there is no file, an error that names the file when it cannot be read."""
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
    """Replaces the file in one step, readable by its owner alone (mode 0600)."""
    path = logins_path()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp makes files of mode 0600; the key is never in one that others can read, not for a moment.
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
