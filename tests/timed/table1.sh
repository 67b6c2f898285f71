#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: table1.sh PINGPONG fixed|zero
# Compares the times of puts of 8 bytes on a mesh of 4x4x4x4x2 nodes with measurements of the machine
# (SC11, Table 1, nanoseconds for 1 to 13 hops): hardware and software, or hardware alone, within 1.5 per cent.
set -eu
case $2 in
fixed) table="718 769 813 856 906 950 989 1038 1080 1122 1166 1216 1264" ;;
zero) table="622 671 713 760 808 849 891 940 981 1022 1069 1118 1166" ;;
esac
out=$(EMUQ_BACKEND=timed EMUQ_TIME=$2 "$1" --shape 4x4x4x4x2 --mesh ABCDE --bytes 8 --iterations 4)
echo "$out" |
  awk -v table="$table" '
    BEGIN { rows = split(table, published, " ") }
    $1 ~ /^[0-9]+$/ && $1 >= 1 && $1 <= rows {
      ns = 1000 * $4
      deviation = 100 * (ns / published[$1] - 1)
      bad = deviation > 1.5 || deviation < -1.5
      printf "%2d hops: published %4d ns, modelled %4.0f ns, %+.2f %%%s\n", $1, published[$1], ns, deviation,
        bad ? ": too far apart" : ""
      wrong += bad
      seen++
    }
    END {
      if (seen != rows) { printf "%d of %d rows\n", seen, rows; exit 1 }
      exit wrong != 0
    }'
