# SPDX-License-Identifier: BSD-3-Clause
"""Several hosts, pretended on this machine: messages beside raw libfabric, rates, barriers, and the start of a job."""
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

from . import programs

PROVIDERS = ("net", "tcp;ofi_rxm")
# What two hosts measure: test, sizes.
LINES = (("put_latency", 8), ("fifo_latency", 8), ("rget_latency", 8), ("put_bandwidth", 65536), ("put_bandwidth", 1048576),
         ("fifo_bandwidth", 1048576))
RATES = ("put_rate", "fifo_rate")
PAIRS, PAIRS_SHAPE = 8, "4x2x2"  # one rank of each pair on each of two hosts
BARRIERS = {2: "2", 4: "2x2"}    # hosts, and the shape with one node on each
TIMEOUT = 120                    # seconds for a job


def _environment(hosts, provider):
    return dict(os.environ, EMUQ_HOSTS=str(hosts), EMUQ_FABRIC=provider)


def _measure(emuq, provider, hosts, shape, tests, seconds, options=()):
    """@return {(test, bytes): result as emuq-perf writes it}"""
    with tempfile.TemporaryDirectory(prefix="emuq-compare-") as directory:
        file = pathlib.Path(directory) / "json"
        command = [emuq.perf, "--mode", "hosts", "--shape", shape, "--test", ",".join(tests), "--time", seconds, "--json", file,
                   *options]
        programs.check(command, set(emuq.cores), TIMEOUT, _environment(hosts, provider))
        try:
            results = json.loads(file.read_text(encoding="utf-8"))["results"]
        except (OSError, ValueError, KeyError) as error:
            raise programs.Failed("emuq-perf wrote no results") from error
    return {(r["test"], r["size"]): r for r in results}


def _add(samples, what, result):
    limit, ratio = (result["limit"], result["ratio"]) if result["limit_name"] != result["test"] else (None, None)
    samples.setdefault(what, []).append((result["median"], limit, ratio, result["unit"]))


def _round(emuq, provider, seconds, samples):
    found = _measure(emuq, provider, 2, "2", dict.fromkeys(test for test, _ in LINES), seconds)
    for line in LINES:
        _add(samples, (*line, 2, provider), found[line])
    found = _measure(emuq, provider, 2, PAIRS_SHAPE, RATES, seconds, ("--pairs", PAIRS))
    for test in RATES:
        _add(samples, (test, 8, 2, provider), found[test, 8])
    for hosts, shape in BARRIERS.items():
        _add(samples, ("gi_barrier", 0, hosts, provider),
             _measure(emuq, provider, hosts, shape, ["gi_barrier"], seconds)["gi_barrier", 0])


def messages(emuq, rounds, seconds, failed):
    """@return {(test, bytes, hosts, provider): (median, limit or None, ratio or None, unit)}, medians over the rounds"""
    samples = {}
    for _ in range(rounds):
        for provider in PROVIDERS:
            try:
                _round(emuq, provider, seconds, samples)
            except (programs.Failed, KeyError) as error:
                failed.append(f"hosts, {provider}: {error}")

    def median(values):
        return statistics.median(values) if None not in values else None
    return {what: (*(median([v[i] for v in values]) for i in range(3)), values[0][3]) for what, values in samples.items()}


def _start_once(emuq, program, hosts):
    """@return seconds until a rank on each host runs"""
    begin = time.monotonic()
    process = programs.start([emuq.launcher, "--np", hosts, program], set(emuq.cores), stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=dict(os.environ, EMUQ_HOSTS=str(hosts)))
    try:
        programs.await_line(process, "ready", TIMEOUT)
        seconds = time.monotonic() - begin
        process.stdin.close()
        process.wait(TIMEOUT)
    except subprocess.TimeoutExpired as error:
        raise programs.Failed(f"did not end within {TIMEOUT} s") from error
    finally:
        programs.end(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                stream.close()
    return seconds


def start(emuq, program, hosts, times, failed):
    """@return {hosts: seconds}, medians"""
    samples = {}
    for _ in range(times):
        for n in hosts:
            try:
                samples.setdefault(n, []).append(_start_once(emuq, program, n))
            except programs.Failed as error:
                failed.append(f"start of {n} hosts: {error}")
    return {n: statistics.median(values) for n, values in samples.items()}
