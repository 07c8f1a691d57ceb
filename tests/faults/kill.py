"""SIGKILL of obstatd at random moments, and at every named point, while recorded runs are submitted (docs/faults.md).

    kill.py --obstatctl FILE --obstatd FILE [--shared DIR] [--kills 8] [--seed N] [--points] [--results FILE]

OBSTAT_KILLS and OBSTAT_SEED set the same from outside. Prints one JSON object; exit 0 only when every invariant held.
"""

import argparse
import json
import os
import random
import sys
import time
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))
# pylint: disable=wrong-import-position
import invariants
import recordedruns
from orchestrator import Client, join
from programs import SAMPLES, Ctl, call, daemon, free_port, owner, ready, rows, temporary

SERVING_AGAIN = 10  # inv_7, seconds
KILLS_A_ROUND = 25
PATIENCE = 60       # seconds for everybody to be through
BY_A_PERSON = "modify_user_address"
POINTS = ["P1", "P2", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12"]
POINTS_OF_DECISIONS = ["P3", "P4"]


def policy_text(tools):
    """Everything is automatic but one tool, so that decisions can be killed too."""
    rules = [f'[[rule]]\nname = "auto_{name}"\ntool = "{name}"\nthen = "automatic"\n' for name, tool in tools.items()
             if tool["effect"] == "write" and name != BY_A_PERSON]
    return 'default_role = "reviewer"\n' + "\n".join(rules)


class Bench:
    """One ledger and one owner's book, that every round adds to and is checked against."""

    def __init__(self, options, folder):
        self.options, self.folder, self.random = options, Path(folder), random.Random(options.seed)
        self.port, self.owner_port = free_port(), free_port()
        registry = (SAMPLES / "tools-tau.toml").read_text()
        self.tools = tomllib.loads(registry)["tool"]
        writes = {name for name, tool in self.tools.items() if tool["effect"] == "write"}
        self.runs, self.recorded = recordedruns.load(options.shared, writes, self.random, options.runs)
        self.folder.joinpath("ledger").mkdir()
        self.ctl = Ctl(options.obstatctl, self.folder / "ledger")
        (self.folder / "tools.toml").write_text(
            registry.replace("http://127.0.0.1:9411", f"http://127.0.0.1:{self.owner_port}"))
        (self.folder / "policy.toml").write_text(policy_text(self.tools))
        self.ctl.init("--simulated", "--listen", f"127.0.0.1:{self.port}", "--tools", self.folder / "tools.toml",
                      "--policy", self.folder / "policy.toml")
        self.ctl.enrol("sponsor", "sponsor")
        self.ctl.enrol("m.keller", "reviewer")
        self.tokens = {run.id: self.ctl.token(run.tenant, run.actor) for run in self.runs}
        self.rounds = 0
        self.total = {"kills": 0, "acknowledged": 0, "operations": 0, "effects": 0, "lost": 0, "doubled": 0,
                      "slowest_restart_seconds": 0.0}
        self.told, self.wrong = [], []

    def round(self):
        self.rounds += 1
        return Round(self)


class Round:
    """The runs once more over new records, from the first submit until everything is settled."""

    def __init__(self, bench):
        self.bench, self.folder, self.random, self.ctl = bench, bench.ctl.folder, bench.random, bench.ctl
        runs = [recordedruns.renamed(run, bench.tools, bench.rounds) for run in bench.runs]
        recording = self.folder / "recording.json"
        recordedruns.write_recording(runs, recording)
        delay = self.random.choice(["0s", "5ms", "40ms"])
        self.owner = owner(bench.options.obstatctl, self.folder, bench.owner_port, "--delay", delay, "--refuse-over",
                           "500", "--recording", recording, "--format", "obstat")
        self.port = bench.port
        self.clients = [Client(self, run, bench.tokens[run.id]) for run in runs]
        self.daemon = None
        self.kills = 0
        self.last_fault = 0.0

    def start(self, environment=None):
        self.daemon = daemon(self.bench.options.obstatd, self.folder, environment, listens=False)

    def serving(self):
        took = ready(self.bench.port, SERVING_AGAIN)
        if took is None:
            self.bench.wrong.append(f"inv_7: not serving again within {SERVING_AGAIN} s")
            return False
        total = self.bench.total
        total["slowest_restart_seconds"] = round(max(total["slowest_restart_seconds"], took), 2)
        return True

    def mark(self):
        return 0

    def working(self):
        return any(client.is_alive() for client in self.clients)

    def kill(self):
        if not self.daemon.alive():
            self.bench.wrong.append(f"obstatd ended by itself with {self.daemon.process.returncode}")
        self.daemon.kill()
        self.last_fault = time.monotonic()
        self.kills += 1
        if self.random.random() < 0.2:
            self.verify("as the kill left it")
        self.start()

    def at_random(self, most):
        """Kills until the clients are through, or `most` kills happened; gives how many."""
        self.start()
        self.serving()
        for client in self.clients:
            client.start()
        while self.working() and self.kills < most:
            if self.random.random() < 0.2:
                time.sleep(self.random.uniform(0, 0.15))  # while it starts
            elif self.serving():
                time.sleep(self.random.choice([0.02, 0.1, 0.5, 1.0]) * self.random.uniform(0.2, 1.5))
            else:
                break
            self.kill()
        self.finish()
        return self.kills

    def at_point(self, point):
        """The daemon ends itself at a named point; then it goes on without."""
        # A state file is written about once a second while events come, and a quick run may write only one.
        passing = self.random.randint(1, 1 if point == "P12" else 4)
        self.start({"OBSTAT_FAULT": f"{point}:kill@{passing}"})
        for client in self.clients:
            client.start()
        try:
            self.daemon.wait(40)
            self.kills += 1
        except Exception:  # pylint: disable=broad-exception-caught
            self.bench.wrong.append(f"{point}@{passing} was not reached")
            self.daemon.process.kill()
            self.daemon.process.wait()
        self.verify(f"after {point}@{passing}")
        self.start()
        self.finish()

    def at_decision(self, point):
        """The daemon ends itself while it admits a decision; the person decides again."""
        run = self.bench.runs[0]
        self.start({"OBSTAT_FAULT": f"{point}:kill"})
        self.serving()
        plan = {"tool": BY_A_PERSON, "run": run.id,
                "arguments": {"user_id": f"u{self.bench.rounds}", "address1": "Main Street 1", "zip": "10115"}}
        _, answer = call(self.bench.port, self.bench.tokens[run.id], "POST", "/v1/operations", plan)
        operation = answer["operation"]["id"]
        told = self.ctl.decide(operation, "approve", "m.keller", "--json")
        if told.returncode == 0:
            self.bench.wrong.append(f"{point}: a decision that got no answer was told as {told.stdout}")
        self.daemon.wait(20)
        self.kills += 1
        self.start()
        self.serving()
        self.ctl.decide(operation, "approve", "m.keller", "--json")
        self.settled()
        status = rows(self.ctl.ledger, "SELECT status FROM operation WHERE id = ?", operation)[0][0]
        if status != "succeeded":
            self.bench.wrong.append(f"{point}: the plan is {status} after it was approved twice")
        self.finish()

    def settled(self):
        """Waits until no operation is open. The invariants say what was left."""
        until = time.monotonic() + 60
        marks = ",".join("?" * len(invariants.OPEN))
        sql = f"SELECT count(*) FROM operation WHERE status IN ({marks}) AND held = 0"
        while time.monotonic() < until and rows(self.ctl.ledger, sql, *invariants.OPEN)[0][0]:
            time.sleep(0.05)

    def finish(self):
        self.serving()
        join(self.clients, PATIENCE, self.bench.wrong)
        self.settled()
        if self.daemon.stop() != 0:
            self.bench.wrong.append(f"obstatd did not stop in order: {self.daemon.process.returncode}")
        self.owner.stop()
        self.check()

    def verify(self, when):
        done = self.ctl.run("verify", "--json")
        if done.returncode != 0:
            self.bench.wrong.append(f"inv_6: verify {when} ended with {done.returncode}: "
                                    f"{(done.stdout or done.stderr).decode()[:2000]}")

    def check(self):
        self.verify("at the end")
        bench = self.bench
        told = [answer for client in self.clients for answer in client.told]
        bench.wrong += [f"a call was answered {answer.status}: {answer.body}" for answer in told
                        if "answer" not in answer.body]
        bench.told += [answer for answer in told if "answer" in answer.body]
        books = invariants.Books(self.ctl.ledger, self.folder / "owner.sqlite")
        lost, doubled = invariants.lost(books, bench.told), invariants.doubled(books, bench.tools)
        bench.wrong += lost + doubled + invariants.outcomes(books) + invariants.repeats(bench.told)
        bench.total["kills"] += self.kills
        bench.total.update(acknowledged=len(bench.told), operations=len(books.operations), effects=len(books.effects),
                           lost=len(lost), doubled=len(doubled))


def options_from(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--obstatctl", required=True)
    parser.add_argument("--obstatd", required=True)
    parser.add_argument("--shared", default="")
    parser.add_argument("--kills", type=int, default=int(os.environ.get("OBSTAT_KILLS", 8)))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("OBSTAT_SEED", random.SystemRandom().getrandbits(32))))
    parser.add_argument("--runs", type=int, default=6)
    parser.add_argument("--points", action="store_true", help="instead: once at every named point")
    parser.add_argument("--results", help="append the figures as one line of JSON")
    parser.add_argument("--keep", help="work in this folder and keep what is there at the end")
    return parser.parse_args(words)


def work(options, folder):
    print(f"seed {options.seed}", flush=True)
    bench = Bench(options, folder)
    if options.points:
        for point in POINTS:
            bench.round().at_point(point)
        for point in POINTS_OF_DECISIONS:
            bench.round().at_decision(point)
    while not options.points and bench.total["kills"] < options.kills and not bench.wrong:
        bench.round().at_random(min(KILLS_A_ROUND, options.kills - bench.total["kills"]))
        print(json.dumps(bench.total), flush=True)
    figures = {"seed": options.seed, "recorded": bench.recorded, "rounds": bench.rounds, **bench.total,
               "violations": bench.wrong}
    print(json.dumps(figures, indent=1))
    if options.results:
        with open(options.results, "a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")
    return 1 if bench.wrong else 0


def main():
    options = options_from(sys.argv[1:])
    if options.keep:
        Path(options.keep).mkdir(parents=True)
        return work(options, options.keep)
    with temporary() as folder:
        return work(options, folder)


if __name__ == "__main__":
    sys.exit(main())
