#!/usr/bin/env bash
# Compiles the rules for the browser. Usage: bash engine/wasm/build.sh OUT.wasm
# One WebAssembly module without imports; the sources are those of the server, unchanged.
set -euo pipefail
out=$(realpath -m "${1:?the file to write}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

bash engine/wasm/module.sh "$out" \
    engine/{arrangement,lattice,notation,opening,position,position_tables,seat,setups}.cpp engine/wasm/module.cpp
