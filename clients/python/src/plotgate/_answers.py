"""Answers of the service, and the errors that they tell."""

from __future__ import annotations

import email.utils
import http.client
import json
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ._errors import Detail, ServiceError, error_class
from ._wording import in_words_of_python

_status_of = {
    "unauthenticated": 401,
    "forbidden": 403,
    "quota_exceeded": 403,
    "rate_limited": 429,
    "overloaded": 503,
    "unavailable": 503,
}
"""GraphQL tells these with status 200."""


@dataclass(frozen=True)
class Answer:
    """An answer, read completely."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> dict[str, Any]:
        """The content, an object; an empty one if it is none."""
        try:
            content = json.loads(self.body)
        except ValueError:
            content = None
        return content if isinstance(content, dict) else {}

    def number(self, header: str) -> int | None:
        """The value of a header that is an integer."""
        text = self.headers.get(header, "")
        return int(text) if text.isdigit() else None

    def date(self, header: str) -> datetime | None:
        """The value of a header that is a date."""
        return date_of(self.headers.get(header, ""))


def date_of(text: str) -> datetime | None:
    """A date as headers have it (RFC 9110, 5.6.7)."""
    try:
        return email.utils.parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None


def retry_after_of(text: str | None) -> float | None:
    """Seconds from a Retry-After header, a number or a date (RFC 9110, 10.2.3)."""
    if text is None:
        return None
    if text.strip().isdigit():
        return float(text)
    at = date_of(text)
    return None if at is None else max(0.0, at.timestamp() - time.time())


def service_error(answer: Answer, url: str) -> ServiceError:
    """The exception for an answer. If the answer is not from a Plotgate service, the message tells so."""
    request_id = answer.headers.get("X-Request-Id")
    retry_after = retry_after_of(answer.headers.get("Retry-After"))
    try:
        content = answer.json()
        error = content["error"] if "error" in content else _of_graphql(content["errors"][0])
        code, message = str(error["code"]), in_words_of_python(str(error["message"]))
        details = details_of(error.get("details"))
        retry_after = error.get("retryAfter", retry_after)
    except (TypeError, LookupError):
        code, details = "unknown", ()
        message = f"{url} answered with status {answer.status}, not as a Plotgate service does"
        if 200 <= answer.status < 300:
            message += f": its content is {answer.headers.get_content_type()}"
        if location := answer.headers.get("Location"):
            message += f"; it points to {location}"
        if answer.status == 407:
            message += ": a proxy asks for a password, as in HTTP_PROXY=http://name:password@proxy:3128"
    status = _status_of.get(code, answer.status)
    return error_class(status, code)(
        message,
        status=status,
        code=code,
        details=details,
        request_id=request_id,
        retry_after=retry_after,
    )


def _of_graphql(error: dict[str, Any]) -> dict[str, Any]:
    return {"message": error["message"], **error["extensions"]}


def details_of(content: Any) -> tuple[Detail, ...]:
    """Errors or warnings from a list of objects with path and message."""
    return tuple(Detail(str(each["path"]), str(each["message"])) for each in content or ())
