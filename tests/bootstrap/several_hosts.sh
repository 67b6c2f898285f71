#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Ranks of a PMI launcher that reports several hosts, on one machine: examples, errors, deaths.
#   several_hosts.sh LAUNCHER PROGRAMS ENDS
# LAUNCHER: fake_launcher. PROGRAMS: folder of the examples. ENDS: ends.c. Skipped if the hosts have no network: no libfabric.
set -u

launcher=$1 programs=$2 ends=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
export EMUQ_INTERFACE=lo # all hosts are local
unset PMIX_NAMESPACE PMIX_RANK

# run ARGUMENTS... of the launcher: status, out and err
run() {
    status=0
    timeout 100 "$launcher" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
}

# verdict NAME GOOD(0 or not)
verdict() {
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $1: status $status"
        cat "$work/out" "$work/err"
    fi
}

# works ARGUMENTS...: the job succeeds without messages
works() {
    run "$@"
    good=0
    [ $status -eq 0 ] && ! grep -q emuq: "$work/err" || good=1
    verdict "$*" $good
}

# fails WORDS ARGUMENTS...: the job fails, and its only message contains the words
fails() {
    words=$1
    shift
    run "$@"
    good=0
    [ $status -ne 0 ] && [ $status -ne 124 ] && [ "$(grep -c emuq: "$work/err")" -eq 1 ] &&
        grep -q "$words" "$work/err" || good=1
    verdict "$*" $good
}

two='(vector,(0,2,2))' uneven='(vector,(0,1,5),(1,3,1))' cyclic='(vector,(0,2,1))'

run pmi "$two" 4 -- "$programs/allreduce" --iterations 1
if grep -qi 'libfabric' "$work/err"; then
    cat "$work/err"
    exit 77
fi
verdict "two hosts" $status

# Equal bits on one host and on several, for every distribution of ranks.
lattice="--beta 5.7 --lattice 4x4x4x8 --start hot --sweeps 2 --verbose"
plaquette() {
    run "$@" -- "$programs/plaquette" $lattice
    grep -i 'plaquette' "$work/out" | grep -v ' s ' >"$work/result"
}
plaquette pmi '(vector,(0,1,8))' 8
cp "$work/result" "$work/wanted"
[ $status -eq 0 ] && [ -s "$work/wanted" ]
verdict "plaquette on one host" $?
for mapping in '(vector,(0,2,4))' "$uneven" "$cyclic" '(vector,(0,8,1))'; do
    plaquette pmi "$mapping" 8
    [ $status -eq 0 ] && cmp -s "$work/result" "$work/wanted"
    verdict "plaquette, pmi, $mapping" $?
done
plaquette pmi2 "$uneven" 8
[ $status -eq 0 ] && cmp -s "$work/result" "$work/wanted"
verdict "plaquette, pmi2, $uneven" $?

# Leaders get the addresses of all hosts.
works pmi '(vector,(0,4,4))' 16 -- "$programs/allreduce" --iterations 1
[ "$(sed -n 's/^texts that ranks have asked for: //p' "$work/err")" -le $((3 * 16 + 4 * 4)) ]
verdict "ranks ask for few texts" $?
works pmi "$uneven" 8 -- "$programs/alltoall" --iterations 1
works pmi2 "$cyclic" 4 -- "$programs/mini-mpi" --iterations 1
works pmi2 "$two" 8 '*:EMUQ_PPN=2' -- "$programs/pingpong" --iterations 1
works pmi - 4 -- "$programs/pingpong" --iterations 1 # by host names: one host
# The mapping places ranks of a node together, although the launcher has distributed them.
works pmi "$cyclic" 4 '*:EMUQ_SHAPE=2x1' '*:EMUQ_PPN=2' '*:EMUQ_MAPPING=TABCDE' -- "$programs/allreduce" --iterations 1

