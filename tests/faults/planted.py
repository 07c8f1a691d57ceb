"""Proves that the harness finds bugs: runs it over programs with seeded defects (src/base/plantedbug.h, docs/faults.md).

    planted.py --build build/planted --shim FILE [--only BUG] [--table FILE]
    planted.py --absent FILE…                        # that no program of another build has any of them

Each bug is switched on by OBSTAT_BUG=NAME and must be caught by the detector named here: a scenario of scenarios.py in a
short form, or a test program where that looks at the promise itself. The same detectors must pass without a bug.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
SHORT = Path(__file__).resolve().parent / "short.py"


@dataclass(frozen=True)
class Detector:
    """`name` with `argument`: a form of short.py with its seed, else a test program with one of its functions."""
    name: str
    argument: str

    @property
    def is_test(self):
        return self.name.startswith("tst_")

    def shown(self):
        return f"{self.name}: {self.argument}" if self.is_test else f"short.py {self.name}"

    def command(self, options):
        if not self.is_test:
            return [sys.executable, SHORT, self.name, "--seed", self.argument, "--obstatctl",
                    options.build / "bin/obstatctl", "--obstatd", options.build / "bin/obstatd", "--shim", options.shim]
        found = [path for path in (options.build / "tests").rglob(self.name) if path.is_file()]
        if len(found) != 1:
            raise SystemExit(f"{self.name} is not built in {options.build}")
        return [found[0], *([self.argument] if self.argument else [])]


def short(form, seed=1):
    return Detector(form, str(seed))


def test(program, function=""):
    return Detector(program, function)


CAUGHT_BY = {
    # what is acknowledged, and under which key
    "unique_index_dropped": short("plain"),
    "check_then_insert": short("plain"),
    "key_without_tenant": short("plain"),
    "wire_key_without_tenant": short("plain"),
    "repeat_reexecutes": short("plain"),
    "conflict_as_repeat": short("plain"),
    "conflict_not_kept": short("plain"),
    "repeats_not_counted": short("plain"),
    "generation_never_rises": test("tst_contractsubmit", "failed_otherDigest_isARevisionWithANewWireKey"),
    "wire_key_by_revision": test("tst_contractsubmit", "rejected_otherDigest_isARevision"),
    "rejection_forgotten": test("tst_contractsubmit", "rejected_sameDigest_isRepeatedNotCreated"),
    "result_not_compared": test("tst_contractsubmit", "repeated_resultOfOtherWork_isNotGivenOut"),
    # what reaches the owner, and what is believed of it
    "retry_on_timeout": short("lost_answers"),
    "timeout_is_failure": short("lost_answers"),
    "outcome_before_answer": short("lost_requests"),
    "any_error_is_refusal": short("errors"),
    "resend_takes_new_key": short("lost_answers"),
    "crash_is_not_sent": short("crash"),
    "absence_before_settle": test("tst_contractquestions", "absence_beforeTheOwnerHasSettled_doesNotCount"),
    "late_answer_ignored": test("tst_contractattempts", "timedOut_isUnknown_lateAnswerSettlesIt"),
    "refusal_settles_all": test("tst_contractattempts", "refusalOfAResend_settlesOnlyAsAReplay"),
    # claims
    "claim_without_fence": test("tst_contractclaims", "fence_ofAnOlderClaim_isStale"),
    "lease_ignored": test("tst_contractclaims", "lease_over_startsNothing"),
    "claims_never_run_out": test("tst_contractquestions", "claim_thatRanOut_isTakenBack"),
    "two_open_attempts": test("tst_contractclaims", "fence_ofAnOlderClaim_isStale"),
    "clock_jump_ignored": test("tst_contractclaims", "clock_jumpedForward_stopsClaimsAndIsRaisedOnce"),
    "mac_ignored": test("tst_contractclaims", "forged"),
    "status_trusted": test("tst_contractclaims", "forged"),
    "signature_ignored": test("tst_contractclaims", "forged"),
    "digest_ignored": test("tst_contractclaims", "forged"),
    "registry_change_ignored": test("tst_contractclaims", "bug_A3_registry_changed_returnsRefrozen"),
    "expiry_by_sweeper_only": test("tst_contractdecisions", "expiry_atAdmission_expiresThePlan"),
    "decision_unsigned": test("tst_contractdecisions", "signature_ofNobody_isUnauthorizedAndNotStored"),
    "quorum_counts_rows": test("tst_quorum"),
    "amount_as_double": test("tst_predicate"),
    "sorted_by_code_point": test("tst_canonicaljson"),
    # what the disk holds
    "synchronous_normal": short("power"),
    "synchronous_off": short("power"),
    "state_file_unsynced": short("power"),
    "failed_sync_retried": short("failed_sync"),
    "failed_commit_answered": short("full_disk"),
    "lost_outcome_forgotten": short("full_at_answer"),
    "two_writers": short("workers"),
    # the log
    "leaf_not_hashed": short("plain"),
    "heads_not_compared": test("tst_verifier", "perfectForgery_isEnclosedByTheHeads"),
    "signed_before_state": test("tst_contractlog", "seal_signsWhatThereIs_once"),
}


def names_in_source():
    """Every bug that is planted, so that none is left without a detector."""
    found = set()
    for file in (SOURCE / "src").rglob("*.cpp"):
        found |= set(re.findall(r'plantedBug\("(\w+)"\)', file.read_text()))
    return found


def traces(files):
    """Programs that know the name of a bug, which only those of the preset planted may."""
    names, found = sorted(names_in_source()), []
    for file in files:
        content = Path(file).read_bytes()
        found += [f"{file} knows {name}" for name in names if name.encode() in content]
    print("\n".join(found) or f"no trace in {len(files)} programs")
    return 1 if found else 0


def run(options, detector, bug):
    """(whether it found something, seconds, its last words)"""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TZ": "UTC", "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("OBSTAT_BUG", None)
    if bug:
        environment["OBSTAT_BUG"] = bug
    begun = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(list(map(str, detector.command(options))), capture_output=True, env=environment,
                                  timeout=options.patience, cwd=folder, check=False)
        code, words = done.returncode, (done.stdout + done.stderr).decode(errors="replace")
    except subprocess.TimeoutExpired:
        code, words = 1, "it did not end"
    return code, round(time.monotonic() - begun, 1), words


def evidence(words):
    """The first line that says what did not hold; nothing where the detector itself broke or gave up."""
    for line in map(str.strip, words.splitlines()):
        broke = "the harness failed" in line or "Function not found" in line
        if line.startswith(("FAIL!", "VIOLATION", "QFATAL")) and not broke:
            return line[:110]
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, help="build directory of the preset planted")
    parser.add_argument("--shim", default="none")
    parser.add_argument("--absent", nargs="+")
    parser.add_argument("--only", action="append", help="this bug (repeatable)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--patience", type=int, default=180, help="seconds for one detector")
    parser.add_argument("--table", help="write the table here, too")
    options = parser.parse_args()
    if options.absent:
        return traces(options.absent)
    options.build = options.build.resolve()
    planted, known = names_in_source(), set(CAUGHT_BY)
    if planted != known:
        print("without a detector:", sorted(planted - known), "not planted:", sorted(known - planted))
        return 1
    bugs = [bug for bug in CAUGHT_BY if not options.only or bug in options.only]
    detectors = list(dict.fromkeys(CAUGHT_BY[bug] for bug in bugs))
    wrong, lines = [], ["| bug | caught by | seed | seconds | what it said |", "| --- | --- | --- | --- | --- |"]
    with ThreadPoolExecutor(options.jobs) as pool:
        for detector, (code, seconds, words) in zip(detectors, pool.map(lambda one: run(options, one, None), detectors)):
            print(f"without a bug: {detector.shown()} {'passes' if code == 0 else 'FAILS'} ({seconds} s)", flush=True)
            if code != 0:
                wrong.append(f"{detector.shown()} fails without a bug: {words[-3000:]}")
        for bug, (code, seconds, words) in zip(bugs, pool.map(lambda one: run(options, CAUGHT_BY[one], one), bugs)):
            seed = "" if CAUGHT_BY[bug].is_test else CAUGHT_BY[bug].argument
            said = (evidence(words) if code else "").replace("|", "\\|") or "NOT CAUGHT"
            lines.append(f"| {bug} | {CAUGHT_BY[bug].shown()} | {seed} | {seconds} | {said} |")
            print(lines[-1], flush=True)
            if said == "NOT CAUGHT":
                wrong.append(f"{bug} is not caught by {CAUGHT_BY[bug].shown()}")
    print(f"\n{len(bugs)} planted, {len(bugs) - sum(' is not caught ' in one for one in wrong)} caught")
    if options.table:
        Path(options.table).write_text("\n".join(lines) + "\n")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
