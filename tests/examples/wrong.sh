#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# wrong.sh PROGRAM [any]: wrong command lines get one line on standard error, nothing on standard output, and status 2;
# --help gets status 0. A job with a missing rank is an error, unless the program runs on any number of ranks; only then
# --help lists --np.
set -u
passed=0 failed=0
error=$(mktemp) output=$(mktemp)
trap 'rm -f "$error" "$output"' EXIT

expect() {
    status=$1
    shift
    "$@" >"$output" 2>"$error"
    got=$?
    lines=$(wc -l <"$error")
    if [ "$status" -eq 0 ] && [ $got -eq 0 ] && [ "$lines" -eq 0 ] && grep -q usage "$output"; then
        passed=$((passed + 1))
    elif [ "$status" -eq 2 ] && [ $got -eq 2 ] && [ "$lines" -eq 1 ] && [ ! -s "$output" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "'$*' ended with $got and said:"
        cat "$output" "$error"
    fi
}

expect 0 "$1" --help
expect 0 "$1" --shape 2x2x1x1x1 --help
expect 2 "$1" --nonsense
expect 2 "$1" --shape 2x2x1x1x1 --nonsense
expect 2 "$1" --iterations 0
expect 2 "$1" --iterations
expect 2 "$1" --iterations 5x
expect 2 "$1" --iterations=
expect 2 "$1" leftover
if "$1" --help | grep -q -e " --glass"; then expect 2 "$1" --glass=1; fi
expect 2 "$1" --shape 0x1
expect 2 "$1" --shape 65x1
expect 2 "$1" --ppn 3
expect 2 "$1" --mapping ABCDE
named=$("$1" --help | grep -c -e " --np N")
if [ "${2:-}" = any ]; then
    wanted=1
    timeout 60 "$1" --shape 2x2 --np 3 --iterations 2 >"$output" 2>&1
    got=$?
    if [ $got -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "3 ranks end with $got" && cat "$output"; fi
else
    wanted=0
    expect 2 timeout 60 "$1" --shape 2x2 --np 3
    expect 2 timeout 60 "$1" --ppn 2 --np 1
fi
if [ "$named" -eq $wanted ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "--help has --np: $named"; fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
