#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: launch.sh EMUQ-RUN PINGPONG ENDLESS WRITES READS TROUBLE
# emuq-run --timed runs a job in the same time as the program alone. With ranks as processes the timed backend reports an
# error. ENDLESS computes forever; WRITES, READS and TROUBLE are writes.c, reads.c and trouble.c.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$1"; cat "$folder"/*; exit 1; }

"$1" --timed --shape 2x2x1x1x1 --ppn 2 --mesh A "$2" --bytes 64 --iterations 2 >"$folder/run" 2>"$folder/err" ||
  fail "emuq-run --timed has failed"
grep -q '^emuq: modelled time .* us, .*; reproducible$' "$folder/err" || fail "no modelled time"
EMUQ_BACKEND=timed "$2" --shape 2x2x1x1x1 --ppn 2 --mesh A --bytes 64 --iterations 2 >"$folder/alone" 2>/dev/null
diff "$folder/run" "$folder/alone"

# Without options that observe the job, emuq-run replaces itself by the program: signals to emuq-run reach the program, and
# a program that closes inherited descriptors can start a second program.
"$1" --timed --np 2 sh -c 'echo $$' >"$folder/out" 2>"$folder/err" &
echo $! >"$folder/expected"
wait $!
cmp "$folder/expected" "$folder/out" || fail "the program is not the process of emuq-run"
"$1" --timed --np 2 sh -c 'exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-; exec "$0" --iterations 1' "$2" >"$folder/out" 2>"$folder/err" ||
  fail "a program without inherited files has failed"

# The time limit, for a short and for an endless job.
"$1" --timed --timeout 30 --np 2 "$2" --iterations 1 >"$folder/out" 2>"$folder/err" || fail "a job within its time limit has failed"
status=0
"$1" --timed --timeout 1 --np 2 "$3" >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 124 ] || fail "a job that ends by its time limit has status $status"
grep -q "the time limit of 1 s is over; ending the job" "$folder/err" || fail "the time limit is not named"
status=0
"$1" --timed --timeout 30 --np 2 "$2" --nonsense >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 2 ] || fail "the status of a program that fails is $status"

# Lines are labelled by rank although ranks alternate, and no output is lost when the process is killed.
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
grep -q '^stderr\[1\]: last words\(emuq: rank 1, .*\)\{0,1\}$' "$folder/err" || fail "the last words are lost"
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
for mode in --timed --verbose; do
    "$1" $mode --heat "$folder/heat$mode" --shape 2x2x1x1x1 "$2" --bytes 64 --iterations 2 >"$folder/out" 2>&1 || fail "a job with --heat has failed"
    grep -q 'chunks per link: mean [1-9]' "$folder/heat$mode" || fail "no traffic in the heat map"
done
cmp "$folder/heat--timed" "$folder/heat--verbose" || fail "the heat maps of modelled time and of the emulator differ"
"$1" --timed --counters --timeout 1 --np 2 "$3" >"$folder/out" 2>"$folder/err" || status=$?
grep -q 'no counters: the job has not come to its end' "$folder/err" || fail "no reason is given for missing counters"

# Standard input goes to one rank. Output is in the order of time.
printf 'one\ntwo\nthree\n' | "$1" --timed --label --np 3 --stdinrank 1 "$5" >"$folder/out" 2>"$folder/err" || fail "a job with --stdinrank has failed"
printf '0: no more\n1: one\n1: two\n1: three\n1: no more\n2: no more\n' >"$folder/expected"
sort "$folder/expected" >"$folder/sorted"
sort "$folder/out" | diff "$folder/sorted" - || fail "rank 1 does not read what is for it"
for option in "" "--stdinrank 0"; do
  printf 'one\ntwo\nthree\n' | "$1" --timed --label --np 2 $option "$5" >"$folder/out" 2>"$folder/err" || fail "a job with $option has failed"
  printf '0: no more\n0: one\n0: three\n0: two\n1: no more\n' >"$folder/sorted"
  LC_ALL=C sort "$folder/out" | diff "$folder/sorted" - || fail "rank 0 does not read what is for it ($option)"
