# SPDX-License-Identifier: BSD-3-Clause
"""Several hosts, pretended on this machine: messages beside raw libfabric, rates, barriers, and the start of a job."""
import os
import statistics

from . import programs, scale

PROVIDERS = ("net", "tcp;ofi_rxm")
# What two hosts measure: test, sizes.
LINES = (("put_latency", 8), ("fifo_latency", 8), ("rget_latency", 8), ("put_bandwidth", 65536), ("put_bandwidth", 1048576),
         ("fifo_bandwidth", 1048576))
RATES = ("put_rate", "fifo_rate")
PAIRS, PAIRS_SHAPE = 8, "4x2x2"  # one rank of each pair on each of two hosts
BARRIERS = {2: "2", 4: "2x2"}    # hosts, and the shape with one node on each


def _measure(emuq, provider, hosts, shape, tests, seconds, options=()):
    """@return {(test, bytes): result as emuq-perf writes it}"""
    environment = dict(os.environ, EMUQ_HOSTS=str(hosts), EMUQ_FABRIC=provider)
    results, _ = emuq.perf_results("hosts", shape, tests, seconds, options, environment)
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


def start(emuq, program, hosts, times, failed):
    """@return {hosts: seconds until a rank on each of them runs}, medians"""
    samples = {}
    for _ in range(times):
        for n in hosts:
            try:
                seconds, _ = scale.run_idle(emuq, [emuq.launcher, "--np", n, program], dict(os.environ, EMUQ_HOSTS=str(n)))
                samples.setdefault(n, []).append(seconds)
            except programs.Failed as error:
                failed.append(f"start of {n} hosts: {error}")
    return {n: statistics.median(values) for n, values in samples.items()}
