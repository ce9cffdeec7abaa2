#!/usr/bin/env bash
# Builds the Debian package tanbo-server_VERSION_ARCHITECTURE.deb, and prints its path.
#
#   bash docker/package.sh [FOLDER]    the folder that it goes to; without one: build/package
#
# The contents are what docker/CMakeLists.txt installs, as in the image. DEBFULLNAME and DEBEMAIL name another maintainer.
# The same commit makes the same bytes. TANBO_SKIP_BUILD=1 takes the programs of build/release as they are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

output=$(realpath -m "${1:-build/package}")
version=$(sed -n 's/^project(tanbo VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
architecture=$(dpkg --print-architecture)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

if [ "${TANBO_SKIP_BUILD:-}" != 1 ]; then
    bash server/setup.sh build web package >&2
    # A build folder that has the tests keeps them; a new one does without.
    [ -f build/release/CMakeCache.txt ] || cmake --preset release -DTANBO_TESTS=OFF >&2
    cmake --build --preset release --target tanbod tanbo documents >&2
fi

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
root=$stage/root
umask 022
DESTDIR=$root cmake --install build/release >/dev/null
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root"/usr/bin/*

# Debian's word for the packages of the libraries that the programs link.
mkdir "$stage/debian"
printf 'Source: tanbo-server\n\nPackage: tanbo-server\nArchitecture: any\n' >"$stage/debian/control"
libraries=$(cd "$stage" && dpkg-shlibdeps -O root/usr/bin/tanbod root/usr/bin/tanbo)

mkdir "$root/DEBIAN"
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" \
    -e "s/@MAINTAINER@/${DEBFULLNAME:-The Tanbo server authors} <${DEBEMAIL:-tanbo@example.org}>/" \
    -e "s/@SIZE@/$(du -sk --exclude=DEBIAN "$root" | cut -f1)/" \
    -e "s/@LIBRARIES@/${libraries#shlibs:Depends=}/" docker/package/control >"$root/DEBIAN/control"
echo /etc/tanbo/tanbo.toml >"$root/DEBIAN/conffiles"
install -m 0755 docker/package/{postinst,prerm,postrm} "$root/DEBIAN/"
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)

mkdir -p "$output"
dpkg-deb --root-owner-group --build "$root" "$output" >/dev/null
echo "$output/tanbo-server_${version}_$architecture.deb"