program="$programs/allreduce"
fails 'node 0 has ranks on two hosts: rank 0 on host 0 and rank 1 on host 1' pmi "$cyclic" 4 '*:EMUQ_PPN=2' -- "$program"
# One error of rank 0 has host, setting and both values.
differs() { # SETTING THERE HERE ARGUMENTS...
    there=$2 here=$3 setting=$1
    shift 3
    fails "^emuq: host [^ ,]*, rank 2: $setting is $there, but $here on host [^ ,]*, rank 0; make it the same" "$@" -- "$program"
}
differs EMUQ_SHAPE "'2x2'" "'' (not set)" pmi "$two" 4 2:EMUQ_SHAPE=2x2
differs EMUQ_MESH "'A'" "'' (not set)" pmi2 "$two" 4 2:EMUQ_MESH=A
differs EMUQ_HEARTBEAT "'10' (not set)" "'1'" pmi "$two" 4 0:EMUQ_HEARTBEAT=1
differs EMUQ_HOST_MAC "'[a-z]*' (not set)" "'all'" pmi "$two" 4 0:EMUQ_HOST_MAC=all
differs EMUQ_APENET_NET "'direct'" "'packet' (not set)" pmi "$two" 4 2:EMUQ_APENET_NET=direct
differs EMUQ_APENET_LINK "'hosts' (not set)" "'udp'" pmi2 "$two" 4 0:EMUQ_APENET_LINK=udp 1:EMUQ_APENET_LINK=udp
differs EMUQ_APENET_FAULTS "'seed:7,ber:1e-6'" "'seed:8,ber:1e-6'" pmi "$two" 4 '*:EMUQ_APENET_FAULTS=seed:7,ber:1e-6' \
    0:EMUQ_APENET_FAULTS=seed:8,ber:1e-6
differs EMUQ_APENET_FAULTS "'two words'" "'' (not set)" pmi "$two" 4 '2:EMUQ_APENET_FAULTS=two words'
differs EMUQ_APENET_WATCHDOG "'500'" "'100'" pmi "$two" 4 '*:EMUQ_APENET_WATCHDOG=100' 2:EMUQ_APENET_WATCHDOG=500 3:EMUQ_APENET_WATCHDOG=500
differs EMUQ_APENET_NOBUF "'drop'" "'wait' (not set)" pmi "$two" 4 2:EMUQ_APENET_NOBUF=drop
differs BG_THREADLAYOUT "'2'" "''" pmi "$two" 4 2:BG_THREADLAYOUT=2
# Defaults of several hosts, and settings of ranks that do not lead a host.
works pmi "$two" 4 2:EMUQ_APENET_NET=packet 0:EMUQ_APENET_LINK=hosts 1:EMUQ_APENET_WATCHDOG=1 -- "$program" --iterations 1
fails '4 ranks do not fit' pmi2 "$two" 4 '*:EMUQ_SHAPE=2x1' -- "$program"
fails 'a map file has to be on every host' pmi "$two" 4 '*:EMUQ_MAPPING=/no/such/file' -- "$program"
fails 'EMUQ_FABRIC' pmi2 "$two" 4 '2:EMUQ_FABRIC=none-such' -- "$program"

# Map files with different contents.
printf '0 0 0 0 0 0\n1 0 0 0 0 0\n0 1 0 0 0 0\n1 1 0 0 0 0\n' >"$work/map"
works pmi "$two" 4 "*:EMUQ_MAPPING=$work/map" '*:EMUQ_SHAPE=2x2' -- "$program" --iterations 1

# Ends: a leader long before all ranks, a rank with and a rank without a message.
works pmi "$two" 4 -- "$ends" 2 return
works pmi2 "$uneven" 8 -- "$ends" 0 return
for rank in 1 2; do
    run pmi "$two" 4 -- "$ends" $rank status
    [ $status -eq 7 ]
    verdict "rank $rank exits with status 7" $?
    begin=$(date +%s)
    run pmi "$two" 4 -- "$ends" $rank kill
    [ $status -eq 137 ] && [ $(($(date +%s) - begin)) -lt 40 ]
    verdict "rank $rank is killed" $?
done
# The status is a rank's, not the signal of a host engine; one rank reports the cause. Repeated for the order in which ends
# arrive.
# bad_exit RANK MAPPING FOLDER: the status of the job, and the number of messages, in FOLDER.
bad_exit() {
    mkdir "$3"
    (
        work=$3
        run pmi "$2" 4 -- "$ends" "$1" bad
        echo "$status $(grep -c emuq: "$work/err")" >"$work/result"
    )
}
for rank in 0 2 99; do
    for n in 1 2 3 4; do
        bad_exit $rank "$two" "$work/two-$rank-$n" &
        bad_exit $rank - "$work/one-$rank-$n" &
    done
    wait
done
for rank in 0 2 99; do
    for n in 1 2 3 4; do
        for hosts in two one; do # number of hosts
            read -r status said <"$work/$hosts-$rank-$n/result"
            cp "$work/$hosts-$rank-$n/out" "$work/$hosts-$rank-$n/err" "$work"
            most=1
            [ $rank != 99 ] || [ $hosts != two ] || most=2 # one message per host if simultaneous
            [ "$status" -eq 1 ] && [ "$said" -ge 1 ] && [ "$said" -le $most ]
            verdict "rank $rank, $hosts: status 1" $?
        done
    done
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
