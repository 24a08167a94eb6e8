#!/usr/bin/env bash
# The programs that check what deploy/ holds: promtool and caddy from Debian, helm and Compose's own reader built from
# their Go modules, once, into a folder outside the checkout. Nothing is installed on the machine and no service started.
#
#   scripts/deploy-tools.sh install    brings what is missing; prints the folder, for PATH
#
# DEPLOY_TOOLS_DIR   where they live; ~/.cache/plotgate/deploy-tools without it
set -euo pipefail

folder=${DEPLOY_TOOLS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/plotgate/deploy-tools}

from_debian() { # PACKAGE PROGRAM
  [ -x "$folder/$2" ] && return
  local work
  work=$(mktemp -d)
  (cd "$work" && { apt-get download -qq "$1" || { apt-get update -qq && apt-get download -qq "$1"; }; } && dpkg-deb -x ./*.deb . && cp "usr/bin/$2" "$folder/.$2" && mv "$folder/.$2" "$folder/$2")
  rm -rf "$work"
}

from_go() { # PROGRAM MODULE
  [ -x "$folder/$1" ] && return
  GOBIN=$folder/building CGO_ENABLED=0 go install -trimpath "$2"
  mv "$folder/building/$(basename "${2%@*}")" "$folder/$1"
}

[ "${1:-}" = install ] || { echo 'deploy-tools: say install' >&2; exit 2; }
mkdir -p "$folder"
from_debian prometheus promtool
from_debian caddy caddy
from_go helm helm.sh/helm/v3/cmd/helm@v3.18.4
from_go compose-reader github.com/compose-spec/compose-go/v2/cmd@v2.9.0
echo "$folder"
