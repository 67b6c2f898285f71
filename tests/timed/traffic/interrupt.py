#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Progress of emuq-net on a terminal, and partial results at SIGINT.

    interrupt.py EMUQ-NET
"""
import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

NET = sys.argv.pop(1)
ENDLESS = ["--shape", "4x4", "--pattern", "uniform", "--warmup", "0", "--cycles", "1000000000"]


class Run:
    """emuq-net with standard error on a terminal, and its other output in files."""

    def __init__(self, *arguments):
        self.dir = tempfile.TemporaryDirectory()
        self.terminal, side = pty.openpty()
        files = ["--out", self.path("json"), "--csv", self.path("csv"), "--series", self.path("series")]
        self.text = open(self.path("text"), "w+", encoding="utf-8")
        self.process = subprocess.Popen([NET, *arguments, *files], stdout=self.text, stderr=side,
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        os.close(side)
        self.shown = ""

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.text.close()
        self.dir.cleanup()

    def path(self, name):
        return os.path.join(self.dir.name, name)

    def read(self):
        """More text of the terminal; "" at its end."""
        try:
            text = os.read(self.terminal, 4096).decode()
        except OSError:
            text = ""
        self.shown += text
        return text

    def wait_for(self, pattern):
        while not re.search(pattern, self.shown):
            if not self.read():
                raise AssertionError(f"no '{pattern}' in {self.shown!r}")

    def end(self):
        while self.read():
            pass
        os.close(self.terminal)
        return self.process.wait()

    def file(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def rows(self, name):
        return list(csv.DictReader(io.StringIO(self.file(name))))


def stat(pid):
    """State and parent of a process; Z also if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return words[0], int(words[1])
    except (FileNotFoundError, ProcessLookupError):
        return "Z", 0


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        words = file.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Interrupt(unittest.TestCase):
    def start(self, *arguments):
        run = Run(*arguments)
        self.addCleanup(run.close)
        return run

    def children(self, run, count):
        found = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if stat(pid)[1] == run.process.pid]
        self.assertEqual(len(found), count)
        return found

    def check_partial(self, run, rows):
        text = run.file("text")
        self.assertIn("PARTIAL: ended by SIGINT", text)
        self.assertEqual([row["partial"] for row in rows], ["1"] * len(rows))
        self.assertEqual([p["partial"] for p in json.loads(run.file("json"))["runs"]], [True] * len(rows))
        for row in rows:
            self.assertGreater(int(row["packets"]), 0)
            self.assertGreater(float(row["accepted_gbs"]), 0.1)

    def test_one_run(self):
        run = self.start(*ENDLESS)
        run.wait_for(r"\r[0-9.]+ us modelled, [0-9.]+ %.*about [0-9]+ s left")
        run.process.send_signal(signal.SIGINT)
        self.assertEqual(run.end(), 130)
        rows = run.rows("csv")
        self.check_partial(run, rows)
        self.assertEqual(len(rows), 1)
        self.assertIn("SIGINT: 1 of 1 runs", run.shown)
        # Throughput counts the modelled time until the end, not the time that was planned.
        series = run.rows("series")
        self.assertEqual(sum(int(row["packets"]) for row in series), int(rows[0]["packets"]))

    def test_several_processes(self):
        run = self.start(*ENDLESS, "--sweep", "seed=1:5:1", "--jobs", "2")
        run.wait_for(r"\r0 of 5 runs, [0-9.]+ %")
        run.process.send_signal(signal.SIGINT)
        self.assertEqual(run.end(), 130)
        rows = run.rows("csv")
        self.check_partial(run, rows)
        self.assertEqual([row["seed"] for row in rows], ["1", "2"])

    def test_collective(self):
        run = self.start("--shape", "4x4", "--pattern", "allreduce", "--bytes", "64", "--messages", "4000000000")
        run.wait_for("us modelled")
        run.process.send_signal(signal.SIGINT)
        self.assertEqual(run.end(), 130)
        self.assertIn("PARTIAL", run.file("text"))
        self.assertNotIn("STUCK", run.file("text"))

    def test_killed_process(self):
        run = self.start(*ENDLESS, "--sweep", "seed=1:5:1", "--jobs", "2")
        run.wait_for("0 of 5 runs")
        children = self.children(run, 2)
        os.kill(children[0], signal.SIGKILL)
        run.wait_for(r"emuq-net: signal 9 has ended run ([12]); .*\(seed=\1\)")  # the other runs continue
        run.process.send_signal(signal.SIGINT)
        self.assertEqual(run.end(), 130)
        self.assertIn("1 of 5 runs failed", run.shown)
        for child in children:
            self.assertFalse(os.path.exists(f"/proc/{child}"))

    def test_second_signal(self):
        run = self.start(*ENDLESS, "--sweep", "seed=1:5:1", "--jobs", "2")
        run.wait_for("0 of 5 runs")
        children = self.children(run, 2)
        for child in children:  # which therefore cannot end at the first signal
            os.kill(child, signal.SIGSTOP)
        run.process.send_signal(signal.SIGINT)
        run.wait_for(", ending")
        run.process.send_signal(signal.SIGINT)
        self.assertEqual(run.end(), -signal.SIGINT)
        for child in children:
            while stat(child)[0] != "Z":
                time.sleep(0.01)

    def test_no_terminal(self):
        with subprocess.Popen([NET, *ENDLESS], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
            while cpu_seconds(process.pid) < 1.5:  # longer than until the first progress line
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.stderr.read(), "emuq-net: SIGINT: 1 of 1 runs, partial results\n")


unittest.main(verbosity=1)
