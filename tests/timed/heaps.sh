#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: heaps.sh EMUQ-RUN HEAPS
# All ranks print the same addresses in modelled time.
set -eu
# equal RANKS OPTION... NUMBER
equal() {
  ranks=$1
  shift
  out=$("$run" --timed "$@")
  [ "$(echo "$out" | wc -l)" -eq "$ranks" ] || { echo "$out"; echo "not $ranks ranks"; exit 1; }
  [ "$(echo "$out" | sort -u | wc -l)" -eq 1 ] || { echo "$out" | sort | uniq -c; echo "addresses differ"; exit 1; }
}
run=$1
equal 8 --shape 2x2 --ppn 2 "$2"
# Small heaps share granules of physical addresses.
equal 1024 --shape 8x8x4x4 "$2" 1
# Without address space all ranks share a heap, which is reported; stacks of threads may fail as well.
out=$(ulimit -v 10000000 && "$1" --timed --shape 2x2 --ppn 2 "$2" 2>&1) || status=$?
[ "${status:-0}" -lt 128 ] || { echo "$out"; echo "a limit of address space ends it with status $status"; exit 1; }
echo "$out" | grep -q '^emuq: the 8 ranks share one heap' || { echo "$out"; echo "no report of a shared heap"; exit 1; }
