package openapi

// What a program does with the client that openapi-generator makes: create, read, draw, delete.

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
)

func TestService(t *testing.T) {
	url, key := os.Args[len(os.Args)-2], os.Args[len(os.Args)-1]
	configuration := NewConfiguration()
	configuration.Servers = ServerConfigurations{{URL: url}}
	ctx := context.WithValue(context.Background(), ContextAccessToken, key)
	client := NewAPIClient(configuration)

	trace := NewTrace()
	trace.SetType("bar")
	trace.Y = []int{1, 2}
	figure := *NewFigure([]Trace{*trace})
	made, _, err := client.GraphsAPI.CreateGraph(ctx).Figure(figure).Execute()
	if err != nil || !made.Ok {
		t.Fatal("create", err)
	}
	id := made.Graph.GraphId
	read, _, err := client.GraphsAPI.ReadGraph(ctx, id).Execute()
	if err != nil || read.Graph.GraphId != id {
		t.Fatal("read", err)
	}
	chart, _, err := client.FilesAPI.DrawChart(ctx, id, "png").Execute()
	isPng(t, chart, err)
	rendered, _, err := client.FilesAPI.RenderFigure(ctx).Figure(figure).Format("png").Execute()
	isPng(t, rendered, err)
	deleted, _, err := client.GraphsAPI.DeleteGraph(ctx, id).Execute()
	if err != nil || !deleted.Ok {
		t.Fatal("delete", err)
	}
	if _, answer, err := client.GraphsAPI.ReadGraph(ctx, id).Execute(); err == nil || answer.StatusCode != 404 {
		t.Fatal("the graph is still there")
	}
}

func isPng(t *testing.T, file *os.File, err error) {
	t.Helper()
	if err != nil {
		t.Fatal("draw", err)
	}
	bytes, err := io.ReadAll(file)
	if err != nil || !strings.HasPrefix(string(bytes), "\x89PNG") {
		t.Fatal("no png", err)
	}
}
