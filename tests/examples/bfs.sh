#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# bfs.sh EMUQ_RUN BFS: the search finds the vertices and levels of a direct computation, for any number and kind of ranks,
# also in packet mode with repaired faults; the validator finds each kind of damage; wrong options are rejected.
set -u
run=$1 bfs=$2
. "$(dirname "$0")/expect.sh"
reference() { # SCALE EDGE_FACTOR SEED ROOTS: sets the graph, and the lines to expect
    graph="--scale $1 --edge-factor $2 --seed $3 --roots $4"
    wanted="$(python3 "$(dirname "$0")/bfs_reference.py" "$@")
valid       $4 of $4 trees"
    check "lines of the reference" [ "$(echo "$wanted" | wc -l)" -eq $((2 * $4 + 1)) ]
}

# shellcheck disable=SC2086 # the words of $graph
{
    reference 8 4 7 3
    expect "$bfs" $graph
    expect "$bfs" --shape 2 $graph
    expect "$bfs" --shape 5 $graph
    expect "$bfs" --shape 2x2x2 $graph --buffer 3
    expect "$bfs" --shape 2x4x2 --ppn 2 $graph --buffer 64
    expect "$run" --timeout 100 --shape 2 "$bfs" $graph --buffer 1
    expect "$run" --timeout 100 --shape 5 "$bfs" $graph
    expect "$run" --timeout 100 --shape 2x2x2 "$bfs" $graph --buffer 5
    expect "$run" --timeout 100 --shape 2 --ppn 4 --envs EMUQ_SHARE=none "$bfs" $graph
    packet="--envs EMUQ_APENET_NET=packet --envs EMUQ_APENET_FAULTS=seed:3,header:0.01"
    expect "$run" --timeout 100 --shape 2x2x2 $packet "$bfs" $graph --buffer 64
    reference 9 1 1099511627776 9 # few edges: many levels, and vertices without edges
    expect "$bfs" $graph
    expect "$run" --timeout 100 --shape 3x2 "$bfs" $graph
    reference 2 1 1 2 # fewer vertices than ranks
    expect "$bfs" --shape 2x2x2 $graph
}

same() { # WANTED TEXT NAME
    check "$3" [ "$1" = "$2" ]
}

# With one rank a damage breaks one rule; with several ranks each damages a vertex.
number=0
for rule in root level edge span closed; do
    number=$((number + 1))
    output=$("$bfs" --scale 8 --roots 1 --damage $number)
    same 1 $? "status with damage to $rule"
    same "INVALID: broken rules: $rule" "$(echo "$output" | sed -n 's/^\(INVALID\).*\(: broken .*\) [0-9]*$/\1\2/p')" \
        "damage to $rule"
    output=$("$run" --timeout 100 --shape 2x2 "$bfs" --scale 8 --roots 2 --damage $number 2>&1)
    same 1 $? "status with damage to $rule, 4 ranks"
    same 2 "$(echo "$output" | grep -c "^INVALID .* $rule [1-9]")" "damage to $rule, 4 ranks"
done

output=$("$run" --timeout 100 --shape 2 "$bfs" --scale 8 --damage 6 2>&1)
same 1 $? "status with a damaged row"
same yes "$(echo "$output" | grep -q "rows of the graph differ" && echo yes)" "message of a damaged row"

# A damaged payload ends the job: no rank continues with wrong pairs.
output=$("$run" --timeout 100 --shape 2x2 --envs EMUQ_APENET_NET=packet --envs EMUQ_APENET_FAULTS=seed:1,ber:1e-4 "$bfs" \
    --scale 8 2>&1)
same 1 $? "status with damaged payloads"
same yes "$(echo "$output" | grep -q "a message: Bad message" && echo yes)" "message of damaged payloads"

for wrong in "--scale 0" "--scale 31" "--edge-factor 0" "--roots 0" "--buffer 0" "--validate 2" "--damage 7" "--seed -1" \
    "--damage 1 --validate 0" "--roots 5 --scale 2"; do
    # shellcheck disable=SC2086
    output=$("$bfs" --shape 3 $wrong 2>&1 >/dev/null)
    same 2 $? "status of $wrong"
    same "1 ${wrong%% *}" "$(echo "$output" | wc -l | tr -d ' ') $(echo "$output" | grep -o -e "--[a-z-]*" | head -1)" "$wrong"
done
finish
