#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: buffers.sh EMUQ-RUN BUFFERS
# Each of three ranks writes 20 lines, with any buffer of stdout.
set -eu
out=$("$1" --timed --np 3 "$2")
for rank in 0 1 2; do
  [ "$(echo "$out" | grep -c "^rank $rank: [0-9]*\$")" -eq 20 ] || { echo "$out"; echo "lines of rank $rank are lost"; exit 1; }
done
