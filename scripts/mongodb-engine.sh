#!/usr/bin/env bash
# A MongoDB-compatible engine for the tests where MongoDB's own server cannot be had: DocumentDB on PostgreSQL 18,
# with FerretDB speaking MongoDB's protocol. It is installed once (about four minutes) into a folder of its own
# outside the checkout: a Debian root, since the extension is packaged in Debian's unstable suite alone, and one Go
# program. Needs Linux, root, Debian's package mirror and Go's module proxy.
#
#   scripts/mongodb-engine.sh start      installs and starts what is missing; prints the MONGODB_URL
#   scripts/mongodb-engine.sh front PORT  one FerretDB more before the engine that runs, in the foreground
#   scripts/mongodb-engine.sh stop
#   scripts/mongodb-engine.sh installed  ends with 1 where it is not
#   scripts/mongodb-engine.sh status     prints the MONGODB_URL where the engine answers, else ends with 1
#
# MONGODB_ENGINE_DIR   where it lives; ~/.cache/plotgate/mongodb-engine without it
# MONGODB_ENGINE_PORT  where it listens on 127.0.0.1; 27099 without it. PostgreSQL has the port below.
set -euo pipefail

ferretdb_version=v2.7.0
folder=${MONGODB_ENGINE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/plotgate/mongodb-engine}
port=${MONGODB_ENGINE_PORT:-27099}
postgres_port=$((port - 1))
root=$folder/root
ferretdb=$folder/bin/ferretdb

say() { echo "mongodb-engine: $*" >&2; }
fail() { say "$*"; exit 1; }
# The comment above.
usage() { sed -n '2,/^set /{/^set /d; s/^# \{0,1\}//p}' "$0"; }

answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Runs inside the Debian root. Its mounts are private to the command and its children: nothing is left mounted.
# Without descriptor 9, the lock: a server that is started here would hold it.
inside() {
  unshare --mount --propagation private bash -euc '
    root=$1; shift
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
  ' inside "$root" "$@" 9>&-
}

# The mirror this machine installs its own packages from.
mirror() {
  apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' | grep '^Debian ' | grep -v security | cut -d' ' -f2 | head -1
}

install_root() {
  [ -e "$folder/root-ready" ] && return
  [ "$(id -u)" = 0 ] || fail 'installing needs root; or set MONGODB_URL to a server you have'
  if ! command -v debootstrap >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
  fi
  local from
  from=$(mirror)
  [ -n "$from" ] || fail 'this machine has no Debian mirror; set MONGODB_URL to a server you have'
  say "installing PostgreSQL 18 with DocumentDB into $root"
  rm -rf "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase --include=ca-certificates sid "$root" "$from" >"$folder/install.log"
  cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/"
  # The packages' own scripts start no services.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  inside apt-get update -qq
  inside apt-get install -y -qq --no-install-recommends postgresql-18 postgresql-18-documentdb >>"$folder/install.log"
  cat >>"$root/etc/postgresql/18/main/postgresql.conf" <<'SETTINGS'
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
cron.database_name = 'postgres'
listen_addresses = '127.0.0.1'
max_connections = 300
SETTINGS
  printf 'local all all trust\nhost all all 127.0.0.1/32 trust\n' >"$root/etc/postgresql/18/main/pg_hba.conf"
  touch "$folder/root-ready"
}

install_ferretdb() {
  [ -x "$ferretdb" ] && return
  command -v go >/dev/null || fail 'building FerretDB needs Go; or set MONGODB_URL to a server you have'
  say "building FerretDB $ferretdb_version"
  mkdir -p "$folder/bin"
  # Into a folder of its own first: a build that is cut short leaves nothing that looks finished.
  GOBIN=$folder/building CGO_ENABLED=0 go install -trimpath "github.com/FerretDB/FerretDB/v2/cmd/ferretdb@$ferretdb_version"
  mv "$folder/building/ferretdb" "$ferretdb"
}

start_postgres() {
  answers "$postgres_port" && return
  rm -f "$root"/var/lib/postgresql/18/main/postmaster.pid
  printf "port = %s\n" "$postgres_port" >"$root/etc/postgresql/18/main/conf.d/port.conf"
  inside pg_ctlcluster 18 main start >&2
  inside psql -qU postgres -h 127.0.0.1 -p "$postgres_port" postgres -c 'SET client_min_messages = error; CREATE EXTENSION IF NOT EXISTS documentdb CASCADE'
}

start_ferretdb() {
  answers "$port" && return
  mkdir -p "$folder/state"
  setsid "$ferretdb" --postgresql-url="postgres://postgres@127.0.0.1:$postgres_port/postgres" \
    --listen-addr="127.0.0.1:$port" --debug-addr=- --telemetry=disable --no-auth --log-level=error \
    --state-dir="$folder/state" </dev/null >"$folder/ferretdb.log" 2>&1 9>&- &
  echo $! >"$folder/ferretdb.pid"
  for _ in $(seq 100); do
    answers "$port" && return
    sleep 0.2
  done
  fail "FerretDB does not answer: $(tail -3 "$folder/ferretdb.log")"
}

case ${1:-} in
start)
  mkdir -p "$folder"
  # Of two who start it at once, one installs.
  exec 9>"$folder/lock"
  flock 9
  install_root
  install_ferretdb
  start_postgres
  start_ferretdb
  echo "mongodb://127.0.0.1:$port/"
  ;;
front)
  [ -n "${2:-}" ] || { say 'say on which port'; exit 2; }
  mkdir -p "$folder/state-$2"
  exec "$ferretdb" --postgresql-url="postgres://postgres@127.0.0.1:$postgres_port/postgres" \
    --listen-addr="127.0.0.1:$2" --debug-addr=- --telemetry=disable --no-auth --log-level=error \
    --state-dir="$folder/state-$2"
  ;;
stop)
  [ ! -e "$folder/ferretdb.pid" ] || kill "$(cat "$folder/ferretdb.pid")" 2>/dev/null || true
  rm -f "$folder/ferretdb.pid"
  inside pg_ctlcluster 18 main stop -m fast
  ;;
installed)
  [ -e "$folder/root-ready" ] && [ -x "$ferretdb" ]
  ;;
status)
  answers "$port" || exit 1
  echo "mongodb://127.0.0.1:$port/"
  ;;
--help)
  usage
  ;;
*)
  say 'say start, front PORT, stop, installed or status'
  exit 2
  ;;
esac
