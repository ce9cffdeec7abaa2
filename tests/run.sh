#!/usr/bin/env bash
# Sets the machine up, builds, and runs every check and every test.
# Usage: bash tests/run.sh [part ...] | quick [--since REV] | nightly [form ...]
# All parts and forms: bash tests/run.sh --help
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash server/setup.sh build web package tour mail test
exec /usr/bin/python3 tests/run "$@"
