"""Replays recorded runs with the built obstatctl and compares every number (issue: REPLAY_EXPECTED.json).

    replays.py OBSTATCTL shared|own SHARED_DIR
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from programs import RECORDINGS, SKIPPED, Ctl, rows, temporary

PATIENCE = 200  # seconds for one recording; each of its calls waits for its result
METRICS = {"idempotency_hits", "operations_per_run", "timeout_rate", "duration", "waiting", "automatic_approval_rate",
           "audit_completeness"}


def format_of(name):
    return "tau-bench" if name.startswith("tau-bench/") else "tau2"


def replay(program, recording, kind, expected, wait):
    """The differences between a replay and what it has to give, as sentences."""
    wrong = []
    with temporary() as folder:
        ctl = Ctl(program, folder)
        try:
            counts = ctl.json("replay", recording, "--format", kind, "--scratch", "--keep", ctl.ledger, "--wait", wait,
                              ledger=False, timeout=PATIENCE)
        except subprocess.TimeoutExpired as late:
            return [f"not done after {PATIENCE} s; {state(ctl)}; it said: {(late.stderr or b'').decode()[-2000:]}"]
        if len(counts["files"]) != 1:
            wrong.append(f"{len(counts['files'])} files instead of 1")
        for name, value in expected.items():
            for where, got in (("file", counts["files"][0].get(name)), ("total", counts["total"].get(name))):
                if got != value:
                    wrong.append(f"{where}: {name} is {got} instead of {value}")
        # The owner's own book, counted here and not by the program that is tested.
        book = rows(Path(folder) / "owner.sqlite", "SELECT count(*), count(DISTINCT idempotency_key) FROM effect")[0]
        if book[0] != expected["effects"] or book[1] != book[0]:
            wrong.append(f"the owner's book has {book[0]} effects under {book[1]} keys")
        wrong += check_ledger(ctl, expected)
    return wrong


def state(ctl):
    """How far a replay came that was stopped."""
    statuses = rows(ctl.ledger, "SELECT status, count(*) AS n FROM operation GROUP BY status")
    last = rows(ctl.ledger, "SELECT seq, at, kind FROM event ORDER BY seq DESC LIMIT 5")
    return f"{[tuple(row) for row in statuses]}, last events {[tuple(row) for row in last]}"


def check_ledger(ctl, expected):
    wrong = []
    verified = ctl.run("verify", "--json")
    report = json.loads(verified.stdout)
    if verified.returncode != 0 or not report["whole"] or report["findings"]:
        wrong.append(f"verify ended with {verified.returncode}: {report}")
    if report["operations"] != expected["created"]:
        wrong.append(f"verify saw {report['operations']} operations")
    metrics = ctl.json("metrics")
    if not METRICS <= metrics.keys():
        wrong.append(f"metrics lacks {sorted(METRICS - metrics.keys())}")
    first = rows(ctl.ledger, "SELECT kind FROM event ORDER BY seq LIMIT 1")[0][0]
    if first != "simulated":
        wrong.append(f"the first event of a replay's ledger is '{first}'")
    for status in ("succeeded", "failed", "unknown"):
        listed = len(ctl.json("list", "--status", status, "--limit", 1000))
        if listed != expected[status]:
            wrong.append(f"list --status {status} gives {listed} instead of {expected[status]}")
    return wrong


def jobs(which, shared):
    if which == "own":
        expected = json.loads(Path(__file__).with_name("recordings_expected.json").read_text())
        missing = {file.name for file in RECORDINGS.glob("*.json")} - expected["files"].keys()
        if missing:
            sys.exit(f"recordings without expected numbers: {sorted(missing)}")
        return [(RECORDINGS / name, "obstat", numbers, 1) for name, numbers in expected["files"].items()]
    numbers = Path(shared) / "cases" / "REPLAY_EXPECTED.json"
    if not numbers.is_file():
        print(f"WARNING: {numbers} is missing; THE RECORDED RUNS WERE NOT REPLAYED", file=sys.stderr)
        sys.exit(SKIPPED)
    files = json.loads(numbers.read_text())["files"]
    return [(Path(shared) / "cases" / name, format_of(name), wanted, 30) for name, wanted in files.items()]


def main():
    program, which, shared = sys.argv[1:4]
    failed = 0
    work = jobs(which, shared)
    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda job: replay(program, *job), work))
    for (recording, _, expected, _), wrong in zip(work, results):
        failed += bool(wrong)
        print(f"{'FAIL' if wrong else 'ok  '} {recording.name}: {len(expected)} numbers")
        for sentence in wrong:
            print(f"       {sentence}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
