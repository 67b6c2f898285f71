# SPDX-License-Identifier: BSD-3-Clause
"""The others: programs over libraries that the distribution has, or that have been built from source. Each measures what
it has a counterpart for."""
import json
import os
import pathlib
import re
import statistics

from . import programs

TIMEOUT = 120  # seconds for one run of a program
HERE = pathlib.Path(__file__).resolve().parent.parent
CALM = {  # Open MPI refuses to run as root, and complains about networks that are not there, unless told.
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl_base_warn_component_unused": "0",
    "PRTE_ALLOW_RUN_AS_ROOT": "1", "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}


def result(test, size, median, unit, ranks=2):
    return {"test": test, "size": size, "ranks": ranks, "median": median, "unit": unit}


def version_in(text):
    """The first version number of a text."""
    found = re.search(r"\d+\.\d[\w.+-]*", text)
    return found.group() if found else "unknown"


class Peer:
    """name: on the command line; title: in tables; what: how it is measured; remark: of the last run."""
    name = title = what = remark = ""
    option = None   # that says where a build from source is
    contents = ()   # files that such a build has

    def __init__(self, cores, build, source=None):
        """@source: where the build from source is; None: the distribution's is measured"""
        self.cores, self.build, self.source = cores, build, source

    @classmethod
    def complaint(cls, source):
        """What is wrong with a directory for a build from source, or ""."""
        absent = [name for name in cls.contents if not os.path.isfile(source / name)]
        return f"{source} lacks {', '.join(absent)}: it is not where {cls.title} has been installed" if absent else ""

    def find(self, name, packages, name_in_source=None):
        """The path of a program."""
        if self.source is None:
            return programs.find(name, packages)
        path = self.source / "bin" / (name_in_source or name)
        if not os.access(path, os.X_OK):
            raise programs.Missing(f"{path.name} in the build from source")
        return str(path)

    def with_libraries(self, environment=None):
        """An environment in which programs find the libraries of the build from source."""
        environment = dict(os.environ if environment is None else environment)
        if self.source is not None:
            places = [str(self.source / "lib"), str(self.source / "lib64"), environment.get("LD_LIBRARY_PATH", "")]
            environment["LD_LIBRARY_PATH"] = ":".join(place for place in places if place)
        return environment

    def text_of(self, command):
        return programs.text_of(command, self.with_libraries(CALM | os.environ))

    def prepare(self):
        """Finds and builds programs. @return version. Raises Missing or Failed."""
        raise NotImplementedError

    def measure(self, seconds):
        """One round. @return results"""
        raise NotImplementedError


class Harness(Peer):
    """Our own programs, which use harness.c."""
    code = compiler = packages = ""
    starter = ""     # the launcher
    pair_tests = ""  # of two ranks on two cores
    one_core = ""    # of two ranks on one
    environment = {}

    def prepare(self):
        self.program = self.build / f"{self.name}_bench"
        self.compile(["-O2", "-std=gnu11", "-o", self.program, HERE / self.code, HERE / "harness.c"])
        return self.version()

    def compile(self, arguments):
        compiler = self.find(self.compiler, self.packages, self.compiler.split(".")[0])
        self.launcher = self.find(self.starter, self.packages, self.starter.split(".")[0])
        programs.check([compiler, *arguments], os.sched_getaffinity(0), TIMEOUT, self.with_libraries())

    def launch(self, ranks):
        """The launcher and its options."""
        raise NotImplementedError

    def version(self):
        return version_in(self.text_of([self.launcher, "--version"]))

    def job(self, ranks, cores, tests, seconds, extra=None):
        command = [*self.launch(ranks), self.program, "--time", seconds, "--cores", ",".join(map(str, cores)),
                   "--test", tests]
        environment = self.with_libraries({**os.environ, **self.environment, **(extra or {})})
        status, out, err = programs.run(command, set(self.cores), TIMEOUT, environment)
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
    code = "mpi_bench.c"
    contents = ("bin/mpicc", "bin/mpirun")
    pair_tests = "fifo_latency,put_read,put_bandwidth,fifo_rate,gi_barrier,allreduce"
    one_core = "fifo_latency_one_core"
    family = ""  # a word of what its launcher says about itself

    @classmethod
    def complaint(cls, source):
        complaint = super().complaint(source)
        if not complaint and cls.family not in programs.text_of([source / "bin/mpirun", "--version"], CALM | os.environ):
            complaint = f"{source}/bin/mpirun is not that of {cls.title}, or does not run"
        return complaint

    def measure(self, seconds):
        return super().measure(seconds) + self.job(16, self.cores, "gi_barrier", seconds, self.crowded())


class OpenMpi(Mpi):
    name, title, option, family = "openmpi", "Open MPI", "ompi", "Open MPI"
    what = "mpi_bench.c; yields the core (mpi_yield_when_idle) where there are more ranks than cores"
    compiler, starter, packages = "mpicc.openmpi", "mpirun.openmpi", "openmpi-bin libopenmpi-dev"
    environment = CALM

    def launch(self, ranks):
        return [self.launcher, "-n", str(ranks), "--bind-to", "none", "--oversubscribe"]

    def crowded(self):
        return {"OMPI_MCA_mpi_yield_when_idle": "1"}


class Mpich(Mpi):
    name, title, option, family = "mpich", "MPICH", "mpich", "HYDRA"
    what = "mpi_bench.c"
    compiler, starter, packages = "mpicc.mpich", "mpirun.mpich", "mpich libmpich-dev"

    def launch(self, ranks):
        return [self.launcher, "-n", str(ranks), "-bind-to", "none"]


class Shmem(Harness):
    name, title, option = "shmem", "OpenSHMEM", "ompi"
    what = "shmem_bench.c, with Open MPI's OpenSHMEM; a put is put, fence and flag"
    code, compiler, starter, packages = "shmem_bench.c", "oshcc", "oshrun", "openmpi-bin libopenmpi-dev"
    pair_tests = "put_latency,put_read,put_bandwidth,put_rate,gi_barrier,allreduce"
    one_core = "put_latency_one_core"
    environment = CALM

    def launch(self, ranks):
        return [self.launcher, "-n", str(ranks), "--bind-to", "none"]

    def version(self):
        return "of Open MPI " + super().version()

    def crowded(self):
        return {"OMPI_MCA_mpi_yield_when_idle": "1"}


class Ucx(Peer):
    """ucx_perftest. Its percentiles are of single messages, so the mean of short runs is taken, and their median."""
    name, title, option = "ucx", "UCX", "ucx"
    contents = ("bin/ucx_perftest", "bin/ucx_info")
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
        self.program = self.find("ucx_perftest", "ucx-utils")
        return version_in(self.text_of([self.find("ucx_info", "ucx-utils"), "-v"]))

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
        out = programs.pair(common, [*common, "-v", "127.0.0.1"], self.cores, port, TIMEOUT, self.with_libraries())
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
