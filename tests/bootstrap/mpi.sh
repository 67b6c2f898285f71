#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs mpi_program under an MPI.
#   mpi.sh MPIRUN WAY PROGRAM
# Skipped if PROGRAM does not exist, because this MPI is not installed.
set -u

mpirun=$1 way=$2 program=$3
if ! command -v "$mpirun" >/dev/null || [ ! -x "$program" ]; then
    echo "$mpirun, or what one needs to compile for it, is not installed"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
# Open MPI: more ranks than cores, and root.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Leaks of MPI libraries are ignored.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

# expect NAME STATUS RANKS WAY COMMAND...: the status, one good line from each rank, and on standard error nothing of
# ours.
expect() {
    name=$1 wanted=$2 ranks=$3 by=$4
    shift 4
    status=0
    timeout 100 "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    rank=0
    while [ $rank -lt "$ranks" ]; do
        echo "good $rank of $ranks by $by"
        rank=$((rank + 1))
    done >"$work/wanted"
    if [ $status -eq "$wanted" ] && sort -n -k 2 "$work/out" | cmp -s - "$work/wanted" &&
        ! grep -q emuq: "$work/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $name: status $status"
        cat "$work/out" "$work/err"
    fi
}

for ranks in 1 2 5; do
    expect "$ranks ranks, MPI" 0 "$ranks" "$way" "$mpirun" -n "$ranks" "$program" mpi
    expect "$ranks ranks, without MPI_Init" 0 "$ranks" "$way" "$mpirun" -n "$ranks" "$program" spi
done
expect "an empty text" 0 2 "$way" "$mpirun" -n 2 "$program" empty
expect "without mpirun" 0 1 none "$program" mpi
expect "without MPI_Finalize" 3 1 "$way" "$mpirun" -n 1 "$program" unfinished

# A missing rank: the remaining ranks time out with a message, and the job ends.
status=0
timeout 100 "$mpirun" -n 3 "$program" absent >"$work/out" 2>"$work/err" </dev/null || status=$?
if [ $status -ne 124 ] && grep -q '^emuq: rank [01]: .*ranks' "$work/err" && ! grep -q '^bad' "$work/out"; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "failed: a rank that does not come"
    cat "$work/out" "$work/err"
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
