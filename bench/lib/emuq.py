# SPDX-License-Identifier: BSD-3-Clause
"""emuq-perf: its results, and the limits of the machine that everybody's are compared with."""
import json
import os
import pathlib
import tempfile

from . import programs

# Lines of the tables: test, bytes, ranks. Those with a number of ranks other than 2 are jobs of their own.
LINES = (
    [("put_latency", 8, 2), ("fifo_latency", 8, 2)]
    + [("put_read", size, 2) for size in (4096, 65536, 1048576)]
    + [("put_bandwidth", size, 2) for size in (65536, 1048576)]
    + [(test, 8, 2) for test in ("put_rate", "put_rate_multiple", "fifo_rate", "fifo_rate_multiple")]
    + [("fifo_bandwidth", size, 2) for size in (65536, 1048576)]
    + [("gi_barrier", 0, 2), ("allreduce", 8, 2), ("allreduce", 1048576, 2), ("broadcast", 8, 2), ("gi_barrier", 0, 16)]
    + [(test, 8, 2) for test in ("put_latency_one_core", "fifo_latency_one_core")]
    + [("send_immediate", 8, 2)] + [("send", size, 2) for size in (4096, 1048576)]
    + [("rget", size, 2) for size in (8, 65536, 1048576)]
    + [("pami_barrier", 0, 2), ("pami_allreduce", 8, 2), ("pami_allreduce", 1048576, 2)]
)
# Limits of the machine: test, bytes (those of the line if there are several), ranks.
LIMITS = {2: ("handoff64", "copy_read", "memcpy", "ring", "spin_barrier", "sum_and_copies", "yield_hop"),
          16: ("yield_barrier",)}
SHAPES = {2: "2", 16: "2x2x2x2", 32: "2x2x2x2x2", 64: "4x2x2x2x2", 128: "4x4x2x2x2", 256: "4x4x4x2x2",
          512: "4x4x4x4x2", 4096: "16x16x4x2x2"}
MODES = ("threads", "processes")


class Emuq:
    """The programs of a build, run on two cores."""

    def __init__(self, directory, cores):
        self.directory = pathlib.Path(directory)
        self.cores = cores
        self.perf = self.directory / "emuq-perf"
        self.launcher = self.directory / "emuq-run"
        self.compiler = self.directory / "emuqcc"

    def missing(self):
        """Names of programs that the build lacks."""
        return [p.name for p in (self.perf, self.launcher, self.compiler) if not os.access(p, os.X_OK)]

    def perf_results(self, mode, shape, tests, seconds, options=(), environment=None, timeout=300):
        """@return the results of a run, as emuq-perf writes them, and the document's other members"""
        with tempfile.TemporaryDirectory(prefix="emuq-compare-") as directory:
            file = pathlib.Path(directory) / "json"
            command = [self.perf, "--mode", mode, "--shape", shape, "--test", ",".join(tests),
                       "--time", seconds, "--json", file, *options]
            programs.check(command, set(self.cores), timeout, environment)
            try:
                document = json.loads(file.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                raise programs.Failed("emuq-perf wrote no results") from error
        return document.pop("results"), document

    def measure(self, mode, ranks, tests, seconds, sizes=None):
        """The same, of a number of ranks."""
        options = ["--sizes", ",".join(map(str, sizes))] if sizes else []
        return self.perf_results(mode, SHAPES[ranks], tests, seconds, options)

    def limits(self, seconds):
        """The machine alone, by ranks that are processes. @return {(name, bytes, ranks): value}"""
        found = {}
        for ranks, tests in LIMITS.items():
            for r in self.measure("processes", ranks, tests, seconds)[0]:
                found[r["test"], r["size"], ranks] = r["median"]
        return found

    def lines(self, mode, seconds):
        """All LINES of one mode."""
        results, document = [], {}
        for ranks in sorted({line[2] for line in LINES}):
            tests = dict.fromkeys(test for test, _, n in LINES if n == ranks)
            part, document = self.measure(mode, ranks, tests, seconds)
            results += [r for r in part if (r["test"], r["size"], r["ranks"]) in LINES]
        return results, document
