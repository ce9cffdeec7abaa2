#!/usr/bin/env bash
# Writes the passwords of a new cluster into .env beside this file; leaves one that is there as it is.
set -euo pipefail
umask 077

file=$(dirname "${BASH_SOURCE[0]}")/.env
[ ! -e "$file" ] || { printf 'docker/cluster/secrets.sh: %s is there and stays as it is\n' "$file" >&2; exit 1; }
echo 'COMPOSE_PROJECT_NAME=tanbo-cluster' >"$file"
for name in SUPERUSER REPLICATION DATABASE; do
    printf '%s_PASSWORD=%s\n' "$name" "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
done >>"$file"
