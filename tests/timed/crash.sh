#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: crash.sh EMUQ-RUN CRASH
# A rank that dies by a signal is reported, in modelled time and as a thread, and its signal ends the job. Handlers of the
# program have priority. CRASH is crash.c.
set -u
run=$1 crash=$2 folder=$(mktemp -d) bad=0
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

for mode in "$run --timed --shape 2 $crash" "$crash --shape 2"; do
  for how in 'segv 139 SIGSEGV.*address 0x8,' 'abort 134 SIGABRT' 'ill 132 SIGILL' 'int3 133 SIGTRAP' 'stack 139 SIGSEGV' \
             '10 138 SIGUSR1' '13 141 SIGPIPE' '14 142 SIGALRM' '15 143 SIGTERM' '24 152 SIGXCPU' \
             'sent 143 all ranks: ended by SIGTERM .Terminated., sent by process' 'thread 139 SIGSEGV' 'chain 139 SIGSEGV' 'handled 7 '; do
    # shellcheck disable=SC2086 # words
    set -- $how
    dies "$2" "${how#"$1 $2 "}" $mode "$1"
  done
done
exit $bad