done
printf 'four\nfive\n' >"$folder/other"
printf 'one\n' | "$1" --timed --label --np 3 --stdinrank 1 "$5" 1 "$folder/other" >"$folder/out" 2>"$folder/err" || fail "a job that opens standard input again has failed"
printf '0: no more\n1: five\n1: four\n1: no more\n2: no more\n' >"$folder/sorted"
LC_ALL=C sort "$folder/out" | diff "$folder/sorted" - || fail "rank 1 does not read what it has opened"
printf 'one\n' | "$1" --timed --label --np 3 --stdinrank 1 "$5" 0 >"$folder/out" 2>"$folder/err" || fail "a job that closes standard input has failed"
printf '0: closed\n1: no more\n1: one\n2: no more\n' >"$folder/sorted"
LC_ALL=C sort "$folder/out" | diff "$folder/sorted" - || fail "a rank that closes standard input changes that of others"
"$1" --timed --np 2 "$5" >"$folder/out" 2>"$folder/err" <&- || fail "a job without standard input has failed"
status=0
EMUQ_BACKEND=timed EMUQ_TIME_INPUT=2 EMUQ_SHAPE=2 "$5" >"$folder/out" 2>"$folder/err" </dev/null || status=$?
[ $status = 1 ] || fail "a rank that is not there reads, and the status is $status"
grep -q "EMUQ_TIME_INPUT: invalid value '2' (expected a rank, 0 to 1)$" "$folder/err" || fail "the ranks that are there are not named"
status=0
"$1" --timed --np 2 --stdinrank 2 "$5" >"$folder/out" 2>"$folder/err" </dev/null || status=$?
[ $status = 2 ] || fail "--stdinrank of a rank that is not there has status $status"
grep -q -- '--stdinrank: invalid rank 2 (the job has 2 ranks)' "$folder/err" || fail "the rank that is not there is not named"

# The program is bound to a processor of a list.
processor=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\).*/\1/p' /proc/self/status)
"$1" --timed --np 2 --bind "$processor" sh -c 'grep Cpus_allowed_list /proc/self/status' >"$folder/out" 2>"$folder/err" || fail "--bind has failed"
grep -q "[[:space:]]$processor\$" "$folder/out" || fail "the program is not bound"
"$1" --timed --np 2 --bind core "$2" --iterations 1 >"$folder/out" 2>"$folder/err" || fail "--bind core has failed"
status=0
"$1" --timed --np 2 --bind 99999 "$2" >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 2 ] || fail "--bind to a processor that is not there has status $status"

# A line a second.
"$1" --timed --watch --np 2 --timeout 3 "$3" >"$folder/out" 2>"$folder/err" || true
grep -q ' [0-9]* s: modelled time 0.000 us, 0.000 us more; 0 packets, [01] hand-overs; rank [01] runs$' "$folder/err" || fail "--watch says nothing"
"$1" --timed --watch --np 2 "$6" time >"$folder/out" 2>"$folder/err" || fail "a job with --watch has failed"
awk '/ modelled time .* more;/ { time = $6; more = $8; lines++
       if (lines > 1 && (time <= last || more <= 0 || time - last - more > 0.01 || last + more - time > 0.01)) exit 1
       last = time }
     END { exit lines < 1 }' "$folder/err" || fail "--watch does not show the time that goes by"

status=0
"$1" --timed --debugger gdb --np 2 "$2" >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 2 ] || fail "--timed --debugger has status $status"
grep -q -- "--debugger is not possible with --timed" "$folder/err" || fail "no reason is given for --debugger"

status=0
EMUQ_BACKEND=timed "$1" --np 2 "$2" >"$folder/out" 2>"$folder/err" || status=$?
[ $status = 1 ] || fail "processes on the timed backend have status $status"
grep -q 'emuq-run --timed' "$folder/err" || fail "the way out is not named"
