"""The built programs, for tests that run them as people and scripts do. Python's standard library only."""

import json
import os
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

SKIPPED = 77  # SKIP_RETURN_CODE of ctest
SOURCE = Path(__file__).resolve().parents[2]
SAMPLES = SOURCE / "resources" / "samples"
RECORDINGS = SOURCE / "resources" / "recordings"
PASSPHRASE = "a test's passphrase"


def free_port():
    """A port of loopback that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def rows(database, sql, *values):
    """Rows of a database, read without changing it."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        connection.row_factory = sqlite3.Row
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()


class Ctl:
    """obstatctl on one folder; the passphrase of every key there is PASSPHRASE."""

    def __init__(self, program, folder):
        self.program = str(program)
        self.folder = Path(folder)
        self.ledger = self.folder / "test.obstat"
        self.passphrase = self.folder / "passphrase"
        self.passphrase.write_text(PASSPHRASE + "\n")

    def run(self, *words, ledger=True, environment=None, timeout=120):
        """Runs one verb; gives the finished process with its bytes."""
        command = [self.program, *map(str, words)]
        if ledger:
            command += ["--ledger", str(self.ledger)]
        return subprocess.run(command, capture_output=True, timeout=timeout, cwd=self.folder, check=False,
                              stdin=subprocess.DEVNULL, env={**os.environ, **(environment or {})})

    def need(self, *words, **options):
        """The same where anything but success ends the test."""
        done = self.run(*words, **options)
        if done.returncode != 0:
            raise AssertionError(f"obstatctl {' '.join(map(str, words))} ended with {done.returncode}: "
                                 f"{done.stderr.decode(errors='replace')}")
        return done

    def json(self, *words, **options):
        return json.loads(self.need(*words, "--json", **options).stdout)

    def init(self, *words):
        self.need("init", *words, "--passphrase-file", self.passphrase)

    def enrol(self, name, *roles):
        """Makes a key for a person and enrols it; gives the key file."""
        key = self.folder / f"{name}.pem"
        self.need("key", "new", key, "--passphrase-file", self.passphrase)
        words = [word for role in roles for word in ("--role", role)]
        self.need("enrol", name, *words, "--key", key, "--passphrase-file", self.passphrase)
        return key

    def token(self, tenant="default", actor="agent-1", sponsor="sponsor", scopes=("submit", "facts", "read")):
        words = [word for scope in scopes for word in ("--scope", scope)]
        return self.json("token", "add", "--tenant", tenant, "--actor", actor, "--sponsor", sponsor, *words,
                         "--passphrase-file", self.passphrase)["token"]

    def decide(self, operation, verdict, who, *words):
        return self.run("decide", operation, verdict, "--as", who, "--key", self.folder / f"{who}.pem",
                        "--passphrase-file", self.passphrase, *words)


class Child:
    """A program of ours in the background that says on its first line where it listens. Not waited for with
    `listens` False: the process may then be killed before it got so far."""

    def __init__(self, command, log, environment=None, listens=True):
        self.log = open(log, "ab")
        self.process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=self.log,
                                        stdin=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
        self.first = self.process.stdout.readline().decode() if listens else ""

    def alive(self):
        return self.process.poll() is None

    def kill(self):
        """SIGKILL to this very process."""
        self.process.kill()
        return self.wait()

    def stop(self):
        """SIGTERM, and its exit code."""
        if self.alive():
            self.process.terminate()
        return self.wait(60)

    def wait(self, timeout=30):
        try:
            return self.process.wait(timeout)
        finally:
            self.process.stdout.close()
            self.log.close()


def daemon(program, folder, environment=None, listens=True):
    return Child([program, "--config", Path(folder) / "obstatd.toml"], Path(folder) / "obstatd.log", environment,
                 listens)


def owner(program, folder, port, *words):
    return Child([program, "owner", "--book", Path(folder) / "owner.sqlite", "--listen", f"127.0.0.1:{port}", *words],
                 Path(folder) / "owner.log")


def ready(port, seconds=10):
    """Seconds until the gateway says that it is ready, or None."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2) as answer:
                if answer.status == 200:
                    return time.monotonic() - begun
        except (OSError, urllib.error.URLError):
            pass
        time.sleep(0.01)
    return None


def call(port, token, method, path, body=None, wait=0, timeout=60):
    """One call of the gateway: status and JSON. OSError where no whole answer came."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    if wait:
        headers["Prefer"] = f"wait={wait}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as answer:
        return answer.code, json.loads(answer.read())


def temporary():
    return tempfile.TemporaryDirectory(prefix="obstat-test-", ignore_cleanup_errors=True)
