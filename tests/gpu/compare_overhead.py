#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare_overhead.py FOLDER [--cpu]: what this program's recorder and torch's add to a step, as rows of the checks' table.

Both programs of FOLDER live at the same time and measure a round each in turn, since a machine that others use too may
be half as fast for seconds: so both see the same of it. What is judged are the rounds whose plain steps were about as
fast as in the fastest one: what the recorders add, and not what the others take. All rounds are a note. Each one goes
to the standard error output. --cpu: a trial with few rounds, whose figures are notes.
"""
import os
import selectors
import statistics
import subprocess
import sys

LIMIT = 0.35
UNDISTURBED = 1.1  # plain steps, to those of the fastest round
LEAST_ROUNDS = 5
LEAST_ADDED = 0.2  # by Kineto, of a plain step: less is no measure to compare with
READY_S = 60
ROUND_S = 60
PARTS_S = 120


class Failure(Exception):
    pass


class Recorder:
    """A program that measures a round for each line that it gets."""

    def __init__(self, folder, name, arguments):
        self.name = name
        self.rounds = []
        self.process = subprocess.Popen(
            [os.path.join(folder, f"{name}_overhead"), "--on-demand", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def read(self, what, seconds):
        if not self.selector.select(seconds):
            raise Failure(f"{self.name}_overhead: no answer in {seconds} s")
        fields = self.process.stdout.readline().rstrip("\n").split("\t")
        if fields[:2] != [self.name, what]:
            raise Failure(f"{self.name}_overhead: {' '.join(fields) or 'ended'} instead of a {what}")
        return [float(field) for field in fields[2:]]

    def wait_until_ready(self):
        (self.before,) = self.read("before", READY_S)

    def measure(self):
        print(file=self.process.stdin, flush=True)
        self.rounds.append(self.read("round", ROUND_S))
        print(self.name, *(f"{figure / 1e6:.3f}" for figure in self.rounds[-1]), file=sys.stderr)

    def end(self):
        self.process.stdin.close()
        if (code := self.process.wait(ROUND_S)) != 0:
            raise Failure(f"{self.name}_overhead: exit code {code}")

    def plain(self):
        return statistics.median(plain for plain, _ in self.rounds)

    def added(self, rounds=None):
        return [recorded - plain for plain, recorded in rounds or self.rounds]

    def undisturbed(self):
        fastest = min(plain for plain, _ in self.rounds)
        return [each for each in self.rounds if each[0] <= UNDISTURBED * fastest]

    def added_to_before(self):
        return statistics.median(recorded for _, recorded in self.rounds) - self.before


def row(state, what, found, limit=""):
    print(f"{state}\t{what}\t{found}\t{limit}")


def compare(folder, is_trial, recorders):
    # One by one: the plain steps from before are those of a process that has the GPU for itself.
    for name in ("recorder", "kineto"):
        recorders.append(Recorder(folder, name, ["--cpu"] if is_trial else []))
        recorders[-1].wait_until_ready()
    for _ in range(2 if is_trial else 25):
        for recorder in recorders:
            recorder.measure()
    for recorder in recorders:
        recorder.end()
        added = statistics.quantiles(recorder.added(), n=4)
        row("-", f"added by {recorder.name}",
            f"{added[1] / 1e6:.3f} ms to {recorder.plain() / 1e6:.3f} ms a step ({added[1] / recorder.plain():.3f} of it;"
            f" half of the {len(recorder.rounds)} rounds within {added[0] / 1e6:.3f} to {added[2] / 1e6:.3f})")
    ours, theirs = recorders
    clean = [recorder.added_to_before() for recorder in recorders]
    row("-", "the same, CUPTI's own part counted too",
        f"{clean[0] / 1e6:.3f} / {clean[1] / 1e6:.3f} ms ({clean[0] / clean[1]:.3f})")
    share = statistics.median(ours.added()) / statistics.median(theirs.added())
    row("-", "added time, recorder / Kineto, all rounds", f"{share:.3f}")
    quiet = [recorder.undisturbed() for recorder in recorders]
    if not is_trial and min(map(len, quiet)) < LEAST_ROUNDS:
        raise Failure(f"only {len(quiet[0])} and {len(quiet[1])} rounds were undisturbed: the machine is too busy")
    added = [statistics.median(recorder.added(rounds)) for recorder, rounds in zip(recorders, quiet, strict=True)]
    if not is_trial and added[1] < recorders[1].plain() * LEAST_ADDED:
        raise Failure(f"Kineto adds {added[1] / 1e6:.3f} ms: did it record?")
    share = added[0] / added[1]
    row("-", "added in undisturbed rounds", f"{added[0] / 1e6:.3f} ms of {len(quiet[0])}, {added[1] / 1e6:.3f} ms of"
        f" {len(quiet[1])} rounds")
    row("-" if is_trial else "ok" if share <= LIMIT else "FAIL", "added time, recorder / Kineto", f"{share:.3f}", LIMIT)


def print_parts(folder, is_trial):
    arguments = ["--parts"] + (["--cpu"] if is_trial else [])
    done = subprocess.run([os.path.join(folder, "recorder_overhead"), *arguments], stdout=subprocess.PIPE, text=True,
                          timeout=PARTS_S)
    if done.returncode != 0:
        raise Failure(f"recorder_overhead --parts: exit code {done.returncode}")
    added = {}
    for fields in (line.split("\t") for line in done.stdout.splitlines()):
        if fields[1] == "round":
            added.setdefault(fields[0], []).append(float(fields[3]) - float(fields[2]))
    for name, rounds in added.items():
        row("-", f"added by {name}", f"{statistics.median(rounds) / 1e6:.3f} ms")


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
