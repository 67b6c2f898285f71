#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that a component of headers depends on no other component.

Compiles all inline functions of the headers, with all include folders of the library.
 - Files of the source tree outside of the component must not be included.
 - A symbol that the functions refer to, and that the library defines, must be declared in the platform header.

    headers.py --cc CC --nm NM --source SOURCE --folder FOLDER --platform HEADER [-I FOLDER]... OBJECT...

HEADER is relative to FOLDER, and FOLDER to SOURCE. The objects are those of the library. Exit status 1 after a line for
each forbidden file or symbol.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

from layers import symbols


def compile_all(cc, includes, headers, work):
    """Emits all inline functions of the headers. Returns the object file and the included files."""
    base = pathlib.Path(work) / "all"
    base.with_suffix(".c").write_text("".join(f'#include "{header}"\n' for header in headers), encoding="utf-8")
    options = [option for folder in includes for option in ("-I", folder)]
    subprocess.run([cc, "-std=gnu11", "-O0", "-Dinline=__attribute__((used))", "-D__INLINE__=static __attribute__((used))",
                    *options, "-MD", "-MT", "x", "-MF", base.with_suffix(".d"), "-c", base.with_suffix(".c"),
                    "-o", base.with_suffix(".o")], check=True)
    listed = base.with_suffix(".d").read_text(encoding="utf-8").replace("\\\n", " ").split()[2:]
    return base.with_suffix(".o"), [pathlib.Path(name).resolve() for name in listed]


def declared(header):
    """The words of a header outside of its comments."""
    text = re.sub(r"/\*.*?\*/", " ", header.read_text(encoding="utf-8"), flags=re.S)
    return set(re.findall(r"\w+", text))


def is_inside(path, roots, folder):
    """Whether a file is in the folder of the source tree, or of generated headers."""
    return any(path.is_relative_to((root / folder).resolve()) for root in roots)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--platform", required=True)
    parser.add_argument("-I", dest="includes", action="append", default=[])
    parser.add_argument("objects", nargs="+")
    options = parser.parse_args()
    headers = sorted((options.source / options.folder).resolve().rglob("*.h"))
    with tempfile.TemporaryDirectory() as work:
        object_file, included = compile_all(options.cc, options.includes, headers, work)
        needed = symbols(options.nm, object_file)[1]
    failed = 0
    roots = [options.source, *map(pathlib.Path, options.includes)]
    for path in included:
        if path.is_relative_to(options.source.resolve()) and not is_inside(path, roots, options.folder):
            failed += 1
            print(f"{options.folder} includes {path}, a file of another component")
    table = {path: symbols(options.nm, path)[0] for path in options.objects}
    allowed = declared(options.source / options.folder / options.platform)
    used = 0
    for name in sorted(needed):
        owners = [path.split(".dir/", 1)[-1].removesuffix(".o") for path, defined in table.items() if name in defined]
        used += len(owners)
        if owners and name not in allowed:
            failed += 1
            print(f"{options.folder} refers to {name} of {owners[0]}, which {options.platform} does not declare")
    print(f"{options.folder}: {len(headers)} headers, {used} symbols of the platform, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
