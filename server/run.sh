#!/usr/bin/env bash
# Builds an optimised tanbod and starts it on http://localhost:8080. Arguments go to `tanbod serve`,
# for example: bash server/run.sh --listen 127.0.0.1:9000 --database /var/tmp/tanbo.db
#
# Without other word the games are kept in ~/.local/share/tanbo/tanbo.db.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash server/setup.sh build web tour

# A build folder that has the tests keeps them; a new one does without, which needs fewer packages.
configure=(cmake --preset release)
[ -f build/release/CMakeCache.txt ] || configure+=(-DTANBO_TESTS=OFF)
mkdir -p build
"${configure[@]}" >build/configure.log 2>&1 || {
    cat build/configure.log >&2
    exit 1
}
cmake --build --preset release --target tanbod tanbo

# Defaults go by the environment, which flags override. A configuration file speaks for itself.
configured=no
previous=
for argument in "$@"; do
    case $argument in
        --config | --config=*) configured=yes ;;
        --listen=*) TANBO_LISTEN=${argument#*=} ;;
        --database=*) TANBO_DATABASE=${argument#*=} ;;
    esac
    case $previous in
        --listen) TANBO_LISTEN=$argument ;;
        --database) TANBO_DATABASE=$argument ;;
    esac
    previous=$argument
done
if [ "$configured" = no ]; then
    export TANBO_LISTEN=${TANBO_LISTEN:-127.0.0.1:8080}
    export TANBO_DATABASE=${TANBO_DATABASE:-${XDG_DATA_HOME:-$HOME/.local/share}/tanbo/tanbo.db}
    mkdir -p "$(dirname "$TANBO_DATABASE")"
fi
url=
[ -z "${TANBO_LISTEN:-}" ] || url=http://${TANBO_LISTEN/#127.0.0.1:/localhost:}

cat <<END

Tanbo, a game by Mark Steere. The server starts now${url:+ on $url}.
${TANBO_DATABASE:+Games are kept in $TANBO_DATABASE.}
Next, from another terminal in this folder:
  look at the games         the address above in a browser
  play in a terminal        build/release/bin/tanbo play ${url:-http://localhost:8080}
  play with curl            README.md, "A game in ten lines"
  see every setting         build/release/bin/tanbod serve --help
Ctrl-C stops the server; no acknowledged move is lost.

END
exec build/release/bin/tanbod serve "$@"
