#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: trace.sh EMUQ_NET PINGPONG ALLREDUCE NEIGHBOURS
# EMUQ_TIME_TRACE: traces are reproducible, with each message at its time; emuq-net replays them; a file that cannot be
# written ends the job before the start.
set -eu
net=$1 pingpong=$2 allreduce=$3 neighbours=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export EMUQ_BACKEND=timed

fail() {
  echo "$1"
  cat out err
  exit 1
}

EMUQ_TIME_TRACE=trace "$pingpong" --shape 2x2x1x1x1 --iterations 3 --bytes 4096 >out 2>err
mv trace first
EMUQ_TIME_TRACE=trace "$pingpong" --shape 2x2x1x1x1 --iterations 3 --bytes 4096 >out 2>err
diff first trace

# The reply to a message of 4096 bytes to a neighbour starts after 8 packets have crossed a link.
awk '!/^#/ && $4 == 4096 { n++; if (n == 1) { at = $1; from = $2; to = $3 }
     if (n == 2 && ($2 != to || $3 != from || $1 - at < 8 * 144 * 2)) exit 1 }
     END { exit n < 6 }' trace || fail "the trace has no messages that answer each other: $(head -20 trace)"
"$net" --shape 2x2x1x1x1 --pattern trace:trace >out 2>err || fail "emuq-net does not send the trace again"
packets=$(awk '!/^#/ { n += $4 > 0 ? int(($4 + 511) / 512) : 1 } END { print n }' trace)
grep -Eq "^ *packets  *$packets," out || fail "emuq-net has not sent $packets packets"

# Both directions lead to the node next to it in a ring of two: the hints of a message choose one.
EMUQ_TIME_TRACE=trace "$neighbours" --shape 2x1x1x1x1 >out 2>err
minus=$(grep -c 'hints=A-$' trace) || true
plus=$(grep -c 'hints=A+$' trace) || true
[ "$minus" -gt 0 ] && [ "$plus" = "$minus" ] || fail "$minus messages in A-, $plus in A+: $(head trace)"
"$net" --shape 2x1x1x1x1 --pattern trace:trace --links links >out 2>err || fail "emuq-net does not send hints again"
awk -F , '$6 ~ /A/ { if (busy[$6] != "" && busy[$6] != $7) exit 1; busy[$6] = $7 }
     END { exit busy["A-"] == 0 || busy["A-"] != busy["A+"] }' links || fail "unequal directions: $(cat links)"

EMUQ_TIME_TRACE=trace "$allreduce" --shape 2x1x1x1x1 --iterations 1 >out 2>err
grep -q '^# [0-9.]* [01] @[0-9]* allreduce [0-9]*$' trace || fail "the trace has no allreduce: $(head trace)"

status=0
EMUQ_TIME_TRACE=none/trace "$pingpong" --shape 2x1x1x1x1 --iterations 1 >out 2>err || status=$?
if [ $status != 2 ] || ! grep -q 'cannot write none/trace (EMUQ_TIME_TRACE)' err; then
  fail "a file that cannot be written: status $status"
fi
