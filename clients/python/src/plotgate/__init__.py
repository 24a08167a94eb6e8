"""Plotgate: publish Plotly figures, and turn them into images without a local browser.

>>> import plotgate
>>> graph = plotgate.publish(fig)
>>> graph.url, graph.image_url
>>> plotgate.write_image(fig, "chart.pdf")

The service and the key come from PLOTGATE_URL and PLOTGATE_KEY, or from ``plotgate login``.
"""

from ._batch import WriteImagesError
from ._client import Client
from ._errors import (
    Detail,
    FigureWarning,
    Forbidden,
    InvalidArgument,
    InvalidFigure,
    NotAFigure,
    NotConfigured,
    NotFound,
    Overloaded,
    PlotgateError,
    RenderFailed,
    ServiceError,
    Unauthenticated,
    Unreachable,
    VersionConflict,
)
from ._figures import FigureLike
from ._functions import check, get, graphs, publish, to_image, write_image, write_images
from ._graph import Graph
from ._renderer import register as _register
from ._version import __version__

__all__ = [
    "Client",
    "Detail",
    "FigureLike",
    "FigureWarning",
    "Forbidden",
    "Graph",
    "InvalidArgument",
    "InvalidFigure",
    "NotAFigure",
    "NotConfigured",
    "NotFound",
    "Overloaded",
    "PlotgateError",
    "RenderFailed",
    "ServiceError",
    "Unauthenticated",
    "Unreachable",
    "VersionConflict",
    "WriteImagesError",
    "__version__",
    "check",
    "get",
    "graphs",
    "publish",
    "to_image",
    "write_image",
    "write_images",
]

for _error in [each for each in globals().values() if isinstance(each, type) and issubclass(each, Exception)]:
    # Tracebacks name the package, whose names can be imported, instead of its private modules.
    _error.__module__ = __name__

_register()
