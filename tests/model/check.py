#!/usr/bin/env python3
"""Checks the model of claim, lease and fence (docs/model.md) with Spin: the right model exhaustively, and that every
wrong variant is rejected by the property it breaks.

Usage: check.py [--story] [--only NAME]
  --story   prints the shortest way to the wrong end for each wrong variant
  --only    one build: right, right_live or a variant
Needs spin and a C compiler ($CC, else cc). Exit: 0 good, 1 not, 77 skipped (fails with OBSTAT_REQUIRE_SERVICES=1).
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MEMORY_MB = 900
DEPTH = 100_000
SECONDS = 120  # for one search

# Flag, what it does wrong, the properties one of which must reject it.
EFFECT = {"inv_1", "inv_4"}
WRONG = [
    ("NO_FENCE", "claim without fencing", {"stale fence"}),
    ("CLAIM_WITHOUT_LOCK", "sees the plan, then claims, not under one lock", EFFECT),
    ("NO_LEASE_CHECK", "attempt started without a look at the lease", EFFECT),
    ("NO_OPEN_CHECK", "attempt started while another is open", EFFECT | {"two open attempts"}),
    ("RESEND_WITHOUT_KEY", "resend to an owner that ignores keys", EFFECT),
    ("RESEND_WHILE_ASKING", "resend while a question is open", EFFECT),
    ("NEW_KEY_ON_RESEND", "the generation rises with a resend", EFFECT),
    ("TIMEOUT_IS_FAILURE", "a timeout taken for a failure", EFFECT),
    ("REFUSAL_SETTLES_ALL", "a refusal settles earlier attempts", EFFECT),
    ("SEND_AFTER_DEADLINE", "the first byte leaves at any time", EFFECT),
    ("MARGIN_WITHOUT_LEASE", "the key's margin leaves out the lease", EFFECT),
    ("MARGIN_WITHOUT_TRANSIT", "the key's margin leaves out settle_after", EFFECT),
    ("ASK_WHILE_SENDING", "question while a sender is open", EFFECT),
    ("ABSENCE_BEFORE_SETTLE", "absence believed before settle_after", EFFECT),
    ("SETTLE_AT_ANSWER", "settle_after judged at the answer, not the question", EFFECT),
    ("RESOLVE_EARLY", "a person's 'failed' while a request may still act", EFFECT),
    ("RESOLVE_WITHOUT_VERSION", "a person's word not bound to a version", EFFECT),
    ("RESUME_FORGETS_DOUBT", "an operation resumed after doubt counts as never sent", EFFECT),
    ("NO_SWEEP", "nobody takes back a claim that ran out", {"inv_8"}),
    ("END_NOT_RETRIED", "an end that could not be recorded is dropped", {"inv_8"}),
]
# Parts of the text of the assertions in claim.pml and worker.pml.
PROPERTIES = [("effects<=1", "inv_1"), ("effects==1", "inv_4"), ("effects==0", "inv_4"), ("holder==", "stale fence"),
              ("orphan", "two open attempts")]
BOUND = re.compile(r"max search depth too small|out of memory|reached -DMEMLIM|Search not completed|hash-?compact|"
                   r"bit ?statespace|aborted|VECTORSZ|too many", re.I)


class Failure(Exception):
    """The model could not be built or searched."""


class Search:
    """What one search said."""

    def __init__(self, text, seconds):
        self.text = text
        self.seconds = seconds
        self.states = self.number(r"(\d+(?:\.\d+e\+\d+)?) states, stored")
        self.depth = self.number(r"depth reached (\d+)")
        self.errors = self.number(r"errors: (\d+)")
        self.megabytes = self.number(r"([\d.]+)\s+total actual memory usage")

    def number(self, pattern):
        found = re.search(pattern, self.text)
        return float(found.group(1)) if found else None

    def broken(self):
        """The property that was broken, or None."""
        if "acceptance cycle" in self.text:
            claim = re.search(r"ltl formula (\w+)", self.text)
            return claim.group(1) if claim else "a cycle"
        violated = re.search(r"assertion violated(.*)", self.text)
        if not violated:
            return "another error" if self.errors else None
        text = violated.group(1).replace(" ", "")
        return next((name for part, name in PROPERTIES if part in text), text)

    def holds(self):
        """'' when everything holds over all states, else what is in the way."""
        if self.errors is None or self.states is None:
            return "the search did not end:\n" + self.text[-2000:]
        if self.errors:
            return f"an error: {self.broken()}"
        bound = BOUND.search(self.text)
        if bound or "Full statespace search" not in self.text:
            return f"not exhaustive: {bound.group(0) if bound else 'no full search'}"
        return ""

    def unreached(self):
        """Steps of the model that no run takes: a mistake in the model makes it hold too easily."""
        lines = re.findall(r"^\t(\w+\.pml:\d+, state \d+, .*)$", self.text, re.M)
        return [line for line in lines if '"-end-"' not in line]


class Model:
    """One build of the model in a folder of its own."""

    def __init__(self, folder, flag="", live=False, wrong=False, shortest=False):
        self.folder = folder
        self.live = live
        self.wrong = wrong
        folder.mkdir()
        for source in HERE.glob("*.pml"):  # Spin writes beside the model
            shutil.copy(source, folder)
        self.run(["spin", *([f"-D{flag}"] if flag else []), "-a", "claim.pml"], 60)
        options = ["-DNFAIR=4"] if live else ["-DSAFETY", "-DNOCLAIM"]
        if shortest and not live:
            options.append("-DBFS")
        self.run([os.environ.get("CC", "cc"), "-w", "-O0" if wrong else "-O2", f"-DMEMLIM={MEMORY_MB}", *options,
                  "-o", "pan", "pan.c"], 120)

    def run(self, command, limit):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=limit, check=False)
        if done.returncode != 0:
            raise Failure(f"{' '.join(command)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def search(self, claim="", depth=DEPTH):
        began = time.monotonic()
        options = ["-a", "-f", "-N", claim] if self.live else []
        table = "-w18" if self.wrong else "-w20"  # slots of the hash table, as a power of two
        done = subprocess.run(["./pan", f"-m{depth}", table, *options], cwd=self.folder, capture_output=True,
                              text=True, timeout=SECONDS, check=False)
        return Search(done.stdout + done.stderr, time.monotonic() - began)

    def story(self, claim=""):
        """The steps to the error, in words."""
        options = ["-N", claim] if self.live else []
        done = subprocess.run(["./pan", "-r", *options], cwd=self.folder, capture_output=True, text=True,
                              timeout=SECONDS, check=False)
        told = done.stdout.split("spin: trail ends")[0].splitlines()
        return [line for line in told if re.match(r"(<<<<<|[a-z])", line) and not line.startswith("pan:")]


def row(name, search, verdict):
    states = f"{int(search.states):,}" if search.states else "?"
    size = search.megabytes or 0
    return f"{name:<32} {states:>10} {search.depth or 0:>6.0f} {search.seconds:>6.1f} {size:>6.0f}  {verdict}"


def indented(lines):
    return "\n".join("    " + line for line in lines)


def check_right(folder, claims):
    """The right model: (lines, good). Claims are searched one by one in one build; none: the assertions."""
    model = Model(folder, live=claims != [""])
    lines, good = [], True
    for claim in claims:
        search = model.search(claim)
        trouble = search.holds()
        if trouble and search.errors:
            trouble += "\n" + indented(model.story(claim))
        if not trouble and search.unreached():
            trouble = "never reached:\n" + indented(search.unreached())
        if not trouble and not model.search(claim, depth=50).holds():
            trouble = "a search cut short at a depth of 50 passed for exhaustive"
        lines.append(row(f"right: {claim or 'inv_1 inv_4 fence attempts'}", search,
                         f"NOT GOOD, {trouble}" if trouble else "holds, exhaustive"))
        good = good and not trouble
    return "\n".join(lines), good


def check_wrong(folder, flag, what, expected, story):
    """One wrong variant: (line, good)."""
    live = "inv_8" in expected
    model = Model(folder, flag, live, wrong=True, shortest=story)
    search = model.search("inv_8" if live else "")
    broken = search.broken()
    if broken is None:
        return row(flag, search, f"NOT GOOD, ACCEPTED: {what}"), False
    if broken not in expected:
        return row(flag, search, f"NOT GOOD, rejected by {broken}, not by {' or '.join(sorted(expected))}"), False
    line = row(flag, search, f"rejected by {broken}: {what}")
    if story:
        line += "\n" + indented(model.story("inv_8" if live else ""))
    return line, True


def checks(story, only):
    """(name, function of a folder) of every build."""
    found = [("right", lambda folder: check_right(folder, [""])),
             ("right_live", lambda folder: check_right(folder, ["inv_8", "unknown_ends"]))]
    for flag, what, expected in WRONG:
        found.append((flag, lambda folder, arguments=(flag, what, expected): check_wrong(folder, *arguments, story)))
    return [(name, work) for name, work in found if not only or name == only]


def guarded(work, name, folder):
    try:
        return work(folder)
    except (Failure, subprocess.TimeoutExpired, OSError) as trouble:
        return f"{name}: NOT GOOD, {trouble}", False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--story", action="store_true")
    parser.add_argument("--only")
    options = parser.parse_args()
    for tool in ("spin", os.environ.get("CC", "cc")):
        if not shutil.which(tool):
            print(f"SKIPPED, NOTHING WAS CHECKED: '{tool}' is not installed (packaging/deps.sh test)", file=sys.stderr)
            return 1 if os.environ.get("OBSTAT_REQUIRE_SERVICES") == "1" else 77
    began = time.monotonic()
    work = checks(options.story, options.only)
    if not work:
        print(f"there is no build '{options.only}'", file=sys.stderr)
        return 1
    print(f"{'model':<32} {'states':>10} {'depth':>6} {'s':>6} {'MB':>6}  result")
    good = True
    with tempfile.TemporaryDirectory(prefix="obstat-model-") as place, \
            concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 2)) as pool:
        running = [pool.submit(guarded, one, name, pathlib.Path(place) / name) for name, one in work]
        for done in running:
            line, fine = done.result()
            print(line, flush=True)
            good = good and fine
    print(f"{'good' if good else 'NOT GOOD'}: {len(work)} builds searched in {time.monotonic() - began:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
