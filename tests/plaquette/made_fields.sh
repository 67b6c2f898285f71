#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# made_fields.sh PROGRAM: a field does not depend on how the lattice was spread when it was made, and a saved field has the
# same plaquette on every shape.
set -u
program=$1
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 1
fail() {
    echo "FAILED: $*"
    exit 1
}

make() { # make FILE option...
    file=$1
    shift
    "$program" --beta 5.8 --lattice 4x4x8x4 --start hot --seed 0x123456789a --sweeps 3 --overrelax 1 \
        --save "$file" "$@" >"$file.out" 2>"$file.err" || fail "making $file $*: $(cat "$file.err")"
    [ "$(wc -l <"$file.err")" -eq 3 ] || fail "not one line of progress per sweep"
    [ ! -e "$file.part" ] || fail "$file.part was left behind"
}

make one.lime --shape 1
make many.lime --shape 2x1x2x2x1
make deep.lime --shape 2x1x1x1x2 --ppn 4
make thin.lime --shape 4x2x4x2x2
for other in many deep thin; do
    cmp one.lime $other.lime || fail "the field depends on the shape"
done
make single.lime --shape 2 --precision 32
[ "$(wc -c <single.lime)" -lt "$(wc -c <one.lime)" ] || fail "32 bits are not shorter than 64"

recorded=$(grep '^plaquette ' one.lime.out)
for file in one.lime single.lime; do
    for options in '--shape 1' '--shape 2x2x2x1x1' '--shape 1x4x1x2x1 --ppn 2' '--shape 1 --ppn 16'; do
        # shellcheck disable=SC2086
        "$program" $options $file >reread.out 2>&1 || fail "$file $options: $(cat reread.out)"
        [ "$file" = single.lime ] || [ "$(grep '^plaquette ' reread.out)" = "$recorded" ] ||
            fail "$file $options: $(cat reread.out), but it was $recorded"
        grep -q '^checksum    ok' reread.out || fail "$file $options: no checksum"
        grep -q '^recorded    the same' reread.out || fail "$file $options: another plaquette"
    done
done

# A chain goes on from a file.
"$program" --shape 2x2 --beta 5.8 --start one.lime --sweeps 1 >go_on.out 2>&1 || fail "$(cat go_on.out)"
grep -q '^lattice     4x4x8x4' go_on.out || fail "the lattice is not the one of the file"
# A file that cannot be written is one line.
"$program" --shape 2x2 --beta 5.8 --start one.lime --sweeps 0 --save no/such/place.lime >out 2>err && fail "no error"
[ "$(wc -l <err)" -eq 1 ] || fail "not one line: $(cat err)"
echo "1 passed, 0 failed"
