#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: job.sh EMUQ-RUN EMUQ-DEVICE PINGPONG MEMORY ALLREDUCE
# What EMUQ_FAULTS says and does for a job: the seed is printed, what cannot be is refused, a rank dies.
set -u
run=$1 device=$2 program=$3 memory=$4 reduce=$5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

# expect STATUS PATTERN NAME=VALUE... COMMAND...: the status, and a line of standard error
expect() {
  wanted=$1 pattern=$2 status=0
  shift 2
  env "$@" >"$folder/out" 2>"$folder/err" || status=$?
  if [ $status -eq "$wanted" ] && grep -q -- "$pattern" "$folder/err"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$* has status $status, wanted $wanted and \"$pattern\":"
    cat "$folder/err"
  fi
}

short="--shape 2x1x1x1x1 --iterations 2 --bytes 2000"
# shellcheck disable=SC2086
{
  expect 0 '^emuq: injecting faults; EMUQ_FAULTS=seed=7,late=20 repeats' EMUQ_FAULTS=seed=7,late=20 "$program" $short
  expect 0 '^emuq: injecting faults; EMUQ_FAULTS=seed=[0-9]*,late=20 repeats' EMUQ_FAULTS=late=20 "$program" $short
  expect 0 '^emuq: injecting faults; EMUQ_FAULTS=seed=7,late=20 repeats' EMUQ_FAULTS=seed=7,late=20 \
    "$run" --shape 2x1x1x1x1 "$program" --iterations 2 --bytes 2000
  [ "$(grep -c 'injecting faults' "$folder/err")" = 1 ] || { failed=$((failed + 1)); echo "it is not said once"; }
  for job in "$program $short" "$run --shape 2x1x1x1x1 $program"; do
    expect 2 '"late=soon": late=MICROSECONDS' EMUQ_FAULTS=late=soon $job
    expect 2 'no node 2' EMUQ_FAULTS=slow=2:0:1 $job
    expect 2 'no rank 2' EMUQ_FAULTS=die=2:1 $job
  done
  expect 2 'timed has no late, only errors and down' EMUQ_FAULTS=late=20 EMUQ_BACKEND=timed "$program" $short
  expect 2 'mmio injects no faults' EMUQ_FAULTS=late=20 \
    "$device" --socket "$folder/device" --shape 2x1x1x1x1 --run "$program" $short
  # On several hosts: what one host can do wrong by itself, with a seed that all know.
  hosts="EMUQ_HOSTS=2 $run --shape 2x1x1x1x1 --timeout 60"
  expect 2 'EMUQ_FAULTS=seed=[0-9]*,late=20$' EMUQ_FAULTS=late=20 $hosts "$program"
  expect 0 'SE_RETRANS_CNT  *[1-9]' EMUQ_FAULTS=seed=1,errors=100000000 $hosts --counters "$program" --iterations 2 --bytes 20000
  expect 0 '^emuq: injecting faults; EMUQ_FAULTS=seed=7,late=20 repeats' EMUQ_FAULTS=seed=7,late=20 \
    $hosts "$program" --iterations 2 --bytes 2000
  [ "$(grep -c 'injecting faults' "$folder/err")" = 1 ] || { failed=$((failed + 1)); echo "it is not said once"; }
  expect 0 'injecting faults' EMUQ_FAULTS=seed=7,late=20,slow=1:0:30 $hosts "$reduce"
  expect 137 'rank 1 dies with its packet 10' EMUQ_FAULTS=seed=1,die=1:10 $hosts "$program"
  grep -q 'rank 1 .*SIGKILL' "$folder/err" || { failed=$((failed + 1)); cat "$folder/err"; }
  expect 0 'allocation 20, of [0-9]* bytes, fails' EMUQ_FAULTS=seed=1,memory=20 $hosts "$memory"
  [ "$(grep -c 'allocation 20,' "$folder/err")" = 2 ] || { failed=$((failed + 1)); echo "it is not each rank"; }
  # A link that goes down ends the job as a fatal event of the machine does.
  down='fatal RAS event: link A+ is down'
  for job in "$program $short" "$run --shape 2x1x1x1x1 --timeout 60 $program" "$run --timed --shape 2x1x1x1x1 $program"; do
    expect 1 "$down.* packet 5 after all retransmissions" EMUQ_FAULTS=down=0:A+:5 $job
    grep -q 'where: node 0 at (0,0,0,0,0)' "$folder/err" || { failed=$((failed + 1)); cat "$folder/err"; }
    expect 0 'injecting faults' EMUQ_FAULTS=down=0:B+:1 $job
  done
  expect 1 'fatal RAS event: link' EMUQ_FAULTS=down=1:A-:1 "$run" --shape 2x1x1x1x1 --timeout 60 "$reduce"
  # So does one between hosts, and one that only messages of another host cross, or collectives of another root.
  down_hosts() { # NODE LINK PROGRAM [NAME=VALUE]
    expect 1 "fatal RAS event: link $2 is down.* packet 5 after all retransmissions" "EMUQ_FAULTS=seed=1,down=$1:$2:5" EMUQ_HOSTS=3 ${4:+"$4"} \
      "$run" --shape 6x1x1x1x1 --timeout 60 "$3"
    grep -q "where: node $1 at ($1,0,0,0,0)" "$folder/err" || { failed=$((failed + 1)); cat "$folder/err"; }
    [ "$(grep '^emuq' "$folder/err" | grep -vc 'injecting faults')" = 1 ] || { failed=$((failed + 1)); cat "$folder/err"; }
  }
  for link in "0 A+" "1 A+" "2 A+"; do
    down_hosts $link "$program"
  done
  for link in "1 A+" "2 A+" "3 A-" "4 A-"; do
    down_hosts $link "$reduce"
  done
  EMUQ_HOSTS=2 EMUQ_FABRIC='tcp;ofi_rxm' "$run" --shape 2x1x1x1x1 "$program" --iterations 1 >"$folder/out" 2>&1 &&
    down_hosts 1 A+ "$reduce" 'EMUQ_FABRIC=tcp;ofi_rxm'
  expect 0 'injecting faults' EMUQ_FAULTS=seed=1,down=2:B+:1 EMUQ_HOSTS=3 "$run" --shape 6x1x1x1x1 --timeout 60 "$program" \
    --iterations 2 --bytes 2000
  expect 2 'down: no node 2 in the job (expected 0 to 1)' EMUQ_FAULTS=down=2:A+:1 "$program" $short
  # The counters of a job show what its links have sent again.
  for backend in "" --timed; do
    expect 0 'SE_RETRANS_CNT  *[1-9]' EMUQ_FAULTS=seed=1,errors=100000000 "$run" $backend --counters \
      --shape 2x1x1x1x1 "$program" --iterations 2 --bytes 20000
  done
  # Each process counts its allocations, and repeats the call.
  expect 0 'allocation 20, of [0-9]* bytes, fails' EMUQ_FAULTS=memory=20 "$run" --shape 2x1x1x1x1 --timeout 60 "$memory"
  [ "$(grep -c 'allocation 20,' "$folder/err")" = 2 ] || { failed=$((failed + 1)); echo "it is not each rank"; }
  expect 2 'EMUQ_FAULTS: "memory=0": the number of an allocation from 1' EMUQ_FAULTS=memory=0 "$program" $short
  expect 137 'rank 1 dies with its packet 10' EMUQ_FAULTS=die=1:10 "$run" --shape 2x1x1x1x1 --timeout 60 "$program"
  grep -q 'rank 1 .*SIGKILL' "$folder/err" || { failed=$((failed + 1)); cat "$folder/err"; }
}
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
