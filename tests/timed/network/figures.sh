#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# network_figures as a program: closed forms and fast published figures are inside; failures are counted.
#   figures.sh NETWORK_FIGURES
set -u
figures=$1 dir=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$dir"' EXIT

# check NAME COMMAND...
check() {
    if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $1"; fi
}

# A line whose runs fail has no row with a verdict, neither of single runs nor of combinations of runs.
failed() {
    "$figures" --set vc.0.kind=none "$1" >"$dir/out"
    [ $? = 1 ] && grep -q FAILED "$dir/out" && grep -q '^0 inside, 0 outside' "$dir/out"
}

# Figures that are not modelled are neither inside nor outside.
absent() {
    "$figures" V20 >"$dir/out"
    [ $? = 0 ] && grep -q '^1 inside, 0 outside, 0 failed, 1 not modelled' "$dir/out"
}

# An unknown line: status 2, nothing on standard output, and the names of all lines.
unknown() {
    "$figures" C99 >"$dir/out" 2>"$dir/err"
    [ $? = 2 ] && [ ! -s "$dir/out" ] && grep -qF "there is no line 'C99'; there are C1 C2 C3 C4 C5 C6 C9" "$dir/err"
}

for line in C1 C4 C5 C6 C9; do
    check "closed form $line" "$figures" $line >"$dir/out"
done
for line in V10 V11 V12 V13 V14; do
    check "a failure of $line" failed $line
done
for line in V5 V18; do
    check "published figures of $line" "$figures" $line >"$dir/out"
done
check "figures that are not modelled" absent
check "an unknown line" unknown
echo "$passed passed, $failed failed"
[ $failed = 0 ]
