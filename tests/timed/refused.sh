#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: refused.sh TIMED_REFUSED
# The report of a rejected message has the number of its descriptor, even after the completion of the descriptor.
set -u
out=$(EMUQ_BACKEND=timed "$1" --shape 2x1x1x1x1 2>&1) && { echo "not refused: $out"; exit 1; }
number=$(echo "$out" | sed -n 's/^refused: \([0-9]*\)$/\1/p')
echo "$out" | grep -q "entry 300 of node 1 is not allocated" &&
  echo "$out" | grep -q "where: rank 0, node 0" && echo "$out" | grep -q "descriptor number $number\$" && exit 0
echo "$out"
exit 1
