#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# without_opencl.sh PROGRAM [ARGUMENT]...: a program built without OpenCL runs, and ends with status 77 and a message of
# rank 0 if its data shall be in memory of a GPU.
set -u
program=$1
shift
failed=0
"$program" --shape 2 "$@" || failed=1
for mode in staged direct; do
    said=$("$program" --shape 2 --gpu $mode "$@" 2>&1)
    status=$?
    if [ $status -ne 77 ] || [ "$said" != "--gpu: this program is built without OpenCL (install ocl-icd-opencl-dev)" ]; then
        failed=1
        echo "--gpu $mode ended with $status: $said"
    fi
done
exit $failed
