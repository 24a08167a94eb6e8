"""Messages of the service in the words of this package instead of those of HTTP."""

from __future__ import annotations

_words = {
    "Plotgate-Expires: must": "expires: must",
    "read it again before you change it": "read it with plotgate.get(id), and update what that returns",
}


def in_words_of_python(message: str) -> str:
    """The same message, which names arguments and functions in place of headers."""
    for theirs, ours in _words.items():
        message = message.replace(theirs, ours)
    return message
