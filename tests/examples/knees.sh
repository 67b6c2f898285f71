#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# knees.sh EMUQ_RUN APENET_PERF: the largest repeated put that hits a card's TLB has the size of the pages of all
# entries; pages of a GPU are 16 times as large.
set -u
failed=0
check() { # EMUQ_RUN APENET_PERF ENTRIES HOST GPU: bytes of the largest put that is found; 0: none
    found=$("$1" --timeout 100 --shape 2 --envs "EMUQ_APENET_TLB=$3" "$2" --tlb-only 1 | awk '
        BEGIN { h = g = 0 }
        /^ *[0-9]+ / { lines++; if ($2 == 100) h = $1; else if ($2 != 0) h = "part"
                       if ($4 == 100) g = $1 }
        END { print h, g, lines }')
    if [ "$found" != "$4 $5 7" ]; then
        echo "failed: TLB of $3 entries: found $found, not $4 $5 7"
        failed=$((failed + 1))
    fi
}
check "$1" "$2" 0 0 0
check "$1" "$2" 16 65536 1048576
check "$1" "$2" 64 262144 4194304
check "$1" "$2" 256 1048576 4194304
check "$1" "$2" 65535 4194304 4194304
echo "$((5 - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
