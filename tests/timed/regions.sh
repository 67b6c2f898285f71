#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: regions.sh EMUQ-RUN SMALL MEDIUM LARGE
# More ranks than granules of physical memory have regions of their static data. Heaps leave granules for the data of all
# ranks. A job whose static data do not fit is rejected with the maximum number of ranks. SMALL, MEDIUM and LARGE are
# regions.c with 64 bytes, 40 MiB and 1 GiB.
set -u
message=$("$1" --timed --shape 8x8x4x4 "$2" 2>&1) || { echo "$message" | head -n 3; echo "1024 ranks have no regions"; exit 1; }
message=$("$1" --timed --shape 8x8x4x3 "$3" 2>&1) || { echo "$message" | head -n 3; echo "768 ranks have no regions"; exit 1; }
echo "$message" | grep -q '^emuq: the 768 ranks share one heap' || { echo "$message"; exit 1; }
message=$("$1" --timed --shape 8x4x2 "$4" 2>&1) && { echo "64 GiB of static data are accepted"; exit 1; }
echo "$message" | grep -q '^emuq: 64 ranks are too many .* at most 31 ranks ' || { echo "$message"; exit 1; }
