"""All exceptions of this package. Their messages contain a remedy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Detail:
    """One error or warning of a figure, with its place."""

    path: str
    """A JSON path such as ``data[0].marker.color``; empty if it concerns the whole figure."""
    message: str

    def __str__(self) -> str:
        # A message about a single place already begins with its path.
        return self.message if self.message.startswith(self.path) else f"{self.path}: {self.message}"


class PlotgateError(Exception):
    """The base class of all errors of this package."""


class NotConfigured(PlotgateError):
    """No API key was given."""


class NotAFigure(PlotgateError, TypeError):
    """The given object is not a figure. Nothing was sent."""


class Unreachable(PlotgateError, ConnectionError):
    """The service did not answer, because of a wrong address, a broken network or a timeout."""


class ServiceError(PlotgateError):
    """The service answered with an error."""

    status: int
    """The HTTP status."""
    code: str
    """The stable name of the error, such as ``graph_not_found``."""
    message: str
    details: tuple[Detail, ...]
    """All errors with their places, if the service sent them."""
    request_id: str | None
    """The id of the request in the service's log."""
    retry_after: float | None
    """Seconds after which a retry makes sense (``Retry-After``)."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: Sequence[Detail] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.details = tuple(details)
        self.request_id = request_id
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors are pickled between the processes of a pool.
        fields = {
            "status": self.status,
            "code": self.code,
            "details": self.details,
            "request_id": self.request_id,
            "retry_after": self.retry_after,
        }
        return _rebuild, (type(self), self.message, fields)

    def __str__(self) -> str:
        lines = [self.message]
        if len(self.details) > 1:
            lines += [f"  {detail}" for detail in self.details]
        return "\n".join(lines)


def _rebuild(kind: type[ServiceError], message: str, fields: dict[str, Any]) -> ServiceError:
    return kind(message, **fields)


class InvalidFigure(ServiceError, ValueError):
    """The figure cannot be drawn. ``details`` contains all errors with their JSON paths."""


class InvalidArgument(ServiceError, ValueError):
    """The service refused an argument, such as a width or an expiry."""


class RenderFailed(ServiceError):
    """The charting library refused the figure, or it took too long to draw."""


class Unauthenticated(ServiceError):
    """The API key is missing, unknown, revoked or expired."""


class Forbidden(ServiceError):
    """The key lacks a scope, the graph is another account's, or a quota is used up."""


class NotFound(ServiceError, LookupError):
    """There is no such graph, or no such version of it."""


class VersionConflict(ServiceError):
    """Somebody else has changed the graph in the meantime."""


class Overloaded(ServiceError):
    """The service was too busy until the timeout of the call."""


class FigureWarning(UserWarning):
    """A part of a figure will not be drawn as intended."""


_by_code: dict[str, type[ServiceError]] = {
    "invalid_figure": InvalidFigure,
    "invalid_json": InvalidFigure,
    "invalid_parameter": InvalidArgument,
    "render_failed": RenderFailed,
    "render_timeout": RenderFailed,
    "version_conflict": VersionConflict,
}
_by_status: dict[int, type[ServiceError]] = {
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    429: Overloaded,
    503: Overloaded,
}


def error_class(status: int, code: str) -> type[ServiceError]:
    """The exception class for a status and an error code."""
    return _by_code.get(code) or _by_status.get(status) or ServiceError
