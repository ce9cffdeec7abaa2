#!/usr/bin/env bash
# Patroni calls this once, on the first primary of a new cluster, with the address of its database: makes tanbod's
# role and its empty database. TANBO_DATABASE_PASSWORD is the role's password.
set -euo pipefail

: "${TANBO_DATABASE_PASSWORD:?TANBO_DATABASE_PASSWORD has to be set for the first start}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$1" <<'SQL'
\getenv password TANBO_DATABASE_PASSWORD
CREATE ROLE tanbo LOGIN PASSWORD :'password';
CREATE DATABASE tanbo OWNER tanbo TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
SQL
