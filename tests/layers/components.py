#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that no object file needs a symbol of an optional component of libemuq, except the files that join them.

    components.py [--nm NM] OBJECT...

The objects are those of the target emuq. Exit status 1 after a line for each forbidden reference.
"""
import argparse
import sys

from layers import symbols

# Component: its files, and the other files that may refer to it.
COMPONENTS = {
    "mmio": (["backends/mmio/"], ["backends/backends"]),
    "timed": (["backends/timed/", "network/"], ["backends/backends"]),
    "hosts": (["backends/emulator/remote/", "transport/", "kernel-shim/partition/engine",
               "kernel-shim/partition/host_engine", "kernel-shim/partition/rank_engine"],
              ["backends/emulator/emulator", "kernel-shim/partition/launch", "kernel-shim/partition/join",
               "kernel-shim/partition/wireup"]),
    "faults": (["backends/emulator/fault/", "backends/fault_plan"], ["backends/emulator/emulator", "kernel-shim/partition/job"]),
    "spin": (["kernel-shim/spin/", "kernel-shim/preload/signal_mask"], ["kernel-shim/partition/threads"]),
}


def name_of(path):
    """The source file of an object file, without suffix."""
    return path.split(".dir/", 1)[-1].removesuffix(".o").removesuffix(".c")


def references(table, files, joining):
    """References to symbols of @p files from files that are neither part of the component nor @p joining."""
    def is_inside(name):
        return any(name.startswith(f) for f in files)

    # A function of libc that a component replaces is no reference to the component.
    local = {s for name in table if is_inside(name) for s in table[name][0] if s.startswith("emuq_")}
    return [(name, sorted(table[name][1] & local)) for name in sorted(table)
            if not is_inside(name) and name not in joining and table[name][1] & local]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", default="nm")
    parser.add_argument("objects", nargs="+")
    arguments = parser.parse_args()
    table = {name_of(path): symbols(arguments.nm, path) for path in arguments.objects}
    failed = 0
    for component, (files, joining) in COMPONENTS.items():
        found = references(table, files, joining)
        failed += len(found) != 0
        for name, needed in found:
            print(f"{name} needs {', '.join(needed)} of the optional component {component}")
    print(f"{len(COMPONENTS) - failed} passed, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
