# SPDX-License-Identifier: BSD-3-Clause
# Sourced by scripts whose programs must print the lines of $wanted with any number of ranks.
passed=0 failed=0

expect() { # COMMAND...: succeeds, and all lines of $wanted are among those that it prints
    output=$("$@")
    status=$?
    if [ $status -eq 0 ] && [ "$(echo "$output" | grep -cxF -e "$wanted")" -eq "$(echo "$wanted" | wc -l)" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "'$*' ended with $status, without '$wanted':"
        echo "$output"
    fi
}

check() { # NAME COMMAND...: the command succeeds
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $name: $*"
    fi
}

finish() { # the last command
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}
