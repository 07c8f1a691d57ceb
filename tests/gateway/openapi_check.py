#!/usr/bin/env python3
"""Calls every path of the OpenAPI file that a real obstatd serves and holds each answer's status, content type, headers
and body against it. Usage: openapi_check.py FOLDER-OF-PROGRAMS"""

import json
import re
import sys

from setup import Setup, skip

try:
    from jsonschema import Draft202012Validator
except ImportError:
    skip("Python's jsonschema is not installed (python3-jsonschema)")


class Checker:
    def __init__(self, setup):
        self.setup = setup
        self.api = json.loads(setup.call("GET", "/v1/openapi.json", token=None)[2])
        self.problems = []
        self.seen = set()

    def template(self, path):
        """The path of the file that this path is one of."""
        plain = path.split("?")[0]
        for template in self.api["paths"]:
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", re.escape(template).replace(r"\{", "{").replace(r"\}", "}")),
                            plain):
                return template
        return None

    def check(self, expected, method, path, body=None, **more):
        """Calls and checks; gives the answer's JSON."""
        status, headers, raw = self.setup.call(method, path, body, **more)
        what = f"{method} {path} -> {status}"
        if status != expected:
            self.problems.append(f"{what}, expected {expected}: {raw[:300]}")
        template = self.template(path)
        call = self.api["paths"][template].get(method.lower())
        if call is None:  # a method that is not there is described with those that are
            call = next(iter(self.api["paths"][template].values()))
        self.seen.add((method.lower(), template))
        described = call["responses"].get(str(status))
        if described is None:
            self.problems.append(f"{what} is not in the file: {raw[:300]}")
            return {}
        if "$ref" in described:
            described = self.api["components"]["responses"][described["$ref"].rsplit("/", 1)[1]]
        kind = headers.get("Content-Type", "").split(";")[0]
        if kind not in described["content"]:
            self.problems.append(f"{what}: content type {kind} is not in the file")
            return {}
        value = json.loads(raw)
        schema = {**described["content"][kind]["schema"], "components": self.api["components"]}
        for error in Draft202012Validator(schema).iter_errors(value):
            self.problems.append(f"{what}: at {error.json_path}: {error.message[:300]}")
        return value


def plan(record, amount, **more):
    return {"tool": "approve_withdrawal", "run": "r-1",
            "arguments": {"withdrawal_id": record, "amount": amount, "currency": "USD"}, **more}


def submits(check):
    known = {"facts": {"kyc_complete": True}}
    wait = {"Prefer": "wait=30"}
    check(201, "POST", "/v1/operations", plan("W-1", "10", **known), headers=wait)
    check(200, "POST", "/v1/operations", plan("W-1", "10", **known))
    check(202, "POST", "/v1/operations", plan("W-2", "900"))
    check(202, "POST", "/v1/operations", plan("W-2", "900"))
    check(409, "POST", "/v1/operations", plan("W-2", "901"))
    check(422, "POST", "/v1/operations", {**plan("W-3", "1"), "tool": "nobody"})
    check(422, "POST", "/v1/operations", {**plan("W-3", "1"), "tool": "get_balance"})
    check(422, "POST", "/v1/operations", b'{"tool":"a","tool":"b","run":"r","arguments":{}}')
    check(400, "POST", "/v1/operations", b"no json")
    check(400, "POST", "/v1/operations", {**plan("W-3", "1"), "more": 1})
    check(401, "POST", "/v1/operations", plan("W-3", "1"), token=None)
    check(403, "POST", "/v1/operations", {"tool": "update_payee", "run": "r-1", "arguments": {
        "payee_id": "P-1", "iban": "XX00BLOCKED000000001"}})
    check(413, "POST", "/v1/operations", plan("W-3", "1", rationale="x" * 20000))
    check(405, "DELETE", "/v1/operations")


def reads_and_withdraw(check, reader):
    waiting = check(202, "POST", "/v1/operations", plan("W-4", "900"))["operation"]
    one = f"/v1/operations/{waiting['id']}"
    check(200, "GET", one)
    check(401, "GET", one, token=None)
    check(404, "GET", "/v1/operations/999999")
    check(405, "POST", one)
    check(200, "GET", f"/v1/operations?key={waiting['intent_key']}")
    check(400, "GET", "/v1/operations")
    check(404, "GET", "/v1/operations?key=nothing")
    check(403, "POST", one + "/withdraw", token=reader)
    check(400, "POST", one + "/withdraw", {"why": "typo"})
    check(200, "POST", one + "/withdraw", {"reason": "not wanted"})
    check(409, "POST", one + "/withdraw")
    check(404, "POST", "/v1/operations/999999/withdraw")
    check(405, "GET", one + "/withdraw")


def the_rest(check):
    check(200, "GET", "/v1/tools")
    check(401, "GET", "/v1/tools", token=None)
    check(405, "POST", "/v1/tools")
    check(400, "POST", "/v1/decisions", {})
    check(405, "GET", "/v1/decisions")
    check(400, "POST", "/v1/admin", {})
    check(405, "GET", "/v1/admin")
    check(200, "GET", "/v1/openapi.json", token=None)
    check(405, "POST", "/v1/openapi.json")
    check(200, "GET", "/healthz", token=None)
    check(405, "POST", "/healthz")
    check(200, "GET", "/readyz", token=None)
    check(405, "POST", "/readyz")


def main():
    with Setup(sys.argv[1]) as setup:
        checker = Checker(setup)
        Draft202012Validator.check_schema({"$defs": checker.api["components"]["schemas"]})
        submits(checker.check)
        reads_and_withdraw(checker.check, setup.reader)
        the_rest(checker.check)
        for path, calls in checker.api["paths"].items():
            for method in calls:
                if (method, path) not in checker.seen:
                    checker.problems.append(f"{method} {path} is in the file and was not called")
    print("\n".join(checker.problems) or "every answer is as the file says")
    return 1 if checker.problems else 0


if __name__ == "__main__":
    sys.exit(main())
