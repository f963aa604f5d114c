#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the operators of one decode step from a trace that torch.profiler wrote of Hugging Face's LlamaForCausalLM.

usage: make_layer_operators.py TRACE.json.gz STEP > h200-tinyllama-operators.txt

Prints three sections: what comes before the decoder layers, one decoder layer (all layers are compared, and must be the
same), what comes after. One operator a line, indented two blanks a level of nesting.
"""
import gzip
import json
import sys

BEFORE = 19  # embedding ... the second aten::to of cosine and sine
AFTER = 12   # the last norm (8), alias, linear, select, argmax
LAYERS = 22


def nested(operators):
    """[(depth, name)] of events of one thread, by containment in time."""
    operators.sort(key=lambda e: (e["ts"], -e["dur"]))
    open_ends, result = [], []
    for event in operators:
        while open_ends and event["ts"] >= open_ends[-1] - 1e-4:
            open_ends.pop()
        result.append((len(open_ends), event["name"]))
        open_ends.append(event["ts"] + event["dur"])
    return result


def grouped(lines):
    """Splits at the operators that have no parent."""
    groups = []
    for depth, name in lines:
        if depth == 0:
            groups.append([])
        groups[-1].append((depth, name))
    return groups


def main():
    path, step_name = sys.argv[1:]
    with gzip.open(path) as stream:
        events = json.load(stream)["traceEvents"]
    step = next(e for e in events if e["name"] == step_name and e.get("cat") == "user_annotation")
    inside = [e for e in events if e.get("cat") == "cpu_op" and e["tid"] == step["tid"]
              and step["ts"] <= e["ts"] < step["ts"] + step["dur"]]
    groups = grouped(nested(inside))
    in_layers = groups[BEFORE:len(groups) - AFTER]
    length = len(in_layers) // LAYERS
    layers = [in_layers[i * length:(i + 1) * length] for i in range(LAYERS)]
    assert length * LAYERS == len(in_layers) and all(layer == layers[0] for layer in layers), "layers differ"
    for title, section in (("before", groups[:BEFORE]), ("layer", layers[0]), ("after", groups[len(groups) - AFTER:])):
        print(f"[{title}]")
        for group in section:
            for depth, name in group:
                print("  " * depth + name)


main()
