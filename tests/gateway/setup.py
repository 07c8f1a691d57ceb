"""A real obstatd with a simulated owner over a ledger in a temporary folder, for tests in Python."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request


class Setup:
    """Use as a context manager. `binaries` is the folder with obstatd and obstatctl, `tools` is added to the sample
    registry."""

    def __init__(self, binaries, tools=""):
        self.ctl = str(pathlib.Path(binaries) / "obstatctl")
        self.daemon = str(pathlib.Path(binaries) / "obstatd")
        self.tools = tools
        self.processes = []

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        (self.path / "pass").write_text("passphrase of a test\n")
        try:
            self._make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            self._stop(process)
        self.folder.cleanup()

    @staticmethod
    def _stop(process):
        process.terminate()
        process.wait(60)
        process.stdout.close()

    def run(self, *arguments):
        """obstatctl; its output, or the end of the test."""
        done = subprocess.run([self.ctl, *arguments], cwd=self.path, capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            raise RuntimeError(f"obstatctl {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def _start(self, *command):
        """Starts a program that says where it listens; gives its port."""
        with open(self.path / "programs.log", "ab") as log:
            process = subprocess.Popen(command, cwd=self.path, stdout=subprocess.PIPE, stderr=log, text=True)
        self.processes.append(process)
        for line in process.stdout:
            port = re.search(r"127\.0\.0\.1:(\d+)", line)
            if port:
                return int(port[1])
        raise RuntimeError(f"{command[0]} did not start: " + (self.path / "programs.log").read_text())

    def _make(self):
        owner = self._start(self.ctl, "owner", "--book", "owner.sqlite", "--listen", "127.0.0.1:0", "--refuse-over",
                            "100000")
        secret = ("--passphrase-file", "pass")
        ledger = ("--ledger", "l.obstat")
        self.run("init", *ledger, *secret, "--listen", "127.0.0.1:0")
        tools = self.path / "tools.toml"
        text = re.sub(r'(?m)^url = ".*"', f'url = "http://127.0.0.1:{owner}"', tools.read_text())
        tools.write_text(text + self.tools)
        for name, role in (("m.keller", "treasury"), ("t.sponsor", "sponsor")):
            self.run("key", "new", f"{name}.pem", "--name", name, *ledger, *secret)
            self.run("enrol", name, "--role", role, "--tenant", "*", "--key", f"{name}.pem", *ledger, *secret)
        self.token = self.new_token("submit", "facts", "read")
        self.reader = self.new_token("read")
        self._serve()

    def _serve(self):
        self.port = self._start(self.daemon, "--config", "obstatd.toml")
        self.url = f"http://127.0.0.1:{self.port}"

    def restart(self, **settings):
        """Stops obstatd and starts it again with other settings of obstatd.toml."""
        self._stop(self.processes.pop())
        config = self.path / "obstatd.toml"
        text = config.read_text()
        for name, value in settings.items():
            text, changed = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
            assert changed == 1, name
        config.write_text(text)
        self._serve()

    def new_token(self, *scopes):
        """A token of the tenant acme."""
        scope = [word for one in scopes for word in ("--scope", one)]
        out = self.run("token", "add", "--actor", "agent-1", "--tenant", "acme", "--sponsor", "t.sponsor", *scope,
                       "--json", "--ledger", "l.obstat", "--passphrase-file", "pass")
        return json.loads(out)["token"]

    def call(self, method, path, body=None, token="", headers=None):
        """(status, headers, bytes) of one request; `token` None sends none."""
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token or self.token}"
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if data is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(self.url + path, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.headers, answer.read()


def skip(why):
    """Says loudly that nothing was tested; fails where everything must be there."""
    print(f"SKIPPED, NOTHING WAS TESTED: {why}", file=sys.stderr)
    sys.exit(1 if os.environ.get("OBSTAT_REQUIRE_SERVICES") == "1" else 77)
