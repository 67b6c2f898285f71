# SPDX-License-Identifier: BSD-3-Clause
"""The Markdown document."""
import statistics

from . import emuq as emuq_module
from . import hosts as hosts_module

LEGEND = """Each cell has the median over the rounds, and the smallest and the largest. Of times less is better, of GB/s and
M/s more. `-`: no counterpart."""

MEASURED = """A ratio is the result divided by the limit of the machine that `emuq-perf` measured in the same round, on the same
cores; `emuq-perf --list` says what tests and limits are. Limits of EMUQ's results are measured in the same run, batch by
batch; those of the others directly before and directly after. If these two differ by more than a quarter, the machine was
not the same, and the result is left out; a cell without any other is `unsteady`. A limit is plain code that moves data in
the way in which EMUQ does; what moves them in another way can be below it."""


def table(head, rows, text=1):
    """A Markdown table; the first @text columns are text."""
    lines = [head, ["---"] * text + ["---:"] * (len(head) - text), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def bytes_text(size):
    for unit, shift in (("MiB", 20), ("KiB", 10)):
        if size >= 1 << shift and size % (1 << shift) == 0:
            return f"{size >> shift} {unit}"
    return f"{size} B"


def number(value):
    """Three digits that mean something."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def quantity(value, unit):
    if unit == "ns":
        for name, factor in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
            if value >= factor:
                return f"{number(value / factor)} {name}"
    return f"{number(value)} {unit}"


def line_name(line):
    test, size, ranks = line
    return test + (f", {bytes_text(size)}" if size else "") + (f", {ranks} ranks" if ranks != 2 else "")


def _spread(values, text):
    if len(values) == 1:
        return text(values[0])
    return f"{text(statistics.median(values))} ({text(min(values))} .. {text(max(values))})"


def _cell(participant, line, ratio):
    values = participant.results.get(line)
    if values is None:
        return participant.nothing(line)
    if ratio:
        return _spread([v.ratio for v in values], number)
    return _spread([v.median for v in values], lambda value: quantity(value, values[0].unit))


def head(facts):
    return ("# Performance\n\n"
            f"Made on {facts['date']} by `{facts['command']}`, without later edits. Every number below is that\n"
            "command's; `bench/remarks.md` has the text of the section Remarks.\n\n"
            + "".join(f"* {name}: {value}\n" for name, value in facts["machine"]))


def taking_part(participants):
    rows = [[p.title, p.version or "-", p.state(), p.what] for p in participants]
    return ("\n## Participants\n\n"
            "Programs ran in turn, round after round, on the same two cores. Medians of each are over batches of a few\n"
            "milliseconds; what is shown is the median over the rounds. GASNet is not packaged.\n\n"
            + table(["", "version", "state", "how"], rows, 4))


def comparison(participants, limits):
    names = [p.title for p in participants]
    ratios = [[line_name(line), limits[line][0] if line in limits else "not measured",
               *(_cell(p, line, True) for p in participants)] for line in emuq_module.LINES]
    medians = [[line_name(line), quantity(*limits[line][1:]) if line in limits else "not measured",
                *(_cell(p, line, False) for p in participants)] for line in emuq_module.LINES]
    return (f"\n## Ratios to the limits of the machine\n\n{MEASURED}\n\n{LEGEND}\n\n" + table(["", "limit", *names], ratios, 2)
            + "\n## Times, bandwidths and rates\n\nThe same results.\n\n" + table(["", "limit", *names], medians))


def _best(participants, target):
    """The best of the others."""
    found = [(statistics.median(v.ratio for v in p.results[line]), p.title) for p in participants if not p.ours
             for line in p.results if line == (target.test, target.size, target.ranks)]
    if not found:
        return "-"
    ratio, title = (min if target.at_most else max)(found)
    return f"{title} {number(ratio)}"


def verdicts(targets, participants, value):
    """@value: function of target and mode. @return text, names of missed tests"""
    rows, missed = [], []
    for target in targets:
        row = [target.meaning, line_name((target.test, target.size, target.ranks)), target.wanted()]
        for mode in emuq_module.MODES:
            reached, words = target.verdict(value(target, mode))
            row.append(words)
            if not reached and target.test not in missed:
                missed.append(target.test)
        rows.append([*row, _best(participants, target)])
    text = ("\n## Targets\n\nEach holds for ranks that are threads and for ranks that are processes; `bench/targets.txt` has them.\n\n"
            + table(["", "test", "wanted", *(f"EMUQ {mode}" for mode in emuq_module.MODES), "best other"], rows, 6))
    return text, missed


def remarks(text, instructions):
    parts = text.split("-->", 1)
    body = (parts[1] if text.startswith("<!--") and len(parts) == 2 else text).strip()
    return (f"\n## Remarks\n\n{body or 'None.'}\n"
            + ("\n## Instructions\n\n[bench/instructions.md](../bench/instructions.md) counts the instructions of each operation.\n"
               if instructions else ""))


def _idle(found, jobs):
    rows = []
    for job in jobs:
        mode, nodes = job
        if job in found:
            seconds, low, high, kib = found[job]
            rows.append([f"{nodes} {mode}", f"{number(1e3 * seconds)} ms ({number(1e3 * low)} .. {number(1e3 * high)})",
                         f"{number(kib)} KiB", f"{number(kib * nodes / 1024)} MiB"])
        else:
            rows.append([f"{nodes} {mode}", *["failed"] * 3])
    return table(["nodes", "start", "memory per node", "of all"], rows)


def _many(found, ranks):
    rows = []
    columns = [(mode, test) for mode in emuq_module.MODES for test in ("gi_barrier", "allreduce", "central_barrier")]
    for n in ranks:
        cells = [quantity(found[(*c, n)] / n, "ns") if (*c, n) in found else "failed" for c in columns]
        rows.append([str(n), *cells])
    return table(["ranks", *(f"{test}, {mode}" for mode, test in columns)], rows)


def scale(idle, jobs, many, ranks, failed):
    return ("\n## Scale\n\n"
            "Idle nodes, one rank each, on two cores. Start is the time from the command until all ranks have passed a barrier.\n"
            "Memory is what is resident of all processes of the job (Pss of `smaps_rollup`), divided by the nodes: registers,\n"
            "tables, stacks and what the C library needs. The program has no FIFOs.\n\n"
            + _idle(idle, jobs)
            + "\nTime of a barrier, and of a sum of one double, over the number of ranks, on two cores. `central_barrier` is plain\n"
            "code, for comparison: it spins if there is a core for each rank, and else yields.\n\n"
            + _many(many, ranks)
            + "".join(f"\nFailed: {text}.\n" for text in failed))


def _host_row(found, line, provider):
    value = found.get((*line, provider))
    if value is None:
        return ["failed"] * 3
    median, limit, ratio, unit = value
    return [quantity(median, unit), *([quantity(limit, unit), number(ratio)] if ratio is not None else ["-", "-"])]


def _host_messages(found):
    lines = ([(test, size, 2) for test, size in hosts_module.LINES] + [(test, 8, 2) for test in hosts_module.RATES]
             + [("gi_barrier", 0, hosts) for hosts in hosts_module.BARRIERS])
    rows = []
    for line in lines:
        test, size, count = line
        name = test + (f", {bytes_text(size)}" if size else f", {count} hosts")
        name += f", {hosts_module.PAIRS} pairs" if test in hosts_module.RATES else ""
        rows.append([name, *(cell for provider in hosts_module.PROVIDERS for cell in _host_row(found, line, provider))])
    head_cells = [f"{word}{provider}" for provider in hosts_module.PROVIDERS for word in ("", "libfabric, ", "ratio, ")]
    return table(["", *head_cells], rows)


def hosts(found, started, failed):
    starts = [[str(n), quantity(1e9 * seconds, "ns")] for n, seconds in started.items()]
    return ("\n## Several hosts\n\n"
            "Hosts are pretended: all run on the same two cores, and exchange frames by libfabric over the loopback interface.\n"
            "Between two ranks are then four processes, for which there are two cores. `libfabric`: two ranks that call libfabric\n"
            "themselves with the same provider, in turn with the test, batch by batch, and look for messages without ever sleeping:\n"
            "an 8-byte message one way beside latencies and barriers, a stream of messages beside bandwidths.\n\n"
            + _host_messages(found)
            + "\nFrom the command until a rank on each host has passed a barrier.\n\n" + table(["hosts", "start"], starts)
            + "".join(f"\nFailed: {text}.\n" for text in failed))
