#!/usr/bin/env bash
# Measures moves a second and latencies over HTTP, with 1, 16, 64 and 256 games at once.
# Usage: bash tests/bench/run.sh [--seconds S] [--games N...] [--folder DIRECTORY]
# The generator and the server share the machine. TANBOD names another binary than
# build/release/bin/tanbod.
set -euo pipefail
exec /usr/bin/python3 "$(dirname "${BASH_SOURCE[0]}")/load.py" "$@"
