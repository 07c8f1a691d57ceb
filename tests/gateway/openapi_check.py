#!/usr/bin/env python3
"""Calls every path of the OpenAPI file that a real obstatd serves in every way that it describes, and holds each answer
against it. What is described and was not seen fails, but for what no caller can provoke.
Usage: openapi_check.py FOLDER-OF-PROGRAMS"""

import contextlib
import hashlib
import http.client
import json
import secrets
import sqlite3
import sys
import time

import signing
from openapi_checker import Checker
from setup import Setup, skip

try:
    from jsonschema import Draft202012Validator
except ImportError:
    skip("Python's jsonschema is not installed (python3-jsonschema)")

# A defect or a broken disk.
NOT_TO_PROVOKE = {"500"}


def plan(record, amount, **more):
    return {"tool": "approve_withdrawal", "run": "r-1",
            "arguments": {"withdrawal_id": record, "amount": amount, "currency": "USD"}, **more}


def submits(check, reader):
    known = {"facts": {"kyc_complete": True}}
    wait = {"Prefer": "wait=30"}
    check(201, "POST", "/v1/operations", plan("W-1", "10", **known), headers=wait)
    check(200, "POST", "/v1/operations", plan("W-1", "10", **known))
    check(202, "POST", "/v1/operations", plan("W-2", "900"))
    check(202, "POST", "/v1/operations", plan("W-2", "900"))
    check(409, "POST", "/v1/operations", plan("W-2", "901"))
    check(422, "POST", "/v1/operations", {**plan("W-3", "1"), "tool": "nobody"})
    check(422, "POST", "/v1/operations", {**plan("W-3", "1"), "tool": "get_balance"})
    check(422, "POST", "/v1/operations", plan("W-3", "1", window="1999-01-01"))
    check(422, "POST", "/v1/operations", plan("W-3", "1", intent_key="mine"))
    check(422, "POST", "/v1/operations", b'{"tool":"a","tool":"b","run":"r","arguments":{}}')
    check(400, "POST", "/v1/operations", b"no json")
    check(400, "POST", "/v1/operations", {**plan("W-3", "1"), "more": 1})
    check(401, "POST", "/v1/operations", plan("W-3", "1"), token=None)
    check(403, "POST", "/v1/operations", plan("W-3", "1"), token=reader)
    check(403, "POST", "/v1/operations", {"tool": "update_payee", "run": "r-1", "arguments": {
        "payee_id": "P-1", "iban": "XX00BLOCKED000000001"}})
    check(413, "POST", "/v1/operations", plan("W-3", "1", rationale="x" * 20000))
    check(405, "DELETE", "/v1/operations")


def reads_and_withdraw(check, reader, auditor):
    waiting = check(202, "POST", "/v1/operations", plan("W-4", "900"))["operation"]
    one = f"/v1/operations/{waiting['id']}"
    key = f"/v1/operations?key={waiting['intent_key']}"
    check(200, "GET", one)
    check(401, "GET", one, token=None)
    check(403, "GET", one, token=auditor)
    check(404, "GET", "/v1/operations/999999")
    check(405, "POST", one)
    check(200, "GET", key)
    check(401, "GET", key, token=None)
    check(403, "GET", key, token=auditor)
    check(400, "GET", "/v1/operations")
    check(400, "GET", "/v1/operations?key=%zz")
    check(404, "GET", "/v1/operations?key=nothing")
    check(401, "POST", one + "/withdraw", token=None)
    check(403, "POST", one + "/withdraw", token=reader)
    check(400, "POST", one + "/withdraw", {"why": "typo"})
    check(422, "POST", one + "/withdraw", b'{"reason":"a","reason":"b"}')
    check(413, "POST", one + "/withdraw", {"reason": "x" * 20000})
    check(200, "POST", one + "/withdraw", {"reason": "not wanted"})
    check(409, "POST", one + "/withdraw")
    check(404, "POST", "/v1/operations/999999/withdraw")
    check(405, "GET", one + "/withdraw")


