# SPDX-License-Identifier: BSD-3-Clause
"""What many nodes cost: memory and start of idle ones, barriers and sums of up to 512."""
import contextlib
import os
import pathlib
import statistics
import subprocess
import time

from . import emuq as emuq_module
from . import programs

SETTLE = 0.3   # seconds after which ranks that wait are asleep
TIMEOUT = 120  # seconds for a job
FIRST = 16     # ranks from which on time should grow with their number


def _parents():
    """The parent of each process."""
    parents = {}
    for place in pathlib.Path("/proc").iterdir():
        if place.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                # The name of a program may hold anything but ends at the last parenthesis.
                parents[int(place.name)] = int((place / "stat").read_text(errors="replace").rsplit(")", 1)[1].split()[1])
    return parents


def _tree(root):
    parents, tree = _parents(), [root]
    for process in tree:
        tree += [child for child, parent in parents.items() if parent == process]
    return tree


def _resident(root):
    """KiB of a process and its descendants. Of memory that several share each has its part."""
    total = 0
    for process in _tree(root):
        with contextlib.suppress(OSError), open(f"/proc/{process}/smaps_rollup", encoding="ascii") as f:
            total += sum(int(line.split()[1]) for line in f if line.startswith("Pss:"))
    return total


def _settled(root):
    """_resident() of ranks that have just started."""
    time.sleep(SETTLE)
    return _resident(root)


def run_idle(emuq, command, environment=None, look=lambda root: None):
    """Runs a job of idle ranks. @look: function of its process, called while they run
    @return seconds until all ranks ran, what @look has returned"""
    begin = time.monotonic()
    process = programs.start(command, set(emuq.cores), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=environment)
    try:
        programs.await_line(process, "ready", TIMEOUT)
        seconds = time.monotonic() - begin
        found = look(process.pid)
        process.stdin.close()
        if process.wait(TIMEOUT) != 0:
            raise programs.Failed(f"ended with status {process.returncode}")
    except subprocess.TimeoutExpired as error:
        raise programs.Failed(f"did not end within {TIMEOUT} s") from error
    finally:
        programs.end(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                stream.close()
    return seconds, found


def _start_idle(emuq, program, mode, nodes):
    """@return seconds until all ranks ran, KiB of all together"""
    shape = ["--shape", emuq_module.SHAPES[nodes]]
    command = [program, *shape] if mode == "threads" else [emuq.launcher, *shape, program]
    return run_idle(emuq, command, look=_settled)


def build_idle(emuq, source, directory):
    program = directory / "idle_nodes"
    programs.check([emuq.compiler, "-O2", "-o", program, source], os.sched_getaffinity(0), TIMEOUT)
    return program


def idle(emuq, program, jobs, times, failed):
    """@return {(mode, nodes): (seconds until all ranks run, lowest and highest, KiB per node)}; those that fail go to
    the list @failed"""
    samples = {}
    for _ in range(times):
        for job in jobs:
            try:
                samples.setdefault(job, []).append(_start_idle(emuq, program, *job))
            except programs.Failed as error:
                failed.append(f"{job[1]} nodes, {job[0]}: {error}")
    found = {}
    for (mode, nodes), values in samples.items():
        seconds = [s for s, _ in values]
        found[mode, nodes] = (statistics.median(seconds), min(seconds), max(seconds),
                              statistics.median(kib for _, kib in values) / nodes)
    return found


def many(emuq, ranks, times, seconds, failed):
    """@return {(mode, test, ranks): ns}, for gi_barrier, allreduce (8 bytes) and central_barrier, which spins if there
    are cores for all and yields otherwise"""
    samples = {}
    for _ in range(times):
        for mode in emuq_module.MODES:
            for n in ranks:
                try:
                    results, _ = emuq.measure(mode, n, ["gi_barrier", "allreduce"], seconds, [8])
                except programs.Failed as error:
                    failed.append(f"{n} ranks, {mode}: {error}")
                    continue
                for r in results:
                    samples.setdefault((mode, r["test"], n), []).append(r["median"])
                    if r["test"] == "gi_barrier":
                        samples.setdefault((mode, "central_barrier", n), []).append(r["limit"])
    return {key: statistics.median(values) for key, values in samples.items()}


def growth(found, mode, test):
    """The worst time per rank of more than FIRST ranks, to that of FIRST. None if there is nothing to compare."""
    first = found.get((mode, test, FIRST))
    per_rank = [value / n for (m, t, n), value in found.items() if (m, t) == (mode, test) and n > FIRST]
    return max(per_rank) / (first / FIRST) if first and per_rank else None
