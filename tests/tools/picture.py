#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Picture of a partition by emuq-info: nodes, ranks of the mapping, the tree of class route 0, messages.

    picture.py EMUQ-INFO
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

INFO = sys.argv.pop(1)


def run(*arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("EMUQ_")}
    return subprocess.run([INFO, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          env=environment)


def picture(*arguments):
    done = run("--picture", "-", *arguments)
    assert (done.returncode, done.stderr) == (0, ""), done
    return xml.dom.minidom.parseString(done.stdout)


def boxes(page):
    """{coordinates: (ranks, is the root)} by the hover texts."""
    found = {}
    for title in page.getElementsByTagName("title"):
        match = re.fullmatch(r"node \d+ \((.*)\): ranks (none|[\d ]+)(; root of class route 0)?", title.firstChild.data)
        if match:
            ranks = [] if match[2] == "none" else [int(word) for word in match[2].split()]
            found[tuple(int(word) for word in match[1].split(","))] = (ranks, match[3] is not None)
    return found


def texts(page):
    return [t.firstChild.data for t in page.getElementsByTagName("text")]


def links(page):
    group = next(g for g in page.getElementsByTagName("g") if g.getAttribute("fill") == "none")
    return len(group.getElementsByTagName("path"))


class Picture(unittest.TestCase):
    def test_nodes_and_tree(self):
        page = picture("--shape", "4x3x2x2x2")
        nodes = boxes(page)
        self.assertEqual(len(nodes), 96)
        self.assertEqual(links(page), 95)
        self.assertEqual([at for at, (_, root) in nodes.items() if root], [(2, 1, 1, 1, 1)])  # the middle
        self.assertIn("tree of class route 0: depth 6 links", texts(page))
        self.assertIn("4x3x2x2x2 partition, 96 nodes", texts(page))

    def test_mapping(self):
        nodes = boxes(picture("--shape", "2x2", "--ppn", "2"))
        self.assertEqual([ranks for ranks, _ in nodes.values()], [[0, 1], [2, 3], [4, 5], [6, 7]])
        nodes = boxes(picture("--shape", "2x2", "--ppn", "2", "--mapping", "TEDCBA"))  # A is the fastest
        self.assertEqual({at: ranks for at, (ranks, _) in nodes.items()},
                         {(0, 0, 0, 0, 0): [0, 4], (1, 0, 0, 0, 0): [1, 5], (0, 1, 0, 0, 0): [2, 6],
                          (1, 1, 0, 0, 0): [3, 7]})

    def test_fewer_ranks_than_nodes(self):
        page = picture("--shape", "4x4", "--np", "3")
        self.assertEqual(sum(len(ranks) for ranks, _ in boxes(page).values()), 3)
        self.assertLess(links(page), 15)
        self.assertIn("3 ranks, 1 per node, mapping ABCDET", texts(page))

    def test_map_file(self):
        with tempfile.TemporaryDirectory() as directory:
            name = os.path.join(directory, "map")
            with open(name, "w", encoding="ascii") as file:
                file.write("1 0 0 0 0 0\n0 0 0 0 0 0\n")
            nodes = boxes(picture("--shape", "2", "--mapping", name))
            self.assertEqual([ranks for ranks, _ in nodes.values()], [[1], [0]])

    def test_one_node(self):
        page = picture("--ppn", "64")
        self.assertEqual(boxes(page), {(0, 0, 0, 0, 0): (list(range(64)), True)})
        self.assertEqual(links(page), 0)

    def test_ranks_are_written_in_all_boxes_or_in_none(self):
        for shape, ppn in (("4x4x4x4x2", "1"), ("4x4x4x4x2", "4"), ("16x8x8", "1"), ("4x4", "64")):
            page = picture("--shape", shape, "--ppn", ppn)
            words = [t for t in page.getElementsByTagName("text") if t.hasAttribute("pointer-events")]
            self.assertIn(len(words), (0, len(boxes(page)), len(boxes(page)) * int(ppn)), shape)

    def test_file(self):
        with tempfile.TemporaryDirectory() as directory:
            name = os.path.join(directory, "p.svg")
            self.assertEqual(run("--shape", "2x2", f"--picture={name}").returncode, 0)
            self.assertEqual(len(boxes(xml.dom.minidom.parse(name))), 4)
            self.assertEqual(run("--shape", "2x2x2x2x4", "--picture", name).returncode, 2)
            self.assertEqual(len(boxes(xml.dom.minidom.parse(name))), 4)  # an error leaves the file

    def test_messages(self):
        for status, text, arguments in (
                (2, "--picture: missing value (expected a file, or - for standard output)", ["--picture"]),
                (2, "--shape: invalid value '2x'", ["--picture", "-", "--shape", "2x"]),
                (2, "shape: 4 nodes in dimension E (expected at most 2)", ["--picture", "-", "--shape", "2x2x2x2x4"]),
                (2, "ppn: 3 processes per node (expected 1, 2, 4, ... 64)", ["--picture", "-", "--ppn", "3"]),
                (2, "picture: 131072 nodes (expected at most 65536)", ["--picture", "-", "--shape", "16x16x16x16x2"]),
                (2, "--picture does not work with '--json'", ["--picture", "-", "--json"]),
                (1, "cannot write '/nonexistent/p': No such file", ["--picture", "/nonexistent/p"])):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (status, "", 1), done)
            self.assertIn(text, done.stderr)


unittest.main(verbosity=1)