def decisions(check, origin, approver):
    path, who = "/v1/decisions", "m.keller"

    def rejection(operation, **more):
        return approver.rejection(origin, "acme", operation, who, **more)

    waiting = check(202, "POST", "/v1/operations", plan("W-5", "900"))["operation"]
    unsigned = {**rejection(waiting), "signature": rejection({**waiting, "version": 9})["signature"]}
    check(400, "POST", path, {})
    check(401, "POST", path, unsigned)
    check(403, "POST", path, rejection(waiting, reason=None))
    check(404, "POST", path, rejection({**waiting, "id": 999999}))
    nonce = secrets.token_hex(16)
    check(200, "POST", path, rejection(waiting, nonce=nonce))
    check(409, "POST", path, rejection(waiting))
    check(409, "POST", path, rejection(waiting, reason="another", nonce=nonce))
    rejected = check(200, "POST", "/v1/operations", plan("W-5", "900"))
    assert rejected.get("reject_reason") == "wrong account", rejected
    late = check(201, "POST", "/v1/operations", {"tool": "brief", "run": "r-1", "arguments": {"record": "1"}},
                 headers={"Prefer": "wait=30"})["operation"]
    check(410, "POST", path, rejection(late))
    check(405, "GET", path)


def acts(check, origin, admin):
    path = "/v1/admin"
    token = {"hash": hashlib.sha256(b"x").hexdigest(), "tenant": "acme", "actor": "a", "sponsor": "t.sponsor",
             "scopes": ["read"]}
    issue = admin.act(origin, "token", "0123456789ab", token)
    check(400, "POST", path, {})
    check(403, "POST", path, {**issue, "signature": admin.act(origin, "token", "0123456789ab", token)["signature"]})
    check(200, "POST", path, issue)
    check(409, "POST", path, issue)
    check(404, "POST", path, admin.act(origin, "revoke", "nobody", {}))
    check(422, "POST", path, admin.act(origin, "epoch", None, {}))
    check(405, "GET", path)


def callers(setup, check, origin, admin, desk):
    """An orchestrator that executes by itself."""
    text = (setup.path / "policy.toml").read_bytes() + b'\n[[rule]]\nname = "desk"\ntool = "wire"\nthen = "automatic"\n'
    check(200, "POST", "/v1/admin", admin.act(origin, "policy", hashlib.sha256(text).hexdigest(), {"size": len(text)},
                                              document=text))
    while json.loads(setup.call("GET", "/readyz", token=None)[2])["verifying"]:
        time.sleep(0.1)  # nothing is claimed before that
    work = {"tool": "wire", "run": "r-1", "arguments": {"record": "1"}}
    one = f"/v1/operations/{check(202, 'POST', '/v1/operations', work)['operation']['id']}"
    claim, outcome = one + "/claim", one + "/outcome"
    mine = {"nonce": secrets.token_hex(16)}
    check(401, "POST", claim, mine, token=None)
    check(403, "POST", claim, mine)
    check(400, "POST", claim, {}, token=desk)
    check(422, "POST", claim, b'{"nonce":"1234567890123456","nonce":"1234567890123456"}', token=desk)
    check(413, "POST", claim, {"nonce": "x" * 5000}, token=desk)
    check(404, "POST", "/v1/operations/999999/claim", mine, token=desk)
    check(405, "GET", claim)
    given = check(200, "POST", claim, mine, token=desk)
    assert given["arguments"] == work["arguments"], given
    again = check(200, "POST", claim, mine, token=desk)
    assert again["repeat"] and again["fence"] == given["fence"], again
    refused = check(409, "POST", claim, {"nonce": secrets.token_hex(16)}, token=desk)
    assert refused.get("code") == "claimed_by_another" and refused.get("lease_until") == given["lease_until"], refused
    over = check(201, "POST", "/v1/operations", {"tool": "brief_wire", "run": "r-1", "arguments": {"record": "1"}},
                 headers={"Prefer": "wait=30"})["operation"]
    check(410, "POST", f"/v1/operations/{over['id']}/claim", mine, token=desk)
    done = {"fence": given["fence"], "outcome": "succeeded", "reference": "desk_1", "result": {"id": "desk_1"},
            "response": {"status": 201}}
    check(401, "POST", outcome, done, token=None)
    check(403, "POST", outcome, done)
    check(400, "POST", outcome, {**done, "outcome": "fine"}, token=desk)
    check(413, "POST", outcome, {**done, "reference": "x" * 300}, token=desk)
    check(404, "POST", "/v1/operations/999999/outcome", done, token=desk)
    check(405, "GET", outcome)
    check(409, "POST", outcome, {**done, "fence": given["fence"] + 1}, token=desk)
    assert check(200, "POST", outcome, done, token=desk)["code"] == "settled"
    assert check(200, "POST", outcome, done, token=desk)["repeat"]
    repeat = check(200, "POST", "/v1/operations", work)
    assert repeat["result"] == {"id": "desk_1"}, repeat


