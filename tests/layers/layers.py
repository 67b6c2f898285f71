#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the files of a room are layers: that no file needs another one that needs it in turn.

A file needs another one if its object file refers to a symbol (a function or an object) that the other one defines.
The strongly connected components of this graph are computed; a component of more than one file is a circle.

    layers.py [--nm NM] --room FOLDER [--most N] [--most-folders N] [--draw] OBJECT...

Those of the object files belong to the room whose path goes on with FOLDER behind the folder of their target
(NAME.dir/); FOLDER "." means all. Folders in the room are checked too, as if each were one file. The exit status is
1 if a circle of files or of folders has more than N (default 1) of them; 0 otherwise. --draw prints
the layers, lowest first, and which file needs which.
"""
import argparse
import os
import subprocess
import sys


def symbols(nm, path):
    """The symbols that an object file defines for other files, and those that it refers to."""
    defined, needed = set(), set()
    output = subprocess.run([nm, "-g", "--format=posix", path], check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        name, kind = line.split()[:2]
        (needed if kind in "Uwv" else defined).add(name)
    return defined, needed


def files_of(room, objects):
    """{name of a file in the room: its object file}."""
    prefix = "" if room == "." else room + "/"
    names = {path: os.path.normpath(path.split(".dir/", 1)[-1]).removesuffix(".o").removesuffix(".c") for path in objects}
    return {name.removeprefix(prefix): path for path, name in names.items() if name.startswith(prefix)}


def graph(nm, files):
    """{file: {file it needs: {symbols}}}."""
    table = {file: symbols(nm, path) for file, path in files.items()}
    owner = {name: file for file, (defined, _) in table.items() for name in defined}
    needs = {file: {} for file in table}
    for file, (_, needed) in table.items():
        for name in needed:
            if name in owner and owner[name] != file:
                needs[file].setdefault(owner[name], set()).add(name)
    return needs


def folders(needs):
    """The graph of the folders that hold the files."""
    def folder(file):
        return file.rpartition("/")[0]

    result = {folder(file): {} for file in needs}
    for file, others in needs.items():
        for other in others:
            if folder(file) != folder(other):
                result[folder(file)].setdefault(folder(other), set()).add(f"{file} -> {other}")
    return result


def components(needs):
    """The strongly connected components (Tarjan), each one after those that it needs."""
    index, low, stack, found = {}, {}, [], []

    def visit(file):
        index[file] = low[file] = len(index)
        stack.append(file)
        for other in sorted(needs[file]):
            if other not in index:
                visit(other)
                low[file] = min(low[file], low[other])
            elif other in stack:
                low[file] = min(low[file], index[other])
        if low[file] == index[file]:
            at = stack.index(file)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for file in sorted(needs):
        if file not in index:
            visit(file)
    return found


def draw(needs, found):
    """Prints the files by layers: a layer needs only layers below it."""
    layer = {}
    for component in found:
        below = [layer[other] for file in component for other in needs[file] if other not in component]
        for file in component:
            layer[file] = 1 + max(below, default=0)
    for file in sorted(needs, key=lambda name: (layer[name], name)):
        print(f"{layer[file]:3} {file}: {' '.join(sorted(needs[file]))}")


def report(room, kind, needs, found, most):
    """Prints the components that have more than most members. Returns whether there are any."""
    circles = [component for component in found if len(component) > most]
    for component in circles:
        print(f"{room}: {len(component)} {kind} need each other:")
        for one in component:
            for other in sorted(set(needs[one]) & set(component)):
                print(f"  {one} -> {other}: {', '.join(sorted(needs[one][other]))}")
    return bool(circles)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--room", required=True)
    parser.add_argument("--most", type=int, default=1)
    parser.add_argument("--most-folders", type=int, default=1)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("objects", nargs="+")
    options = parser.parse_args()
    needs = graph(options.nm, files_of(options.room, options.objects))
    if len(needs) < 2:
        sys.exit(f"{options.room}: {len(needs)} of the {len(options.objects)} object files are in this component: nothing to check")
    found = components(needs)
    if options.draw:
        draw(needs, found)
    bad = report(options.room, "files", needs, found, options.most)
    if options.most == 1:
        of_folders = folders(needs)
        bad |= report(options.room, "folders", of_folders, components(of_folders), options.most_folders)
    print(f"{options.room}: {len(needs)} files, the largest circle has {max(map(len, found))}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
