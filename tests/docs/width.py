#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""No page of the manual scrolls sideways in a window of 1280 pixels.

    width.py BROWSER DIRECTORY

BROWSER is Chromium. Code, tables and the navigation tree may have scroll bars; the page and its text may not.
"""
import glob
import html
import json
import os
import re
import subprocess
import sys
import tempfile

WIDTH = 1280
MS_PER_PAGE = 500  # of the browser's virtual time
SCRIPT = """<!doctype html><iframe id="frame" style="width:%dpx;height:800px;border:0"></iframe><pre id="result"></pre><script>
const pages = %s, wide = [], frame = document.getElementById("frame");
let at = 0;
function measure() {
    const page = frame.contentDocument, text = page.getElementById("doc-content");
    for (const [name, e] of [["page", page.documentElement], ["text", text]])
        if (e && e.scrollWidth > e.clientWidth)
            wide.push(pages[at] + ": the " + name + " has " + e.scrollWidth + " pixels, " + e.clientWidth + " are visible");
    if (++at < pages.length)
        frame.src = pages[at];
    else
        document.getElementById("result").textContent = at + " pages\\n" + wide.join("\\n");
}
frame.onload = () => setTimeout(measure, 100);
frame.src = pages[0];
</script>"""


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    browser, directory = sys.argv[1], os.path.abspath(sys.argv[2])
    paths = [p for kind in ("index", "docs_*", "spec_*", "group__*") for p in glob.glob(os.path.join(directory, f"{kind}.html"))]
    with tempfile.TemporaryDirectory() as profile:
        script = os.path.join(profile, "width.htm")
        with open(script, "w", encoding="utf-8") as file:
            file.write(SCRIPT % (WIDTH, json.dumps(["file://" + p for p in sorted(paths)])))
        done = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--window-size=1600,1000",
             f"--user-data-dir={profile}", f"--virtual-time-budget={MS_PER_PAGE * len(paths)}", "--dump-dom", "file://" + script],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    found = re.search(r'<pre id="result">(\d+) pages\n(.*?)</pre>', done.stdout, re.S)
    if not paths or not found or int(found[1]) != len(paths):
        sys.exit(f"width.py: {browser} has not measured the {len(paths)} pages of {directory}: {done.stderr[-400:]}")
    print(html.unescape(found[2]))
    print(f"{found[1]} pages, {len(found[2].splitlines())} too wide")
    sys.exit(found[2] != "")


if __name__ == "__main__":
    main()
