# SPDX-License-Identifier: BSD-3-Clause
"""The others: programs over libraries that the distribution has. Each measures what it has a counterpart for."""
import json
import os
import pathlib
import statistics

from . import programs

TIMEOUT = 120  # seconds for one run of a program
HERE = pathlib.Path(__file__).resolve().parent.parent
CALM = {  # Open MPI refuses to run as root, and complains about networks that are not there, unless told.
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl_base_warn_component_unused": "0",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}


def result(test, size, median, unit, ranks=2):
    return {"test": test, "size": size, "ranks": ranks, "median": median, "unit": unit}


class Peer:
    """name: on the command line; title: in tables; what: how it is measured; remark: of the last run."""
    name = title = what = remark = ""

    def __init__(self, cores, build):
        self.cores, self.build = cores, build

    def prepare(self):
        """Finds and builds programs. @return version. Raises Missing or Failed."""
        raise NotImplementedError

    def measure(self, seconds):
        """One round. @return results"""
        raise NotImplementedError


class Harness(Peer):
    """Our own programs, which use harness.c."""
    source = compiler = packages = ""
    pair_tests = ""  # of two ranks on two cores
    one_core = ""    # of two ranks on one
    environment = {}

    def prepare(self):
        compiler = programs.find(self.compiler, self.packages)
        programs.find(self.launch(2)[0], self.packages)
        self.program = self.build / f"{self.name}_bench"
        programs.check([compiler, "-O2", "-std=gnu11", "-o", self.program, HERE / self.source, HERE / "harness.c"],
                       os.sched_getaffinity(0), TIMEOUT)
        return self.version()

    def launch(self, ranks):
        """The launcher and its options."""
        raise NotImplementedError

    def version(self):
        raise NotImplementedError

    def job(self, ranks, cores, tests, seconds, extra=None):
        command = [*self.launch(ranks), self.program, "--time", seconds, "--cores", ",".join(map(str, cores)),
                   "--test", tests]
        status, out, err = programs.run(command, set(self.cores), TIMEOUT,
                                        {**os.environ, **self.environment, **(extra or {})})
        lines = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
        if not lines or lines.pop() != {"wrong": 0}:
            raise programs.Failed(f"ended with status {status} before its last result: {programs.last_line(err)}")
        if status != 0:
            self.remark = f"ended with status {status} after its last result"
        return lines

    def measure(self, seconds):
        return (self.job(2, self.cores, self.pair_tests, seconds)
                + self.job(2, self.cores[:1], self.one_core, seconds, self.crowded()))

    def crowded(self):
        """Environment for more ranks than cores."""
        return {}


class Mpi(Harness):
    source = "mpi_bench.c"
    pair_tests = "fifo_latency,put_read,put_bandwidth,fifo_rate,gi_barrier,allreduce"
    one_core = "fifo_latency_one_core"

    def measure(self, seconds):
        return super().measure(seconds) + self.job(16, self.cores, "gi_barrier", seconds, self.crowded())


class OpenMpi(Mpi):
    name, title = "openmpi", "Open MPI"
    what = "mpi_bench.c; yields the core (mpi_yield_when_idle) where there are more ranks than cores"
    compiler, packages = "mpicc.openmpi", "openmpi-bin libopenmpi-dev"
    environment = CALM

    def launch(self, ranks):
        return ["mpirun.openmpi", "-n", str(ranks), "--bind-to", "none", "--oversubscribe"]

    def version(self):
        return programs.text_of(["mpirun.openmpi", "--version"]).splitlines()[0].split()[-1]

    def crowded(self):
        return {"OMPI_MCA_mpi_yield_when_idle": "1"}


class Mpich(Mpi):
    name, title = "mpich", "MPICH"
    what = "mpi_bench.c"
    compiler, packages = "mpicc.mpich", "mpich libmpich-dev"

    def launch(self, ranks):
        return ["mpirun.mpich", "-n", str(ranks), "-bind-to", "none"]

    def version(self):
        words = programs.text_of(["mpirun.mpich", "--version"]).split()
        return words[words.index("Version:") + 1] if "Version:" in words else "unknown"


class Shmem(Harness):
    name, title = "shmem", "OpenSHMEM"
    what = "shmem_bench.c, with Open MPI's OpenSHMEM; a put is put, fence and flag"
    source, compiler, packages = "shmem_bench.c", "oshcc", "openmpi-bin libopenmpi-dev"
    pair_tests = "put_latency,put_read,put_bandwidth,put_rate,gi_barrier,allreduce"
    one_core = "put_latency_one_core"
    environment = CALM

    def launch(self, ranks):
        return ["oshrun", "-n", str(ranks), "--bind-to", "none"]

    def version(self):
        return "of Open MPI " + programs.text_of(["oshrun", "--version"]).splitlines()[0].split()[-1]

    def crowded(self):
        return {"OMPI_MCA_mpi_yield_when_idle": "1"}


class Ucx(Peer):
    """ucx_perftest. Its percentiles are of single messages, so the mean of short runs is taken, and their median."""
    name, title = "ucx", "UCX"
    what = ("ucx_perftest over shared memory (posix): UCT short put and active message, UCT copied put for bandwidth; "
            "its puts have no completion at the receiver other than the data")
    REPEATS = 7
    # test, bytes, unit, its test, options, seconds that one operation takes about
    TESTS = (
        ("put_latency", 8, "ns", "put_lat", "", 2e-7),
        ("fifo_latency", 8, "ns", "am_lat", "", 3e-7),
        ("put_bandwidth", 65536, "GB/s", "put_bw", "-D bcopy", 2e-6),
        ("put_bandwidth", 1048576, "GB/s", "ucp_put_bw", "", 4e-5),
        ("fifo_rate", 8, "M/s", "am_bw", "", 5e-8),
        ("put_rate", 8, "M/s", "put_bw", "", 2e-8),
    )

    def prepare(self):
        self.program = programs.find("ucx_perftest", "ucx-utils")
        words = programs.text_of(["ucx_info", "-v"]).split()
        return words[words.index("Version") + 1] if "Version" in words else "unknown"

    def measure(self, seconds):
        batch = self.build / "ucx.tests"
        with open(batch, "w", encoding="ascii") as f:
            for number, (_, size, _, test, options, each) in enumerate(self.TESTS):
                rounds = max(100, int(seconds / self.REPEATS / each / 2))
                transport = "" if test.startswith("ucp") else "-x posix -d memory"
                for repeat in range(self.REPEATS):
                    f.write(f"t{number}_{repeat} -t {test} {transport} {options} -s {size} -n {rounds} -w {rounds // 10}\n")
        port = programs.free_port()
        common = [self.program, "-p", port, "-b", batch]
        out = programs.pair(common, [*common, "-v", "127.0.0.1"], self.cores, port, TIMEOUT)
        return self.read(out)

    def read(self, out):
        found = {}
        for line in out.splitlines():
            words = [word.strip() for word in line.split(",")]
            if len(words) >= 9 and words[0].startswith("t") and "_" in words[0] and words[1].isdigit():
                found.setdefault(int(words[0][1:].split("_")[0]), []).append([float(w) for w in words[2:9]])
        results = []
        for number, (test, size, unit, _, _, _) in enumerate(self.TESTS):
            if number not in found:
                raise programs.Failed(f"ucx_perftest gave no result for {test}: {programs.last_line(out)}")
            # percentile, mean and overall: latency (us), then mean and overall: MiB/s, messages/s
            column, factor = {"ns": (2, 1e3), "GB/s": (4, 1048576 / 1e9), "M/s": (6, 1e-6)}[unit]
            results.append(result(test, size, statistics.median(row[column] for row in found[number]) * factor, unit))
        return results


class Libfabric(Peer):
    name, title = "libfabric", "libfabric"
    what = "fi_pingpong, provider shm, reliable datagrams; it prints rates with two decimals"
    EACH = 4e-7  # seconds that a message takes about

    def prepare(self):
        self.program = programs.find("fi_pingpong", "libfabric-bin")
        for line in programs.text_of(["fi_info", "--version"]).splitlines():
            if line.startswith("libfabric:"):
                return line.split()[1]
        return "unknown"

    def measure(self, seconds):
        port = programs.free_port()
        common = [self.program, "-p", "shm", "-e", "rdm", "-S", "8", "-I", max(1000, int(seconds / self.EACH / 2))]
        out = programs.pair([*common, "-B", port], [*common, "-P", port, "127.0.0.1"], self.cores, port, TIMEOUT)
        words = out.split()
        if not words or not words[-1].replace(".", "").isdigit() or float(words[-1]) == 0:
            raise programs.Failed(f"fi_pingpong gave no result: {programs.last_line(out)}")
        return [result("fifo_latency", 8, 1e3 / float(words[-1]), "ns")]


ALL = (Ucx, OpenMpi, Mpich, Shmem, Libfabric)
