#!/usr/bin/env python3
"""64 connections of 4 client processes submit the same 1,000 intents: exactly 1,000 operations come of it, one answer
`created` for each intent and a repeat of it for everybody else (contract 4.1, 4.2).
Usage: same_intents.py FOLDER-OF-PROGRAMS"""

import collections
import http.client
import json
import multiprocessing
import sys
import threading

from setup import Setup

PROCESSES, CONNECTIONS, INTENTS = 4, 16, 1000


def body(number):
    return json.dumps({"tool": "approve_withdrawal", "run": "r-1",
                       "arguments": {"withdrawal_id": f"WD-{number}", "amount": "900", "currency": "USD"}})


def connection(port, token, first, start, answers):
    """All intents over one kept connection, each connection from another place on."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    start.wait()
    for step in range(INTENTS):
        number = (first + step) % INTENTS
        client.request("POST", "/v1/operations", body(number), headers)
        answer = client.getresponse()
        value = json.loads(answer.read())
        said = (answer.status, value.get("answer"), value.get("repeat"))
        answers.append((number, said, value.get("operation", {}).get("id")))
    client.close()


def client(port, token, which, start, results):
    """One process: its connections in threads, what they were told by way of the queue."""
    answers = []
    threads = [threading.Thread(target=connection, args=(port, token, (which * CONNECTIONS + i) * 13 % INTENTS, start,
                                                         answers)) for i in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put(answers)


def main():
    context = multiprocessing.get_context("spawn")
    with Setup(sys.argv[1]) as setup:
        start, results = context.Barrier(PROCESSES * CONNECTIONS), context.Queue()
        clients = [context.Process(target=client, args=(setup.port, setup.token, i, start, results))
                   for i in range(PROCESSES)]
        for one in clients:
            one.start()
        answers = [answer for _ in clients for answer in results.get(timeout=900)]
        for one in clients:
            one.join(60)
            assert one.exitcode == 0, one.exitcode
        assert len(answers) == PROCESSES * CONNECTIONS * INTENTS, len(answers)
        kinds = collections.Counter(said for _, said, _ in answers)
        assert kinds == {(202, "created", False): INTENTS,
                         (202, "repeated", True): (PROCESSES * CONNECTIONS - 1) * INTENTS}, kinds
        created = collections.Counter(number for number, said, _ in answers if said[1] == "created")
        assert set(created.values()) == {1}, created.most_common(3)
        ids = collections.defaultdict(set)
        for number, _, operation in answers:
            ids[number].add(operation)
        assert all(len(of) == 1 for of in ids.values()), "one intent was told two operations"
        assert len(set().union(*ids.values())) == INTENTS
        listed = json.loads(setup.run("list", "--limit", "5000", "--json", "--ledger", "l.obstat"))
        operations = listed["operations"] if isinstance(listed, dict) else listed
        assert len(operations) == INTENTS, len(operations)
        assert {operation["id"] for operation in operations} == set().union(*ids.values())
        print(setup.run("verify", "l.obstat", "--json"))
    print(f"{len(answers)} submits on {PROCESSES * CONNECTIONS} connections: {INTENTS} operations")


if __name__ == "__main__":
    main()
