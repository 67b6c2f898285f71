#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: table3.sh ALLREDUCE
# Compares the times of allreduces of 8 bytes, over trees of 1 to 9 levels, with measurements of the machine
# (SC11, Table 3, nanoseconds), within 2 per cent.
set -eu
wrong=0
level=0
for row in 1x1x1x1x2:641 1x1x1x2x2:742 1x1x1x4x2:876 1x1x2x4x2:984 1x1x4x4x2:1099 1x2x4x4x2:1203 1x4x4x4x2:1321 \
  2x4x4x4x2:1443 4x4x4x4x2:1558; do
  level=$((level + 1))
  out=$(EMUQ_BACKEND=timed "$1" --shape "${row%:*}" --bytes 8 --iterations 4)
  echo "$out" |
    awk -v level=$level -v published="${row#*:}" '
      $1 == "all" {
        ns = 1000 * $4
        deviation = 100 * (ns / published - 1)
        bad = deviation > 2 || deviation < -2
        printf "%d levels: published %4d ns, modelled %4.0f ns, %+.2f %%%s\n", level, published, ns, deviation,
          bad ? ": too far apart" : ""
        seen++
      }
      END { exit bad || seen != 1 }' || wrong=1
done
exit $wrong
