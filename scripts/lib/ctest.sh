# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# Functions of scripts/test and scripts/checks: configure, build, choose tests, count results. The working directory is the
# root of the source tree.
log=build/log
mkdir -p $log
# Whether warnings are errors: ON, OFF, or empty for the choice of an earlier configuration.
warnings=

# A real gauge field for the tests, if it is in a folder beside the source.
data=
[ ! -d ../shared/data ] || data=$(cd ../shared/data && pwd)

configure() {
    cmake --preset "$1" -DBUILD_TESTING=ON ${warnings:+-DEMUQ_WERROR=$warnings} -DEMUQ_DATA_DIR="$data"
}

build() {
    configure "$1" && cmake --build --preset "$1"
}

# programs PRESET CTEST_OPTION...: the targets that build the files named in the commands of these tests; all targets for a
# command with a folder of programs.
programs() {
    preset=$1
    built=$PWD/build/$1
    shift
    ctest --preset "$preset" -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p' >"$log/chosen"
    find "$built" -name CTestTestfile.cmake -exec grep -h '^add_test(' {} + |
        awk -F'[][=]+' 'NR == FNR { chosen[$0]; next } $2 in chosen' "$log/chosen" - >"$log/commands"
    if grep -qE "\"$built(/bin|/tests|/tools/completions)?\"" "$log/commands"; then
        echo all
        return
    fi
    grep -o "$built/[^\" ]*" "$log/commands" | sed "s|^$built/||; s|/\./|/|" >"$log/named"
    if grep -qx bin/emuqcc "$log/named"; then # a script that links libraries
        printf 'emuq%s\n' '' _main _heap _pami _bgpm _apenet >>"$log/named"
    fi
    sort -u "$log/named" -o "$log/named"
    ninja -C "build/$preset" -t targets all | sed 's/: [^:]*$//' | sort -u | comm -12 - "$log/named"
}

# attribute NAME FILE: a number of the first <testsuite> of a JUnit file.
attribute() {
    tr '\n' ' ' <"$2" | sed -n "s/.*<testsuite [^>]*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p"
}

# build_some PRESET TARGETS CTEST_OPTION...: builds these targets, and the programs of these tests.
build_some() {
    preset=$1 targets=$2
    shift 2
    # shellcheck disable=SC2086
    configure "$preset" && named=$(programs "$preset" "$@") && [ -n "$named" ] &&
        cmake --build --preset "$preset" --target $targets $named
}
