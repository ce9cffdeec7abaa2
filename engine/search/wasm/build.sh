#!/usr/bin/env bash
# Compiles the search and the rules for the browser. Usage: bash engine/search/wasm/build.sh OUT.wasm
# One WebAssembly module without imports, apart from that of the rules, which a page loads first.
set -euo pipefail
out=$(realpath -m "${1:?the file to write}")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
mkdir -p "$(dirname "$out")"
for family in engine/search/weights/*; do
    name=search_$(basename "$family")
    cmake -DVARIABLE="$name" -DINPUT="$family" -DOUTPUT="$made/$name.cpp" -P server/embed.cmake
done
# Files that include the same are compiled together, which takes a quarter of the time.
together() {
    printf '#include "%s"\n' "${@:2}" >"$made/$1.cpp"
}
together rules engine/{arrangement,lattice,notation,opening,position,position_tables,seat,setups}.cpp
together searching engine/search/*.cpp
together exports engine/search/wasm/*.cpp engine/wasm/module.cpp
clang++-19 --target=wasm32-wasi -std=c++20 -O2 -flto -DNDEBUG -fno-exceptions -fno-rtti \
    -ffp-contract=off -fvisibility=hidden -I. -nostartfiles \
    -Wl,--no-entry -Wl,--export=__wasm_call_ctors -Wl,--strip-all \
    -o "$out.new" engine/wasm/bare.cpp "$made"/*.cpp
mv "$out.new" "$out"
