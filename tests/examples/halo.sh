#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# halo.sh EMUQ_RUN HALO PLAQUETTE FILE: the average plaquette of a field by APEnet+ cards is equal, digit for digit, to
# the result by the Message Unit, for any number and kind of ranks and for repeated measurements.
set -u
run=$1 halo=$2 plaquette=$3 file=$4
[ -r "$file" ] || exit 77
. "$(dirname "$0")/expect.sh"
average=$("$plaquette" "$file" | grep "^plaquette ")
# shellcheck disable=SC2034 # expect.sh reads it
wanted="$average
recorded    the same"
check "an average" [ -n "$average" ]
expect "$halo" "$file" 3
expect "$halo" --shape 2 --ppn 2 "$file" 3
expect "$halo" --shape 2x2x2 "$file" 3
expect "$run" --timeout 100 --shape 1x4x2 "$halo" "$file" 3
expect "$run" --timeout 100 --shape 2x1x2 --ppn 4 "$halo" "$file" 3
expect "$run" --timeout 100 --shape 2 --ppn 2 --envs EMUQ_SHARE=none "$halo" "$file" 3
# Invalid numbers of measurements are rejected.
for times in 0 5x -1; do
    "$halo" "$file" $times >/dev/null 2>&1
    check "'$times' measurements" [ $? -eq 2 ]
done
# A job with a missing rank is rejected.
said=$(timeout 60 "$halo" --shape 2x2 --np 3 "$file" 2>&1)
check "3 ranks in 4 places: $said" [ "$? $(echo "$said" | grep -c "omit --np")" = "2 1" ]
finish
