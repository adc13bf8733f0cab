#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets, each only where it is missing: nothing that was in use is replaced.
# The server reads its own as user 10001 of the container; run as root so that they can be handed to it.
set -eu
umask 077
folder=$(dirname "$0")/secrets
mkdir -p "$folder"
chmod 711 "$folder"

random() { openssl rand -base64 "$1" | tr -d '\n'; }

[ -s "$folder/secret-key" ] || random 32 >"$folder/secret-key"
[ -s "$folder/metrics-token" ] || openssl rand -hex 24 >"$folder/metrics-token"
[ -s "$folder/postgres-password" ] || openssl rand -hex 24 | tr -d '\n' >"$folder/postgres-password"
[ -s "$folder/database-url" ] ||
  printf 'postgres://shufang:%s@postgres:5432/shufang\n' "$(cat "$folder/postgres-password")" >"$folder/database-url"

if [ "$(id -u)" = 0 ]; then
  chown 10001:10001 "$folder/secret-key" "$folder/metrics-token" "$folder/database-url"
else
  echo "make-secrets.sh: as root, run: chown 10001:10001 $folder/secret-key $folder/metrics-token $folder/database-url" >&2
fi
