#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: plugins.sh EMUQ-RUN PLUGINS WITH-DATA WITHOUT-DATA
# A loaded library with static data is reported once; libraries without, and jobs of processes, are not reported.
set -eu
run() {
  "$@" 2>&1 | grep 'share the .* bytes of static data' || true
}
timed=$(run "$1" --timed --np 3 "$2" "$4" "$3")
echo "$timed"
[ "$(echo "$timed" | wc -l)" -eq 1 ] || { echo "not one message"; exit 1; }
case $timed in *" of $3,"*) ;; *) echo "the message does not name $3"; exit 1 ;; esac
none=$(run "$1" --timed --np 3 "$2" "$4"; run "$1" --np 2 "$2" "$3")
[ -z "$none" ] || { echo "$none"; exit 1; }
