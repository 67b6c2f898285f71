#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: heaps.sh EMUQ-RUN HEAPS
# All ranks print the same addresses in modelled time.
set -eu
out=$("$1" --timed --shape 2x2 --ppn 2 "$2")
echo "$out"
[ "$(echo "$out" | wc -l)" -eq 8 ] || { echo "not 8 ranks"; exit 1; }
[ "$(echo "$out" | sort -u | wc -l)" -eq 1 ] || { echo "addresses differ"; exit 1; }
# Without memory for address space all ranks share a heap, and that is reported.
(ulimit -v 2000000 && "$1" --timed --shape 2x2 --ppn 2 "$2") >/dev/null 2>&1 || status=$?
[ "${status:-0}" -lt 128 ] || { echo "a limit of address space ends it with status $status"; exit 1; }
