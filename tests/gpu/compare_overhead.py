#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare_overhead.py FOLDER [--cpu]: what this program's recorder and torch's add to a step, as rows of the checks' table.

Both programs of FOLDER live at the same time and measure a round each in turn, since a machine that others use too may
be half as fast for seconds: so both see the same of it. What others take only makes steps longer, so what is judged is
the tenth percentile of all recorded steps less that of all plain ones. Each program's first round is left out there: its
plain steps are the last ones of a process in which nothing was recorded yet, and those after Kineto's first recording
are slower, since it leaves its callbacks with CUPTI. The medians of all rounds are notes; each round goes to the
standard error output. --cpu: a trial with few rounds, whose figures are notes.
"""
import os
import selectors
import statistics
import subprocess
import sys

LIMIT = 0.35
ROUNDS = 25
LEAST_ADDED = 0.2  # by Kineto, of a plain step: less is no measure to compare with
READY_S = 60
ROUND_S = 60
PARTS_S = 120


class Failure(Exception):
    pass


class Recorder:
    """A program that measures a round for each line that it gets: plain steps, then recorded ones."""

    def __init__(self, folder, name, arguments):
        self.name = name
        self.rounds = []
        self.process = subprocess.Popen(
            [os.path.join(folder, f"{name}_overhead"), "--on-demand", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.unread = b""

    def read(self, what, seconds):
        while b"\n" not in self.unread:
            if not self.selector.select(seconds):
                raise Failure(f"{self.name}_overhead: no answer in {seconds} s")
            if not (more := self.process.stdout.read(1 << 16)):
                raise Failure(f"{self.name}_overhead: ended instead of a {what}")
            self.unread += more
        line, self.unread = self.unread.split(b"\n", 1)
        fields = line.decode().split("\t")
        if fields[:2] != [self.name, what]:
            raise Failure(f"{self.name}_overhead: {' '.join(fields[:4])} instead of {what}")
        return fields[2:]

    def wait_until_ready(self):
        self.before = float(self.read("before", READY_S)[0])

    def measure(self):
        self.process.stdin.write(b"\n")
        self.rounds.append([[float(step) for step in self.read(what, ROUND_S)] for what in ("plain", "recorded")])
        print(self.name, *(f"{statistics.median(steps) / 1e6:.3f}" for steps in self.rounds[-1]), file=sys.stderr)

    def end(self):
        self.process.stdin.close()
        if (code := self.process.wait(ROUND_S)) != 0:
            raise Failure(f"{self.name}_overhead: exit code {code}")

    def plain(self):
        return statistics.median(statistics.median(plain) for plain, _ in self.rounds)

    def added(self):
        return [statistics.median(recorded) - statistics.median(plain) for plain, recorded in self.rounds]

    def added_to_before(self):
        return statistics.median(statistics.median(recorded) for _, recorded in self.rounds) - self.before

    def tenth_percentile(self, kind):
        """kind: 0 for plain steps, 1 for recorded ones."""
        return statistics.quantiles((step for steps in self.rounds[1:] for step in steps[kind]), n=10)[0]


def row(state, what, found, limit=""):
    print(f"{state}\t{what}\t{found}\t{limit}", flush=True)


def note_all_rounds(recorders):
    for recorder in recorders:
        added = statistics.quantiles(recorder.added(), n=4)
        row("-", f"added by {recorder.name}",
            f"{added[1] / 1e6:.3f} ms to {recorder.plain() / 1e6:.3f} ms a step ({added[1] / recorder.plain():.3f} of it;"
            f" half of the {len(recorder.rounds)} rounds within {added[0] / 1e6:.3f} to {added[2] / 1e6:.3f})")
    clean = [recorder.added_to_before() for recorder in recorders]
    row("-", "the same, CUPTI's own part counted too",
        f"{clean[0] / 1e6:.3f} / {clean[1] / 1e6:.3f} ms ({clean[0] / clean[1]:.3f})")
    ours, theirs = (statistics.median(recorder.added()) for recorder in recorders)
    row("-", "added time, recorder / Kineto, all rounds", f"{ours / theirs:.3f}")


def judge(recorders, is_trial):
    added = []
    for recorder in recorders:
        plain, recorded = recorder.tenth_percentile(0), recorder.tenth_percentile(1)
        added.append(recorded - plain)
        row("-", f"added by {recorder.name}, tenth percentiles", f"{added[-1] / 1e6:.3f} ms to {plain / 1e6:.3f} ms")
    if not is_trial and added[1] < recorders[1].plain() * LEAST_ADDED:
        raise Failure(f"Kineto adds {added[1] / 1e6:.3f} ms: did it record?")
    share = added[0] / added[1]
    row("-" if is_trial else "ok" if share <= LIMIT else "FAIL", "added time, recorder / Kineto", f"{share:.3f}", LIMIT)


def compare(folder, is_trial, recorders):
    # One by one: the plain steps from before are those of a process that has the GPU for itself.
    for name in ("recorder", "kineto"):
        recorders.append(Recorder(folder, name, ["--cpu"] if is_trial else []))
        recorders[-1].wait_until_ready()
    for _ in range(2 if is_trial else ROUNDS):
        for recorder in recorders:
            recorder.measure()
    for recorder in recorders:
        recorder.end()
    note_all_rounds(recorders)
    judge(recorders, is_trial)


def print_parts(folder, is_trial):
    arguments = ["--parts"] + (["--cpu"] if is_trial else [])
    done = subprocess.run([os.path.join(folder, "recorder_overhead"), *arguments], stdout=subprocess.PIPE, text=True,
                          timeout=PARTS_S)
    if done.returncode != 0:
        raise Failure(f"recorder_overhead --parts: exit code {done.returncode}")
    added = {}
    for name, what, *figures in (line.split("\t") for line in done.stdout.splitlines()):
        if what in ("plain", "recorded"):
            sign = 1 if what == "recorded" else -1
            added.setdefault(name, {-1: [], 1: []})[sign].append(statistics.median(map(float, figures)))
    for name, medians in added.items():
        row("-", f"added by {name}", f"{statistics.median(map(float.__sub__, medians[1], medians[-1])) / 1e6:.3f} ms")


def main():
    folder, is_trial = sys.argv[1], "--cpu" in sys.argv[2:]
    recorders = []
    try:
        compare(folder, is_trial, recorders)
        print_parts(folder, is_trial)
    except Exception as failure:  # of any kind: the table says so
        row("FAIL", "added time, recorder / Kineto", f"{type(failure).__name__}: {failure}", LIMIT)
    finally:
        for recorder in recorders:
            recorder.process.kill()


main()
