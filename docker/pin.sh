#!/usr/bin/env bash
# Names the images that ours are built from by digest: tomorrow's build takes those of today.
#
#   bash docker/pin.sh          asks the registry what the tags mean now, and writes the digests into the files
#   bash docker/pin.sh --check  says which of them have no digest, and fails if any has none
#
# Asks by `docker buildx imagetools inspect`; IMAGETOOLS names another command that prints a digest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

files=(Dockerfile mail/Dockerfile compose.yaml)
image='docker\.io/[a-z0-9._/-]+:[a-z0-9._-]+'
digest='sha256:[0-9a-f]{64}'

# The images of the registry, a digest and all, as the files name them.
named() {
    grep -hoE "^(FROM| *image:) +${image}(@[^ ]*)?" "${files[@]}" | sed -E 's/^.* //' | sort -u
}

digest_of() {
    if [ -n "${IMAGETOOLS:-}" ]; then
        "$IMAGETOOLS" "$1"
    else
        docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$1"
    fi
}

check() {
    local loose
    loose=$(named | grep -vE "^${image}@${digest}\$") || return 0
    printf 'docker/pin.sh: no digest: %s\n' "$loose" >&2
    return 1
}

pin() {
    local tag found edits=()
    while read -r tag; do
        found=$(digest_of "$tag")
        [[ $found =~ ^${digest}$ ]] || {
            printf 'docker/pin.sh: this is no digest of %s: %s\n' "$tag" "$found" >&2
            return 1
        }
        edits+=(-e "s|${tag//./\\.}(@[^ ]*)?( \|\$)|$tag@$found\\2|")
        printf '%s@%s\n' "$tag" "$found"
    done < <(named | sed -E 's/@.*//' | sort -u)
    sed -i -E "${edits[@]}" "${files[@]}"
}

case ${1:-} in
    '') pin ;;
    --check) check ;;
    *)
        sed -n '2,/^set/{/^#/p}' "$0" >&2
        exit 64
        ;;
esac
