#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Throughput at saturation, and latency at the lowest load, from CSV files of emuq-net.

    saturation.py FILE...
"""
import sys

import pandas

runs = pandas.concat([pandas.read_csv(name) for name in sys.argv[1:]], ignore_index=True)
runs = runs[runs.partial == 0].sort_values("load")
table = runs.groupby(["model", "changes", "shape", "pattern", "routing", "bytes"], dropna=False).agg(
    runs=("load", "size"),
    saturation_gbs=("accepted_gbs", "max"),
    peak_gbs=("peak_gbs", "first"),
    idle_ns=("mean_ns", "first"),
    most_p99_ns=("p99_ns", "max"))
table["share"] = table.saturation_gbs / table.peak_gbs
print(table.reset_index().to_csv(index=False, float_format="%.3f"), end="")
