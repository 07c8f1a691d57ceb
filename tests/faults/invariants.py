"""The invariants of docs/faults.md over a ledger, an owner's own book and what a client was told."""

import json
from collections import Counter
from pathlib import Path

from programs import rows

OPEN = ("approved", "running", "unknown")
OVER = ("rejected", "expired", "withdrawn", "failed")
ORDER = {"succeeded": 0, "unknown": 1, "running": 2, "approved": 3}


def natural_key(tools, tool, arguments):
    """The work that a call is, from the registry's paths alone: independent of the program's own keys."""
    def walk(value, parts):
        if not parts:
            return value
        name = parts[0].removesuffix("[]")
        inner = value.get(name)
        if parts[0].endswith("[]"):
            return [walk(one, parts[1:]) for one in inner]
        return walk(inner, parts[1:])

    fields = [path if isinstance(path, str) else path["path"] for path in tools[tool]["natural_key"]]
    return tool + "|" + json.dumps([walk(arguments, path.split(".")) for path in fields], sort_keys=True)


class Books:
    """What the ledger and the owners hold, read from their files while nobody runs."""

    def __init__(self, ledger, *owners):
        self.operations = {row["id"]: row for row in rows(ledger, """
            SELECT operation.*, payload.bytes AS arguments, result.bytes AS result, (SELECT attempt.kind FROM attempt
                WHERE attempt.operation = operation.id ORDER BY number DESC LIMIT 1) AS last_attempt FROM operation
            LEFT JOIN payload ON payload.digest = payload_digest
            LEFT JOIN payload AS result ON result.digest = result_digest""")}
        self.conflicts = Counter(row[0] for row in rows(ledger, "SELECT operation FROM conflict"))
        self.refused = Counter(row[0] for row in rows(ledger, "SELECT run FROM event WHERE kind = 'refused'"))
        self.open_attempts = rows(ledger, "SELECT count(*) FROM attempt WHERE ended_at IS NULL")[0][0]
        there = [owner for owner in owners if Path(owner).exists()]
        self.effects = [row for owner in there for row in rows(owner, "SELECT * FROM effect")]
        self.answers = {row["idempotency_key"]: bytes(row["body"])
                        for owner in there for row in rows(owner, "SELECT * FROM answer")}

    def effect_of(self):
        """{operation: its effect}, and the effects that no operation has. By the key that the owner got; an owner that
        ignores keys did what its arguments say, for one that succeeded first."""
        by_key = {effect["idempotency_key"]: effect for effect in self.effects if effect["idempotency_key"]}
        by_work = {}
        for effect in self.effects:
            if not effect["idempotency_key"]:
                by_work.setdefault((effect["tenant"], effect["tool"], bytes(effect["arguments"])), []).append(effect)
        found = {}
        for row in sorted(self.operations.values(), key=lambda one: ORDER.get(one["status"], len(ORDER))):
            same = by_work.get((row["tenant"], row["tool"], bytes(row["arguments"])), [])
            effect = by_key.pop(row["wire_key"], None) or (same.pop() if same else None)
            if effect is not None:
                found[row["id"]] = effect
        return found, [*by_key.values(), *(effect for same in by_work.values() for effect in same)]


