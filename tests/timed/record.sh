#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: record.sh EMUQ-RUN EMUQ-TRACE TRAFFIC EMUQCC
# Recording does not change modelled times, and recordings are reproducible. A deadlocked job is recorded up to the deadlock.
set -eu
run=$1 trace=$2 traffic=$3 emuqcc=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$1"; cat "$folder"/err* "$folder/stats"; exit 1; }

# job NAME OPTION...
job() {
  name=$1
  shift
  "$run" --timed "$@" --shape 4 "$traffic" 20 5 10 >"$folder/out" 2>"$folder/err" || fail "$name has failed"
  sed -n 's/^emuq: modelled time \([0-9.]*\) us.*; reproducible$/\1/p' "$folder/err" >"$folder/time.$name"
}

# Thread numbers differ between runs.
dump() { "$trace" dump "$folder/$1" | sed 's/ thread [0-9]* */ /' >"$folder/dump.$1"; }

job plain
grep -q . "$folder/time.plain" || fail "no modelled time"
for name in first second; do
  job $name --trace "$folder/$name"
  diff "$folder/time.plain" "$folder/time.$name"
  dump "$name"
done
diff "$folder/dump.first" "$folder/dump.second"
job streamed --envs EMUQ_TRACE_STREAM=on --trace "$folder/streamed"
dump streamed
diff "$folder/dump.first" "$folder/dump.streamed"

"$trace" stats "$folder/first" >"$folder/stats"
grep -q 'ms of modelled time$' "$folder/stats" || fail "the recording does not say what its times are"
"$trace" stats "$folder/streamed" --json >"$folder/stats"
python3 - "$folder/stats" "$(cat "$folder/time.plain")" <<END || fail "the recording is not what has happened"
import json, sys
s = json.load(open(sys.argv[1]))
assert s["job"]["modelled"] is True
assert abs(s["job"]["ns"] - 1000 * float(sys.argv[2])) < 1000, s["job"]["ns"]
assert s["records"]["lost"] == 0
assert s["messages"]["incomplete"] == 0
assert s["messages"]["fifo"]["count"] == s["reception"]["count"] == 4 * 25
assert s["messages"]["put"]["bytes"] >= 4 * 10 * 100
assert s["reception"]["least"] > 600 # to the next node, and what software takes
END

cat >"$folder/stuck.c" <<END
#include <hwi/include/bqc/A2_inlines.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void emuq_trace_mark(const char *text, unsigned long long value);
int main(void)
{
    pthread_mutex_lock(&mutex);
    DelayTimeBase(16000);
    emuq_trace_mark("stuck", 1);
    return pthread_mutex_lock(&mutex);
}
END
"$emuqcc" "$folder/stuck.c" -o "$folder/program"
status=0
env -u EMUQ_CC "$run" --timed --trace "$folder/stuck" --np 1 "$folder/program" 2>"$folder/err" || status=$?
[ $status = 1 ] || fail "a deadlock has status $status"
dump stuck
grep -q '^ *10\.[0-9]* us  rank 0 .*mark .*stuck' "$folder/dump.stuck" || fail "a deadlock has no recording"
