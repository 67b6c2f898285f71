#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: stacks.sh EMUQ-RUN TROUBLE REFUSED
# --timed --backtrace: the stacks of all threads before the job ends by a signal of a rank, a deadlock, a software error, a status
# of a rank, or the time limit. TROUBLE is trouble.c, REFUSED refused.c.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$1"; cat "$folder"/*; exit 1; }
command -v gdb >/dev/null || { echo "there is no gdb"; exit 77; }

# stacks STATUS ARGUMENT...: runs a job that ends with this status.
stacks() {
  expected=$1
  shift
  status=0
  timeout 100 "$@" >"$folder/out" 2>"$folder/err" || status=$?
  ! grep -q '^ptrace: \|^Could not attach' "$folder/err" || { cat "$folder/err"; exit 77; }
  [ $status = "$expected" ] || fail "status $status, not $expected"
}

stacks 139 "$1" --timed --backtrace --np 2 "$2" crash
grep -q 'the job ends by an error; the stacks' "$folder/err" || fail "no stacks of a crash"
grep -q '^#.* reads_nowhere ' "$folder/err" || fail "where rank 1 has crashed is not shown"
grep -q '^#.* waits_for_nothing ' "$folder/err" || fail "where rank 0 waits is not shown"
grep -q '^Thread .*"rank 1"' "$folder/err" || fail "threads do not have the names of their ranks"

stacks 1 "$1" --timed --backtrace --np 2 "$2" deadlock
grep -q '^emuq: deadlock at ' "$folder/err" || fail "there is no deadlock"
grep -q '^#.* waits_for_nothing ' "$folder/err" || fail "where rank 0 waits for ever is not shown"

stacks 124 "$1" --timed --backtrace --timeout 3 --np 1 "$2" endless
grep -q '^#.* takes_time ' "$folder/err" || fail "where rank 0 is at the time limit is not shown"

# Ends by a software error and by a status.
stacks 1 "$1" --timed --backtrace --timeout 30 --shape 2 "$3"
grep -q '^emuq: software error of the Message Unit: ' "$folder/err" || fail "there is no software error"
grep -q 'the job ends by an error; the stacks' "$folder/err" || fail "no stacks of a software error"
grep -q '^#.* main ' "$folder/err" || fail "where the ranks are at the software error is not shown"
stacks 1 "$1" --timed --backtrace --timeout 30 --np 2 "$2" status
grep -q '^emuq: rank 1 exited with status 1' "$folder/err" || fail "status 1 does not end the job"
grep -q '^#.* takes_time ' "$folder/err" || fail "where rank 0 is while rank 1 exits is not shown"

# A program that emuq-run has not started, or a child of a rank, does not stop: no process would continue it.
stacks 0 "$1" --timed --backtrace --timeout 30 --np 2 sh -c "'$2' deadlock; true"
grep -q '^emuq: deadlock at ' "$folder/err" || fail "there is no deadlock below a shell"
! grep -q 'the stacks of its threads' "$folder/err" || fail "a program below a shell has stacks"
stacks 0 "$1" --timed --backtrace --timeout 30 --np 2 "$2" child
! grep -q 'the stacks of its threads' "$folder/err" || fail "the stacks of a child are those of the job"
