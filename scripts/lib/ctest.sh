# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# Functions of scripts/test and scripts/checks: configure, build, choose tests, count results. The working directory is the
# root of the source tree.
log=build/log
mkdir -p $log
# Whether warnings are errors.
warnings=OFF

# A real gauge field for the tests, if it is in a folder beside the source.
data=
[ ! -d ../shared/data ] || data=$(cd ../shared/data && pwd)

configure() {
    cmake --preset "$1" -DBUILD_TESTING=ON -DEMUQ_WERROR=$warnings -DEMUQ_DATA_DIR="$data"
}

build() {
    configure "$1" && cmake --build --preset "$1"
}

# programs PRESET CTEST_OPTION...: the targets that build the programs named in the commands of these tests.
programs() {
    preset=$1
    shift
    ctest --preset "$preset" -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p' >"$log/chosen"
    find "build/$preset" -name CTestTestfile.cmake -exec grep -h '^add_test(' {} + |
        awk -F'[][=]+' 'NR == FNR { chosen[$0]; next } $2 in chosen' "$log/chosen" - |
        grep -o "$PWD/build/$preset/[^\" ]*" | sed "s|^$PWD/build/$preset/||" | sort -u >"$log/named"
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
