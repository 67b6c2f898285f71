#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Compiles every public header alone, and all of them together in both orders, as C11 and as C++98, without a warning.
#   headers.sh ROOT CC CXX [FLAGS...]
# Headers named *XX.h are for C++ only. The two Classroute_impl.h are parts of mu/Classroute.h, one or the other.
set -u

root=$1 cc=$2 cxx=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root" || exit 1
passed=0 failed=0

# compile WHAT LANGUAGE FLAGS...: the file "unit".
compile() {
    what=$1 language=$2
    shift 2
    case $language in
    c) set -- "$cc" -x c -std=gnu11 "$@" ;;
    c++) set -- "$cxx" -x c++ -std=gnu++98 "$@" ;;
    esac
    if "$@" -Wall -Wextra -Werror -fsyntax-only "$work/unit" 2>"$work/errors"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$what: does not compile as $language"
        head -n 10 "$work/errors"
    fi
}

find hwi/include firmware/include spi/include cnk/include agents/include kernel-shim/include -name '*.h' ! -name Classroute_impl.h |
    sort >"$work/headers.c++"
grep -v 'XX\.h$' "$work/headers.c++" >"$work/headers.c"
for language in c c++; do
    while read -r header; do
        echo "#include <$header>" >"$work/unit"
        compile "$header" $language "$@"
    done <"$work/headers.$language"
    sed 's/.*/#include <&>/' "$work/headers.$language" >"$work/unit"
    compile "all headers in order" $language "$@"
    sort -r "$work/headers.$language" | sed 's/.*/#include <&>/' >"$work/unit"
    compile "all headers in reverse order" $language "$@"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
