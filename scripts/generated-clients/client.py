"""What a program does with the client that openapi-generator makes: create, read, draw, delete."""

import sys

import openapi_client as api

url, key = sys.argv[1:3]
with api.ApiClient(api.Configuration(host=url, access_token=key)) as client:
    graphs, files = api.GraphsApi(client), api.FilesApi(client)
    figure = api.Figure(data=[api.Trace(type="bar", x=["a", "b"], y=[1, 2])], layout={"title": "Bars"})
    made = graphs.create_graph(figure)
    assert made.ok is True
    graph_id = made.graph.graph_id
    assert graphs.read_graph(graph_id).graph.data[0].type == "bar"
    assert graphs.read_plot(graph_id).graph.permalink.endswith(graph_id)
    for image in (files.draw_chart(graph_id, "png"), files.render_figure(figure, format="png")):
        assert bytes(image).startswith(b"\x89PNG")
    assert "<html" in files.open_plot(graph_id)
    assert files.download_figure(graph_id)["layout"]["title"] == "Bars"
    assert graphs.delete_graph(graph_id).ok is True
    try:
        graphs.read_graph(graph_id)
        raise AssertionError("the graph is still there")
    except api.exceptions.NotFoundException as refusal:
        assert refusal.data.error.code == "graph_not_found"
