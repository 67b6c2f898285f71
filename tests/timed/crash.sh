#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: crash.sh EMUQ-RUN CRASH HAS-NAMES
# A rank that dies by a signal is reported with its functions, in modelled time, as a thread and as a process, and its
# signal ends the job. Handlers of the program have priority. CRASH is crash.c. HAS-NAMES is empty in a build without
# libbacktrace.
set -u
run=$1 crash=$2 names=$3 folder=$(mktemp -d) bad=0
trap 'rm -rf "$folder"' EXIT
ulimit -c 0

# dies STATUS WORDS COMMAND...: the job ends with the status, after a message with the words.
dies() {
  expected=$1 words=$2
  shift 2
  # in the background: the shell reports the deaths of other children itself
  timeout 60 "$@" >"$folder/out" 2>"$folder/err" &
  wait $!
  got=$?
  [ $got = "$expected" ] || { echo "$*: status $got, not $expected"; cat "$folder/err"; bad=1; }
  grep -Eq "^emuq: (rank 1, node 1 at \(1,0,0,0,0\): ended by $words|$words)" "$folder/err" && named=yes || named=no
  [ $named = yes ] || [ -z "$words" ] || { echo "$*: no message with \"$words\""; cat "$folder/err"; bad=1; }
  [ $named = no ] || [ -n "$words" ] || { echo "$*: a message, although the program handles the signal"; bad=1; }
}

# stack FUNCTION...: the report of the last job has lines with these functions, in this order, and a single report.
stack() {
  [ "$(grep -c '^emuq: rank' "$folder/err")" = 1 ] || { echo "not one report"; cat "$folder/err"; bad=1; }
  last=0
  [ -n "$names" ] || set -- # without libbacktrace
  for function; do
    line=$(grep -nE "^  #[0-9]+ $function( |\$)" "$folder/err" | head -n 1)
    [ "${line%%:*}" -gt "$last" ] 2>/dev/null || { echo "no function $function in its place"; cat "$folder/err"; bad=1; return; }
    last=${line%%:*}
  done
}

for mode in "$run --timed --shape 2 $crash" "$crash --shape 2"; do
  for how in 'segv 139 SIGSEGV.*address 0x8,' 'abort 134 SIGABRT' 'ill 132 SIGILL' 'int3 133 SIGTRAP' 'stack 139 SIGSEGV' \
             '10 138 SIGUSR1' '13 141 SIGPIPE' '14 142 SIGALRM' '15 143 SIGTERM' '24 152 SIGXCPU' \
             'sent 143 all ranks: ended by SIGTERM .Terminated., sent by process' 'thread 139 SIGSEGV' 'chain 139 SIGSEGV' 'handled 7 '; do
    # shellcheck disable=SC2086 # words
    set -- $how
    dies "$2" "${how#"$1 $2 "}" $mode "$1"
  done
done

for mode in "$run --timed --shape 2 $crash" "$crash --shape 2" "$run --stack 1M --shape 2 $crash"; do
  # shellcheck disable=SC2086
  {
    dies 139 SIGSEGV $mode segv
    stack segv main
    dies 134 SIGABRT $mode abort
    stack main
    dies 132 SIGILL $mode ill
    stack main
    dies 133 SIGTRAP $mode int3
    stack main
    dies 139 SIGSEGV $mode stack
    stack overflow
    dies 139 SIGSEGV $mode thread
    stack segv die_in_thread
    dies 139 SIGSEGV $mode chain
    stack segv main
    dies 139 'SIGSEGV.*instruction .nil.' $mode null
    stack 0x0 call_nothing
    dies 139 SIGSEGV $mode both
    stack segv die_together
    dies 139 SIGSEGV $mode smash
    stack segv
    dies 139 SIGSEGV $mode nested
    stack segv die_in_handler main
  }
done

# A lock that is never free delays the report, but not the end.
dies 139 SIGSEGV "$crash" --shape 2 locked
[ "$(grep -c '^  #' "$folder/err")" -gt 2 ] || { echo "locked: no addresses"; cat "$folder/err"; bad=1; }
# The time limit of the report ends with it.
if [ -e /proc/self/timers ]; then
  # shellcheck disable=SC2086
  for mode in "$run --timed --shape 2 $crash" "$crash --shape 2"; do
    dies 7 SIGSEGV $mode left
  done
else
  echo "left out: timers after a report, since this kernel does not list them"
fi
exit $bad
