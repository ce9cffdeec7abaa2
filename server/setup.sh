#!/usr/bin/env bash
# Installs the Debian packages that are missing, and does nothing, quickly, when none is.
#
# Usage: bash server/setup.sh [run] [build] [web] [tour] [mail] [cluster] [test]
#   The words are sections of docker/packages.txt; without one: build.
# Works as root or with sudo on Debian 12. TANBO_SKIP_SETUP=1 leaves the system alone.
# OS_RELEASE names another file than /etc/os-release (for the test of this script).
set -euo pipefail

packages_file=$(dirname "${BASH_SOURCE[0]}")/../docker/packages.txt

fail() {
    printf 'server/setup.sh: %s\n' "$*" >&2
    exit 1
}

# Prints the packages of section $1 that this machine needs, one a line.
packages_of() {
    local section='' package command
    while read -r package command; do
        case $package in
            '' | '#'*) ;;
            '['*']') section=${package:1:-1} ;;
            *)
                [ "$section" = "$1" ] || continue
                if [ -z "$command" ] || ! command -v "$command" >/dev/null; then
                    printf '%s\n' "$package"
                fi
                ;;
        esac
    done <"$packages_file"
}

# Prints those of the packages $@ that are not installed.
missing_of() {
    local installed
    installed=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
        sed -n 's/^installed //p') || true
    printf '%s\n' "$@" | grep -vxF -e "$installed" || true
}

require_debian_12() {
    local id='' version=''
    if [ -r "${OS_RELEASE:-/etc/os-release}" ]; then
        id=$(sed -n 's/^ID=//p' "${OS_RELEASE:-/etc/os-release}" | tr -d '"')
        version=$(sed -n 's/^VERSION_ID=//p' "${OS_RELEASE:-/etc/os-release}" | tr -d '"')
    fi
    [ "$id $version" = 'debian 12' ] || fail "packages are missing and can only be installed on Debian 12;" \
        "this is ${id:-an unknown system} ${version}. Build the image of docker/ instead, or install what" \
        "docker/packages.txt names by other means and set TANBO_SKIP_SETUP=1."
}

install_packages() {
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "these packages are missing, and without root or sudo they" \
            "cannot be installed: $*"
        as_root=(sudo)
    fi
    printf 'Installing from Debian: %s\n' "$*"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq update ||
        fail "apt-get update failed; is this machine online?"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq -y \
        --no-install-recommends install "$@" || fail "apt-get could not install: $*"
}

[ "${TANBO_SKIP_SETUP:-}" != 1 ] || exit 0
[ $# -gt 0 ] || set -- build
wanted=()
for section in "$@"; do
    grep -qxF "[$section]" "$packages_file" || fail "no section [$section] in docker/packages.txt"
    mapfile -t -O "${#wanted[@]}" wanted < <(packages_of "$section")
done
[ ${#wanted[@]} -gt 0 ] || exit 0

command -v dpkg-query >/dev/null || require_debian_12
mapfile -t missing < <(missing_of "${wanted[@]}")
[ ${#missing[@]} -gt 0 ] || exit 0
require_debian_12
install_packages "${missing[@]}"
