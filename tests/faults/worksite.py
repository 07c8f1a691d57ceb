"""One ledger with a running obstatd, two owners behind proxies, and clients: what every scenario breaks in its own way.

The owners: one honours keys, one ignores them; each has a tool that can be asked what became of its work and one that
cannot. Requests have a limit of LIMIT seconds, a lost one may act for SETTLE seconds more.
"""

import json
import random
import time
import tomllib
from collections import Counter
from pathlib import Path

import invariants
import logchecks
import recordedruns
from orchestrator import Client, join
from programs import Ctl, call, daemon, free_port, owner, ready, rows
from proxy import FAULTS, Proxy

LIMIT, SETTLE = 0.5, 3
SERVING_AGAIN = 10  # inv_7, seconds
SETTLED = 75        # seconds until nothing is open any more, once owners can be reached
REFUSED_OVER = 500
TOOLS = ("pay_both", "pay_key", "pay_query", "pay_none")
BY_PEOPLE = "pay_people"
PEOPLE = ("a.lind", "b.okoro")

OWNERS = """
[owner.keyed]
kind = "http"
url = "http://127.0.0.1:{keyed}"
honours_key = true
settle_after = "{settle}s"
replay_marker = {{ headers = {{ "Idempotent-Replayed" = "true" }} }}

[owner.deaf]
kind = "http"
url = "http://127.0.0.1:{deaf}"
settle_after = "{settle}s"
"""
TOOL = """
[tool.{name}]
title = "Pay"
effect = "write"
undo = "no"
approver = "{approver}"
on_repeat = "doubles"
natural_key = ["record"]
record = "record"
amount = "amount"
currency = "USD"
owner = "{owner}"
timeout = "{limit}ms"
reference = "id"
commit = {{ method = "POST", path = "/v1/{name}", headers = {{ "X-Tenant" = "{{tenant}}" }} }}
success = {{ status = 200, body = {{ status = "done" }} }}
no_effect = {{ status = 422, body_has = ["error"] }}
"""
QUERY = """query = { method = "GET", path = "/v1/effects", query = { record = "{args.record}" },
headers = { "X-Tenant" = "{tenant}" }, matches = "effects" }
""".replace("\n", " ", 1)
POLICY = """default_role = "reviewer"

[[rule]]
name = "people"
tool = "pay_people"
then = { approvals = [{ count = 2, role = "reviewer" }] }

[[rule]]
name = "rest"
tool = "pay_*"
then = "automatic"
"""


def registry(keyed, deaf):
    text = OWNERS.format(keyed=keyed, deaf=deaf, settle=SETTLE)
    for name in (*TOOLS, BY_PEOPLE):
        of = "deaf" if name in ("pay_query", "pay_none") else "keyed"
        approver = "reviewer" if name == BY_PEOPLE else "policy"
        text += TOOL.format(name=name, owner=of, approver=approver, limit=int(LIMIT * 1000))
        text += QUERY if name in ("pay_both", "pay_query", BY_PEOPLE) else ""
    return text


def made_runs(random_, tenants, works, mark=""):
    """Work of several tenants over equal records: each call once or again and again, some with another amount while the
    first is alive, some that the owner declines and that are corrected then."""
    runs = []
    for tenant in range(tenants):
        run = recordedruns.Run(f"tenant-{tenant}{mark}", "agent")
        for number in range(works):
            tool = random_.choice(TOOLS)
            first = {"record": f"{tool}-{number}{mark}", "amount": random_.choice(["10.00", "49.90", "900.00"])}
            again = {**first, "amount": "12.50"}
            run.calls += [recordedruns.Call(tool, first)] * random_.choice([1, 1, 2, 5])
            if random_.random() < 0.4 or first["amount"] == "900.00":
                run.calls += [recordedruns.Call(tool, again), recordedruns.Call(tool, first)]
        runs.append(run)
    return runs


