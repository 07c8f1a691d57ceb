"""Breaks Obstat on purpose and holds the books against each other (docs/faults.md).

    run.py --obstatctl FILE --obstatd FILE --shim FILE                     # every scenario once, by --seed
    run.py … --minutes 60 --results DIR                                    # seed after seed, one results file each
    run.py … --only power --seed 41 --keep DIR                             # one again, and what it left
    run.py --sum DIR                                                       # the counts of all results so far

Exit 0 only when every invariant held. A results file is DIR/SCENARIO-SEED.json.
"""

import argparse
import json
import os
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))
# pylint: disable=wrong-import-position
import scenarios
import shim
from programs import SKIPPED, temporary

HANGS_AFTER = 600  # seconds


def run_one(options, name, seed, folder):
    """One scenario; gives its results."""
    begun = time.monotonic()
    timer = scenarios.watchdog(HANGS_AFTER, lambda: (print(f"{name} {seed} hangs", flush=True), os._exit(1)))
    site, wrong, counts = None, [], Counter()
    try:
        site = scenarios.ALL[name](options, folder, seed, options.size)
        wrong, counts = site.wrong, site.counts
    except Exception:  # pylint: disable=broad-exception-caught
        wrong = ["the harness failed: " + traceback.format_exc()]
    finally:
        timer.cancel()
        scenarios.close_all()
    return {"scenario": name, "seed": seed, "size": options.size, "seconds": round(time.monotonic() - begun, 1),
            "slowest_restart_seconds": site.slowest if site else 0, "counts": dict(sorted(counts.items())),
            "violations": wrong}


def figures(results):
    """Sums over results; the parts that are no faults are named apart."""
    total = Counter()
    for one in results:
        total.update(one["counts"])
    injected = sum(many for name, many in total.items()
                   if name.startswith(("network ", "disk ", "images ")) or name in
                   ("kills", "clock jumps", "small clock jumps", "sleeps past a lease", "second writers", "zombies",
                    "raced for a ledger"))
    return {"runs": len(results), "faults_injected": injected, "kills": total["kills"],
            "power_loss_images": sum(many for name, many in total.items() if name.startswith("images ")
                                     and name != "images started"),
            "effects": total["effects"], "effects_lost": total["lost"], "effects_doubled": total["doubled"],
            "violations": sum(len(one["violations"]) for one in results),
            "slowest_restart_seconds": max((one["slowest_restart_seconds"] for one in results), default=0),
            "counts": dict(sorted(total.items()))}


def read_results(folder):
    return [json.loads(file.read_text()) for file in sorted(Path(folder).glob("*-*.json"))]


def options_from(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--obstatctl")
    parser.add_argument("--obstatd")
    parser.add_argument("--shim", help="libobstat_faultshim.so of the build")
    parser.add_argument("--only", action="append", choices=list(scenarios.ALL), help="this scenario (repeatable)")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("OBSTAT_SEED", random.SystemRandom().getrandbits(31))))
    parser.add_argument("--size", type=int, default=1, help="how much work and how many faults a scenario has")
    parser.add_argument("--minutes", type=float, default=0, help="go on with the next seeds for so long")
    parser.add_argument("--results", help="folder for a results file for each scenario and seed")
    parser.add_argument("--keep", help="work in this folder and keep what is there")
    parser.add_argument("--sum", help="only add up the results in this folder")
    return parser.parse_args(words)


def work(options, names):
    until = time.monotonic() + options.minutes * 60
    seed, results = options.seed, []
    while not results or time.monotonic() < until:
        for name in names:
            if results and options.minutes and time.monotonic() > until:
                break
            with temporary() as scratch:
                folder = Path(options.keep) / f"{name}-{seed}" if options.keep else Path(scratch) / name
                folder.mkdir(parents=True)
                one = run_one(options, name, seed, folder)
            results.append(one)
            print(json.dumps(one), flush=True)
            if options.results:
                Path(options.results).mkdir(parents=True, exist_ok=True)
                (Path(options.results) / f"{name}-{seed}.json").write_text(json.dumps(one, indent=1) + "\n")
        seed += 1
    return results


def main():
    options = options_from(sys.argv[1:])
    if options.sum:
        print(json.dumps(figures(read_results(options.sum)), indent=1))
        return 0
    names = options.only or list(scenarios.ALL)
    if not shim.usable(options.shim):
        left = [name for name in names if name not in scenarios.NEED_SHIM]
        if not left:
            print("these programs cannot be preloaded")
            return SKIPPED
        names = left
    print(f"seed {options.seed}", flush=True)
    results = work(options, names)
    print(json.dumps(figures(results), indent=1))
    return 1 if any(one["violations"] for one in results) else 0


if __name__ == "__main__":
    sys.exit(main())