def the_rest(check):
    check(200, "GET", "/v1/tools")
    check(401, "GET", "/v1/tools", token=None)
    check(405, "POST", "/v1/tools")
    check(200, "GET", "/v1/openapi.json", token=None)
    check(405, "POST", "/v1/openapi.json")
    check(200, "GET", "/healthz", token=None)
    check(405, "POST", "/healthz")
    check(200, "GET", "/readyz", token=None)
    check(405, "POST", "/readyz")


def refusals_of_the_server(checker):
    """What is refused before anybody looks at the path, on every path."""
    host = f"Host: 127.0.0.1:{checker.setup.port}\r\n"
    variants = ((400, ""), (403, host + "Origin: https://evil.example\r\n"), (413, host + "Content-Length: 400000\r\n"),
                (417, host + "Expect: miracles\r\n"), (421, "Host: evil.example\r\n"),
                (431, host + "X-Long: " + "x" * 20000 + "\r\n"), (501, host + "Transfer-Encoding: gzip\r\n"))
    slow = []
    for method, template in checker.calls():
        path = template.replace("{id}", "1")
        line = f"{method.upper()} {path} HTTP/1.1\r\n"
        connection = checker.connect()
        connection.sendall((line + host).encode())
        slow.append((method.upper(), path, connection))
        for status, headers in variants:
            checker.raw(status, method.upper(), path, (line + headers + "\r\n").encode())
    for method, path, connection in slow:  # the end of the header never comes
        checker.raw(408, method, path, b"", connection)


def too_many(checker, path, envelope):
    connection = http.client.HTTPConnection("127.0.0.1", checker.setup.port, timeout=60)
    for _ in range(2000):
        connection.request("POST", path, json.dumps(envelope), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        raw = answer.read()
        if answer.status == 429:
            break
    checker.hold(429, "POST", path, answer.status, answer.headers, raw)


def limits(checker):
    """A second start with small limits: too much work, and too many connections on every path."""
    checker.setup.restart(submits_per_second=1, max_connections=4)
    statuses = [checker.setup.call("POST", "/v1/operations", plan(f"L-{i}", "900"))[0] for i in range(20)]
    assert 429 in statuses, statuses
    checker.check(429, "POST", "/v1/operations", plan("L-20", "900"))
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(checker.connect())
        for method, template in checker.calls():
            checker.raw(503, method.upper(), template.replace("{id}", "1"), b"")


def main():
    if not signing.available():
        skip("the openssl program is not installed")
    with Setup(sys.argv[1], tools=MORE_TOOLS) as setup:
        checker = Checker(setup, Draft202012Validator)
        with contextlib.closing(sqlite3.connect(f"file:{setup.path}/l.obstat?mode=ro", uri=True)) as ledger:
            origin = ledger.execute("SELECT origin FROM head").fetchone()[0]
        approver = signing.Signer(setup.path / "m.keller.pem", setup.path / "pass")
        admin = signing.Signer(setup.path / "admin.pem", setup.path / "pass")
        submits(checker.check, setup.reader)
        reads_and_withdraw(checker.check, setup.reader, setup.new_token("audit"))
        decisions(checker.check, origin, approver)
        acts(checker.check, origin, admin)
        callers(setup, checker.check, origin, admin, setup.new_token("report"))
        the_rest(checker.check)
        refusals_of_the_server(checker)
        nobody = json.loads(setup.call("GET", "/v1/operations/1")[2])["operation"]
        too_many(checker, "/v1/decisions", approver.rejection(origin, "acme", nobody, "stranger"))
        too_many(checker, "/v1/admin", admin.act(origin, "revoke", "nobody", {}))
        limits(checker)
        for call in sorted(checker.described() - checker.seen):
            if call[2] not in NOT_TO_PROVOKE:
                checker.problems.append(f"{' '.join(call)} is in the file and was not seen")
    print("\n".join(checker.problems) or f"every answer is as the file says: {len(checker.seen)} kinds of answers")
    return 1 if checker.problems else 0


MORE_TOOLS = """
[tool.brief]
effect = "write"
undo = "no"
approver = "treasury"
on_repeat = "returns_first"
natural_key = ["record"]
expires_after = "1s"
owner = "payments"
commit = { method = "POST", path = "/v1/brief" }
success = { status = 200 }
no_effect = { status = 422 }

[owner.desk]
kind = "caller"

[tool.wire]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "doubles"
natural_key = ["record"]
owner = "desk"

[tool.brief_wire]
effect = "write"
undo = "no"
approver = "treasury"
on_repeat = "doubles"
natural_key = ["record"]
expires_after = "1s"
owner = "desk"
"""

if __name__ == "__main__":
    sys.exit(main())
