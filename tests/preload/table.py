#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the functions of the C and C++ libraries that EMUQ defines with the table of docs/internals/process.md.

table  fails for a symbol that is defined but not in the table, for a symbol of the table that is not defined, for a symbol
       that another file defines than the table says, and for a file that does not exist.
prove  changes the table in each of these ways and fails if a change stays unnoticed.
"""
import argparse
import os
import re
import subprocess
import sys

SECTION = "What EMUQ does to a process"
LIBRARIES = (("libc.so.6", 0), ("libm.so.6", 0), ("libpthread.so.0", 0), ("libstdc++.so.6", 1))


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def library_symbols(compilers, nm):
    """Names in the dynamic symbol tables of the C and C++ libraries."""
    names = set()
    for library, language in LIBRARIES:
        path = output(compilers[language], "-print-file-name=" + library).strip()
        if os.path.isabs(path):
            names |= {line.split()[-1].split("@")[0] for line in output(nm, "-D", "--defined-only", path).splitlines()}
    if "malloc" not in names:
        sys.exit("the C library has no dynamic symbol table")
    return names


def defined_symbols(libraries, nm):
    """Global symbol -> names of source files (without folder) that define it; empty for shared libraries."""
    found = {}
    for library in libraries:
        shared = library.endswith(".so")
        flags = ["-D"] if shared else ["-g", "-A"]
        for line in output(nm, *flags, "--defined-only", library).splitlines():
            fields = line.split()
            if fields[-2] not in "TDBRWVGSi":
                continue
            files = found.setdefault(fields[-1].split("@")[0], set())
            if not shared:
                files.add(line.split(":")[1].removesuffix(".o"))
    return found


def table_symbols(text):
    """Symbol -> file, of the `function()` entries in the first column of the section's first table."""
    section = text.partition(SECTION + "\n")[2].partition("| functions |")[2].partition("\n\n")[0]
    if not section:
        sys.exit("no table in the section " + SECTION)
    symbols = {}
    for line in section.splitlines()[1:]:
        cells = line.strip("|").split("|")
        for symbol in re.findall(r"`(\w+)\(\)`", cells[0]):
            symbols[symbol] = cells[1].strip(" `")
    return symbols


def differences(table, defined, libc):
    lines = []
    for symbol in sorted(set(defined) & libc - set(table)):
        lines.append(f"{symbol} is defined by {', '.join(sorted(defined[symbol]))} and not in the table")
    for symbol, path in sorted(table.items()):
        if symbol not in defined:
            lines.append(f"{symbol} is in the table and not defined")
        elif os.path.basename(path) not in defined[symbol]:
            lines.append(f"{symbol}: the table names {path}, defined by {', '.join(sorted(defined[symbol]))}")
        if not os.path.exists(path):
            lines.append(f"{symbol}: no file {path}")
    return lines


def prove(table, defined, libc):
    """Every change of the table must be noticed."""
    def changed(change):
        copy = dict(table)
        change(copy)
        return len(differences(copy, defined, libc))

    changes = {"a missing row": lambda t: t.pop("malloc"), "a row too many": lambda t: t.update(printf=t["malloc"]),
               "a wrong file": lambda t: t.update(malloc=t["mmap"]), "a file that does not exist": lambda t: t.update(malloc="no.c")}
    before = len(differences(table, defined, libc))
    return [name + " stays unnoticed" for name, change in changes.items() if changed(change) <= before]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=("table", "prove"))
    parser.add_argument("--nm", required=True)
    parser.add_argument("--compilers", nargs=2, required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("libraries", nargs="+")
    options = parser.parse_args()
    with open(options.table, encoding="utf-8") as file:
        table = table_symbols(file.read())
    defined = defined_symbols(options.libraries, options.nm)
    libc = library_symbols(options.compilers, options.nm)
    lines = {"table": differences, "prove": prove}[options.mode](table, defined, libc)
    for line in lines:
        print(line)
    print(f"{len(table)} symbols in the table, {len(lines)} differences")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
