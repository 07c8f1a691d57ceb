#!/usr/bin/env python3
"""The owner that nobody here wrote: obstatd in front of the npm package stripe-stateful-mock, which keeps its own list of
charges, its own idempotency keys with stored errors, and forms as bodies. Nothing is charged twice, whatever is lost.
Usage: stripe_owner.py FOLDER-OF-PROGRAMS FOLDER-FOR-THE-PACKAGE"""

import contextlib
import http.client
import http.server
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "gateway"))
from setup import Setup, skip  # noqa: E402

HERE = pathlib.Path(__file__).parent
KEY = "Bearer sk_test_obstat"


def package(folder):
    """Where the package is, installed from the lock file when it is not there yet."""
    if not shutil.which("node") or not shutil.which("npm"):
        skip("node and npm are not installed")
    folder.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_text()
    done = folder / "installed"
    if not done.exists() or done.read_text() != lock:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder / name)
        try:
            got = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder,
                                 capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            skip("npm did not install the package within 300 s")
        if got.returncode != 0:
            skip(f"npm could not install the package: {got.stderr[-500:]}")
        done.write_text(lock)
    return folder / "node_modules" / "stripe-stateful-mock"


class Owner:
    """The mock in a process of its own, and before it a relay that can lose answers."""

    def __init__(self, folder):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(["node", str(folder / "dist" / "cli.js")], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL,
                                        env={**os.environ, "PORT": str(self.port), "LOG_LEVEL": "silent"})
        self._wait()
        self.lose = 0
        self.seen = []  # (key, status, replayed) of every charge that was asked for
        owner = self

        class Relay(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status, headers, answer = owner.ask(self.command, self.path, body, dict(self.headers))
                if self.command == "POST":
                    owner.seen.append((self.headers["Idempotency-Key"], status,
                                       headers.get("idempotent-replayed") == "true"))
                    if owner.lose > 0:
                        owner.lose -= 1
                        self.close_connection = True
                        return
                self.send_response(status)
                for name in ("Content-Type", "Idempotent-Replayed"):
                    if headers.get(name):
                        self.send_header(name, headers[name])
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_GET = do_POST

            def log_message(self, *_):
                pass

        self.relay = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Relay)
        threading.Thread(target=self.relay.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.relay.server_address[1]}"

    def _wait(self):
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.1)
        raise RuntimeError("the owner did not start")

    def ask(self, method, path, body=b"", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        sent = {name: value for name, value in (headers or {}).items() if name.lower() not in ("host", "connection")}
        connection.request(method, path, body, {"Authorization": KEY, **sent})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def charges(self, order):
        """What the owner's own list says was paid for this order."""
        listed = json.loads(self.ask("GET", "/v1/charges?limit=100")[2])["data"]
        return [one for one in listed if one["metadata"].get("order") == order and one["paid"]]

    def close(self):
        self.relay.shutdown()
        self.process.terminate()
        self.process.wait(30)


TOOLS = """
[owner.stripe]
kind = "http"
url = "URL"
authorization = "env:OBSTAT_TEST_STRIPE"
honours_key = true
key_lifetime = "24h"
settle_after = "1s"
compares_body = true
replay_marker = { headers = { "Idempotent-Replayed" = "true" } }

[tool.charge]
effect = "write"
undo = "partly"
approver = "policy"
on_repeat = "returns_first"
natural_key = ["order"]
record = "order"
timeout = "10s"
max_attempts = 3
owner = "stripe"
reference = "id"
confirm_after = "2s"
commit = { method = "POST", path = "/v1/charges", encoding = "form", body = { amount = "{args.cents}", currency = "{args.currency}", source = "{args.source}", metadata = { order = "{args.order}" } } }
query = { method = "GET", path = "/v1/charges/{reference}", found = { status = 200 }, absent = { status = 404 } }
success = { status = 200, body = { "object" = "charge", "paid" = true } }
no_effect = { status = 402 }
"""

RULE = """
[[rule]]
name = "charges"
tool = "charge"
then = "automatic"
"""


class Desk:
    def __init__(self, setup, owner):
        self.setup, self.owner = setup, owner
        policy = setup.path / "policy.toml"
        policy.write_text(policy.read_text() + RULE)
        setup.run("policy", "activate", "policy.toml", "--ledger", "l.obstat", "--passphrase-file", "pass")

    def charge(self, order, source="tok_visa", cents=1250):
        status, _, raw = self.setup.call("POST", "/v1/operations", {
            "tool": "charge", "run": "r-1",
            "arguments": {"order": order, "cents": cents, "currency": "usd", "source": source}},
            headers={"Prefer": "wait=30"})
        return status, json.loads(raw)

    def ledger(self, sql, *values):
        with contextlib.closing(sqlite3.connect(f"file:{self.setup.path}/l.obstat?mode=ro", uri=True)) as ledger:
            return ledger.execute(sql, values).fetchall()

    def kinds(self, operation):
        return [kind for (kind,) in self.ledger("SELECT kind FROM event WHERE operation=? ORDER BY seq", operation)]

    def until(self, what, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"{what} did not happen within {seconds} s"
            time.sleep(0.2)


def plain(desk):
    """A form is read as it was meant, and a repeat gets the first result."""
    status, first = desk.charge("O-1")
    assert status == 201 and first["operation"]["status"] == "succeeded", first
    (charge,) = desk.owner.charges("O-1")
    assert charge["amount"] == 1250 and first["operation"]["reference"] == charge["id"], charge
    status, again = desk.charge("O-1")
    assert status == 200 and again["repeat"] and again["result"] == first["result"], again
    assert len(desk.owner.charges("O-1")) == 1


def lost_answer(desk):
    """The owner charged and its answer is lost, twice: the same key again, and the owner replays."""
    desk.owner.lose = 2
    before = len(desk.owner.seen)
    _, answer = desk.charge("O-2")
    desk.until("the replay", lambda: "succeeded" in desk.kinds(answer["operation"]["id"]))
    asked = desk.owner.seen[before:]
    assert [replayed for _, _, replayed in asked] == [False, True, True], asked
    assert len({key for key, _, _ in asked}) == 1, asked
    (charge,) = desk.owner.charges("O-2")
    status, again = desk.charge("O-2")
    assert status == 200 and again["operation"]["reference"] == charge["id"], again


def declined(desk):
    """An explicit refusal frees the key: the corrected work goes under another wire key, which the owner takes."""
    before = len(desk.owner.seen)
    status, answer = desk.charge("O-3", "tok_chargeDeclined")
    assert status == 201 and answer["operation"]["status"] == "failed", answer
    status, answer = desk.charge("O-3", "tok_visa")
    assert status == 201 and answer["operation"]["status"] == "succeeded", answer
    asked = desk.owner.seen[before:]
    assert [code for _, code, _ in asked] == [402, 200] and asked[0][0] != asked[1][0], asked
    assert len(desk.owner.charges("O-3")) == 1


def stored_error(desk):
    """A 500 that the owner stored under the key comes again with every resend: it proves nothing, and a person decides."""
    before = len(desk.owner.seen)
    _, answer = desk.charge("O-4", "tok_500")
    operation = answer["operation"]["id"]
    desk.until("all attempts", lambda: len(desk.owner.seen) - before == 3)
    desk.until("their end", lambda: desk.kinds(operation).count("attempt_ended") == 3)
    asked = desk.owner.seen[before:]
    assert [(code, replayed) for _, code, replayed in asked] == [(500, False), (500, True), (500, True)], asked
    assert len({key for key, _, _ in asked}) == 1, asked
    ((status,),) = desk.ledger("SELECT status FROM operation WHERE id=?", operation)
    assert status == "unknown", status
    time.sleep(3)
    assert len(desk.owner.seen) - before == 3, "nothing more is sent by itself"
    status, conflict = desk.charge("O-4", "tok_visa")  # and nobody gets round it
    assert status == 409 and conflict["code"] == "conflict", conflict
    assert desk.owner.charges("O-4") == []


def compares_body(desk):
    """What the registry says of this owner is so: a known key with another body is refused, and is no refusal of ours."""
    ((wire_key,),) = desk.ledger("SELECT wire_key FROM operation WHERE record='O-1'")
    body = urllib.parse.urlencode({"amount": 9999, "currency": "usd", "source": "tok_visa", "metadata[order]": "O-1"})
    status, _, raw = desk.owner.ask("POST", "/v1/charges", body, {
        "Idempotency-Key": wire_key, "Content-Type": "application/x-www-form-urlencoded"})
    assert status == 400 and json.loads(raw)["error"]["type"] == "idempotency_error", raw
    assert len(desk.owner.charges("O-1")) == 1


def forgotten(desk):
    """The owner says yes and has nothing: asked once more, it says so, and that is raised, not believed away."""
    status, answer = desk.charge("O-5", "tok_forget")
    assert status == 201 and answer["operation"]["status"] == "succeeded", answer
    operation = answer["operation"]["id"]
    desk.until("the contradiction", lambda: "contradicted" in desk.kinds(operation))
    ((status, contrary),) = desk.ledger("SELECT status, contrary FROM operation WHERE id=?", operation)
    assert status == "succeeded" and contrary is not None, (status, contrary)
    # The others were asked as well, and are there.
    ((found,),) = desk.ledger("SELECT count(*) FROM attempt WHERE kind='query' AND outcome='found'")
    assert found >= 1, found


def main():
    folder = package(pathlib.Path(sys.argv[2]))
    os.environ["OBSTAT_TEST_STRIPE"] = KEY
    with contextlib.closing(Owner(folder)) as owner, Setup(sys.argv[1], tools=TOOLS.replace("URL", owner.url)) as setup:
        desk = Desk(setup, owner)
        for case in (plain, lost_answer, declined, stored_error, compares_body, forgotten):
            case(desk)
            print(f"{case.__name__}: {case.__doc__.splitlines()[0]}", flush=True)
        setup.run("verify", "--ledger", "l.obstat")
    print(f"{len(owner.seen)} requests for charges, none charged twice")


if __name__ == "__main__":
    main()
