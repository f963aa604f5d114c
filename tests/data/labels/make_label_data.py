#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the test data of the labels from with_stack traces of torch.profiler.

  make_label_data.py TRUTH.py OUT_DIR TRACE...            without Python stacks
  make_label_data.py --stacks TRUTH.py OUT_DIR TRACE...   with them

TRUTH.py prints, for `truth TRACE`, a table with begin_ns, correlation, layer and part of each GPU operation, read from
the Python stacks. Written are NAME.json.gz, with no more than what a labeller may look at, and NAME.tsv, the truth.
"""
import csv, gzip, json, os, subprocess, sys

CATEGORIES = {"cpu_op", "cuda_runtime", "cuda_driver", "kernel", "gpu_memcpy", "gpu_memset", "user_annotation"}
ARGS = {"Input Dims", "Concrete Inputs", "correlation", "device", "stream"}


def slim(event, launches):
    if event["cat"] in ("cuda_runtime", "cuda_driver") and event.get("args", {}).get("correlation") not in launches:
        return None
    args = {k: v for k, v in event.get("args", {}).items() if k in ARGS}
    return {k: v for k, v in {**event, "args": args}.items() if k in ("ph", "cat", "name", "pid", "tid", "ts", "dur", "args")}


def main():
    arguments = sys.argv[1:]
    stacks = arguments[0] == "--stacks"
    truth_script, out, traces = arguments[stacks], arguments[stacks + 1], arguments[stacks + 2:]
    for path in traces:
        name = os.path.basename(path).split(".")[0] + ("-stack" if stacks else "")
        with gzip.open(path) as f:
            trace = json.load(f)
        kept = CATEGORIES | ({"python_function"} if stacks else set())
        gpu = [e for e in trace["traceEvents"] if e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]
        launches = {e["args"].get("correlation") for e in gpu}
        events = [slim(e, launches) for e in trace["traceEvents"] if e.get("cat") in kept and e.get("ph") == "X"]
        trace["traceEvents"] = [e for e in events if e]
        for key in ("with_stack", "traceName"):
            trace.pop(key, None)
        with gzip.GzipFile(os.path.join(out, name + ".json.gz"), "wb", 9, mtime=0) as f:
            f.write(json.dumps(trace, separators=(",", ":")).encode())
        table = subprocess.run([sys.executable, truth_script, "truth", path], capture_output=True, text=True, check=True)
        with open(os.path.join(out, name + ".tsv"), "w") as f:
            print("begin_ns", "correlation", "layer", "part", sep="\t", file=f)
            for row in csv.DictReader(table.stdout.splitlines(), delimiter="\t"):
                print(row["begin_ns"], row["correlation"], row["layer"], row["part"], sep="\t", file=f)


if __name__ == "__main__":
    main()
