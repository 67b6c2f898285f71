#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: blocks.sh EMUQCC
# The program's code takes time: by its basic blocks, reproducibly, or by processor time of the host.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
folder=$(mktemp -d)
endless=
# shellcheck disable=SC2086
trap 'kill $endless 2>/dev/null || true; rm -rf "$folder"' EXIT
fail() { echo "$1"; cat "$folder/out" "$folder/err"; exit 1; }
"$1" --time-blocks -O1 "$here/blocks.c" -o "$folder/counts"
"$1" -O1 "$here/blocks.c" -o "$folder/plain"
unset EMUQ_CC
export EMUQ_BACKEND=timed

# A block takes a cycle.
export EMUQ_TIME=blocks:625
"$here/twice.sh" --busy "$folder/counts" --shape 2x1x1x1x1

# run TIME PROGRAM [ARGUMENT]
run() {
  status=0 time=$1
  shift
  EMUQ_TIME=$time "$@" --shape 2x1x1x1x1 >"$folder/out" 2>"$folder/err" || status=$?
}

# holds CONDITION: an awk condition on the output of rank 0, with the cycles of its three loops in a, b and c.
holds() {
  awk "/^rank 0:/ { a = \$3 + 0; b = \$4 + 0; c = \$5 + 0; seen = \$8 + 0; over = \$11 + 0; good = ($1) } END { exit !good }" \
    "$folder/out" || fail "not so: $1"
}

# refused TEXT: status 2, no output, and a message with the text.
refused() {
  if [ $status != 2 ] || [ -s "$folder/out" ] || ! grep -q "$1" "$folder/err"; then
    fail "not refused with '$1' and status 2, but status $status"
  fi
}

run blocks:625 "$folder/counts"
holds "b - a >= 1000 && c - b == b - a"
holds "seen > 20000 && over > seen + 19000"
turns=$(awk '/^rank 0:/ { print $5 - $4 }' "$folder/out")
run blocks:937.5 "$folder/counts"
holds "c - b >= 1.5 * $turns - 1 && c - b <= 1.5 * $turns + 1"

run fixed "$folder/counts" yields
holds "c < 1000"
grep -q '; reproducible$' "$folder/err" || fail "fixed is not reproducible"
run host:100 "$folder/plain" yields
holds "c > 1000"
grep -q '; not reproducible: EMUQ_TIME=host' "$folder/err" || fail "host is reproducible"

# Two ranks that loop without progress are reported.
"$1" --time-blocks -O1 "$here/endless.c" -o "$folder/endless"
EMUQ_TIME=blocks:625 "$folder/endless" --shape 2x1x1x1x1 >"$folder/out" 2>"$folder/err" &
endless=$!
for _ in $(seq 50); do
  ! grep -q 'rank 1 on node 1' "$folder/err" || break
  sleep 1
done
kill $endless
grep -q 'no message has arrived and no thread has stored' "$folder/err" || fail "it is not said that nothing happens"
grep -q 'rank 0 on node 0' "$folder/err" && grep -q 'rank 1 on node 1' "$folder/err" || fail "who loops is not named"

run blocks:625 "$folder/plain"
refused 'EMUQ_TIME=blocks:625: .* emuqcc --time-blocks'
for time in blocks blocks:0 blocks:x host: host:1001; do
  run "$time" "$folder/counts"
  refused "EMUQ_TIME=$time "
done
