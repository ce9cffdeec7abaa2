#!/usr/bin/env bash
# Compiles the rules for the browser. Usage: bash engine/wasm/build.sh OUT.wasm
# One WebAssembly module without imports; the sources are those of the server, unchanged.
set -euo pipefail
out=$(realpath -m "${1:?the file to write}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

mkdir -p "$(dirname "$out")"
clang++-19 --target=wasm32-wasi -std=c++20 -O2 -flto -DNDEBUG -fno-exceptions -fno-rtti \
    -fvisibility=hidden -I. -nostartfiles \
    -Wl,--no-entry -Wl,--export=__wasm_call_ctors -Wl,--strip-all \
    -o "$out.new" \
    engine/{arrangement,lattice,notation,opening,position,position_tables,seat,setups}.cpp \
    engine/wasm/{bare,module}.cpp
mv "$out.new" "$out"
