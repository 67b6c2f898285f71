#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# halo.sh EMUQ_RUN HALO PLAQUETTE FILE: the average plaquette of a field by APEnet+ cards is, digit for digit, that by
# the Message Unit, whatever the ranks are and however many; in repeated measurements too.
set -u
run=$1 halo=$2 plaquette=$3 file=$4
[ -r "$file" ] || exit 77
passed=0 failed=0
wanted=$("$plaquette" "$file" | grep "^plaquette ")

expect() { # COMMAND...
    output=$("$@" "$file" 3)
    status=$?
    if [ $status -eq 0 ] && echo "$output" | grep -qx "$wanted" && echo "$output" | grep -q "^recorded *the same$"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "'$*' ended with $status, without '$wanted':"
        echo "$output"
    fi
}

[ -n "$wanted" ] || failed=1
expect "$halo"
expect "$halo" --shape 2 --ppn 2
expect "$halo" --shape 2x2x2
expect "$run" --timeout 100 --shape 1x4x2 "$halo"
expect "$run" --timeout 100 --shape 2x1x2 --ppn 4 "$halo"
expect "$run" --timeout 100 --shape 2 --ppn 2 --envs EMUQ_SHARE=none "$halo"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
