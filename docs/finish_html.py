#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Corrects the pages that Doxygen has written.

    finish_html.py DIRECTORY

Doxygen writes an invisible character between "\\" and a bracket, for formulas. The manual has none, and commands that
readers copy must not contain it. Results of the search, which are pages in a frame, get the style sheet of the manual.
"""
import glob
import os
import sys

SEARCH_STYLE = '<link rel="stylesheet" type="text/css" href="search.css"/>'
STYLE = '<link rel="stylesheet" type="text/css" href="../manual.css"/>'


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path in glob.glob(os.path.join(sys.argv[1], "*.html")) + glob.glob(os.path.join(sys.argv[1], "search/*.html")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        new = text.replace("&zwj;", "").replace(SEARCH_STYLE, SEARCH_STYLE + STYLE)
        if new != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)


if __name__ == "__main__":
    main()
