"""Holds answers of a gateway against the OpenAPI file that it serves: status, content type, headers and body."""

import json
import re
import socket


class Checker:
    def __init__(self, setup, validator):
        self.setup = setup
        self.validator = validator
        self.api = json.loads(setup.call("GET", "/v1/openapi.json", token=None)[2])
        validator.check_schema({"$defs": self.api["components"]["schemas"]})
        self.problems = []
        self.seen = set()

    def calls(self):
        """(method, path) of the file."""
        return [(method, path) for path, calls in self.api["paths"].items() for method in calls]

    def described(self):
        """(method, path, status) of the file."""
        return {(method, path, status) for method, path in self.calls()
                for status in self.api["paths"][path][method]["responses"]}

    def template(self, path):
        """The path of the file that this path is one of."""
        plain = path.split("?")[0]
        for template in self.api["paths"]:
            if re.fullmatch("[^/]+".join(map(re.escape, re.split(r"\{\w+\}", template))), plain):
                return template
        return None

    def check(self, expected, method, path, body=None, **more):
        """Calls and checks; gives the answer's JSON."""
        status, headers, raw = self.setup.call(method, path, body, **more)
        return self.hold(expected, method, path, status, headers, raw)

    def raw(self, expected, method, path, message, sent=None):
        """The same with the bytes of a request on a connection of its own, or with one that was opened before."""
        with sent or self.connect() as connection:
            connection.settimeout(60)
            if message:
                connection.sendall(message)
            answer = b""
            while chunk := self._read(connection):
                answer += chunk
        head, _, raw = answer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:])
        return self.hold(expected, method, path, int(lines[0].split()[1]) if answer else 0, headers, raw)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.setup.port), 60)

    @staticmethod
    def _read(connection):
        try:
            return connection.recv(65536)
        except ConnectionResetError:
            return b""

    def hold(self, expected, method, path, status, headers, raw):
        what = f"{method} {path} -> {status}"
        if status != expected:
            self.problems.append(f"{what}, expected {expected}: {raw[:300]}")
        template = self.template(path)
        method = method.lower()
        calls = self.api["paths"][template]
        if method in calls:
            self.seen.add((method, template, str(status)))
        else:  # a method that is not there is described with those that are
            method = next(iter(calls))
            if status == 405:
                self.seen.update((other, template, "405") for other in calls)
        described = calls[method]["responses"].get(str(status))
        if described is None:
            self.problems.append(f"{what} is not in the file: {raw[:300]}")
            return {}
        if "$ref" in described:
            described = self.api["components"]["responses"][described["$ref"].rsplit("/", 1)[1]]
        self._hold_headers(what, described, headers)
        kind = headers.get("Content-Type", "").split(";")[0]
        if kind not in described["content"]:
            self.problems.append(f"{what}: content type '{kind}' is not in the file")
            return {}
        value = json.loads(raw)
        schema = {**described["content"][kind]["schema"], "components": self.api["components"]}
        for error in self.validator(schema).iter_errors(value):
            self.problems.append(f"{what}: at {error.json_path}: {error.message[:300]}")
        if kind == "application/problem+json" and value.get("status") != status:
            self.problems.append(f"{what}: the problem says {value.get('status')}")
        return value

    def _hold_headers(self, what, described, headers):
        names = {name.lower(): value for name, value in headers.items()}
        for name, header in described.get("headers", {}).items():
            optional = header.get("required") is False
            if name.lower() not in names and not optional:
                self.problems.append(f"{what}: the header {name} is missing")
        told = {name.lower() for name in described.get("headers", {})}
        for name in ("allow", "retry-after", "www-authenticate", "location", "idempotent-replayed"):
            if name in names and name not in told:
                self.problems.append(f"{what}: the header {name} is not in the file")
