#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: launch.sh EMUQ-RUN PINGPONG ENDLESS WRITES
# emuq-run --timed runs the same job in the same time as the program by itself. Where ranks would be processes, the
# timed backend says so. ENDLESS computes for ever. WRITES is writes.c.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$1"; cat "$folder"/*; exit 1; }

"$1" --timed --shape 2x2x1x1x1 --ppn 2 --mesh A "$2" --bytes 64 --iterations 2 >"$folder/run" 2>"$folder/err" ||
  fail "emuq-run --timed has failed"
grep -q '^emuq: modelled time .* us, .*; reproducible$' "$folder/err" || fail "no modelled time"
EMUQ_BACKEND=timed "$2" --shape 2x2x1x1x1 --ppn 2 --mesh A --bytes 64 --iterations 2 >"$folder/alone" 2>/dev/null
diff "$folder/run" "$folder/alone"

# The time limit: of a job that ends before it, and of one that does not.
"$1" --timed --timeout 30 --np 2 "$2" --iterations 1 >"$folder/out" 2>"$folder/err" || fail "a job within its time limit has failed"
status=0
"$1" --timed --timeout 1 --np 2 "$3" >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 124 ] || fail "a job that ends by its time limit has status $status"
grep -q "the time limit of 1 s is over; ending the job" "$folder/err" || fail "the time limit is not named"
status=0
"$1" --timed --timeout 30 --np 2 "$2" --nonsense >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 2 ] || fail "the status of a program that fails is $status"

# Lines are labelled by their ranks, which run by turns in between, and nothing is lost when the process is killed.
"$1" --timed --label --np 3 "$4" >"$folder/out" 2>"$folder/err" || fail "a job with labels has failed"
for rank in 0 1 2; do
  printf '%d: first of %d\n%d: \000emuq-0 later\n%d: written\n' $rank $rank $rank $rank >"$folder/expected"
  grep -a "^$rank: " "$folder/out" | cmp - "$folder/expected" || fail "rank $rank has not written this"
  grep -qx "$rank: error of $rank" "$folder/err" || fail "standard error of rank $rank is not labelled"
done
[ "$(wc -l <"$folder/out")" = 9 ] || fail "there are other lines"
grep -q '^emuq: modelled time' "$folder/err" || fail "what no rank has written is labelled"
status=0
"$1" --timed --label=long --np 2 "$4" abort >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 134 ] || fail "an abort has status $status"
grep -q '^stderr\[1\]: last words$' "$folder/err" || fail "the last words are lost"
grep -q '^stdout\[0\]: written$' "$folder/out" || fail "lines before the abort are lost"
status=0
"$1" --timed --label --timeout 1 --np 2 "$3" >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 124 ] || fail "a job with labels that ends by its time limit has status $status"

# Counters are those of the emulator.
"$1" --timed --counters --shape 2x2x1x1x1 "$2" --bytes 64 --iterations 2 >"$folder/out" 2>"$folder/err" || fail "a job with counters has failed"
"$1" --counters --shape 2x2x1x1x1 "$2" --bytes 64 --iterations 2 >"$folder/out" 2>"$folder/expected" || fail "the emulator has failed"
grep PEVT_ "$folder/err" >"$folder/timed" || fail "nothing is counted"
grep PEVT_ "$folder/expected" | diff - "$folder/timed" || fail "the emulator counts something else"
status=0
"$1" --timed --counters --timeout 1 --np 2 "$3" >"$folder/out" 2>"$folder/err" || status=$?
grep -q 'no counters: the job has not come to its end' "$folder/err" || fail "no reason is given for missing counters"

for option in "--bind core" "--stdinrank 1"; do
  status=0
  # shellcheck disable=SC2086
  "$1" --timed --np 2 $option "$2" >"$folder/out" 2>"$folder/err" || status=$?
  [ $status = 2 ] || fail "--timed $option has status $status"
  grep -q -- "${option% *} is not possible with --timed" "$folder/err" || fail "no reason is given for $option"
done

status=0
EMUQ_BACKEND=timed "$1" --np 2 "$2" >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 1 ] || fail "processes on the timed backend have status $status"
grep -q 'emuq-run --timed' "$folder/err" || fail "the way out is not named"
