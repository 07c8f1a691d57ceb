"""Scenarios cut short for tests/faults/planted.py: each looks for one family of bugs and gives up waiting soon.

    short.py FORM --seed N --obstatctl FILE --obstatd FILE --shim FILE
"""

import argparse
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))
# pylint: disable=wrong-import-position
import orchestrator
import scenarios
import shim
import worksite
from programs import temporary
from recordedruns import Call, Run
from worksite import Worksite, made_runs

orchestrator.PATIENCE = 12
scenarios.PATIENCE = 20
worksite.SETTLED = 14


def plain(options, folder, seed):
    """Nothing fails: several tenants, equal records, one call by eight agents at once, conflicts, corrections."""
    site = Worksite(options, folder, seed)
    site.start()
    site.serving()
    runs = made_runs(site.random, 2, 5)
    for run in runs:
        run.calls += [Call("pay_both", {"record": "same", "amount": "3"})] * 2
        run.calls += [Call("pay_key", {"record": "declined", "amount": one}) for one in ("901", "9")]
    site.send(runs, each=2).send([Run("hundred", "agent", [Call("pay_key", {"record": "h", "amount": "1"})] * 5)], each=8)
    site.go()
    return site.finish(40)


def broken(*faults, share=0.7):
    """Only these faults of the network."""
    def form(options, folder, seed):
        site = Worksite(options, folder, seed, faults=faults, share=share)
        site.start()
        site.send(made_runs(site.random, 2, 6)).go()
        return site.finish(60)
    return form


def killed(point):
    def form(options, folder, seed):
        return scenarios.points(options, folder, seed, only=[point] * 2)
    return form


def failing(*names):
    """Only these faults of the disk."""
    def form(options, folder, seed):
        shim.FAULTS = {name: fault for name, fault in shim.FAULTS.items() if name in names}
        return scenarios.disk(options, folder, seed)
    return form


def full_at_answer(options, folder, seed):
    """The disk fills up while owners are at work, and has room again later: their answers must not be lost."""
    site = Worksite(options, folder, seed, faults=("slow",), share=1)
    site.shim = shim.Shim(options.shim, site.folder / "shim")
    site.environment = site.shim.environment()
    site.start()
    site.serving()
    site.send([Run(f"full-{number}", "agent", [Call("pay_key", {"record": "one", "amount": "1"})]) for number in range(4)])
    site.go()
    until = time.monotonic() + 20
    while time.monotonic() < until and site.proxies["keyed"].injected["slow"] < 4:
        time.sleep(0.01)
    site.shim.arm(shim.NO_SPACE_ON_WRITE, 0, shim.FOR_EVER)
    time.sleep(3)
    site.shim.disarm()
    site.last_fault = time.monotonic()
    return site.finish(40)


FORMS = {"plain": plain, "lost_answers": broken("swallow", "reset_after"), "lost_requests": broken("drop", "reset"),
         "late_requests": broken("late"), "errors": broken("error_after"), "crash": killed("P8"),
         "power": scenarios.power, "full_disk": failing("enospc_write"), "full_at_answer": full_at_answer, "failed_sync": failing("eio_sync"),
         "workers": scenarios.workers, "people": scenarios.people, "clocks": scenarios.clocks}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("form", choices=list(FORMS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--obstatctl", required=True)
    parser.add_argument("--obstatd", required=True)
    parser.add_argument("--shim", required=True)
    options = parser.parse_args()
    with temporary() as folder:
        try:
            wrong = FORMS[options.form](options, folder, options.seed).wrong
        except Exception:  # pylint: disable=broad-exception-caught
            wrong = ["the harness failed: " + traceback.format_exc().replace("\n", " ")[-600:]]
        finally:
            scenarios.close_all()
    for one in wrong:
        print("VIOLATION", one)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
