# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Functions of the tests on simulated hosts. A test is called with
#   BIN    the folder of emuq-run and the examples
#   TESTS  the folder of the tests' programs
# and begins with ". lib.sh; begin HOSTS [wire WORD...]". finish prints its last line.
set -u
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
bed=$here/bed
bin=${1:?the folder of programs} tests=${2:?the folder of tests}
passed=0 failed=0 status=0 ms=0
# Factor of time limits, for a busy machine.
patience=${BED_PATIENCE:-5}
export BED_WIRE=$tests/bed_wire

on() { "$bed" exec "$@"; }

# Creates a bed that ends with the test. Skips the test without root.
begin() {
    local begun=0
    BED=$("$bed" up "$@") || exit $?
    export BED
    trap '"$bed" down' EXIT
    trap 'exit 1' INT TERM HUP
    work=$BED/work
    mkdir -p "$work" || begun=1
    [ $begun -eq 0 ] || exit 1
}

# Starts servers in the bed: server ssh|slurm.
server() {
    local state=0
    "$bed" "$1" || state=$?
    [ $state -eq 0 ] || exit $state
}

# Skips the test if a program is not installed.
need() {
    local tool
    for tool in "$@"; do
        command -v "$tool" >/dev/null || {
            echo "$tool is not installed (scripts/setup hosts)"
            exit 77
        }
    done
}

check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $name: $* (status $status, $ms ms)"
        head -n 60 "$work/out" "$work/err" 2>/dev/null
    fi
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit $?
}

now_ms() { echo $(($(date +%s%N) / 1000000)); }

# run SECONDS COMMAND...: writes output to $work/out and $work/err; sets status (124: time limit) and ms.
run() {
    local limit=$1 begun
    shift
    # timeout cannot call a shell function.
    if [ "$1" = on ]; then
        shift
        set -- "$bed" exec "$@"
    fi
    begun=$(now_ms)
    status=0
    timeout -k 5 "$limit" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    ms=$(($(now_ms) - begun))
}

says() { grep -q -i -e "$1" "$work/out" "$work/err"; }

# until_true SECONDS COMMAND...
until_true() {
    local end=$(($(now_ms) + $1 * 1000))
    shift
    until "$@"; do
        [ "$(now_ms)" -lt "$end" ] || return 1
        sleep 0.1
    done
}

# No process runs, and no file is left in memory, on all hosts except killed ones.
no_host_has_left() {
    local number text bad=0
    for number in 0 $(ls "$BED/hosts"); do
        [ "$number" = "${dead_host:-none}" ] && continue
        text=$("$bed" left "$number" | grep -v -e '/lib.sh' || :)
        [ -z "$text" ] && continue
        bad=1
        left_text="n$number: $text"
    done
    return $bad
}

check_nothing_left() { # NAME
    left_text=
    if until_true $((patience * 4)) no_host_has_left; then # slurmstepd ends late
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $1: something is left: $left_text"
    fi
}

# pids K NAME: processes of host K whose names begin with NAME.
pids() {
    # shellcheck disable=SC2016
    on "$1" /bin/sh -c 'for f in /proc/[0-9]*/comm; do { read -r name <"$f"; } 2>/dev/null || continue
        case "$name" in "$1"*) p=${f#/proc/}; echo "${p%/comm}" ;; esac; done' sh "${2:0:15}"
}

# ---- Deaths in MPI jobs ----

# kill_one NAME HOST PROCESS COMMAND...: kills PROCESS of HOST when the ranks of n2, which run bed_mpi_ring, have run for
# 2 s. The job fails by itself.
kill_one() {
    local name=$1 host=$2 process=$3
    shift 3
    # shellcheck disable=SC2317 # called by until_true
    victim() { [ -n "$(pids 2 bed_mpi_ring)" ]; }
    (until_true $((patience * 10)) victim
        sleep 2
        # shellcheck disable=SC2046 # several numbers
        on "$host" kill -9 $(pids "$host" "$process")) &
    run $((patience * 30)) "$@"
    wait
    check "$name: the job fails" [ "$status" -ne 0 ]
    check "$name: the job ends by itself" [ "$status" -ne 124 ]
    check_nothing_left "$name"
}

