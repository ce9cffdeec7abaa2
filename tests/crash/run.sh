#!/usr/bin/env bash
# Kills the server in the middle of play, again and again, and checks that nothing acknowledged is lost.
# Usage: bash tests/crash/run.sh [kills] [seed]     (500 kills take about ten minutes)
# TANBOD names another binary than build/release/bin/tanbod.
set -euo pipefail
exec /usr/bin/python3 "$(dirname "${BASH_SOURCE[0]}")/kill_loop.py" "${1:-500}" "${2:-$RANDOM}"
