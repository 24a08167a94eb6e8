"""What notebooks show."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest

import plotgate


def test_the_embed_lies_over_the_picture(client: plotgate.Client) -> None:
    graph = client.publish({"data": [{"y": [1]}], "layout": {"width": 320, "height": 240}})
    html = graph._repr_html_()
    assert f'<iframe src="{graph.url}?embed"' in html
    assert f'<img src="{graph.image_url}"' in html
    # Where a viewer takes frames away, the linked picture before it stays.
    assert html.index("<img") < html.index("<iframe")
    assert "width:320px" in html
    assert "height:240px" in html


def test_the_bundle_has_the_picture_for_what_shows_no_pages(client: plotgate.Client) -> None:
    graph = client.publish({"data": [{"y": [1]}]})
    bundle = graph._repr_mimebundle_()
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    assert "image/png" not in graph._repr_mimebundle_(exclude=["image/png"])
    graph.delete()
    assert set(graph._repr_mimebundle_()) == {"text/plain", "text/html"}


@pytest.mark.filterwarnings("ignore")
def test_a_real_notebook(service: Any) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("plotly")
    cells = [
        f"import os; os.environ.update(PLOTGATE_URL={service.url!r}, PLOTGATE_KEY={service.key!r})",
        "import plotgate, plotly.io as pio, plotly.graph_objects as go\npio.renderers.default = 'plotgate'",
        "go.Figure(go.Bar(y=[1, 2])).show()",
        "plotgate.publish({'data': [{'y': [1]}]})",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3").execute()
    for cell in book.cells[2:]:
        (output,) = [each for each in cell.outputs if "data" in each]
        address = re.search(r'iframe src="([^"]+)\?embed"', output["data"]["text/html"])
        assert address
        assert plotgate.get(address[1], url=service.url)
        assert base64.b64decode(output["data"]["image/png"]).startswith(b"\x89PNG")
