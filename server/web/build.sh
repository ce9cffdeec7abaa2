#!/usr/bin/env bash
# Builds the client, the manual and the icons, and packs what the server compiles in.
#
#   bash server/web/build.sh OUT ENGINE.wasm PYTHON     leaves OUT/pack/packed.cpp and the files that it takes in;
#                                                       PYTHON bundles the contract for the reference of the API;
#                                                       OUT/tanbo-client is the npm package for programs
#
# All builds of a checkout share OUT: if it was made of the same files, nothing is done. What npm's lockfile
# names is fetched when the lockfile has changed, and else there is no network. Nothing is written beside the
# sources, and no script of a package is run.
set -euo pipefail
out=$(realpath -m "${1:?a folder to write to}")
engine=$(realpath "${2:?the rules for the browser}")
python=${3:?a Python with PyYAML}
cd "$(dirname "${BASH_SOURCE[0]}")"

plain=(plain.css embed/embed.js embed/embed.css)
contract=../../protocol/contract
programs=../clients/npm
mkdir -p "$out"
exec 9>"$out/lock"
flock 9

# The client's own files: not what its tools leave beside them.
files() {
    (cd client && find . -type f -not -path './node_modules/*' -not -path './dist/*' -not -path './generated/*')
}

sum_of() {
    sha256sum | cut -d' ' -f1
}

# The files of a folder that its sources and contract are made of, with their sums.
sums_below() {
    find "$@" -type f -not -name '*.pyc' -not -path '*/generated/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
}

sources=$({ files | LC_ALL=C sort | sed 's|^|client/|' | xargs -d '\n' sha256sum
    sha256sum "${plain[@]}" pack.mjs build.sh service_worker.js help/* icons/* manual/*
    sums_below "$contract" "$programs"
    sha256sum <"$engine"
    node --version; } | sum_of)
[ "$(cat "$out/made-of" 2>/dev/null)" != "$sources" ] || exit 0
rm -f "$out/made-of"

# A copy, in which the build may write.
copy=$out/client
mkdir -p "$copy"
find "$copy" -mindepth 1 -maxdepth 1 -not -name node_modules -exec rm -rf {} +
files | tar --create --directory client --no-recursion --files-from - | tar --extract --directory "$copy"

lock=$(sum_of <client/package-lock.json)
if [ "$(cat "$out/modules-of" 2>/dev/null)" != "$lock" ]; then
    rm -f "$out/modules-of"
    (cd "$copy" && npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error)
    echo "$lock" >"$out/modules-of"
fi

package=$({ sums_below "$contract" "$programs"
    echo "$lock"; } | sum_of)
if [ "$(cat "$out/package-of" 2>/dev/null)" != "$package" ]; then
    rm -f "$out/package-of"
    node "$programs/build.js" "$out/tanbo-client" "$copy" "$python"
    echo "$package" >"$out/package-of"
fi

programs=$(realpath "$programs")
(cd "$copy" && TANBO_ENGINE="$engine" TANBO_CLIENT="$programs/src/index.ts" TANBO_DIST="$out/dist" NODE_ENV=production \
    node node_modules/vite/bin/vite.js build --logLevel warn)
node icons/make.mjs "$copy" "$out/icons"
mkdir -p "$out/contract"
for name in openapi asyncapi; do
    PYTHONDONTWRITEBYTECODE=1 "$python" "$contract/bundle.py" "$contract/$name.yaml" "$out/contract/$name.json"
done
node help/render.mjs "$copy" "$out/icons/icon.svg" "$out/contract" "$out/help"
node pack.mjs "$out/dist" "$out/help" "$out/icons" service_worker.js "$out/pack" "${plain[@]}" "$out/icons/icon.svg"
echo "$sources" >"$out/made-of"
