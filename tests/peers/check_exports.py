#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether other programs read what `decodescope-cli convert` writes, and find in it what ours finds.

Usage: check_exports.py PROGRAM TRACE... Ends with 77 (skipped) where a package is missing.

Holistic Trace Analysis: its kernel breakdown (sum, longest and shortest by name) against `kernels` and `averages`; its
temporal breakdown (idle, compute, whole) against `select`, and for several streams against the union of `kernels`.
torch-tb-profiler: the export gives the same steps, kernels and costs as the file that it was made of.
"""
import csv
import io
import logging
import math
import os
import subprocess
import sys
import tempfile
import warnings

SKIPPED = 77
os.environ["HTA_DISABLE_NS_ROUNDING"] = "1"
logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")
try:
    from hta.trace_analysis import TraceAnalysis
    from torch_tb_profiler.profiler.data import RunProfileData
    from torch_tb_profiler.profiler.run_generator import RunGenerator
except ImportError as error:
    print(f"skipped: {error}; ./test --peers installs the packages")
    sys.exit(SKIPPED)


class Judge:
    """Counts what differs, and prints it."""

    def __init__(self):
        self.compared = 0
        self.wrong = 0

    def expect(self, what, ours, theirs, tolerance=0.0):
        self.compared += 1
        if ours != theirs and not abs(ours - theirs) <= tolerance:
            self.wrong += 1
            print(f"  {what}: ours {ours}, theirs {theirs}")


def table(program, *arguments):
    out = subprocess.run([program, *arguments, "--format", "csv"], check=True, capture_output=True, text=True).stdout
    return list(csv.DictReader(io.StringIO(out)))


def union(rows):
    """Length of the union of operations, ns."""
    total, until = 0, -math.inf
    for begin, end in sorted((int(r["begin_ns"]), int(r["begin_ns"]) + int(r["duration_ns"])) for r in rows):
        total += max(0, end - max(begin, until))
        until = max(until, end)
    return total


def is_communication(row):
    return "nccl" in row["name"]


def judge_kernels(judge, analysis, operations, averages):
    found = analysis.get_gpu_kernel_breakdown(visualize=False, duration_ratio=1.0, num_kernels=1_000_000,
                                              include_memory_kernels=True)[1]
    ours = {}
    for row in operations:
        ours.setdefault(row["name"], []).append(int(row["duration_ns"]))
    theirs = {row["name"]: row for row in found.to_dict("records")}
    judge.expect("names of kernels", sorted(ours), sorted(theirs))
    sums = {row["name"]: int(row["self_cuda_ns"]) for row in averages if row["device"] == "cuda"}
    for name, lengths in ours.items():
        if name not in theirs:
            continue
        row = theirs[name]
        rounding = 1e-3 * len(lengths)
        judge.expect(f"sum of {name}", sum(lengths) / 1000, row["sum (us)"], rounding)
        judge.expect(f"averages of {name}", sums.get(name, -1) / 1000, row["sum (us)"], rounding)
        judge.expect(f"longest {name}", max(lengths) / 1000, row["max (us)"], 1e-3)
        judge.expect(f"shortest {name}", min(lengths) / 1000, row["min (us)"], 1e-3)
    return len(theirs)


def judge_time(judge, program, trace, analysis, operations):
    row = analysis.get_temporal_breakdown(visualize=False).to_dict("records")[0]
    begin = min(int(r["begin_ns"]) for r in operations)
    end = max(int(r["begin_ns"]) + int(r["duration_ns"]) for r in operations)
    busy = union(operations)
    streams = [r for r in table(program, "select", trace, "--begin", str(begin), "--end", str(end))
               if r["kind"] == "stream"]
    if len(streams) == 1:
        judge.expect("busy, select", int(streams[0]["busy_ns"]), busy)
        judge.expect("idle, select", int(streams[0]["idle_ns"]), end - begin - busy)
    computing = union(r for r in operations if r["kind"] == "kernel" and not is_communication(r))
    rounding = 1e-3 * len(operations)  # HTA adds doubles
    judge.expect("whole time", (end - begin) / 1000, row["kernel_time(us)"], 0.01)
    judge.expect("idle time", (end - begin - busy) / 1000, row["idle_time(us)"], rounding)
    judge.expect("compute time", computing / 1000, row["compute_time(us)"], rounding)
    return row


def judge_by_hta(judge, program, trace, export, folder):
    analysis = TraceAnalysis(trace_files={0: export}, trace_dir=folder, include_last_profiler_step=True)
    operations = table(program, "kernels", trace)
    kernels = judge_kernels(judge, analysis, operations, table(program, "averages", trace))
    row = judge_time(judge, program, trace, analysis, operations)
    print(f"  HTA: {kernels} kernels by name; idle {row['idle_time(us)']:.3f} us, compute {row['compute_time(us)']:.3f} "
          f"us of {row['kernel_time(us)']:.3f} us")


def plugin_facts(path, folder):
    profile = RunProfileData.parse("worker", "span", path, folder)
    run = RunGenerator("worker", "span", profile).generate_run_profile()
    kernels = {} if profile.kernel_stat is None else profile.kernel_stat.to_dict("index")
    return {"steps": list(profile.steps_names), "costs": [cost.costs for cost in profile.steps_costs],
            "kernels": {name: (row["count"], row["sum"]) for name, row in kernels.items()},
            "views": [view.display_name for view in run.views]}


def judge_by_plugin(judge, trace, export, folder):
    theirs, ours = plugin_facts(trace, folder), plugin_facts(export, folder)
    judge.expect("steps", ours["steps"], theirs["steps"])
    judge.expect("views", ours["views"], theirs["views"])
    judge.expect("kernels", sorted(ours["kernels"]), sorted(theirs["kernels"]))
    for name, (count, total) in ours["kernels"].items():
        other = theirs["kernels"].get(name, (0, 0))
        judge.expect(f"calls of {name}", count, other[0])
        judge.expect(f"time of {name}", total, other[1], 1e-3 * count)
    for a, b in zip(ours["costs"], theirs["costs"]):
        for mine, other in zip(a, b):
            judge.expect("a step's cost", mine, other, 0.1)
    print(f"  torch-tb-profiler: {len(ours['steps'])} steps, {len(ours['kernels'])} kernels by name")


def main():
    program, traces = sys.argv[1], sys.argv[2:]
    shared = os.path.join(os.environ.get("DECODESCOPE_SHARED", "../shared"), "data", "traces")
    if os.path.isdir(shared):
        # The longest takes these programs minutes.
        traces += sorted(os.path.join(shared, name) for name in os.listdir(shared)
                         if name.endswith(".pt.trace.json.gz") and "64steps" not in name)
    judge = Judge()
    for trace in traces:
        print(os.path.basename(trace))
        with tempfile.TemporaryDirectory() as folder:
            export = os.path.join(folder, "export.pt.trace.json.gz")
            subprocess.run([program, "convert", "--labels", trace, "-o", export], check=True, capture_output=True)
            judge_by_hta(judge, program, trace, export, folder)
            judge_by_plugin(judge, trace, export, folder)
    print(f"{len(traces)} traces, {judge.compared} figures compared, {judge.wrong} differ")
    sys.exit(1 if judge.wrong or not judge.compared else 0)


main()
