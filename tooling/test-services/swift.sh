#!/bin/sh
# OpenStack Swift with its S3 interface, the strict S3 server of our tests: it checks signatures and expiry.
# Debian and root only. Safe to run again: installs once, starts only when it does not answer.
#   swift.sh start | stop        S3 on http://127.0.0.1:9110, key test:tester, secret testing
set -eu

base=${SWIFT_TEST_DIR:-/tmp/shufang-swift}
proxy=9110
account=9111
container=9112
object=9113

answers() { curl -fsS -m 2 "http://127.0.0.1:$proxy/healthcheck" >/dev/null 2>&1; }

stop() {
  for name in proxy account container object; do
    pidfile=$base/run/$name.pid
    [ -s "$pidfile" ] || continue
    kill "$(cat "$pidfile")" 2>/dev/null || true
    rm -f "$pidfile"
  done
}

install() {
  command -v swift-proxy-server >/dev/null && command -v swift-object-server >/dev/null && return
  # With run level 1, no service manager starts Swift with Debian's own configuration.
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    swift-proxy swift-account swift-container swift-object python3-swift curl >"$base/apt.log" 2>&1
}

storage_server() { # name port app
  cat >"$base/$1.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $2
workers = 0
user = swift
swift_dir = $base
devices = $base/devices
mount_check = false
log_level = WARNING
fallocate_reserve = 0
[pipeline:main]
pipeline = $1-server
[app:$1-server]
use = egg:swift#$1
CONF
}

configure() {
  mkdir -p "$base/devices/d1" "$base/run"
  [ -s "$base/object.ring.gz" ] || (
    cd "$base"
    for pair in "account $account" "container $container" "object $object"; do
      set -- $pair
      swift-ring-builder "$1.builder" create 4 1 1 >/dev/null
      swift-ring-builder "$1.builder" add "r1z1-127.0.0.1:$2/d1" 1 >/dev/null
      swift-ring-builder "$1.builder" rebalance >/dev/null
    done
  )
  storage_server account $account
  storage_server container $container
  storage_server object $object
  cat >"$base/proxy.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $proxy
workers = 0
user = swift
swift_dir = $base
log_level = WARNING
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
# tempauth wants a cache to exist; none answers there and every look-up is simply a miss.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9114
error_suppression_limit = 0
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
dns_compliant_bucket_names = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
CONF
  chown -R swift: "$base"
}

start() {
  answers && return
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "swift.sh: needs Debian and root" >&2
    exit 2
  fi
  mkdir -p "$base"
  install
  configure
  stop
  for name in account container object proxy; do
    setsid "swift-$name-server" "$base/$name.conf" >"$base/run/$name.log" 2>&1 </dev/null &
    echo $! >"$base/run/$name.pid"
  done
  tries=0
  until answers; do
    tries=$((tries + 1))
    if [ "$tries" -gt 100 ]; then
      cat "$base"/run/*.log >&2
      exit 1
    fi
    sleep 0.2
  done
}

case ${1:-start} in
  start) start ;;
  stop) stop ;;
  *) echo "usage: swift.sh start|stop" >&2; exit 2 ;;
esac