def lost(books, acknowledged):
    """inv_2: every acknowledged answer that the ledger does not hold any more, and every operation told as new twice."""
    wrong = []
    created, repeated, conflicts, refused = Counter(), Counter(), Counter(), Counter()
    for told in acknowledged:
        answer = told.body.get("answer")
        if answer == "refused":
            refused[told.run.id] += 1
            continue
        said = told.body["operation"]
        row = books.operations.get(said["id"])
        if row is None or row["intent_key"] != said["intent_key"] or row["tenant"] != told.run.tenant:
            wrong.append(f"inv_2: operation {said['id']} was acknowledged to {told.run.id} and is not there")
            continue
        if answer == "conflict":
            conflicts[said["id"]] += 1
            continue
        (created if answer == "created" else repeated)[said["id"]] += 1
        if json.loads(row["arguments"]) != told.arguments:
            wrong.append(f"inv_2: operation {said['id']} has other arguments than were sent")
        if said["settled"] and (row["status"], row["reference"]) != (said["status"], said["reference"]):
            wrong.append(f"inv_2: operation {said['id']} was told as {said['status']} and is {row['status']}")
    wrong += [f"inv_2: operation {one} was told as new {many} times" for one, many in created.items() if many > 1]
    wrong += [f"inv_2: operation {one} has {books.operations[one]['hits']} hits, {many} repeats were told"
              for one, many in repeated.items() if books.operations[one]["hits"] < many]
    wrong += [f"inv_2: operation {one} has lost conflicts" for one, many in conflicts.items()
              if books.conflicts[one] < many]
    wrong += [f"inv_2: run {one} has lost refusals" for one, many in refused.items() if books.refused[one] < many]
    return wrong


def doubled(books, tools):
    """inv_1 and contract 4.1: more than one effect per tenant and work, more than one live operation per key."""
    keys = {(row["tenant"], row["tool"], bytes(row["arguments"])): row["intent_key"]
            for row in books.operations.values()}
    by_work, by_key = Counter(), Counter()
    wrong = []
    for effect in books.effects:
        arguments = bytes(effect["arguments"])
        by_work[effect["tenant"], natural_key(tools, effect["tool"], json.loads(arguments))] += 1
        key = keys.get((effect["tenant"], effect["tool"], arguments))
        if key is None:
            wrong.append(f"inv_1: effect {effect['reference']} is of no operation of the ledger")
        by_key[effect["tenant"], key] += 1
    wrong += [f"inv_1: {many} effects of {work} for {tenant}" for (tenant, work), many in by_work.items() if many > 1]
    wrong += [f"inv_1: {many} effects under key {key} for {tenant}" for (tenant, key), many in by_key.items() if many > 1]
    alive = Counter((row["tenant"], row["intent_key"]) for row in books.operations.values() if row["status"] not in OVER)
    wrong += [f"4.1: {many} live operations hold {key}" for key, many in alive.items() if many > 1]
    return wrong


def outcomes(books):
    """inv_4, inv_5 and inv_8: an outcome that the owner's book contradicts; work that nobody does any more."""
    wrong = []
    effects, of_nobody = books.effect_of()
    for row in books.operations.values():
        effect = effects.get(row["id"])
        name = f"operation {row['id']} ({row['status']})"
        if row["status"] == "succeeded" and (effect is None or effect["reference"] != row["reference"]):
            wrong.append(f"inv_4: {name} has no such effect in the owner's book")
        if row["status"] in (*OVER, "awaiting_approval") and effect is not None:
            wrong.append(f"inv_4: {name} has an effect in the owner's book")
        if row["status"] in ("approved", "running") or (row["status"] == "unknown" and row["not_before"] is not None):
            wrong.append(f"inv_8: {name} was left behind")
        if row["held"]:
            wrong.append(f"inv_7: {name} is held, though nobody touched the ledger")
        by_commit = row["status"] == "succeeded" and row["last_attempt"] == "commit"
        if by_commit and books.answers.get(row["wire_key"]) not in (None, bytes(row["result"])):
            wrong.append(f"inv_5: the result of {name} is not what the owner answered first")
    wrong += [f"inv_4: effect {effect['reference']} is of no operation" for effect in of_nobody]
    if books.open_attempts:
        wrong.append(f"inv_8: {books.open_attempts} attempts were never ended")
    return wrong


def repeats(acknowledged):
    """inv_5: answers to one operation that carry different results."""
    first, wrong = {}, []
    for told in acknowledged:
        if told.body.get("result") is None or "operation" not in told.body:
            continue
        result = json.dumps(told.body["result"])
        if first.setdefault(told.body["operation"]["id"], result) != result:
            wrong.append(f"inv_5: operation {told.body['operation']['id']} was answered with two results")
    return wrong
