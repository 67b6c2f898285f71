# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Failures injected into a job of an external launcher: two hosts with two ranks each. Sourced after lib.sh.
victim=$tests/processes_victim
heartbeat=2

all_ranks() {
    [ "$(for k in 1 2; do pids "$k" processes_victim; done | wc -l)" -eq 4 ] && [ -n "$(pids 1 emuq-engine)" ] &&
        [ -n "$(pids 2 emuq-engine)" ]
}

none_on() { [ -z "$(pids "$1" processes_victim)$(pids "$1" emuq-engine)$(pids "$1" emuq-watchdog)" ]; }

# begin_job NAME LAUNCHER: starts ranks that send without end; sets launched, a process that ends with the launcher.
begin_job() {
    job "$2" n1:2,n2:2 4x1x1x1x1 1 "$victim" transfer 99
    setsid "$bed" exec "${command[@]:1}" >"$work/out" 2>"$work/err" </dev/null &
    launched=$!
    until_true $((patience * 20)) all_ranks
    check "$1 by $2: four ranks have begun" [ $? -eq 0 ]
    check "$1 by $2: messages arrive" until_true $((patience * 20)) grep -q ready "$work/out"
}

kill_name() { # HOST NAME: the last process of that name
    local process
    process=$(pids "$1" "$2" | tail -n 1)
    check "there is a process $2" [ -n "$process" ]
    [ -z "$process" ] || on "$1" kill -KILL "$process"
}

# await_launcher NAME SECONDS: waits for the end of the launcher, or kills the launcher; sets status and ms.
await_launcher() {
    local begun is_killed=0
    begun=$(now_ms)
    if ! until_true $(($2 + patience * 2)) sh -c "! [ -d /proc/$launched ]"; then
        is_killed=1
        kill -KILL -- "-$launched"
    fi
    status=0
    wait "$launched" 2>/dev/null || status=$?
    ms=$(($(now_ms) - begun))
    echo "$1: over after $ms ms, status $status: $(grep -m 1 emuq: "$work/err")"
    check "$1: the launcher ends by itself" [ $is_killed -eq 0 ]
    check "$1: the job fails" [ $status -ne 0 ]
}

# kill_one NAME LAUNCHER PROCESS: kills a process on n2. The job and the launcher must end.
kill_one() {
    begin_job "$1" "$2"
    kill_name 2 "$3"
    await_launcher "$1 by $2" $((heartbeat + 1))
    check_nothing_left "$1 by $2"
}

# no_ranks NAME SECONDS: all ranks have ended, independent of the launcher.
no_ranks() {
    local begun host
    begun=$(now_ms)
    for host in 1 2; do
        check "$1: none is left on n$host" until_true $(($2 + patience)) none_on $host
    done
    echo "$1: no ranks after $(($(now_ms) - begun)) ms: $(grep -m 1 emuq: "$work/err")"
}

end_launcher() {
    kill -KILL -- "-$launched" 2>/dev/null
    wait "$launched" 2>/dev/null
}
