#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# broken_files.sh PROGRAM FIELD: broken copies of a field (4x4x4x8, 64 bit) are refused with one line and exit status 1.
set -u
export LC_ALL=C
program=$1 field=$2
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 1
size=$(wc -c <"$field")
passed=0

refused() { # refused PATTERN FILE
    for shape in 1 2x2x1x1x1; do
        "$program" --shape $shape "$2" >out 2>err
        status=$?
        if [ $status -ne 1 ] || [ "$(wc -l <err)" -ne 1 ] || ! grep -Eq -e "$1" err || grep -q '^recorded    the same' out; then
            echo "FAILED: status $status, '$1' expected for $2 on $shape:"
            cat out err
            exit 1
        fi
    done
    passed=$((passed + 1))
}

copy() { # copy NAME OFFSET BYTES: with some bytes replaced
    # shellcheck disable=SC2059
    cp "$field" "$1" && chmod u+w "$1" && printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>dd.err || exit 1
}

refused 'cannot be opened' absent.lime
: >empty.lime
refused 'no record ildg-format' empty.lime
echo 'this is not a field' >text.lime
refused 'truncated' text.lime
head -c 150 "$field" >short.lime
refused 'truncated' short.lime
head -c $((size / 2)) "$field" >half.lime
refused 'truncated.*ildg-binary-data' half.lime
copy magic.lime 0 'X'
refused 'not a LIME file' magic.lime
copy length.lime 8 '\377'
refused 'truncated' length.lime
sed 's/<lt> 8 /<lt> 6 /' "$field" >extent.lime
refused 'lattice in 64 bits' extent.lime
copy bit.lime $((size / 16 * 8)) '\001\002\003'
refused 'checksum' bit.lime
sed 's/scidac-checksum/scidac-checkrum/' bit.lime >nosum.lime
refused 'no SU\(3\) matrix' nosum.lime
sed 's/plaquette = [0-9]\.[0-9]/plaquette = 1.0/' "$field" >claim.lime
refused 'records the plaquette' claim.lime
{ # a record whose type commands a terminal
    printf '\105\147\211\253\000\001\300\000\000\000\000\000\000\000\000\010ab\033]0;owned\007'
    head -c 115 /dev/zero
    printf '12345678'
} >type.lime
refused 'truncated|record' type.lime
if grep -q "$(printf '\033')" err; then
    echo "FAILED: an escape sequence of a file is printed"
    exit 1
fi
mkfifo fifo
refused 'not an ordinary file' fifo
timeout 20 "$program" --beta 5.7 --lattice 4x4x4x4 --sweeps 1 --save fifo >out 2>err
status=$?
if [ $status -ne 1 ] || ! [ -p fifo ] || ! grep -q 'fifo is not an ordinary file' err || grep -q '^average' out; then
    echo "FAILED: --save to a FIFO: status $status"
    cat out err
    exit 1
fi
echo "$((passed + 1)) passed, 0 failed"
