// A small server that speaks MongoDB's protocol over SQLite, for tests on machines without MongoDB.
// Usage: ferretdb FOLDER ADDRESS. It ends when its standard input does, so that no test leaves it behind.
package main

import (
	"context"
	"io"
	"log"
	"log/slog"
	"os"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: ferretdb FOLDER ADDRESS")
	}
	server, err := ferretdb.New(&ferretdb.Config{
		Handler:   "sqlite",
		SQLiteURL: "file:" + os.Args[1] + "/",
		Listener:  ferretdb.ListenerConfig{TCP: os.Args[2]},
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
	})
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	if err := server.Run(ctx); err != nil {
		log.Fatal(err)
	}
}
