"""inv_3 and inv_6 over the log itself, by other code than the program's: approvals before claims, and RFC 6962."""

import base64
import hashlib
import json

from programs import rows


def tree_head(leaves):
    """The Merkle tree hash of RFC 6962."""
    level = [hashlib.sha256(b"\0" + leaf).digest() for leaf in leaves]
    if not level:
        return hashlib.sha256().digest()
    while len(level) > 1:
        odd = level[-1:] if len(level) % 2 else []
        level = [hashlib.sha256(b"\1" + left + right).digest() for left, right in zip(level[::2], level[1::2])] + odd
    return level[0]


def head_of_note(note):
    """(size, root) of a checkpoint as it was given out."""
    lines = note.split("\n")
    return int(lines[1]), base64.b64decode(lines[2])


def log(ledger, released=()):
    """inv_6: a log with gaps, and every checkpoint, stored or given out, that is not one of this log."""
    events = rows(ledger, "SELECT seq, leaf FROM event ORDER BY seq")
    leaves = [bytes(row["leaf"]) for row in events]
    wrong = []
    if [row["seq"] for row in events] != list(range(len(events))):
        wrong.append("inv_6: the log has a gap")
    heads = {(row["size"], bytes.fromhex(row["root"])) for row in rows(ledger, "SELECT size, root FROM checkpoint")}
    for size, root in sorted(heads | {head_of_note(note) for note in released}):
        if size > len(leaves) or tree_head(leaves[:size]) != root:
            wrong.append(f"inv_6: the checkpoint over {size} events is not one of this log")
    return wrong


def approvals(ledger, effects):
    """inv_3: effects of operations that nobody had approved when they were claimed. `effects`: {operation: effect}."""
    wrong = []
    for operation in effects:
        row = rows(ledger, "SELECT * FROM operation WHERE id = ?", operation)[0]
        wanted = json.loads(row["approvals"])
        life = [(one["seq"], json.loads(one["leaf"]))
                for one in rows(ledger, "SELECT seq, leaf FROM event WHERE operation = ? ORDER BY seq", operation)]
        claims = [seq for seq, event in life if event["to"] == "running"]
        approved = [(seq, event) for seq, event in life
                    if event["to"] == "approved" and event["from"] == "awaiting_approval"]
        if not claims or not approved or approved[0][0] > claims[0]:
            wrong.append(f"inv_3: operation {operation} had an effect without an approval before its claim")
            continue
        digests = {event["digests"].get("payload") for _, event in approved}
        if digests != {row["payload_digest"]}:
            wrong.append(f"inv_3: operation {operation} was approved over another payload")
        if row["verdict"] == "human" and not enough(ledger, row, wanted, claims[0]):
            wrong.append(f"inv_3: operation {operation} was claimed without its quorum")
    return wrong


def enough(ledger, row, wanted, claimed):
    """As many people as the frozen verdict asks for had approved this payload before the claim."""
    people, keys = set(), set()
    for decision in rows(ledger, "SELECT * FROM decision WHERE operation = ? AND kind = 'approve' AND "
                                 "state = 'admitted' AND event < ?", row["id"], claimed):
        body = json.loads(decision["body"])
        if body["payload_digest"] == row["payload_digest"] and body["registry_digest"] == row["registry_digest"]:
            people.add(body["approver"])
            keys.add(body["key_id"])
    count = sum(one["count"] for one in wanted.get("approvals", [])) or 1
    return min(len(people), len(keys)) >= count
