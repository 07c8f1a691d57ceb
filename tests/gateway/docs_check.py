#!/usr/bin/env python3
"""Runs the curl and Python blocks of docs/integrating.md as they stand against a real obstatd.
Usage: docs_check.py FOLDER-OF-PROGRAMS DOCUMENT"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setup import Setup, skip


def blocks(document, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)


def run(command, text, environment):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=180, env=environment)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def main():
    if not shutil.which("curl"):
        skip("curl is not installed")
    document = pathlib.Path(sys.argv[2]).read_text()
    shell, python = blocks(document, "sh"), blocks(document, "python")
    assert len(shell) == 1 and len(python) == 1, "the document has other blocks than this test runs"
    with Setup(sys.argv[1]) as setup:
        environment = {**os.environ, "OBSTAT_URL": setup.url, "OBSTAT_TOKEN": setup.token}
        answers = [json.loads(run(["sh", "-eu"], shell[0], environment)) for _ in range(2)]
        assert answers[0]["operation"]["status"] == "succeeded", answers[0]
        assert [answer["repeat"] for answer in answers] == [False, True], answers
        assert answers[0]["result"] == answers[1]["result"], answers
        said = run([sys.executable, "-"], python[0], environment).splitlines()
        statuses = [re.search(r"'status': '(\w+)'", line)[1] for line in said]
        expected = ["succeeded", "succeeded", "awaiting_approval", "awaiting_approval", "withdrawn"]
        assert statuses == expected, said
        status, _, raw = setup.call("GET", "/v1/tools")
        assert status == 200, raw
    print("the blocks of the document run as they stand")


if __name__ == "__main__":
    main()
