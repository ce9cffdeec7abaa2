#!/usr/bin/env bash
# Measures a server under load: GETs over 64 connections, moves with 1, 16, 64 and 256 games at
# once, and 2,000 spectators of one game with their memory.
# Usage: bash tests/bench/run.sh [--seconds S] [--games N...] [--spectators N] [--rounds N]
#                                [--against TANBOD] [--folder DIRECTORY]
# The generator and the server share the machine. TANBOD and TANBO_BENCH_LOAD name other programs
# than those in build/release/bin; what is missing there is built.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
if [ -z "${TANBOD:-}" ] || [ -z "${TANBO_BENCH_LOAD:-}" ]; then
    [ -f build/release/build.ninja ] || cmake --preset release
    cmake --build --preset release --target tanbod tanbo_bench_load >&2
fi
exec /usr/bin/python3 tests/bench/figures.py "$@"
