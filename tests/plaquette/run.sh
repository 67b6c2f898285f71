#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs a command and looks at its exit status and output.
#   run.sh [-s STATUS] [-e PATTERN]... [-l LINES] [-f FILE] [-2] command argument...
#     -s  exit status that is wanted (0)
#     -e  extended regular expression that some line of output (standard output and error) has to match
#     -l  number of lines wanted on standard error
#     -f  file without which the test is skipped
#     -2  run twice: the lines "plaquette-hex" must be there and be equal
set -u
status=0 lines='' twice=no patterns=''
while getopts s:e:l:f:2 option; do
    case $option in
    s) status=$OPTARG ;;
    e) patterns="$patterns$OPTARG
" ;;
    l) lines=$OPTARG ;;
    f) [ -r "$OPTARG" ] || { echo "skipped: no $OPTARG"; exit 77; } ;;
    2) twice=yes ;;
    *) exit 1 ;;
    esac
done
shift $((OPTIND - 1))

directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
fail() {
    echo "FAILED: $*"
    cat "$directory"/out "$directory"/err
    exit 1
}

run() {
    "$@" >"$directory/out" 2>"$directory/err"
    got=$?
    [ "$got" -eq "$status" ] || fail "exit status $got, not $status: $*"
}

run "$@"
if [ -n "$lines" ]; then
    [ "$(wc -l <"$directory/err")" -eq "$lines" ] || fail "not $lines lines on standard error"
fi
cat "$directory"/out "$directory"/err >"$directory/all"
echo "$patterns" | while IFS= read -r pattern; do
    [ -z "$pattern" ] || grep -Eq -e "$pattern" "$directory/all" || fail "no line matches '$pattern'"
done || exit 1
if [ $twice = yes ]; then
    grep plaquette-hex "$directory/out" >"$directory/first" || fail "no line plaquette-hex"
    run "$@"
    grep plaquette-hex "$directory/out" >"$directory/second"
    cmp -s "$directory/first" "$directory/second" || fail "two runs differ: $(cat "$directory/first")"
fi
cat "$directory"/all
