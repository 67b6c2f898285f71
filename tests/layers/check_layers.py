#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of layers.py: it accepts layers, and names circles of files and of folders.

    check_layers.py LAYERS NM COMPILER
"""
import pathlib
import subprocess
import sys
import tempfile

LAYERED = {"low/a": "int a; int a_get(void) { return a; }", "high/b": "int a_get(void); int b(void) { return a_get(); }"}
FILES = {"one/a": "int b(void); int a(void) { return b(); }", "one/b": "int a(void); int b(void) { return a(); }"}
FOLDERS = {"one/a": "int d(void); int a(void) { return d(); }", "two/c": "int b(void); int c(void) { return b(); }",
           "one/b": "int b(void) { return 0; }", "two/d": "int d(void) { return 0; }"}


def run(layers, nm, compiler, sources, *options):
    """Compiles the sources and runs layers.py on them. Returns its status and what it has printed."""
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for name, text in sources.items():
            path = pathlib.Path(folder) / "target.dir" / "room" / (name + ".c.o")
            path.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([compiler, "-x", "c", "-c", "-o", path, "-"], input=text, text=True, check=True)
            objects.append(str(path))
        result = subprocess.run([sys.executable, layers, "--nm", nm, "--room", "room", *options, *objects],
                                capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr


def main():
    tools, failed = sys.argv[1:4], 0
    cases = [
        ("layers", LAYERED, [], 0, "room: 2 files, the largest circle has 1"),
        ("a circle of files", FILES, [], 1, "one/a -> one/b: b"),
        ("a circle of two is allowed", FILES, ["--most", "2"], 0, "the largest circle has 2"),
        ("a circle of folders", FOLDERS, [], 1, "two -> one: two/c -> one/b"),
        ("another room", LAYERED, ["--room", "elsewhere"], 1, "0 of the 2 object files"),
    ]
    for name, sources, options, status, text in cases:
        got, output = run(*tools, sources, *options)
        if got != status or text not in output:
            failed += 1
            print(f"{name}: status {got}, not {status}, or no '{text}' in:\n{output}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
