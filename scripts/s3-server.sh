#!/usr/bin/env bash
# An S3-compatible server for the tests: gofakes3, one Go program with its objects in memory, built once into a folder
# outside the checkout. Needs Go and its module proxy.
#
#   scripts/s3-server.sh install    builds what is missing; prints the program's path
#   scripts/s3-server.sh installed  prints the path, or ends with 1
#
# S3_SERVER_DIR   where it lives; ~/.cache/plotgate/s3-server without it
set -euo pipefail

version=v1.2.0
folder=${S3_SERVER_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/plotgate/s3-server}
program=$folder/gofakes3-$version

case ${1:-} in
install)
  if [ ! -x "$program" ]; then
    command -v go >/dev/null || { echo 's3-server: building gofakes3 needs Go' >&2; exit 1; }
    # Into a folder of its own first: a build that is cut short leaves nothing that looks finished.
    GOBIN=$folder/building CGO_ENABLED=0 go install -trimpath "github.com/johannesboyne/gofakes3/cmd/gofakes3@$version"
    mv "$folder/building/gofakes3" "$program"
  fi
  echo "$program"
  ;;
installed)
  [ -x "$program" ]
  echo "$program"
  ;;
*)
  echo 's3-server: say install or installed' >&2
  exit 2
  ;;
esac