# ---- Jobs: HOSTS such as n1:5,n2:3 gives the number of nodes on each host. ----

# slots HOSTS PPN: the same hosts with numbers of processes.
slots() {
    local entry out=
    for entry in ${1//,/ }; do
        out="$out,${entry%:*}:$((${entry#*:} * $2))"
    done
    echo "${out#,}"
}

total() { # HOSTS: the sum of their numbers
    local entry sum=0
    for entry in ${1//,/ }; do
        sum=$((sum + ${entry#*:}))
    done
    echo $sum
}

# Prints the host of each process on a line.
host_lines() {
    local entry i
    for entry in ${1//,/ }; do
        for ((i = 0; i < ${entry#*:}; i++)); do
            echo "${entry%:*}"
        done
    done
}

mpi_root=(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1)
# Settings NAME=VALUE of EMUQ for all ranks of a job.
settings=()

# job LAUNCHER HOSTS SHAPE PPN PROGRAM WORD...: sets command.
job() {
    local launcher=$1 hosts=$2 shape=$3 ppn=$4 ranks places exported=() setting
    shift 4
    places=$(slots "$hosts" "$ppn")
    ranks=$(total "$places")
    for setting in "${settings[@]}"; do
        exported+=(-x "${setting%%=*}")
    done
    local job_env=("EMUQ_SHAPE=$shape" "EMUQ_PPN=$ppn" "${settings[@]}")
    case $launcher in
    one) command=(on 1 env "${settings[@]}" "$bin/emuq-run" --shape "$shape" --ppn "$ppn" "$@") ;;
    ssh) command=(on 1 env "${settings[@]}" "$bin/emuq-run" --hosts "$hosts" --shape "$shape" --ppn "$ppn" "$@") ;;
    hydra | prte)
        command=(on 0 env "${settings[@]}" "$bin/emuq-run" --launcher "$launcher" --hosts "$hosts" --agent "$here/agent"
            --shape "$shape" --ppn "$ppn" "$@")
        ;;
    srun)
        command=(on 1 env "${settings[@]}" salloc -Q -N "$(wc -w <<<"${hosts//,/ }")" "$bin/emuq-run" --hosts "$hosts"
            --shape "$shape" --ppn "$ppn" "$@")
        ;;
    pmix | pmi2)
        host_lines "$places" >"$work/places"
        local kinds count spread
        kinds=$(sort "$work/places" | uniq -c | awk '{print $1}' | sort -u)
        count=$(sort -u "$work/places" | wc -l)
        # Unequal parts need a list of hosts.
        case $kinds in
        *[!0-9]*) spread=(SLURM_HOSTFILE="$work/places" srun --distribution=arbitrary) ;;
        *) spread=(srun --ntasks-per-node="$kinds") ;;
        esac
        command=(on 1 env "${job_env[@]}" "${spread[@]}" --mpi="$launcher" -n "$ranks" -N "$count" "$@")
        ;;
    openmpi)
        command=(on 1 env "${mpi_root[@]}" "${job_env[@]}" mpirun.openmpi --host "$places" -n "$ranks" -x EMUQ_SHAPE
            -x EMUQ_PPN "${exported[@]}" "$@")
        ;;
    mpich) command=(on 1 env "${job_env[@]}" mpiexec.hydra -launcher ssh -hosts "$places" -n "$ranks" "$@") ;;
    esac
}

# ring_is_right NAME HOSTS SHAPE PPN: the messages of an MPI program of mpirun are right.
ring_is_right() {
    job openmpi "$2" "$3" "$4" "$tests/bed_mpi_ring"
    run $((patience * 30)) "${command[@]}"
    check "$1: the messages are right" grep -qx "$(total "$(slots "$2" "$4")") ranks, 0 wrong" "$work/out"
    check "$1: the job ends" [ "$status" -eq 0 ]
    check_nothing_left "$1"
    echo "$1: $ms ms"
}

# checks_pass NAME HOSTS SHAPE PROGRAM: all checks of an MPI program of mpirun pass.
checks_pass() {
    job openmpi "$2" "$3" 1 "$4"
    run $((patience * 30)) "${command[@]}"
    check "$1: all checks pass" grep -q "^[0-9]* passed, 0 failed$" "$work/out"
    check "$1: the job ends" [ "$status" -eq 0 ]
    check_nothing_left "$1"
    echo "$1: $ms ms"
}

# kill_one NAME HOST PROCESS COMMAND...: kills PROCESS of HOST when the ranks of n2 run: the job ends on all hosts.
kill_one() {
    local name=$1 host=$2 process=$3
    shift 3
    # shellcheck disable=SC2317 # called by until_true
    victim() { [ -n "$(pids 2 bed_mpi_ring)" ]; }
    rm -f "$work/killed"
    # shellcheck disable=SC2046 # several numbers
    (until_true $((patience * 10)) victim && sleep 2 && on "$host" kill -9 $(pids "$host" "$process") &&
        touch "$work/killed") &
    run $((patience * 30)) "$@"
    wait
    check "$name: there is a process to kill" [ -e "$work/killed" ]
    check "$name: the job fails" [ "$status" -ne 0 ]
    check "$name: the job ends by itself" [ "$status" -ne 124 ]
    check_nothing_left "$name"
    echo "$name: $ms ms"
}

# Prints the output of a program without times.
plain() {
    sed -E -e '/^(time|exchange) /d' -e '/^plaquette|^average/b' -e 's/[0-9]+\.[0-9]+/#/g' -e 's/ +/ /g' "$work/out"
}

evolution=(plaquette --verbose --beta 5.7 --lattice 4x4x4x8 --sweeps 3)

# reference NAME SHAPE PPN PROGRAM WORD...: keeps the output on one host in $work/NAME.
reference() {
    local name=$1 shape=$2 ppn=$3 program=$4
    shift 4
    job one n1:1 "$shape" "$ppn" "$bin/$program" "$@"
    run 120 "${command[@]}"
    check "$name on one host" [ "$status" -eq 0 ]
    plain >"$work/$name"
    check "$name prints something" [ -s "$work/$name" ]
}

# same NAME LAUNCHER HOSTS SHAPE PPN PROGRAM WORD...: the output on several hosts is equal.
same() {
    local name=$1 launcher=$2 hosts=$3 shape=$4 ppn=$5 program=$6
    shift 6
    job "$launcher" "$hosts" "$shape" "$ppn" "$bin/$program" "$@"
    run 120 "${command[@]}"
    check "$name by $launcher on $hosts ends well" [ "$status" -eq 0 ]
    plain >"$work/plain"
    check "$name by $launcher on $hosts prints the same" diff "$work/$name" "$work/plain"
    echo "$name by $launcher on $hosts: $ms ms"
}

# Checks of every launcher: examples on three hosts, equal and unequal parts, several processes per node.
launcher_does_all() {
    local launcher=$1 example
    job "$launcher" n1:1,n2:5,n3:2 2x2x2x1x1 1 hostname
    run 60 "${command[@]}"
    check "processes by $launcher are where they should be" [ "$(sort "$work/out")" = "$(host_lines n1:1,n2:5,n3:2)" ]
    reference evolution 2x2x2x1x1 1 "${evolution[@]}"
    same evolution "$launcher" n1:4,n2:4 2x2x2x1x1 1 "${evolution[@]}"
    same evolution "$launcher" n1:1,n2:5,n3:2 2x2x2x1x1 1 "${evolution[@]}"
    for example in pingpong alltoall allreduce neighbours pgas mini-mpi; do
        reference "$example" 3x1x1x1x1 2 "$example" --iterations 2
        same "$example" "$launcher" n1:1,n2:1,n3:1 3x1x1x1x1 2 "$example" --iterations 2
    done
    same pingpong "$launcher" n1:1,n2:2 3x1x1x1x1 2 pingpong --iterations 2
    job "$launcher" n1:1,n2:2,n3:1 4x1x1x1x1 1 "$tests/hosts_channel" 20000
    run 120 "${command[@]}"
    check "messages of a channel by $launcher arrive" [ "$status" -eq 0 ]
    check "messages of a channel by $launcher wait for their readers" says ": full windows"
    check_nothing_left "after all jobs by $launcher"
}
