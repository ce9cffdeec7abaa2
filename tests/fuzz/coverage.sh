#!/usr/bin/env bash
# Prints how many lines of the parsers that strangers reach first are run by the corpus of tests/fuzz and its
# mutations.
# Usage: bash tests/fuzz/coverage.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
[ -f build/debug/build.ninja ] || cmake --preset debug >&2
cmake --build --preset debug --target tanbo_fuzz_coverage >&2
program=build/debug/bin/tanbo_fuzz_coverage
counts=$(mktemp -d)
trap 'rm -rf "$counts"' EXIT
TANBO_FUZZ_ROUNDS=4000 LLVM_PROFILE_FILE=$counts/raw "$program" --gtest_brief=1 \
    --gtest_filter='*/head:*/lmtp:*/cursors:*/boards:*/trf' >&2
llvm-profdata-19 merge -o "$counts/merged" "$counts/raw"
llvm-cov-19 report "$program" -instr-profile "$counts/merged" -show-branch-summary=0 \
    -show-region-summary=0 -ignore-filename-regex='\.hpp$'
