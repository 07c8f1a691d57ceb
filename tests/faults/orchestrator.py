"""Orchestrators that submit runs as real ones do: the next call only after an answer; what got none is sent again."""

import http.client
import threading
import time
from dataclasses import dataclass

import recordedruns
from programs import call

TRY_AGAIN = ("io", "disk-full", "busy")  # of a 5xx, with the advice to keep the key
PATIENCE = 60  # seconds for one call, counted anew after every fault that the harness itself brought


@dataclass
class Told:
    """An answer that a client got in full; `mark` is what the harness' `mark()` said right after."""
    run: recordedruns.Run
    arguments: dict
    status: int
    body: dict
    mark: int = 0


class Client(threading.Thread):
    """One orchestrator. `site` has port, last_fault (seconds, monotonic) and mark()."""

    def __init__(self, site, run, token, wait=5):
        super().__init__(daemon=True)
        self.site, self.run_, self.token, self.wait = site, run, token, wait
        self.told, self.trouble, self.unanswered = [], None, 0

    def run(self):
        for one in self.run_.calls:
            if not self.submit(one.tool, one.arguments):
                self.trouble = f"inv_7: a call of {self.run_.id} got no answer for {PATIENCE} s"
                return

    def submit(self, tool, arguments):
        begun = time.monotonic()
        body = {"tool": tool, "arguments": arguments, "run": self.run_.id}
        while time.monotonic() < max(begun, self.site.last_fault) + PATIENCE:
            try:
                status, answer = call(self.site.port, self.token, "POST", "/v1/operations", body, wait=self.wait)
            except (OSError, http.client.HTTPException, ValueError):
                status, answer = 503, {}
            if status not in (429, 503) and answer.get("code") not in TRY_AGAIN:
                self.told.append(Told(self.run_, arguments, status, answer, self.site.mark()))
                return True
            self.unanswered += 1
            time.sleep(0.02)
        return False


def join(clients, seconds, wrong):
    for client in clients:
        if client.ident is not None:
            client.join(seconds)
        if client.trouble:
            wrong.append(client.trouble)
        elif client.is_alive():
            wrong.append(f"inv_7: {client.run_.id} is not through")
