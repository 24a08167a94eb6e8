import java.nio.file.Files;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.FilesApi;
import org.openapitools.client.api.GraphsApi;
import org.openapitools.client.model.Figure;
import org.openapitools.client.model.Trace;

/** What a program does with the client that openapi-generator makes: create, read, draw, delete. */
class Client {
  public static void main(String[] login) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(login[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + login[1]));
    var graphs = new GraphsApi(client);
    var files = new FilesApi(client);

    var trace = new Trace();
    trace.setType(Trace.TypeEnum.BAR);
    trace.putAdditionalProperty("y", List.of(1, 2));
    var figure = new Figure();
    figure.setData(List.of(trace));
    var made = graphs.createGraph(figure, null, null, null);
    check(made.getOk(), "create");
    var id = made.getGraph().getGraphId();
    check(graphs.readGraph(id, null, null, null).getGraph().getData().get(0).getType() == Trace.TypeEnum.BAR, "read");

    var chart = files.drawChart(id, "png", null, null, null, null, null, null, null);
    var drawn = files.renderFigure(figure, null, null, null, null, null, null, null, "png");
    for (var image : List.of(chart, drawn)) {
      check(new String(Files.readAllBytes(image.toPath()), 1, 3, "US-ASCII").equals("PNG"), "draw");
    }

    check(graphs.deleteGraph(id, null).getOk(), "delete");
    try {
      graphs.readGraph(id, null, null, null);
      check(false, "gone");
    } catch (ApiException refusal) {
      check(refusal.getCode() == 404, "gone");
    }
  }

  private static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }
}
