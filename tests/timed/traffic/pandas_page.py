#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""docs/pandas.md: its commands give the results on the page, by the script if pandas is installed, and by csv.

    pandas_page.py EMUQ-NET DOCS EXAMPLES
"""
import csv
import importlib.util
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest

NET, DOCS, EXAMPLES = (os.path.abspath(name) for name in sys.argv[1:4])
del sys.argv[1:]
SCRIPT = os.path.join(EXAMPLES, "pandas", "saturation.py")
KEYS = ["model", "changes", "shape", "pattern", "routing", "bytes"]


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def blocks(kind):
    found = re.findall(r"^```(\w*)\n(.*?)^```$", read(os.path.join(DOCS, "pandas.md")), re.M | re.S)
    return [text for of, text in found if of == kind]


def rows(name):
    with open(name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        for line in "".join(blocks("sh")).splitlines():
            words = line.split()
            if words[0] == "emuq-net":
                subprocess.run([NET, *words[1:]], cwd=cls.directory.name, check=True)
        cls.expected = blocks("")[0]

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def test_the_page_shows_the_script(self):
        text = read(SCRIPT)
        self.assertIn(text[text.index("import sys"):], blocks("python"))
        self.assertLessEqual(text.count("\n"), 20)

    def test_script(self):
        if importlib.util.find_spec("pandas") is None:
            self.skipTest("pandas is not installed")
        done = subprocess.run([sys.executable, "-W", "ignore", SCRIPT, "patterns.csv", "fixed.csv"],
                              cwd=self.directory.name, check=True, stdout=subprocess.PIPE, text=True)
        self.assertEqual(done.stdout, self.expected)

    def test_csv_alone(self):
        groups = {}
        for row in sorted(rows(self.path("patterns.csv")) + rows(self.path("fixed.csv")), key=lambda r: float(r["load"])):
            groups.setdefault(tuple(row[key] for key in KEYS), []).append(row)
        out = io.StringIO()
        print(*KEYS, "runs,saturation_gbs,peak_gbs,idle_ns,most_p99_ns,share", sep=",", file=out)
        for key, group in sorted(groups.items()):
            most, peak = max(float(r["accepted_gbs"]) for r in group), float(group[0]["peak_gbs"])
            numbers = [most, peak, float(group[0]["mean_ns"]), max(float(r["p99_ns"]) for r in group), most / peak]
            print(*key, len(group), *(f"{number:.3f}" for number in numbers), sep=",", file=out)
        self.assertEqual(out.getvalue(), self.expected)

    def test_columns_of_the_page_exist(self):
        runs, series, links = (rows(self.path(name))[0] for name in ("fixed.csv", "series.csv", "links.csv"))
        text = read(SCRIPT) + read(os.path.join(DOCS, "pandas.md"))
        for name in re.findall(r'=\("(\w+)", "\w+"\)', text) + ["changes", "p99_9_ns", "partial", "digest", "messages"] + KEYS:
            self.assertIn(name, runs)
        for name in ("begin_ns", "mean_ns", "p99_ns"):
            self.assertIn(name, series)
        self.assertEqual((links["direction"], set(links)), ("A-", {"a", "b", "c", "direction", "busy"}))


unittest.main(verbosity=1)
