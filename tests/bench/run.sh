#!/usr/bin/env bash
# Measures what the server costs, each figure beside its bar, and writes tests/bench/RESULTS.md.
# Needs valgrind. The loads and the server share the machine.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
[ -f build/release/build.ninja ] || cmake --preset release
cmake --build --preset release --target tanbod tanbo tanbo_bench_load tanbo_bench_http_loop \
    tanbo_bench_send_loop tanbo_bench_websocket_loop tanbo_bench_sqlite_loop \
    tanbo_bench_moves_loop tanbo_bench_engine tanbo_bench_games tanbo_bench_lists >&2
exec /usr/bin/python3 tests/bench/bars.py
