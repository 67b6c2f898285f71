#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sweeps of emuq-net: products, order, processes, CSV that can be joined, time series, curves.

    sweeps.py EMUQ-NET
"""
import csv
import io
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.dom.minidom

NET = sys.argv.pop(1)
SMALL = ["--shape", "4x4", "--warmup", "1000", "--cycles", "2000"]


def net(*arguments):
    """Standard output and standard error."""
    done = subprocess.run([NET, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    return done.stdout, done.stderr


def rows(*arguments):
    return list(csv.DictReader(io.StringIO(net(*arguments, "--quiet", "--csv", "-")[0])))


class Sweeps(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def test_product_in_order(self):
        runs = rows(*SMALL, "--sweep", "pattern=uniform,tornado", "--sweep", "bytes=8,64,1K", "--load", "0.3")
        self.assertEqual([(r["pattern"], r["bytes"]) for r in runs],
                         [(p, b) for p in ("uniform", "tornado") for b in ("8", "64", "1024")])
        self.assertEqual({r["load"] for r in runs}, {"0.3"})

    def test_run_of_a_sweep_is_the_run_alone(self):
        names = {"shape": ["4x2", "8"], "routing": ["dynamic", "deterministic"], "vc": ["0", "2"], "seed": ["3", "4"],
                 "wire.board": ["2", "9"]}
        sweep = [word for name, values in names.items() for word in ("--sweep", f"{name}={','.join(values)}")]
        runs = rows("--pattern", "uniform", "--warmup", "1000", "--cycles", "1000", *sweep)
        self.assertEqual(len(runs), 32)
        for number in (0, 13, 31):
            index, options = number, []
            for name, values in reversed(names.items()):
                value = values[index % 2]
                index //= 2
                options += ["--set", f"{name}={value}"] if "." in name else [f"--{name}", value]
            alone = rows("--pattern", "uniform", "--warmup", "1000", "--cycles", "1000", *options)
            self.assertEqual(alone, [runs[number]])
        self.assertGreaterEqual(len({r["digest"] for r in runs}), 16)

    def test_processes_do_not_change_output(self):
        sweep = [*SMALL, "--pattern", "uniform", "--sweep", "load=0.2:0.8:0.1", "--csv", self.path("c"), "--out",
                 self.path("j"), "--series", self.path("s"), "--links", self.path("l"), "--heat", self.path("h")]
        seen = set()
        for jobs in ("1", "2", "5"):
            text, _ = net(*sweep, "--jobs", jobs)
            files = [text]
            for name in "cjslh":
                with open(self.path(name), encoding="utf-8") as file:
                    files.append(re.sub(r'"host_seconds": [0-9.]+', "", file.read()))
            seen.add("\0".join(files))
        self.assertEqual(len(seen), 1)

    def test_ignored_end_of_processes(self):
        """An ignored SIGCHLD, which a program inherits, does not lose the results."""
        command = [NET, *SMALL, "--pattern", "uniform", "--sweep", "seed=1,2", "--jobs", "2", "--quiet", "--csv", "-"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True,
                              preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual(done.stdout.count("\n"), 3)

    def test_full_disk(self):
        """A lost file is reported once, whatever the file."""
        for option in ("out", "csv", "series", "curve", "heat", "links"):
            for name in ("-", "/dev/full"):
                with open("/dev/full", "w", encoding="utf-8") as full:
                    done = subprocess.run([NET, *SMALL, "--pattern", "uniform", "--sweep", "load=0.1", "--quiet",
                                           f"--{option}", name], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr.count("cannot write"), done.stderr.count("\n")), (1, 1, 1),
                                 (option, name, done.stderr))

    def test_values_with_commas(self):
        runs = rows(*SMALL, "--sweep", "pattern=hotspot:0,0.1;hotspot:3,0.2")
        self.assertEqual([r["pattern"] for r in runs], ["hotspot:0,0.1", "hotspot:3,0.2"])
        self.assertEqual(len(rows(*SMALL, "--sweep", "pattern=hotspot:0,0.1;")), 1)

    def test_range_has_exact_values(self):
        runs = rows(*SMALL, "--pattern", "uniform", "--sweep", "load=0.1:0.8:0.1")
        self.assertEqual([r["load"] for r in runs], [f"0.{i}" for i in range(1, 9)])
        runs = rows(*SMALL, "--pattern", "uniform", "--sweep", "load=0.5:1.5:0.5GB/s")
        self.assertEqual([(r["load"], r["load_gbs"]) for r in runs], [("", "0.5"), ("", "1"), ("", "1.5")])

    def test_sweep_of_traces(self):
        with open(self.path("t"), "w", encoding="utf-8") as file:
            file.write("0 0 1 512\n")
        runs = rows("--pattern", "trace:" + self.path("t"), "--sweep", "shape=4x4,8")
        self.assertEqual([r["packets"] for r in runs], ["1", "1"])

    def test_rows_describe_their_run(self):
        kinds = [rows(*SMALL, "--pattern", "uniform", "--load", "0.5", "--set", "wire.board=3"),
                 rows(*SMALL, "--pattern", "neighbour:A+", "--vc", "2", "--bytes", "8:64"),
                 rows("--shape", "4x4", "--pattern", "allreduce:(0,0)-(1,3)", "--messages", "3"),
                 rows("--shape", "3x3", "--params", "torus3d", "--pattern", "uniform", "--vc", "1", "--cycles", "1000")]
        self.assertEqual(len({tuple(kind[0]) for kind in kinds}), 1)  # all files have the same columns
        for name in kinds[0][0]:
            self.assertTrue(name.isidentifier(), name)
        joined = [kind[0] for kind in kinds]
        self.assertEqual([r["changes"] for r in joined], ["wire.board=3", "", "", ""])
        self.assertEqual([r["model"] for r in joined], ["bgq", "bgq", "bgq", "torus3d"])
        self.assertEqual([r["pattern"] for r in joined], ["uniform", "neighbour:A+", "allreduce:(0,0)-(1,3)", "uniform"])
        self.assertEqual([(r["bytes"], r["bytes_max"]) for r in joined],
                         [("512", "512"), ("8", "64"), ("512", "512"), ("512", "512")])
        self.assertEqual([r["loop"] for r in joined], ["open", "closed", "closed", "closed"])
        self.assertEqual([r["messages"] for r in joined], ["", "", "3", ""])
        self.assertEqual([r["vc"] for r in joined], ["0", "2", "0", "1"])
        self.assertEqual(joined[0]["version"], net("--version")[0].strip())

    def test_standard_output_has_the_file_alone(self):
        text, report = net(*SMALL, "--pattern", "uniform", "--out", "-")
        self.assertEqual(json.loads(text)["pattern"], "uniform")
        self.assertIn("accepted", report)
        text, report = net(*SMALL, "--pattern", "uniform", "--csv", "-", "--quiet")
        self.assertEqual((len(text.splitlines()), report), (2, ""))
        self.assertEqual(net(*SMALL, "--pattern", "uniform", "--quiet"), ("", ""))

    def test_series(self):
        net(*SMALL, "--pattern", "uniform", "--load", "0.5", "--series", self.path("s"), "--interval", "300", "--csv",
            self.path("c"), "--quiet")
        with open(self.path("s"), encoding="utf-8") as file:
            series = list(csv.DictReader(file))
        with open(self.path("c"), encoding="utf-8") as file:
            run = next(csv.DictReader(file))
        self.assertEqual([float(r["begin_ns"]) for r in series], [600.0 * i for i in range(len(series))])
        self.assertEqual([r["measured"] for r in series], ["0"] * 4 + ["1"] * 6)
        self.assertEqual(series[0]["packets"], "0")  # the first packet needs longer
        self.assertEqual(series[0]["mean_ns"], "")
        inside = [r for r in series if 2400 <= float(r["begin_ns"])]
        self.assertLess(sum(int(r["packets"]) for r in inside), int(run["packets"]))
        self.assertEqual(sum(int(r["payload_bytes"]) for r in series), 512 * sum(int(r["packets"]) for r in series))
        for r in inside:
            self.assertLessEqual(float(run["p50_ns"]) / 2, float(r["mean_ns"]))
            self.assertLess(float(r["mean_ns"]), float(r["p99_ns"]))

    def test_series_sums_to_the_run(self):
        for interval in ("1000", "7"):
            net("--shape", "4x4", "--pattern", "uniform", "--messages", "20", "--series", self.path("s"), "--interval",
                interval, "--csv", self.path("c"), "--quiet")
            with open(self.path("s"), encoding="utf-8") as file:
                series = list(csv.DictReader(file))
            with open(self.path("c"), encoding="utf-8") as file:
                run = next(csv.DictReader(file))
            self.assertEqual(sum(int(r["packets"]) for r in series), int(run["packets"]))
            mean = sum(float(r["mean_ns"] or 0) * int(r["packets"]) for r in series) / int(run["packets"])
            self.assertAlmostEqual(mean, float(run["mean_ns"]), delta=0.01)

    def test_interval_does_not_change_results(self):
        options = [*SMALL, "--pattern", "uniform", "--load", "0.7", "--series", "/dev/null"]
        self.assertEqual(rows(*options, "--interval", "1"), rows(*options, "--interval", "1000"))

    def test_many_changes(self):
        """All files name all changed parameters."""
        changes = [f"wire.board={i % 7 + 1}" for i in range(60)] + ["wire.board=3"]
        words = [word for change in changes for word in ("--set", change)]
        net(*SMALL, "--pattern", "uniform", *words, "--sweep", "seed=1", "--quiet", "--csv", self.path("c"), "--out", self.path("j"), "--heat",
            self.path("h"))
        with open(self.path("c"), encoding="utf-8") as file:
            self.assertEqual(next(csv.DictReader(file))["changes"], ";".join(changes))
        with open(self.path("j"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["runs"][0]["changes"], ";".join(changes))
        page = xml.dom.minidom.parse(self.path("h"))
        text = " ".join(t.firstChild.data for t in page.getElementsByTagName("text"))
        self.assertEqual(text.count("wire.board="), len(changes))
        self.assertIn("wire.board=3, seed 1, EMUQ", text)

    def write_traces(self, *traces):
        """A named pipe that supplies a different trace each time."""
        os.mkfifo(self.path("t"))
        for trace in traces:
            with open(self.path("t"), "w", encoding="utf-8") as pipe:
                os.remove(self.path("t"))
                os.mkfifo(self.path("t"))  # of the next reader
                pipe.write(trace)

    def test_failed_run(self):
        """The other runs are executed; the run that failed is named. All traces are read before the first run."""
        good, bad = "0 0 1 512\n", "0 0 1\n"
        command = [NET, "--shape", "4x4", "--pattern", "trace:" + self.path("t"), "--sweep", "seed=1,2,3", "--jobs", "1",
                   "--csv", self.path("c"), "--out", self.path("j")]
        writer = threading.Thread(target=self.write_traces, args=[good] * 5 + [bad, good], daemon=True)
        writer.start()
        while not os.path.exists(self.path("t")):
            pass
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        writer.join()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"\Aemuq-net: .*:1: incomplete line .* \(seed=2\)\nemuq-net: 1 of 3 runs failed\n\Z")
        self.assertEqual(done.stdout.count("latency"), 2)
        with open(self.path("c"), encoding="utf-8") as file:
            self.assertEqual([r["seed"] for r in csv.DictReader(file)], ["1", "3"])
        with open(self.path("j"), encoding="utf-8") as file:
            self.assertEqual([run["seed"] for run in json.load(file)["runs"]], [1, 3])

    def test_ended_process(self):
        """A run whose process is killed fails; the other runs do not."""
        command = [NET, "--shape", "4x4", "--pattern", "uniform", "--warmup", "0", "--sweep",
                   "cycles=1000,1000000000000,2000", "--jobs", "2", "--csv", self.path("c")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as job:
            try:
                self.assertNotEqual(job.stdout.readline(), "")  # the first run has ended
                with open(f"/proc/{job.pid}/task/{job.pid}/children", encoding="utf-8") as file:
                    os.kill(int(file.read().split()[0]), signal.SIGKILL)  # the process that was started first
                out, err = job.communicate()
            finally:
                job.kill()
        self.assertEqual(job.returncode, 1)
        self.assertRegex(err, r"\Aemuq-net: signal 9 has ended run 2; .* \(cycles=1000000000000\)\n"
                              r"emuq-net: 1 of 3 runs failed\n\Z")
        self.assertIn("accepted", out)  # the last run
        with open(self.path("c"), encoding="utf-8") as file:
            self.assertEqual(len(list(csv.DictReader(file))), 2)

    def test_no_run_succeeds(self):
        """Files of earlier runs remain."""
        with open(self.path("c"), "w", encoding="utf-8") as file:
            file.write("before")
        good, bad = "0 0 1 512\n", "0 0 1\n"
        command = [NET, "--shape", "4x4", "--pattern", "trace:" + self.path("t"), "--sweep", "seed=1,2", "--jobs", "1",
                   "--csv", self.path("c")]
        writer = threading.Thread(target=self.write_traces, args=[good] * 3 + [bad, bad], daemon=True)
        writer.start()
        while not os.path.exists(self.path("t")):
            pass
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        writer.join()
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("2 of 2 runs failed", done.stderr)
        with open(self.path("c"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "before")

    def test_curve(self):
        net(*SMALL, "--sweep", "pattern=uniform,tornado,complement", "--sweep", "load=0.2:0.8:0.3", "--curve",
            self.path("c.svg"), "--quiet")
        page = xml.dom.minidom.parse(self.path("c.svg"))
        texts = [t.firstChild.data for t in page.getElementsByTagName("text")]
        self.assertIn("patterns on 4x4", texts)
        for label in ("uniform", "tornado", "complement", "offered load, share of the peak"):
            self.assertIn(label, texts)
        self.assertRegex(" ".join(texts), "512 bytes, dynamic:zone0, model bgq, seed 1, EMUQ.*dashed: peak")
        paths = page.getElementsByTagName("path")
        self.assertEqual(sum(p.hasAttribute("stroke-dasharray") for p in paths), 3)  # peaks
        self.assertEqual(sum(p.hasAttribute("fill-opacity") for p in paths), 3)      # bands
        names = [t.firstChild.data for t in page.getElementsByTagName("title")]
        self.assertEqual(sum(name.startswith("load 0.5: ") for name in names), 6)    # throughput and latency

    def test_curve_of_close_numbers(self):
        for seeds in ("10000000000000000,10000000000000002", "18446744073709551615"):
            subprocess.run([NET, *SMALL, "--pattern", "uniform", "--sweep", f"seed={seeds}", "--curve", self.path("c.svg"),
                            "--quiet"], check=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20,) * 2))
            with open(self.path("c.svg"), encoding="utf-8") as file:
                text = file.read()
            self.assertNotRegex(text, r"\b(nan|inf)\b")
            self.assertIn("seed", [t.firstChild.data for t in xml.dom.minidom.parseString(text).getElementsByTagName("text")])

    def test_picture_of_a_name_that_is_not_utf8(self):
        with open(os.fsencode(self.directory.name) + b"/caf\xe9", "w", encoding="utf-8") as file:
            file.write("0 0 1 512\n")
        subprocess.run([os.path.abspath(NET), "--shape", "4", "--pattern", b"trace:caf\xe9", "--heat", "h.svg", "--quiet"],
                       cwd=self.directory.name, check=True)
        page = xml.dom.minidom.parse(self.path("h.svg"))
        self.assertEqual(page.getElementsByTagName("title")[0].firstChild.data, "trace:caf\xe9 on 4")

    def test_pictures_name_all_parameters(self):
        net(*SMALL, "--pattern", "tornado", "--load", "0.4", "--bytes", "64", "--routing", "mix:0.5", "--seed", "7", "--set",
            "wire.board=3", "--heat", self.path("h.svg"), "--quiet")
        page = xml.dom.minidom.parse(self.path("h.svg"))
        text = " ".join(t.firstChild.data for t in page.getElementsByTagName("text"))
        self.assertRegex(text, r"^tornado on 4x4 64 bytes, load 0.4, mix:0.5, model bgq, wire.board=3, seed 7, EMUQ")


unittest.main(verbosity=1)
