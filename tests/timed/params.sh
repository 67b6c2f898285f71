#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: params.sh PINGPONG
# EMUQ_TIME_PARAMS: a file changes exactly the given constants; an invalid file ends the job before the start.
set -eu
pingpong=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export EMUQ_BACKEND=timed

run() {
  EMUQ_TIME_PARAMS=$1 "$pingpong" --shape 2x1x1x1x1 --iterations 1 --bytes 8 2>"$folder/err"
}

# one_way PARAMETERS: nanoseconds to the other node.
one_way() {
  run "$1" >"$folder/out"
  awk '$2 == 1 && $3 == 8 { printf "%d\n", $4 * 1000 + 0.5 }' "$folder/out"
}

# refuses PARAMETERS TEXT: status 2, the text on standard error, and no output.
refuses() {
  status=0
  run "$1" >"$folder/out" || status=$?
  if [ $status != 2 ] || [ -s "$folder/out" ] || ! grep -qF "$2" "$folder/err"; then
    echo "$1 has ended with status $status, not 2, or without '$2':"
    cat "$folder/out" "$folder/err"
    exit 1
  fi
}

printf '[model]\npreset = "bgq"\n[link]\nhop_cycles = 70 # 50 more, 100 ns\n' >"$folder/long.toml"
machine=$(one_way "")
[ "$machine" -gt 0 ] && [ "$(one_way bgq)" = "$machine" ]
[ "$(one_way "$folder/long.toml")" = $((machine + 100)) ]

printf '[link]\n\nhop_cycle = 70\n' >"$folder/name.toml"
refuses "$folder/name.toml" "name.toml:3: unknown parameter 'link.hop_cycle'; did you mean link.hop_cycles?"
printf '[mu]\npacket_payload = 256\n' >"$folder/payload.toml"
refuses "$folder/payload.toml" "programs need the mu.packet_payload of preset bgq"
refuses torus3d "programs need the vc.0.kind of preset bgq"
refuses "$folder/none.toml" "EMUQ_TIME_PARAMS: cannot read"
