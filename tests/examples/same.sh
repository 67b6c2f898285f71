#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# same.sh EMUQ_RUN PROGRAM: a program for APEnet+ cards prints the same checksum on any number of ranks of either kind.
set -u
run=$1 program=$2
. "$(dirname "$0")/expect.sh"
wanted=$("$program" --iterations 60 | grep "^checksum ")
check "a checksum" [ -n "$wanted" ]
expect "$program" --shape 2 --iterations 60
expect "$program" --shape 1x2x2 --ppn 2 --iterations 60
expect "$program" --shape 4x2x2 --ppn 4 --iterations 60
expect "$run" --timeout 100 --shape 2 --ppn 2 "$program" --iterations 60
expect "$run" --timeout 100 --shape 2x4 --ppn 2 "$program" --iterations 60
expect "$run" --timeout 100 --shape 2 --ppn 2 --envs EMUQ_SHARE=none "$program" --iterations 60
expect "$run" --timeout 100 --shape 2x2 --envs EMUQ_APENET_PIN_CACHE=0 "$program" --iterations 60
# A different number of steps changes the checksum.
check "the checksum depends on the steps" [ "$("$program" --iterations 61 | grep "^checksum ")" != "$wanted" ]
finish
