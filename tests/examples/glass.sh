#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# glass.sh EMUQ_RUN SPINS: a spin glass has the same couplings and spins on 1, 2, 4 and 8 ranks of several shapes, and
# constant energy over 1000 steps (the program checks). Couplings depend on the seed, and differ from the ferromagnet.
set -u
run=$1 spins=$2
. "$(dirname "$0")/expect.sh"

lines() { # OPTION...: couplings and checksum
    "$spins" --edge 8 --iterations 1000 "$@" | grep -e "^checksum " -e "^couplings "
}

differ() { # LINES: none is a line of $wanted
    [ -n "$1" ] && ! echo "$wanted" | grep -qxF -e "$1"
}

# Mean 0 and variance 1 (12288 bonds).
normal() {
    "$spins" --edge 16 --iterations 1 --glass |
        grep -Eq "^couplings   mean -?0\.0[0-4][0-9]*, mean square (1\.0[0-4]|0\.9[5-9])"
}

wanted=$(lines --glass)
check "couplings and checksum" [ "$(echo "$wanted" | wc -l)" -eq 2 ]
for shape in 2 1x2 1x1x2 2x2 4 1x4 2x1x2 2x2x2 8 1x2x4; do
    expect "$spins" --shape $shape --edge 8 --iterations 1000 --glass
done
expect "$spins" --ppn 4 --edge 8 --iterations 1000 --glass --seed 2012
expect "$run" --timeout 100 --shape 2x2 --ppn 2 "$spins" --edge 8 --iterations 1000 --glass
check "the couplings depend on the seed" differ "$(lines --glass --seed 1)"
check "a ferromagnet is no glass" differ "$(lines)"
check "the couplings are normal" normal
finish
