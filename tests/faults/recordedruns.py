"""Agent runs to be submitted: those recorded (formats of docs/integrating.md), else made up from a seed."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Call:
    tool: str
    arguments: dict
    answer: str = ""
    error: bool = False


@dataclass
class Run:
    id: str
    actor: str
    calls: list = field(default_factory=list)

    @property
    def tenant(self):
        """As the simulated owner names the tenant of a run, so that it answers from the recording."""
        return "run-" + hashlib.sha256(self.id.encode()).hexdigest()[:16]


def calls_of(messages, read, last_first):
    """Calls with their answers; `read` gives (id, tool, arguments, requestor) of one call. An answer belongs to the last
    unanswered call with its id (tau-bench) or to the first (tau2)."""
    found = []
    for message in messages:
        for call in message.get("tool_calls") or []:
            found.append([*read(call), None])
        if message["role"] == "tool":
            name = message.get("tool_call_id") or message.get("id")
            for one in reversed(found) if last_first else found:
                if one[0] == name and one[4] is None:
                    content = message.get("content") or ""
                    one[4] = (content, message.get("error", content.startswith("Error")))
                    break
    return found


def run_of(identity, found, writes):
    run = Run(identity, "recorded-agent")
    for _, tool, arguments, requestor, answer in found:
        if tool in writes and requestor != "user":
            run.calls.append(Call(tool, arguments, *(answer or ("", False))))
    return run


def tau_bench(path, writes):
    def read(call):
        function = call["function"]
        return call["id"], function["name"], json.loads(function["arguments"]), "assistant"

    return [run_of(f"{path.name}#{entry['task_id']}.{entry['trial']}", calls_of(entry["traj"], read, True), writes)
            for entry in json.loads(path.read_text())]


def tau2(path, writes):
    def read(call):
        return call["id"], call["name"], call["arguments"], call["requestor"]

    return [run_of(entry["id"], calls_of(entry["messages"], read, False), writes)
            for entry in json.loads(path.read_text())["simulations"]]


def made_up(random, count, length):
    """Runs as unsure agents make them: equal calls again, the same record with other arguments."""
    runs = []
    for number in range(count):
        run = Run(f"made-up-{number}-{random.getrandbits(32):08x}", "made-up-agent")
        while len(run.calls) < length:
            reservation = f"R{random.randrange(6)}"
            tool, arguments = random.choice([
                ("cancel_reservation", {"reservation_id": reservation}),
                ("update_reservation_baggages", {"reservation_id": reservation, "total_baggages": random.randrange(3),
                                                 "nonfree_baggages": random.randrange(2), "payment_id": "card_1"}),
                ("send_certificate", {"user_id": f"user_{random.randrange(3)}", "amount": random.choice([50, 100, 900])}),
            ])
            failed = arguments.get("amount") == 900
            run.calls += [Call(tool, arguments, "", failed)] * random.choice([1, 1, 1, 2, 5])
        runs.append(run)
    return runs


def load(shared, writes, random, count):
    """(runs, whether they are recorded ones): `count` of them, the busiest first."""
    cases = Path(shared) / "cases"
    runs = []
    for path, parse in ((cases / "tau2-bench-pr133/gpt-oss-120b_airline.selection.json", tau2),
                        (cases / "tau2-bench/gpt-4.1_airline.selection.json", tau2),
                        (cases / "tau-bench/gpt-4o-airline.selection.json", tau_bench)):
        if shared and path.is_file():
            found = sorted(parse(path, writes), key=lambda run: -len(run.calls))
            runs += found[:max(1, count // 3)]
    if runs:
        return runs[:count], True
    return made_up(random, count, 14), False


def renamed(run, tools, mark):
    """The same run over other records, so that it can be submitted to one ledger once more."""
    def other(call):
        path = tools[call.tool]["natural_key"][0]
        return Call(call.tool, {**call.arguments, path: f"{call.arguments[path]}-{mark}"}, call.answer, call.error)

    return Run(run.id, run.actor, [other(call) for call in run.calls])


def write_recording(runs, path):
    """What the owner has to answer, in the project's own format."""
    def entry(call):
        return {"tool": call.tool, "arguments": call.arguments, "error" if call.error else "answer": call.answer}

    path.write_text(json.dumps({"format": "obstat-recording/1", "runs": [
        {"id": run.id, "actor": run.actor, "calls": [entry(call) for call in run.calls]} for run in runs if run.calls]}))
