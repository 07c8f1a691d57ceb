#!/usr/bin/env python3
"""Runs the curl and Python blocks of docs/integrating.md and README.md as they stand against a real obstatd.
Usage: docs_check.py FOLDER-OF-PROGRAMS FOLDER-OF-THE-PROJECT"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setup import Setup, skip


def blocks(document, language):
    """The blocks that call the gateway."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", document.read_text(), re.MULTILINE | re.DOTALL)
    return [block for block in found if "OBSTAT_TOKEN" in block and "obstatctl" not in block]


def run(command, text, environment):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=180, env=environment)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def the_curl_block(document, environment):
    shell = blocks(document, "sh")
    assert len(shell) == 1, f"{document} has {len(shell)} shell blocks that call the gateway, this test runs one"
    answers = [json.loads(run(["sh", "-eu"], shell[0], environment)) for _ in range(2)]
    assert answers[0]["operation"]["status"] == "succeeded", answers[0]
    assert [answer["repeat"] for answer in answers] == [False, True], answers
    assert answers[0]["result"] == answers[1]["result"], answers


def the_python_block(document, environment):
    python = blocks(document, "python")
    assert len(python) == 1, f"{document} has {len(python)} Python blocks that call the gateway, this test runs one"
    return run([sys.executable, "-"], python[0], environment).splitlines()


def readme(document, environment):
    the_curl_block(document, environment)
    paid, conflict = map(json.loads, the_python_block(document, environment))
    assert paid["operation"]["status"] == "succeeded", paid
    assert conflict["status"] == 409 and conflict["differing"] == ["/amount"], conflict


def integrating(document, environment):
    the_curl_block(document, environment)
    said = the_python_block(document, environment)
    statuses = [re.search(r"'status': '(\w+)'", line)[1] for line in said]
    expected = ["succeeded", "succeeded", "awaiting_approval", "awaiting_approval", "withdrawn"]
    assert statuses == expected, said


def toml(document, first):
    """The block of TOML that begins with this table."""
    found = re.findall(r"^```toml\n(.*?)^```$", document.read_text(), re.MULTILINE | re.DOTALL)
    return next(block for block in found if block.startswith(first))


def carrying_out(setup, document):
    """The orchestrator that executes by itself, with the tool and the rule that the document says."""
    policy = setup.path / "policy.toml"
    policy.write_text(policy.read_text() + toml(document, "[[rule]]"))
    setup.run("policy", "activate", "policy.toml", "--ledger", "l.obstat", "--passphrase-file", "pass")
    environment = {**os.environ, "OBSTAT_URL": setup.url, "OBSTAT_DESK_TOKEN": setup.new_token("submit", "report")}
    text = re.findall(r"^```python\n(.*?)^```$", document.read_text(), re.MULTILINE | re.DOTALL)
    block = next(one for one in text if "OBSTAT_DESK_TOKEN" in one)
    said = run([sys.executable, "-"], block, environment).split()
    assert said == ["approved", "settled", "not_claimable"], said


def main():
    if not shutil.which("curl"):
        skip("curl is not installed")
    project = pathlib.Path(sys.argv[2])
    guide = project / "docs/integrating.md"
    with Setup(sys.argv[1], tools="\n" + toml(guide, "[owner.desk]")) as setup:
        environment = {**os.environ, "OBSTAT_URL": setup.url, "OBSTAT_TOKEN": setup.token}
        readme(project / "README.md", environment)
        integrating(guide, environment)
        carrying_out(setup, guide)
        status, _, raw = setup.call("GET", "/v1/tools")
        assert status == 200, raw
    print("the blocks of the documents run as they stand")


if __name__ == "__main__":
    main()
