#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: twice.sh [--busy] PROGRAM [ARGUMENT]...
# Runs a program twice on the timed backend, with --busy the second time on a busy host. Both runs succeed with equal output, including times, and equal end times of
# the job and of each thread.
set -eu
folder=$(mktemp -d)
loads=0
[ "$1" != --busy ] || { loads=$(($(nproc) + 1)); shift; }
busy=
# shellcheck disable=SC2086
trap 'kill $busy 2>/dev/null || true; rm -rf "$folder"' EXIT
for run in 1 2; do
  while [ $run = 2 ] && [ "$loads" -gt 0 ]; do
    while :; do :; done &
    busy="$busy $!"
    loads=$((loads - 1))
  done
  EMUQ_BACKEND=timed EMUQ_TIME_REPORT=$folder/report$run "$@" >"$folder/out$run" 2>"$folder/err$run" || {
    echo "run $run has failed with status $?"
    cat "$folder/out$run" "$folder/err$run"
    exit 1
  }
  sed -n 's/^emuq: modelled time \([0-9.]* us\).*reproducible$/\1/p' "$folder/err$run" >"$folder/time$run"
done
cat "$folder/out1" "$folder/err1"
grep -q . "$folder/time1" || { echo "the run has no modelled time"; exit 1; }
diff "$folder/out1" "$folder/out2"
diff "$folder/time1" "$folder/time2"
grep -q '^0,0,0,[0-9.]*,[0-9.]*,[0-9]*$' "$folder/report1" || { echo "rank 0 is not in the report"; exit 1; }
diff "$folder/report1" "$folder/report2"