class Worksite:
    """Made once for a seed; start(), work, finish(). `wrong` is what did not hold, `counts` what was done."""

    open_sites = []

    def __init__(self, programs, folder, seed, faults=FAULTS, share=0.0):
        Worksite.open_sites.append(self)
        self.programs, self.folder, self.seed = programs, Path(folder), seed
        self.random = random.Random(seed)
        self.wrong, self.counts = [], Counter()
        self.clients, self.told, self.notes = [], [], set()
        self.last_fault, self.slowest = 0.0, 0.0
        self.daemon, self.environment, self.shim = None, {}, None
        self.owners, self.proxies = {}, {}
        (self.folder / "ledger").mkdir()
        for name, words in (("keyed", ()), ("deaf", ("--ignore-key",))):
            place = self.folder / name
            place.mkdir()
            port = free_port()
            self.owners[name] = owner(programs.obstatctl, place, port, "--refuse-over", str(REFUSED_OVER), *words)
            mine = [one for one in faults if name == "keyed" or one != "duplicate"]  # nobody may double for such an owner
            self.proxies[name] = Proxy(0, port, seed, LIMIT, mine, share)
        text = registry(self.proxies["keyed"].port, self.proxies["deaf"].port)
        self.tools = tomllib.loads(text)["tool"]
        (self.folder / "tools.toml").write_text(text)
        (self.folder / "policy.toml").write_text(POLICY)
        self.port = free_port()
        self.ctl = Ctl(programs.obstatctl, self.folder / "ledger")
        self.ctl.init("--simulated", "--listen", f"127.0.0.1:{self.port}", "--tools", self.folder / "tools.toml",
                      "--policy", self.folder / "policy.toml")
        self.ctl.enrol("sponsor", "sponsor")

    # --- the daemon ---

    def start(self, **more):
        self.daemon = daemon(self.programs.obstatd, self.ctl.folder, {**self.environment, **more}, listens=False)

    def serving(self, seconds=SERVING_AGAIN):
        took = ready(self.port, seconds)
        if took is None:
            self.wrong.append(f"inv_7: not serving again within {seconds} s")
            return False
        self.slowest = max(self.slowest, round(took, 2))
        return True

    def kill(self):
        if not self.daemon.alive():
            self.wrong.append(f"obstatd ended by itself with {self.daemon.process.returncode}")
        self.daemon.kill()
        self.counts["kills"] += 1
        self.last_fault = time.monotonic()

    def readiness(self):
        """(status, reasons) of /readyz; (0, "") where nobody answers."""
        try:
            status, answer = call(self.port, "", "GET", "/readyz", timeout=5)
            return status, answer.get("detail", "")
        except OSError:
            return 0, ""

    def verify(self, when):
        done = self.ctl.run("verify", "--json")
        if done.returncode != 0:
            self.wrong.append(f"inv_6: verify {when} ended with {done.returncode}: "
                              f"{(done.stdout or done.stderr).decode()[:1500]}")

    # --- the work ---

    def mark(self):
        return self.shim.records if self.shim else 0

    def send(self, runs, each=1, wait=1):
        """Starts `each` clients for every run."""
        for run in runs:
            token = self.ctl.token(run.tenant, run.actor)
            self.clients += [Client(self, run, token, wait) for _ in range(each)]
        return self

    def go(self):
        for client in self.clients:
            if client.ident is None:
                client.start()

    def working(self):
        return any(client.is_alive() for client in self.clients)

    def keep_checkpoint(self):
        """The newest checkpoint, as anybody may keep it: it must be one of this log for ever (inv_6)."""
        for row in rows(self.ctl.ledger, "SELECT note FROM checkpoint ORDER BY size DESC LIMIT 1"):
            self.notes.add(bytes(row["note"]).decode())

    def heal(self):
        for one in self.proxies.values():
            one.heal()

    def open_work(self):
        return rows(self.ctl.ledger, "SELECT count(*) FROM operation WHERE held = 0 AND (status IN ('approved', 'running')"
                                     " OR (status = 'unknown' AND not_before IS NOT NULL) OR EXISTS (SELECT 1 FROM attempt"
                                     " WHERE operation = operation.id AND ended_at IS NULL))")[0][0]

    def settle(self):
        until = time.monotonic() + SETTLED
        while time.monotonic() < until and self.open_work():
            time.sleep(0.1)

    def finish(self, seconds=90):
        """Everybody gets through, everything is settled, the daemon ends in order, and all books agree."""
        self.serving()
        join(self.clients, seconds, self.wrong)
        self.heal()
        self.settle()
        self.keep_checkpoint()
        if self.daemon.stop() != 0:
            self.wrong.append(f"obstatd did not stop in order: {self.daemon.process.returncode}")
        self.check()
        return self

    def close(self):
        """Whatever still runs of this site."""
        for one in self.owners.values():
            one.stop()
        for one in self.proxies.values():
            one.stop()
        if self.daemon is not None and self.daemon.alive():
            self.daemon.kill()

    def check(self):
        for one in self.proxies.values():
            one.stop()
        for one in self.owners.values():
            one.stop()
        self.verify("at the end")
        self.told = [answer for client in self.clients for answer in client.told]
        self.wrong += [f"a call was answered {answer.status}: {json.dumps(answer.body)[:300]}" for answer in self.told
                       if "answer" not in answer.body]
        told = [answer for answer in self.told if "answer" in answer.body]
        books = invariants.Books(self.ctl.ledger, *(self.folder / name / "owner.sqlite" for name in self.owners))
        lost, doubled = invariants.lost(books, told), invariants.doubled(books, self.tools)
        effects, _ = books.effect_of()
        self.wrong += lost + doubled + invariants.outcomes(books) + invariants.repeats(told)
        self.wrong += logchecks.log(self.ctl.ledger, self.notes) + logchecks.approvals(self.ctl.ledger, effects)
        states = Counter(row["status"] for row in books.operations.values())
        for one in self.proxies.values():
            for fault, many in one.injected.items():
                self.counts["passed" if fault == "pass" else f"network {fault}"] += many
        self.counts.update(acknowledged=len(told), operations=len(books.operations), effects=len(books.effects),
                           lost=len(lost), doubled=len(doubled), escalated=states["unknown"], checkpoints=len(self.notes),
                           repeats_told=sum(answer.body["answer"] == "repeated" for answer in told),
                           conflicts_told=sum(answer.body["answer"] == "conflict" for answer in told))
