#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: memory.sh PROGRAM NEIGHBOURS
# memory.kind = auto: payloads are in the L2 while it holds all data sent and received between two barriers, else as slow as
# with memory.kind = ddr. Addresses do not matter.
set -eu
program=$1
neighbours=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export EMUQ_BACKEND=timed

# params NAME LINE...: a parameter file with section [memory], slower than two links.
params() {
  name=$1
  shift
  { printf '[memory]\nrate = 10\n'; printf '%s\n' "$@"; } >"$folder/$name.toml"
}
params l2 'kind = "l2"'
params ddr 'kind = "ddr"'
params small 'l2 = 300000' 'window_cycles = 0'
params patient 'l2 = 300000'

# phases NAME PROGRAM'S ARGUMENTS...: the cycles of each phase.
phases() {
  name=$1
  shift
  EMUQ_TIME_PARAMS=$folder/$name.toml "$program" --shape 1x1x1x1x1 "$@" 2>"$folder/err" || { cat "$folder/err"; exit 1; } >&2
}

# is WHAT EXPECTED FOUND
is() {
  [ "$2" = "$3" ] || { printf '%s: expected\n%s\nfound\n%s\n' "$1" "$2" "$3"; exit 1; }
}

last() { tail -n 1 | cut -d ' ' -f 2; }

# Eight blocks of 8 KB, source and target: 131072 bytes per phase; the L2 holds two phases.
fast=$(phases l2 6 8192 6 0)
slow=$(phases ddr 6 8192 6 0)
[ "$(echo "$slow" | last)" -gt $((2 * $(echo "$fast" | last))) ]
is "the same bytes again and again" "$(phases l2 6 8192 1 0)" "$(phases small 6 8192 1 0)"
is "two places in turn" "$(phases l2 6 8192 2 0)" "$(phases small 6 8192 2 0)"
fresh=$(phases small 6 8192 6 0)
is "other bytes, the first two phases" "$(echo "$fast" | head -n 2)" "$(echo "$fresh" | head -n 2)"
is "other bytes, the last phase" "$(echo "$slow" | last)" "$(echo "$fresh" | last)"
is "other bytes after barriers" "$(phases l2 6 8192 6 0 --barrier)" "$(phases small 6 8192 6 0 --barrier)"
is "other bytes, barriers and all in a millisecond" "$(phases ddr 6 8192 6 0 --barrier | last)" \
  "$(phases patient 6 8192 6 0 --barrier | last)"
for shift in 1 100 255; do
  is "$shift units further on" "$fresh" "$(phases small 6 8192 6 $shift)"
done
is "a second run" "$fresh" "$(phases small 6 8192 6 0)"

# The rates of ten links, MB/s: SC11's Table 2 beyond the L2 has 25 GB/s of both directions together. Thirty blocks of 64 KB.
printf '[memory]\nl2 = 2000000\n' >"$folder/enough.toml"
printf '[memory]\nl2 = 500000\n' >"$folder/little.toml"
rate() {
  EMUQ_TIME_PARAMS=$1 "$neighbours" --shape 1x1x1x1x1 --iterations 6 --bytes 65536 2>"$folder/err" |
    sed -n 's/^rate of all links *\([0-9]*\).*/\1/p'
}
machine=$(rate "")
little=$(rate "$folder/little.toml")
[ "$machine" -gt 16000 ]
is "ten links, all in the L2" "$machine" "$(rate "$folder/enough.toml")"
[ "$little" -ge 12200 ] && [ "$little" -le 13200 ] || { echo "ten links, beyond the L2: $little MB/s each way"; exit 1; }
