#!/usr/bin/env bash
# Compiles files of this checkout into one WebAssembly module without imports.
# Usage: bash engine/wasm/module.sh OUT.wasm FILE.cpp|VARIABLE=FILE...    the latter are embedded, as by tanbo_embed
set -euo pipefail
out=$(realpath -m "${1:?the file to write}")
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")

mkdir -p "$(dirname "$out")"
made=$(mktemp -d "$out.XXXXXX")
trap 'rm -r "$made"' EXIT
cd "$made"

# Files that include the same are compiled as one, which takes a quarter of the time.
for file in "${@:2}"; do
    if [[ $file == *=* ]]; then
        name=${file%%=*}
        cmake -DVARIABLE="$name" -DINPUT="$root/${file#*=}" -DOUTPUT="$made/$name.cpp" -P "$root/server/embed.cmake"
        file=$name.cpp
    fi
    echo "#include \"$file\""
done >unit.cpp

# All presets compile the same: the compiler's cache, to which neither the folder nor the checkout matters, knows it.
compiler=(clang++-19)
if command -v ccache >/dev/null; then
    compiler=(env CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1 ccache clang++-19)
fi
options=(--target=wasm32-wasi -std=c++23 -O2 -flto -DNDEBUG -fno-exceptions -fno-rtti -ffp-contract=off
    -fvisibility=hidden -I"$root")
"${compiler[@]}" "${options[@]}" -c -o unit.o unit.cpp
"${compiler[@]}" "${options[@]}" -c -o bare.o "$root/engine/wasm/bare.cpp"
clang++-19 "${options[@]}" -nostartfiles -Wl,--no-entry -Wl,--export=__wasm_call_ctors -Wl,--strip-all \
    -o module.wasm unit.o bare.o
mv module.wasm "$out"
