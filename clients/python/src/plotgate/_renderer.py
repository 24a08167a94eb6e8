"""The renderer ``pio.renderers["plotgate"]``, with which ``fig.show()`` publishes."""

from __future__ import annotations

import sys
from typing import Any

from ._functions import publish


def register() -> None:
    """Registers the renderer if plotly is installed, and can be imported."""
    try:
        import plotly.io
        from plotly.io.base_renderers import ExternalRenderer
    except ImportError:
        return

    class PlotgateRenderer(ExternalRenderer):  # type: ignore[misc]
        """Publishes the figure. Shows the graph in notebooks, and opens its page in the browser elsewhere."""

        def __init__(self, open_browser: bool = True) -> None:
            self.open_browser = open_browser

        def render(self, fig_dict: dict[str, Any]) -> None:
            graph = publish(fig_dict)
            if _in_notebook():
                from IPython.display import display

                display(graph)
                return
            print(graph.url)
            if self.open_browser:
                graph.open()

    plotly.io.renderers["plotgate"] = PlotgateRenderer()


def _in_notebook() -> bool:
    """Whether this runs in the kernel of a notebook, not at the prompt of IPython."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and hasattr(shell, "kernel")
