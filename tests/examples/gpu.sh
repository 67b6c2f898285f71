#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# gpu.sh EMUQ_RUN PROGRAM LINE [ARGUMENT]...: a program for APEnet+ cards prints the same LINE with its data in memory of
# the host and of a GPU, on any number of ranks. Skipped without OpenCL, or without the file of halo.
set -u
run=$1 program=$2 line=$3
shift 3
. "$(dirname "$0")/expect.sh"
[ "$line" != plaquette ] || [ -r "$1" ] || exit 77
"$program" --gpu direct "$@" >/dev/null 2>&1
[ $? -ne 77 ] || exit 77
host=$("$program" "$@" | grep "^$line ")
check "a line of $line" [ -n "$host" ]

for mode in direct staged; do
    # Times are printed with the mode; the other lines are those of the host.
    wanted=$("$program" --gpu $mode "$@" | sed -n "/^time  *[0-9.]* us for a .*, $mode\$/s/.*/$host/p")
    check "time of $mode" [ "$wanted" = "$host" ]
    wanted=$host
    expect "$program" --gpu $mode "$@"
    expect "$program" --shape 2x2 --ppn 2 --gpu $mode "$@"
    expect "$run" --timeout 100 --shape 2x1x2 "$program" --gpu $mode "$@"
    expect "$run" --timeout 100 --shape 2 --ppn 4 "$program" --gpu $mode "$@"
    expect "$run" --timeout 100 --shape 2x2 --envs EMUQ_APENET_NET=packet "$program" --gpu $mode "$@"
    expect "$run" --timeout 100 --shape 2x2 --envs EMUQ_SHARE=none "$program" --gpu $mode "$@"
done
# Errors: no such mode, no platform of OpenCL, too little memory.
said=$("$program" --gpu neither "$@" 2>&1)
check "no such mode: $said" [ $? -eq 2 ]
said=$(OCL_ICD_VENDORS=/nonexistent/ "$program" --gpu direct "$@" 2>&1)
check "no platform: $said" [ "$? $(echo "$said" | grep -c "no OpenCL device")" = "77 1" ]
said=$(EMUQ_APENET_GPU_MEMORY=64K "$program" --gpu direct "$@" 2>&1)
check "no memory: $said" [ "$? $(echo "$said" | grep -c "see EMUQ_APENET_GPU_MEMORY")" = "1 1" ]
finish
