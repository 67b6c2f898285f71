#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# bound.sh EMUQ-PERF: each rank of simulated hosts runs on one core, also with more ranks than cores, and the report
# says "pinned"; not so with --no-pin.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$1"; cat "$folder"/*; exit 1; }
unset EMUQ_HOSTS EMUQ_RANK
export EMUQ_FABRIC=

# Ranks per node such that two nodes have more ranks than the machine has processors.
ppn=1
while [ $((2 * ppn)) -le "$(nproc)" ]; do ppn=$((2 * ppn)); done
[ $ppn -le 64 ] || exit 77

bound() { # how many processes of the job have one processor; the job is known by the results that it leaves
    grep -lF "$folder/record" /proc/[0-9]*/cmdline 2>/dev/null | sed 's,/cmdline$,,' | while read -r process; do
        [ "$(cat "$process/comm" 2>/dev/null)" = emuq-perf ] &&
            sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\)$/\1/p' "$process/status" 2>/dev/null
    done | wc -l
}

# Runs a job for a while. Sets most: the maximum number of its processes on one processor at a time.
watch() { # OPTIONS...
    rm -f "$folder/record"
    "$perf" --mode hosts --shape 2 --ppn $ppn --test put_latency --sizes 8 --time 2 --record "$folder/record" "$@" \
        >"$folder/out" 2>"$folder/err" &
    most=0
    while kill -0 $! 2>/dev/null; do
        now=$(bound)
        [ "$now" -le $most ] || most=$now
    done
    wait $! || fail "the job has failed"
}

perf=$1
watch
grep -q ' cores, pinned, ' "$folder/out" || fail "the head does not say that ranks are bound"
grep -q '"pinned": true' "$folder/record" || fail "the results do not say that ranks are bound"
[ $most -ge $((2 * ppn)) ] || fail "$most of $((2 * ppn)) ranks are bound"
watch --no-pin
grep -q ' cores, not pinned, ' "$folder/out" || fail "the head says that ranks are bound"
grep -q '"pinned": false' "$folder/record" || fail "the results say that ranks are bound"
# Active ranks of one-core tests are bound temporarily.
[ $most -lt $((2 * ppn)) ] || [ "$(nproc)" -eq 1 ] || fail "all ranks are bound with --no-pin"
