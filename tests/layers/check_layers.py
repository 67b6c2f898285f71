#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of layers.py and headers.py: they accept layers, and name circles, upward includes and upward references.

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


def compile_into(folder, compiler, sources):
    """Compiles the sources. Returns the object files."""
    objects = []
    for name, text in sources.items():
        path = pathlib.Path(folder) / "target.dir" / "room" / (name + ".c.o")
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([compiler, "-x", "c", "-c", "-o", path, "-"], input=text, text=True, check=True)
        objects.append(str(path))
    return objects


def run(layers, nm, compiler, sources, *options):
    """Compiles the sources and runs layers.py on them. Returns its status and what it has printed."""
    with tempfile.TemporaryDirectory() as folder:
        objects = compile_into(folder, compiler, sources)
        result = subprocess.run([sys.executable, layers, "--nm", nm, "--room", "room", *options, *objects],
                                capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr


HEADERS = {"platform.h": "#pragma once\nvoid provided(void);", "low.h": '#include "platform.h"\n__INLINE__ void low(void) { provided(); }'}
REFERENCE = {**HEADERS, "high.h": "void upper(void); static inline void high(void) { upper(); }"}
INCLUDE = {**HEADERS, "high.h": '#include "upper.h"'}
LIBRARY = {"up/a": "void provided(void) {} void upper(void) {}"}


def run_headers(layers, nm, compiler, files):
    """Runs headers.py on a component of the files. Returns as run()."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder)
        (source / "low").mkdir()
        (source / "upper.h").touch()
        for name, text in files.items():
            (source / "low" / name).write_text(text, encoding="utf-8")
        objects = compile_into(source, compiler, LIBRARY)
        result = subprocess.run([sys.executable, pathlib.Path(layers).with_name("headers.py"), "--nm", nm, "--cc", compiler,
                                 "--source", source, "--folder", "low", "--platform", "platform.h", "-I", source, *objects],
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
    of_headers = [
        ("headers", HEADERS, 0, "low: 2 headers, 1 symbols of the platform, 0 failed"),
        ("an upward reference", REFERENCE, 1, "low refers to upper of room/up/a.c, which platform.h does not declare"),
        ("an upward include", INCLUDE, 1, "upper.h, a file of another component"),
    ]
    results = [(name, status, text, *run(*tools, sources, *options)) for name, sources, options, status, text in cases]
    results += [(name, status, text, *run_headers(*tools, files)) for name, files, status, text in of_headers]
    for name, status, text, got, output in results:
        if got != status or text not in output:
            failed += 1
            print(f"{name}: status {got}, not {status}, or no '{text}' in:\n{output}")
    print(f"{len(results) - failed} passed, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
