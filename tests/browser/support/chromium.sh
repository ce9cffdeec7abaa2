#!/bin/sh
# Chromium without the two popups of its address bar, which cost 0.6 s of CPU time a window.
# Only the last list of disabled features counts: these two join the one of playwright.
for word; do
    shift
    case $word in
        --disable-features=*) word="$word,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
    esac
    set -- "$@" "$word"
done
exec "${TANBO_CHROMIUM:-/usr/bin/chromium}" "$@"
