#!/usr/bin/env bash
# Dumps the database that libpq's variables name into the folder $1, and keeps the newest $2 dumps there.
# `pg_restore --dbname=...` reads one.
set -euo pipefail
folder=$1 keep=$2

file=$folder/tanbo-$(date --utc +%Y%m%dT%H%M%SZ).dump
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --file="$file.part"
sync "$file.part"
mv "$file.part" "$file"
find "$folder" -name 'tanbo-*.dump' | LC_ALL=C sort --reverse | tail -n "+$((keep + 1))" | xargs --no-run-if-empty rm -f
