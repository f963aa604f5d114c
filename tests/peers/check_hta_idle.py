#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares `decodescope-cli gaps` with the idle-time breakdown of Holistic Trace Analysis on the same trace.

Usage: check_hta_idle.py PROGRAM TRACE. Ends with 77 (skipped) when the package HolisticTraceAnalysis is missing.

HTA's host wait is the sum of gaps whose next operation was launched after the stream fell idle. Our table names causes,
so the same sum is taken from the begins of launches in `kernels`. HTA counts an overlap of two kernels as a gap below
zero, we as none: only its host wait can be compared exactly.
"""
import csv
import gzip
import io
import json
import logging
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
os.environ["HTA_DISABLE_NS_ROUNDING"] = "1"
logging.disable(logging.CRITICAL)
try:
    from hta.trace_analysis import TraceAnalysis
except ImportError:
    print("skipped: the Python package HolisticTraceAnalysis is not installed (./test --peers)")
    sys.exit(SKIPPED)


def table(program, command, trace):
    out = subprocess.run([program, command, trace, "--format", "csv"], check=True, capture_output=True, text=True).stdout
    return list(csv.DictReader(io.StringIO(out)))


def our_host_wait(program, trace):
    """By stream, in ns."""
    operations = {}
    for row in table(program, "kernels", trace):
        operations.setdefault(row["stream"], []).append(row)
    # A gap that reaches over a step's end comes in pieces; those that follow each other without a break are one.
    gaps = {}
    for row in table(program, "gaps", trace):
        if row["before"] == "" or row["after"] == "":
            continue
        begin, end = int(row["begin_ns"]), int(row["begin_ns"]) + int(row["duration_ns"])
        of_stream = gaps.setdefault(row["stream"], [])
        if of_stream and of_stream[-1][1] == begin:
            of_stream[-1][1] = end
        else:
            of_stream.append([begin, end])
    waits = {}
    for stream, of_stream in gaps.items():
        launches = {int(row["begin_ns"]): row["launch_begin_ns"] for row in operations[stream]}
        waits[stream] = sum(end - begin for begin, end in of_stream
                            if launches[end] != "" and int(launches[end]) > begin)
    return waits


def hta_host_wait(trace):
    """By stream, in us."""
    opened = gzip.open(trace, "rt") if trace.endswith(".gz") else open(trace)
    with opened as file:
        content = json.load(file)
    content["distributedInfo"] = {"rank": 0, "backend": "nccl", "world_size": 1}  # HTA wants to know the rank
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json.gz")
        with gzip.open(path, "wt") as file:
            json.dump(content, file)
        analysis = TraceAnalysis(trace_files={0: path}, trace_dir=folder, include_last_profiler_step=True)
        rows = analysis.get_idle_time_breakdown(ranks=[0], visualize=False)[0]
    return {str(row.stream): row.idle_time for row in rows.itertuples() if row.idle_category == "host_wait"}


def main():
    program, trace = sys.argv[1:3]
    ours = our_host_wait(program, trace)
    theirs = hta_host_wait(trace)
    print("stream, host wait in us: ours, HTA's")
    wrong = 0
    for stream in sorted(set(ours) | set(theirs)):
        a, b = ours.get(stream, 0) / 1000, theirs.get(stream, 0.0)
        print(f"{stream}: {a:.3f} {b:.3f}")
        wrong += abs(a - b) > 0.01 * max(1.0, b / 1000)
    if not theirs:
        print("HTA found no host wait at all")
        wrong += 1
    sys.exit(1 if wrong else 0)


main()
