#!/usr/bin/env bash
# Compiles the search and the rules for the browser. Usage: bash engine/search/wasm/build.sh OUT.wasm
# One WebAssembly module without imports, apart from that of the rules, which a page loads first.
set -euo pipefail
out=$(realpath -m "${1:?the file to write}")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

weights=()
for family in engine/search/weights/*; do
    weights+=("search_$(basename "$family")=$family")
done
bash engine/wasm/module.sh "$out" \
    engine/{arrangement,lattice,notation,opening,position,position_tables,seat,setups}.cpp engine/search/*.cpp \
    engine/search/wasm/*.cpp engine/wasm/module.cpp "${weights[@]}"
