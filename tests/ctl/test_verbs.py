"""obstatctl as scripts meet it: every fixed verb, exit codes, messages. Usage: test_verbs.py OBSTATCTL OBSTATD [NAME…]"""

import datetime
import fcntl
import hashlib
import hmac
import http.server
import json
import os
import pty
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import termios
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))
# pylint: disable=wrong-import-position
from programs import SAMPLES, Child, Ctl, call, daemon, free_port, owner, ready, rows, temporary

OBSTATCTL, OBSTATD = sys.argv[1:3]
FAILED, WRONG_USAGE, NOT_WHOLE, NOT_SENT = 1, 2, 3, 4
VERBS = ["init", "key", "enrol", "revoke", "role", "delegate", "token", "policy", "tools", "replay", "show", "list", "conflicts", "decide", "decision", "verify",
         "metrics", "bench", "owner"]


def withdrawal(record, amount="480.00", kyc=False, **more):
    return {"tool": "approve_withdrawal", "run": "r-118", "facts": {"kyc_complete": kyc}, "rationale": "said so",
            "arguments": {"withdrawal_id": record, "amount": amount, "currency": "USD", "beneficiary": "ACME Ltd",
                          "iban": "DE02120300000000202051", **more}}


class OnALedger(unittest.TestCase):
    """One ledger with an approver and a token for all tests of a class, and an instance on demand."""

    TOOLS = ""  # another registry than the sample

    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(temporary())
        cls.ctl = Ctl(OBSTATCTL, cls.folder)
        cls.port, cls.owner_port = free_port(), free_port()
        tools = Path(cls.folder) / "mine.toml"
        text = cls.TOOLS or (SAMPLES / "tools.toml").read_text()
        for port in ("9410", "9411"):
            text = text.replace(f"http://127.0.0.1:{port}", f"http://127.0.0.1:{cls.owner_port}")
        tools.write_text(text)
        cls.ctl.init("--listen", f"127.0.0.1:{cls.port}", "--tools", tools)
        cls.ctl.enrol("sponsor", "sponsor")
        cls.ctl.enrol("m.keller", "treasury", "approver", "reviewer")
        cls.token = cls.ctl.token()

    def instance(self):
        running = daemon(OBSTATD, self.folder)
        self.assertIsNotNone(ready(self.port))
        self.addCleanup(running.stop)
        return running

    def owner(self):
        running = owner(OBSTATCTL, self.folder, self.owner_port)
        self.addCleanup(running.stop)
        return running

    def submit(self, plan, wait=0):
        return call(self.port, self.token, "POST", "/v1/operations", plan, wait)

    def waiting(self):
        return [row["id"] for row in self.ctl.json("list", "--status", "awaiting_approval")]

    def status(self, operation):
        return self.ctl.json("show", operation)["status"]

    def effects(self):
        return rows(Path(self.folder) / "owner.sqlite", "SELECT count(*) FROM effect")[0][0]


class Words(unittest.TestCase):
    """What needs no ledger."""

    def setUp(self):
        self.folder = self.enterContext(temporary())
        self.ctl = Ctl(OBSTATCTL, self.folder)

    def run_(self, *words):
        return self.ctl.run(*words, ledger=False)

    def test_version_is_said(self):
        done = self.run_("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout.decode(), r"^obstatctl \d+\.\d+")

    def test_help_names_every_verb_and_the_exit_codes(self):
        done = self.run_("--help")
        self.assertEqual(done.returncode, 0)
        for verb in VERBS:
            self.assertIn(verb, done.stdout.decode())
        self.assertIn("Exit:", done.stdout.decode())

    def test_every_verb_has_help(self):
        for verb in VERBS:
            with self.subTest(verb):
                self.assertEqual(self.run_(verb, "--help").returncode, 0)

    def test_wrong_usage_ends_with_2(self):
        for words in ([], ["no-such-verb"], ["list", "--limit", "many"], ["decide", "1", "perhaps"],
                      ["bench", "everything"], ["init", "--listen", "nowhere"]):
            with self.subTest(words):
                self.assertEqual(self.run_(*words).returncode, WRONG_USAGE)

    def test_empty_words_are_wrong_usage_and_make_nothing(self):
        secret = ["--passphrase-file", str(self.ctl.passphrase)]
        for words in (["init", "", *secret], ["init", "--ledger", "", *secret], ["verify", ""], ["list", "--ledger", ""],
                      ["key", "new", "", *secret], ["key", "new", "k.pem", "--name", "", *secret],
                      ["key", "new", "k.pem", "--passphrase-file", ""], ["show", ""], ["tools", "check", ""],
                      ["policy", "test", ""], ["list", "--status", ""], ["token", "revoke", ""],
                      ["enrol", "", "--role", "r", "--key", "k.pem"], ["metrics", "--tool", ""]):
            with self.subTest(words):
                done = self.ctl.run(*words, ledger=False, environment={"HOME": self.folder, "XDG_DATA_HOME": self.folder})
                self.assertEqual(done.returncode, WRONG_USAGE, done)
                self.assertEqual([one.name for one in Path(self.folder).iterdir()], ["passphrase"])

    def test_names_that_nobody_could_enrol_make_no_key(self):
        for name in ("two\nlines", " m.keller", "x" * 129, "m\u202ekeller"):
            with self.subTest(name):
                done = self.run_("key", "new", "k.pem", "--name", name, "--passphrase-file", self.ctl.passphrase)
                self.assertEqual(done.returncode, WRONG_USAGE)
                self.assertEqual([one.name for one in Path(self.folder).iterdir()], ["passphrase"])

    def test_files_that_never_end_are_refused_by_name(self):
        for words in (["tools", "check", "/dev/zero"], ["policy", "test", "/dev/zero"],
                      ["init", "x.obstat", "--tools", "/dev/zero", "--passphrase-file", self.ctl.passphrase]):
            with self.subTest(words):
                done = self.ctl.run(*words, ledger=False, timeout=20)
                self.assertEqual(done.returncode, FAILED)
                self.assertIn("'/dev/zero' is larger than", done.stderr.decode())

    def test_owner_with_an_amount_that_is_none_is_wrong_usage(self):
        done = self.ctl.run("owner", "--listen", "127.0.0.1:0", "--refuse-over", "much", ledger=False, timeout=20)
        self.assertEqual(done.returncode, WRONG_USAGE)

    def test_tools_check_of_the_samples_passes(self):
        for sample in ("tools.toml", "tools-tau.toml"):
            with self.subTest(sample):
                self.assertEqual(self.run_("tools", "check", SAMPLES / sample).returncode, 0)

    def test_tools_check_of_a_write_tool_without_answers_names_them(self):
        file = Path(self.folder) / "tools.toml"
        file.write_text('[tool.pay]\neffect = "write"\n')
        done = self.run_("tools", "check", file)
        self.assertEqual(done.returncode, NOT_WHOLE)
        for answer in ("pay", "undo", "approver", "on_repeat"):
            self.assertIn(answer, done.stderr.decode())

    def test_tools_check_of_broken_toml_names_file_and_line(self):
        file = Path(self.folder) / "tools.toml"
        file.write_text('[tool.pay]\neffect = "perhaps"\n')
        done = self.run_("tools", "check", file)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("tools.toml:2", done.stderr.decode())

    def test_tools_check_of_a_caller_wants_no_requests_and_refuses_them(self):
        file = Path(self.folder) / "tools.toml"
        whole = ('[owner.desk]\nkind = "caller"\nlease = "5m"\n[tool.wire]\neffect = "write"\nundo = "no"\n'
                 'approver = "policy"\non_repeat = "doubles"\nnatural_key = ["record"]\nowner = "desk"\n')
        file.write_text(whole)
        self.assertEqual(self.run_("tools", "check", file).returncode, 0)
        file.write_text(whole + 'commit = { method = "POST", path = "/" }\n')
        done = self.run_("tools", "check", file)
        self.assertEqual(done.returncode, 1)
        self.assertIn("tools.toml:11: 'commit' has no meaning: owner 'desk' is of kind \"caller\"", done.stderr.decode())

    def test_policy_test_of_the_samples_passes(self):
        for sample in ("policy.toml", "policy-tau.toml"):
            with self.subTest(sample):
                done = self.run_("policy", "test", SAMPLES / sample, "--json")
                self.assertEqual(done.returncode, 0)
                self.assertEqual(json.loads(done.stdout)["failed"], 0)

    def test_policy_test_that_fails_ends_with_3(self):
        file = Path(self.folder) / "policy.toml"
        file.write_text(FAILING_POLICY)
        done = self.run_("policy", "test", file)
        self.assertEqual(done.returncode, NOT_WHOLE)
        self.assertIn("everybody may", done.stdout.decode())

    def test_key_new_never_overwrites(self):
        file = Path(self.folder) / "k.pem"
        self.assertEqual(self.run_("key", "new", file, "--passphrase-file", self.ctl.passphrase).returncode, 0)
        before = file.read_bytes()
        self.assertIn(b"ENCRYPTED", before)
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        again = self.run_("key", "new", file, "--passphrase-file", self.ctl.passphrase)
        self.assertEqual(again.returncode, FAILED)
        self.assertIn(str(file), again.stderr.decode())
        self.assertEqual(file.read_bytes(), before)


FAILING_POLICY = """default_role = "reviewer"
[[test]]
name = "everybody may"
tool = "approve_withdrawal"
args = { withdrawal_id = "WD-1", amount = "1", currency = "USD" }
expect = "automatic"
"""


class FirstRun(OnALedger):
    """Contract 12."""

    def test_init_again_refuses_and_names_the_file(self):
        before = self.ctl.ledger.read_bytes()
        done = self.ctl.run("init", "--passphrase-file", self.ctl.passphrase)
        self.assertEqual(done.returncode, FAILED)
        self.assertIn(str(self.ctl.ledger), done.stderr.decode())
        self.assertEqual(self.ctl.ledger.read_bytes(), before)

    def test_ledger_is_read_by_its_owner_alone(self):
        self.instance().kill()  # leaves its log and index
        made = [path for path in Path(self.folder).iterdir() if path.name.startswith(self.ctl.ledger.name)]
        self.assertGreaterEqual(len(made), 2)
        for path in made:
            self.assertEqual(path.stat().st_mode & 0o077, 0, path)

    def test_odd_environments_change_nothing(self):
        for name, environment in (("Turkish", {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"}),
                                  ("no locale", {"LC_ALL": "C"}), ("odd zone", {"TZ": "Pacific/Kiritimati"}),
                                  ("no such zone", {"TZ": "Nowhere/Nix"}), ("no home", {"HOME": ""})):
            with self.subTest(name):
                self.assertTrue(self.ctl.json("verify", environment=environment)["whole"])
                self.assertEqual(self.ctl.json("list", environment=environment), [])
                plain = self.ctl.json("metrics", "--last", "30d").keys()
                self.assertEqual(self.ctl.json("metrics", "--last", "30d", environment=environment).keys(), plain)

    def test_long_and_foreign_path_is_a_ledger_as_any_other(self):
        folder = Path(self.folder) / "a%20b ?#'q" / "\u00fcn\u00efc\u00f8d\u00e9-\u6f22\u5b57" / ("x" * 200)
        folder.mkdir(parents=True)
        ctl = Ctl(OBSTATCTL, folder)
        ctl.init()
        ctl.enrol("sponsor", "sponsor")
        ctl.token()
        self.assertEqual(daemon(OBSTATD, folder).stop(), 0)
        self.assertTrue(ctl.json("verify")["whole"])

    def test_init_under_an_open_mask_makes_nothing_that_others_may_write(self):
        folder = Path(self.folder) / "open"
        folder.mkdir()
        ctl = Ctl(OBSTATCTL, folder)
        before = os.umask(0)
        try:
            ctl.init()
            ctl.enrol("sponsor", "sponsor")
        finally:
            os.umask(before)
        for file in folder.iterdir():
            if file != ctl.passphrase:
                self.assertEqual(file.stat().st_mode & 0o022, 0, file)
        for secret in ("admin.pem", "sponsor.pem", "test.key"):
            self.assertEqual((folder / secret).stat().st_mode & 0o777, 0o600)

    def test_request_that_is_none_is_named(self):
        file = Path(self.folder) / "noise"
        file.write_bytes(bytes(range(256)))
        done = self.ctl.run("enrol", "n", "--role", "r", "--key", file, "--passphrase-file", self.ctl.passphrase)
        self.assertEqual(done.returncode, FAILED)
        self.assertIn(f"'{file}' is neither a key file nor", done.stderr.decode())

    def test_policy_whose_test_fails_is_not_activated(self):
        file = Path(self.folder) / "failing.toml"
        file.write_text(FAILING_POLICY)
        before = rows(self.ctl.ledger, "SELECT count(*) FROM event")[0][0]
        done = self.ctl.run("policy", "activate", file, "--passphrase-file", self.ctl.passphrase)
        self.assertEqual(done.returncode, FAILED)
        self.assertIn("everybody may", done.stderr.decode())
        self.assertEqual(rows(self.ctl.ledger, "SELECT count(*) FROM event")[0][0], before)

    def test_policy_activate_and_token_by_a_wrong_passphrase_change_nothing(self):
        wrong = Path(self.folder) / "wrong"
        wrong.write_text("not it\n")
        before = rows(self.ctl.ledger, "SELECT count(*) FROM event")[0][0]
        for words in (["policy", "activate", SAMPLES / "policy.toml"], ["token", "add", "--sponsor", "sponsor", "--scope",
                                                                        "submit"]):
            self.assertEqual(self.ctl.run(*words, "--passphrase-file", wrong).returncode, FAILED)
        self.assertEqual(rows(self.ctl.ledger, "SELECT count(*) FROM event")[0][0], before)

    def test_token_of_a_sponsor_who_is_not_enrolled_is_refused(self):
        done = self.ctl.run("token", "add", "--sponsor", "nobody", "--scope", "submit", "--passphrase-file",
                            self.ctl.passphrase)
        self.assertEqual(done.returncode, FAILED)
        self.assertIn("nobody", done.stderr.decode())

    def test_verify_and_metrics_of_a_new_ledger(self):
        self.assertTrue(self.ctl.json("verify")["whole"])
        six = {"idempotency_hits", "operations_per_run", "timeout_rate", "duration", "waiting", "automatic_approval_rate",
               "audit_completeness"}
        self.assertEqual(self.ctl.json("metrics")["retries"]["for_people"], 0)
        self.assertLessEqual(six, self.ctl.json("metrics").keys())
        table = self.ctl.need("metrics").stdout.decode().splitlines()
        numbers = [line for line in table if line[1:2] == " " and line[:1].isdigit()]
        self.assertEqual([line[0] for line in numbers], list("123456"))
        for line in numbers:
            self.assertRegex(line, r" no data +no data +no data$")  # never 0 %

    def test_policy_status_tells_an_edited_file_from_what_is_in_force(self):
        file = Path(self.folder) / "policy.toml"
        signed = file.read_bytes()
        self.ctl.need("policy", "activate", file, "--passphrase-file", self.ctl.passphrase)
        status = self.ctl.json("policy", "status")
        self.assertEqual((status["digest"], status["file_state"]), (hashlib.sha256(signed).hexdigest(), "same"))
        self.addCleanup(file.write_bytes, signed)
        file.write_bytes(signed + b"# tomorrow\n")
        done = self.ctl.run("policy", "status")
        self.assertEqual(done.returncode, NOT_WHOLE)
        self.assertIn("differs: what it says does nothing until it is activated.", done.stdout.decode())
        self.assertIn(status["digest"], done.stdout.decode())
        file.unlink()
        self.assertEqual(self.ctl.json("policy", "status")["file_state"], "unreadable")


class Impostor:
    """Says `admitted` to everything; gives its port."""

    def __enter__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):  # pylint: disable=invalid-name
                self.do_POST()

            def do_POST(self):  # pylint: disable=invalid-name
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                body = json.dumps({"outcome": "admitted", "code": "admitted", "message": "approved", "repeated": False,
                                   "operation": {}}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self.server.server_port

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Receiver:
    """A chat tool: keeps what it took, refuses the first `refused` calls."""

    def __init__(self, refused=0):
        receiver = self
        self.calls, self.refused = [], refused

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):  # pylint: disable=invalid-name
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.refused -= 1
                if receiver.refused < 0:
                    receiver.calls.append((dict(self.headers), body))
                self.send_response(503 if receiver.refused >= 0 else 204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def kinds(self):
        return [json.loads(body)["kind"] for _, body in self.calls]

    def wait(self, count):
        for _ in range(200):
            if len(self.calls) >= count:
                break
            time.sleep(0.1)
        return self.kinds()


class Webhook(OnALedger):
    """[webhook] of obstatd.toml: what waits is told to a chat tool, signed, at least once, without any value."""

    def configure(self, receiver):
        secret = Path(self.folder) / "hook.secret"
        secret.write_text("chat secret\n")
        config = Path(self.folder) / "obstatd.toml"
        text = config.read_text().split("[webhook]\n", 1)[0].rstrip("# \n")
        kept = "[[administrator]]" + config.read_text().split("[[administrator]]", 1)[1].split("[webhook]", 1)[0]
        head = text.split("[[administrator]]", 1)[0]
        config.write_text(head + f'\n{kept}\n[webhook]\nurl = "http://127.0.0.1:{receiver.server.server_port}/hook"\n'
                                 f'secret = "file:{secret}"\n')

    def test_plans_and_decisions_are_told_signed_in_order_and_once_more_after_a_refusal(self):
        receiver = Receiver(refused=1)
        self.configure(receiver)
        running = self.instance()
        operation = self.submit(withdrawal("WD-31"))[1]["operation"]["id"]
        self.assertEqual(self.ctl.decide(operation, "reject", "m.keller", "--reason", "secret reason").returncode, 0)
        self.assertEqual(receiver.wait(2), ["planned", "rejected"])
        for headers, body in receiver.calls:
            signed = headers["X-Obstat-Timestamp"].encode() + b"." + body
            expected = hmac.new(b"chat secret", signed, hashlib.sha256).hexdigest()
            self.assertEqual(headers["X-Obstat-Signature"], "sha256=" + expected)
            for value in (b"WD-31", b"480", b"DE02", b"secret reason"):
                self.assertNotIn(value, body)
        told = json.loads(receiver.calls[0][1])
        self.assertEqual((told["operation"], told["role"], told["tool"]), (operation, "treasury", "approve_withdrawal"))
        self.assertEqual(running.stop(), 0)
        # What happened while the receiver or the instance was away is told later, nothing twice.
        running = self.instance()
        self.submit(withdrawal("WD-32"))
        self.assertEqual(receiver.wait(3), ["planned", "rejected", "planned"])
        running.stop()

    def test_receiver_that_is_away_stops_nothing(self):
        receiver = Receiver()
        receiver.server.shutdown()
        receiver.server.server_close()
        self.configure(receiver)
        running = self.instance()
        status, _ = self.submit(withdrawal("WD-33"))
        self.assertEqual(status, 202)
        self.assertEqual(running.stop(), 0)


class Quorum(OnALedger):
    """Two people for one plan, delegation and roles, by obstatctl alone (contract 6.2)."""

    def test_two_people_one_of_them_for_another(self):
        policy = Path(self.folder) / "two.toml"
        policy.write_text('default_role = "treasury"\n[[rule]]\nname = "two"\ntool = "approve_withdrawal"\n'
                          'then = { approvals = [{ count = 2, role = "treasury" }] }\n'
                          '[[test]]\nname = "two people"\ntool = "approve_withdrawal"\n'
                          'args = { amount = "5", currency = "USD" }\nexpect = "human"\nrule = "two"\n')
        self.ctl.enrol("r.mayr", "treasury")
        self.ctl.enrol("deputy", "reviewer")
        self.ctl.need("policy", "activate", policy, "--passphrase-file", self.ctl.passphrase)
        running = self.instance()
        self.owner()
        operation = self.submit(withdrawal("WD-21"))[1]["operation"]["id"]
        first = self.ctl.decide(operation, "approve", "m.keller")
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn(b"still needed: 1 \xc3\x97 treasury", first.stdout)
        again = self.ctl.decide(operation, "approve", "m.keller")
        self.assertEqual(again.returncode, FAILED)
        self.assertIn(b"another person must", again.stderr)
        for words in (["--until", "tomorrow"], [], ["--end", "--until", "9999-01-01T00:00Z"]):
            self.assertEqual(self.delegate("deputy", "r.mayr", *words).returncode, WRONG_USAGE)
        self.assertEqual(self.delegate("deputy", "r.mayr", "--until", "9999-01-01T00:00Z").returncode, FAILED)
        now = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=1)))
        dates = [(now + datetime.timedelta(days=days)).isoformat(timespec="seconds") for days in (-1, 30)]
        self.assertEqual(self.delegate("deputy", "r.mayr", "--from", dates[0], "--until", dates[1]).returncode, 0)
        second = self.ctl.decide(operation, "approve", "deputy", "--for", "r.mayr")
        self.assertEqual(second.returncode, 0, second.stderr)
        _, answer = self.submit(withdrawal("WD-21"), wait=20)
        self.assertEqual(answer["operation"]["status"], "succeeded")
        self.assertEqual(self.delegate("deputy", "r.mayr", "--end").returncode, 0)
        third = self.submit(withdrawal("WD-22"))[1]["operation"]["id"]
        self.assertEqual(self.ctl.decide(third, "approve", "deputy", "--for", "r.mayr").returncode, FAILED)
        self.ctl.need("role", "deputy", "--role", "treasury", "--passphrase-file", self.ctl.passphrase)
        self.assertEqual(self.ctl.decide(third, "approve", "deputy").returncode, 0)
        self.assertEqual([one["on_behalf_of"] for one in self.ctl.json("decision", "show", operation)
                          if one["state"] == "admitted"], ["", "r.mayr"])
        running.stop()
        self.assertTrue(self.ctl.json("verify")["whole"])

    def delegate(self, name, principal, *words):
        return self.ctl.run("delegate", name, "--for", principal, *words, "--passphrase-file", self.ctl.passphrase)


class DecisionShow(OnALedger):
    """decision show."""

    def test_decision_show_renders_what_was_signed_again_and_compares(self):
        """C1: one flipped byte of the stored arguments differs."""
        running = self.instance()
        operation = self.submit(withdrawal("WD-12"))[1]["operation"]["id"]
        self.assertEqual(self.ctl.decide(operation, "reject", "m.keller", "--reason", "no").returncode, 0)
        shown = self.ctl.json("decision", "show", operation)
        self.assertEqual([(one["kind"], one["compared"]) for one in shown], [("reject", "same")])
        self.assertEqual(hashlib.sha256(shown[0]["shown"].encode()).hexdigest(), shown[0]["shown_digest"])
        self.assertEqual(self.ctl.json("decision", "show", shown[0]["nonce"]), shown)
        self.assertEqual(self.ctl.run("decision", "show", "9999").returncode, FAILED)
        running.stop()
        database = sqlite3.connect(self.ctl.ledger)
        database.execute("UPDATE operation SET rule = 'other', record = 'other' WHERE id = ?", (operation,))
        database.commit()
        self.assertEqual(self.ctl.json("decision", "show", operation), shown)  # not from the row
        database.execute("DROP TRIGGER payload_no_update")
        database.execute("UPDATE payload SET bytes = CAST(replace(CAST(bytes AS TEXT), 'WD-12', 'WD-13') AS BLOB)")
        database.commit()
        database.close()
        done = self.ctl.run("decision", "show", operation, "--json")
        self.assertEqual(done.returncode, NOT_WHOLE)
        self.assertEqual(json.loads(done.stdout)[0]["compared"], "differs")


class Decisions(OnALedger):
    """decide, with and without an instance; bug_A4."""

    def test_approve_is_executed_once_and_a_second_decision_is_told_that_it_lost(self):
        self.owner()
        running = self.instance()
        _, answer = self.submit(withdrawal("WD-1"))
        operation = answer["operation"]["id"]
        self.assertEqual(answer["operation"]["status"], "awaiting_approval")
        before = self.effects()
        done = self.ctl.decide(operation, "approve", "m.keller", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["outcome"], "admitted")
        _, repeated = self.submit(withdrawal("WD-1"), wait=20)
        self.assertEqual((repeated["answer"], repeated["operation"]["status"]), ("repeated", "succeeded"))
        again = self.ctl.decide(operation, "reject", "m.keller", "--reason", "too late", "--json")
        self.assertEqual(again.returncode, FAILED)
        self.assertNotEqual(json.loads(again.stdout)["outcome"], "admitted")
        self.assertEqual(running.stop(), 0)
        self.assertEqual(self.effects(), before + 1)

    def test_what_the_terminal_shows_is_what_is_signed(self):
        """C1: the digest in the decision is that of the bytes printed, invisible characters included."""
        self.instance()
        for number, words in enumerate(([], ["--json"])):
            plan = withdrawal(f"WD-9{number}")
            plan["arguments"]["iban"] = "a\nb \u202e \u200b [U+202E] p\u0430ypal"
            operation = self.submit(plan)[1]["operation"]["id"]
            done = self.ctl.decide(operation, "reject", "m.keller", "--reason", "odd", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            output = done.stderr if words else done.stdout
            body = json.loads(rows(self.ctl.ledger, "SELECT body FROM decision WHERE operation = ?", operation)[0][0])
            shown = [hashlib.sha256(output[:end]).hexdigest() for end in range(len(output) + 1)
                     if end == len(output) or output[end - 1:end] == b"\n"]
            self.assertIn(body["shown_digest"], shown)
            self.assertIn(b"[U+202E]", output)

    def test_C1_a_terminal_never_begins_a_line_of_a_value(self):
        """What goes on in another line is marked: a long value cannot look like lines of the plan."""
        self.instance()
        plan = withdrawal("WD-99")
        plan["arguments"]["note"] = " " * 72 + "amount: 1.00 USD" + " " * 59 + "facts/kyc_complete: true"
        operation = self.submit(plan)[1]["operation"]["id"]
        words = ["decide", operation, "reject", "--reason", "odd", "--as", "m.keller", "--key",
                 Path(self.folder) / "m.keller.pem", "--passphrase-file", self.ctl.passphrase, "--ledger", self.ctl.ledger]
        reader, writer = pty.openpty()
        fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        with subprocess.Popen([OBSTATCTL, *map(str, words)], stdout=writer, stdin=subprocess.DEVNULL) as deciding:
            os.close(writer)
            printed = b""
            while chunk := self.read_of(reader):
                printed += chunk
        self.assertEqual(deciding.returncode, 0, printed)
        lines = printed.decode().replace("\r", "").split("\n")
        self.assertTrue(all(len(line) <= 80 for line in lines), lines)
        forged = [line for line in lines if "amount: 1.00 USD" in line or "kyc_complete: true" in line]
        self.assertEqual(len(forged), 2, lines)
        for line in forged:
            self.assertRegex(line, r"^(/note| +\| )")

    @staticmethod
    def read_of(terminal):
        """What a terminal still holds; nothing once its programs have gone."""
        try:
            return os.read(terminal, 65536)
        except OSError:
            return b""

    def test_change_plans_the_edited_arguments_for_somebody_else(self):
        self.instance()
        plan = withdrawal("WD-11")
        first = self.submit(plan)[1]["operation"]["id"]
        edited = Path(self.folder) / "edited.json"
        edited.write_text(json.dumps({**plan["arguments"], "amount": "240.00"}))
        for words in (["--reason", "half"], ["--arguments", edited]):
            self.assertEqual(self.ctl.decide(first, "change", "m.keller", *words).returncode, WRONG_USAGE)
        done = self.ctl.decide(first, "change", "m.keller", "--reason", "half is due", "--arguments", edited)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.status(first), "rejected")
        second = max(self.waiting())
        self.assertIn(f"planned operation {second}", done.stdout.decode())
        own = self.ctl.decide(second, "approve", "m.keller")
        self.assertEqual(own.returncode, FAILED)
        self.assertIn(b"asked for this and cannot decide on it", own.stderr)
        status, answer = self.submit(plan)
        self.assertEqual((status, answer["answer"], answer["live_operation"]), (200, "repeated", second))
        self.assertEqual(answer["reject_reason"], "half is due")
        self.assertTrue(self.ctl.json("verify")["whole"])

    def test_second_decision_is_not_told_in_the_words_of_a_success(self):
        self.instance()
        operation = self.submit(withdrawal("WD-8"))[1]["operation"]["id"]
        self.assertEqual(self.ctl.decide(operation, "reject", "m.keller", "--reason", "no").returncode, 0)
        again = self.ctl.decide(operation, "reject", "m.keller", "--reason", "no")
        self.assertEqual(again.returncode, FAILED)
        self.assertIn(b"This decision changed nothing", again.stderr)

    def test_answer_of_somebody_else_at_the_address_is_not_believed(self):
        """The address of the instance is a row that a database writer can change."""
        running = self.instance()
        operation = self.submit(withdrawal("WD-13"))[1]["operation"]["id"]
        running.stop()
        with Impostor() as port:
            database = sqlite3.connect(self.ctl.ledger)
            database.execute("UPDATE instance SET address = ?, stopped_at = NULL, heartbeat = ?",
                             (f"127.0.0.1:{port}", time.time_ns() // 1000))
            database.commit()
            database.close()
            done = self.ctl.decide(operation, "approve", "m.keller")
        self.assertEqual(done.returncode, FAILED, done.stdout)
        self.assertIn(b"the ledger does not hold this decision", done.stderr)
        database = sqlite3.connect(self.ctl.ledger)
        database.execute("UPDATE instance SET stopped_at = heartbeat")
        database.commit()
        database.close()
        self.assertEqual(self.status(operation), "awaiting_approval")

    def test_reject_without_an_instance_is_written_by_obstatctl_itself(self):
        running = self.instance()
        _, answer = self.submit(withdrawal("WD-2"))
        operation = answer["operation"]["id"]
        running.stop()
        self.assertEqual(self.ctl.decide(operation, "reject", "m.keller").returncode, WRONG_USAGE)
        done = self.ctl.decide(operation, "reject", "m.keller", "--reason", "not verified")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.status(operation), "rejected")
        self.assertTrue(self.ctl.json("verify")["whole"])

    def test_decision_that_reaches_nobody_waits_in_the_outbox_and_goes_with_the_next(self):
        running = self.instance()
        first = self.submit(withdrawal("WD-3"))[1]["operation"]["id"]
        second = self.submit(withdrawal("WD-4"))[1]["operation"]["id"]
        running.process.send_signal(19)  # SIGSTOP: it holds the ledger and does not answer
        done = self.ctl.decide(first, "reject", "m.keller", "--reason", "no")
        running.process.send_signal(18)  # SIGCONT
        self.assertEqual(done.returncode, NOT_SENT, done.stderr)
        outbox = Path(self.folder) / "m.keller.pem.outbox"
        self.assertEqual(len(outbox.read_bytes().splitlines()), 1)
        self.assertEqual(self.status(first), "awaiting_approval")
        self.assertIsNotNone(ready(self.port))
        self.assertEqual(self.ctl.decide(second, "reject", "m.keller", "--reason", "no").returncode, 0)
        self.assertEqual((self.status(first), self.status(second)), ("rejected", "rejected"))
        self.assertEqual(outbox.read_bytes(), b"")

    def test_decision_whose_instance_takes_it_and_never_answers_waits_in_the_outbox_and_counts_once(self):
        running = self.instance()
        operation = self.submit(withdrawal("WD-6"))[1]["operation"]["id"]
        last = self.submit(withdrawal("WD-7"))[1]["operation"]["id"]
        running.kill()  # its row still says that it lives, so that the decision goes to whoever has its port
        taken = []

        class Mute(http.server.BaseHTTPRequestHandler):
            def do_GET(self):  # /healthz
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def do_POST(self):
                taken.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.close_connection = True  # the connection ends without an answer

            def log_message(self, *_):
                pass

        mute = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Mute)
        threading.Thread(target=mute.serve_forever).start()
        try:
            done = self.ctl.decide(operation, "reject", "m.keller", "--reason", "no")
        finally:
            mute.shutdown()
            mute.server_close()
        self.assertEqual(done.returncode, NOT_SENT, done.stderr)
        self.assertIn("may have arrived", done.stderr.decode())
        self.assertEqual(len(taken), 1)
        outbox = Path(self.folder) / "m.keller.pem.outbox"
        self.assertEqual(len(outbox.read_bytes().splitlines()), 1)
        self.instance()
        self.assertEqual(self.ctl.decide(last, "reject", "m.keller", "--reason", "no").returncode, 0)
        self.assertEqual((self.status(operation), self.status(last)), ("rejected", "rejected"))
        self.assertEqual(outbox.read_bytes(), b"")
        kept = rows(self.ctl.ledger, "SELECT count(*) FROM decision WHERE operation = ?", operation)[0][0]
        self.assertEqual(kept, 1)

    def test_bug_A4_waiting_plans_survive_a_kill_and_the_approved_one_is_executed_once(self):
        self.owner()
        running = self.instance()
        plans = [self.submit(withdrawal(f"WD-A4-{number}"))[1]["operation"]["id"] for number in range(5)]
        before = self.waiting()
        self.assertTrue(set(plans) <= set(before))
        effects = self.effects()
        running.kill()
        running = self.instance()
        self.assertEqual(self.waiting(), before)
        self.assertEqual(self.ctl.decide(plans[0], "approve", "m.keller").returncode, 0)
        self.submit(withdrawal("WD-A4-0"), wait=20)
        running.kill()
        running = self.instance()
        self.assertEqual(self.submit(withdrawal("WD-A4-0"), wait=20)[1]["operation"]["status"], "succeeded")
        self.assertEqual(self.waiting(), [one for one in before if one != plans[0]])
        running.stop()
        self.assertEqual(self.effects(), effects + 1)

    def test_show_says_facts_words_and_the_reason_of_a_withdrawal_and_list_the_amount_as_it_is_signed(self):
        running = self.instance()
        plan = {**withdrawal("WD-75", "75.5"), "rationale": "The customer asked twice."}
        operation = self.submit(plan)[1]["operation"]["id"]
        withdrawn = call(self.port, self.token, "POST", f"/v1/operations/{operation}/withdraw",
                         {"reason": "not wanted\x1b[2J any more"})
        self.assertEqual(withdrawn[0], 200)
        running.stop()
        shown = self.ctl.need("show", operation).stdout.decode()
        self.assertIn('facts     {"kyc_complete":false,"run":{"operations":', shown)
        self.assertIn("rationale (the agent's words, not verified) The customer asked twice.", shown)
        self.assertIn("withdrawn because not wanted[U+001B][2J any more", shown)
        self.assertEqual(self.ctl.json("show", operation)["withdraw_reason"], "not wanted\x1b[2J any more")
        self.assertEqual(self.ctl.json("show", operation)["amount"], "75.5")  # what was asked for stays as it was
        listed = self.ctl.need("list", "--record", "WD-75").stdout.decode()
        for line in (shown.splitlines()[0], listed.splitlines()[0]):
            self.assertIn("  WD-75  75.50 USD  ", line)

    def test_show_of_a_rejected_plan_says_why(self):
        running = self.instance()
        operation = self.submit(withdrawal("WD-76", "900.00"))[1]["operation"]["id"]
        self.ctl.decide(operation, "reject", "m.keller", "--reason", "the check is missing")
        running.stop()
        self.assertIn("reject    the check is missing, by m.keller (admitted)",
                      self.ctl.need("show", operation).stdout.decode())

    def test_list_says_which_word_mixes_scripts(self):
        running = self.instance()
        self.submit(withdrawal("WD-\u0430pple"))  # a Cyrillic a
        running.stop()
        listed = self.ctl.need("list", "--record", "WD-\u0430pple").stdout.decode()
        self.assertIn("(!! '\u0430pple' mixes Cyrillic and Latin)", listed)

    def test_C7_escape_sequences_never_reach_the_terminal(self):
        running = self.instance()
        evil = "\x1b]0;owned\x07\x1b[2J\u202e\u009b31m"
        answer = self.submit({**withdrawal("WD-\x1b[31m5", note=evil), "rationale": evil})[1]
        operation = answer["operation"]["id"]
        running.stop()
        key = answer["operation"]["intent_key"]
        for words in (["show", operation], ["show", key], ["list"], ["show", operation, "--json"], ["list", "--json"]):
            with self.subTest(words):
                self.assert_harmless(self.ctl.need(*words).stdout)
        self.assert_harmless(self.ctl.decide(operation, "reject", "m.keller", "--reason", "no").stdout)
        self.assert_harmless(self.ctl.run("show", "\x1b[31m").stderr)

    def assert_harmless(self, output):
        text = output.decode()
        bad = [hex(ord(one)) for one in text if one != "\n" and (ord(one) < 0x20 or 0x7f <= ord(one) < 0xa0
                                                                 or one in "\u202e\u200b\u2066")]
        self.assertEqual(bad, [])


class Outcomes(OnALedger):
    """Contract 7.5 on the terminal: what was said about an attempt, and all that is signed about it."""

    TOOLS = """
[owner.desk]
kind = "caller"
lease = "1h"

[tool.approve_withdrawal]
title = "Approve a withdrawal"
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "doubles"
natural_key = ["withdrawal_id"]
record = "withdrawal_id"
amount = "amount"
currency = "currency"
owner = "desk"
"""

    def unknown(self, record, reason):
        """An operation that its caller claimed and could not say more about than this."""
        token = self.ctl.token(actor="desk", scopes=("submit", "facts", "read", "report"))
        _, answer = call(self.port, token, "POST", "/v1/operations", withdrawal(record, kyc=True))
        operation = answer["operation"]["id"]
        if answer["operation"]["status"] == "awaiting_approval":
            self.assertEqual(self.ctl.decide(operation, "approve", "m.keller").returncode, 0)
        _, claim = call(self.port, token, "POST", f"/v1/operations/{operation}/claim", {"nonce": f"claim-{record}-0000000"})
        self.assertIn("fence", claim, claim)
        status, said = call(self.port, token, "POST", f"/v1/operations/{operation}/outcome",
                            {"fence": claim["fence"], "outcome": "unknown", "reason": reason})
        self.assertEqual((status, said["operation"]["status"]), (200, "unknown"))
        return operation

    def test_all_that_is_signed_is_shown_before_and_again_after(self):
        running = self.instance()
        operation = self.unknown("WD-90", "the browser closed\u202e on us")
        said = "reset: the browser closed[U+202E] on us"
        self.assertIn(f"    attempt 1 {said}", self.ctl.need("show", operation).stdout.decode())
        made = self.ctl.json("show", operation)["attempts_made"]
        self.assertEqual(made[0]["answer"]["reason"], "the browser closed\u202e on us")
        self.assertEqual(self.ctl.json("metrics")["retries"]["for_people"], 1)
        evidence = Path(self.folder) / "statement.txt"
        words = ["--reason", "not in the statement", "--evidence", evidence]
        for content in (None, b""):
            if content is not None:
                evidence.write_bytes(content)
            refused = self.ctl.decide(operation, "did-not-happen", "m.keller", *words)
            self.assertEqual(refused.returncode, FAILED)
            self.assertIn(str(evidence), refused.stderr.decode())
        evidence.write_bytes(b"no such payment")
        digest = hashlib.sha256(b"no such payment").hexdigest()
        done = self.ctl.decide(operation, "did-not-happen", "m.keller", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = done.stdout.decode()
        for line in (f"You sign: did-not-happen on operation {operation} as m.keller", "  reason      not in the statement",
                     f"  evidence    {evidence}, SHA-256 {digest}"):
            self.assertIn(line, printed)
        self.assertEqual(self.status(operation), "failed")
        again = self.ctl.json("decision", "show", operation)[0]
        self.assertEqual((again["evidence_digest"], again["compared"]), (digest, "same"))
        self.assertIn(f"evidence, SHA-256: {digest}", self.ctl.need("decision", "show", operation).stdout.decode())
        self.assertEqual(running.stop(), 0)

    def test_conflicts_lists_the_open_ones_until_they_are_settled(self):
        running = self.instance()
        operation = self.submit(withdrawal("WD-92"))[1]["operation"]["id"]
        self.assertEqual(self.submit(withdrawal("WD-92", "481.00"))[0], 409)
        (conflict,) = self.ctl.json("conflicts")
        self.assertEqual((conflict["operation"], conflict["record"], conflict["state"], conflict["differing"]),
                         (operation, "WD-92", "open", ["/amount"]))
        printed = self.ctl.need("conflicts").stdout.decode()
        self.assertIn(f"operation {operation}  WD-92", printed)
        self.assertIn(f'event {conflict["event"]}, open: a second payload differs in ["/amount"]', printed)
        self.assertEqual(self.ctl.decide(operation, "dismiss", "m.keller", "--reason", "a typing error", "--conflict",
                                         str(conflict["event"])).returncode, 0)
        self.assertEqual(self.ctl.json("conflicts"), [])
        self.assertEqual(self.ctl.need("conflicts").stdout, b"No conflict is open.\n")
        shown = self.ctl.need("show", operation).stdout.decode()
        self.assertIn(f'event {conflict["event"]}, dismissed: a second payload differs in ["/amount"]', shown)
        self.assertIn("a typing error, by m.keller", shown)
        self.assertEqual(running.stop(), 0)

    def test_show_says_where_an_operation_comes_from_and_who_decides(self):
        running = self.instance()
        operation = self.submit(withdrawal("WD-93", "900.00"))[1]["operation"]["id"]
        shown = self.ctl.need("show", operation).stdout.decode()
        full = self.ctl.json("show", operation)
        for line in (f"    key       {full['natural_key']}, revision 1", "run r-118, tenant ",
                     "    rule      -: human, role treasury", f"    expires   {full['expires_at']}"):
            self.assertIn(line, shown)
        self.assertEqual(running.stop(), 0)

    def test_conflict_that_is_not_there_is_named_before_anything_is_signed(self):
        running = self.instance()
        operation = self.submit(withdrawal("WD-91"))[1]["operation"]["id"]
        refused = self.ctl.decide(operation, "keep", "m.keller", "--reason", "the first", "--conflict", "1")
        self.assertEqual(refused.returncode, FAILED)
        self.assertIn("has no conflict with the event number 1", refused.stderr.decode())
        self.assertEqual(running.stop(), 0)


class BadLedgers(OnALedger):
    """A clear message, nothing changed."""

    def copy(self):
        """The ledger's files in a folder of their own, as an attacker or an accident would leave them."""
        folder = Path(self.enterContext(temporary()))
        for file in Path(self.folder).iterdir():
            if file.is_file():
                shutil.copy2(file, folder)
        return Ctl(OBSTATCTL, folder)

    def refused(self, ctl, *says):
        for words in (["verify"], ["list"], ["metrics"], ["token", "add", "--sponsor", "sponsor", "--scope", "submit",
                                                          "--passphrase-file", ctl.passphrase]):
            with self.subTest(words[0]):
                before = ctl.ledger.read_bytes() if ctl.ledger.is_file() else None
                done = ctl.run(*words)
                self.assertEqual(done.returncode, FAILED, done)
                for word in says:
                    self.assertIn(word, done.stderr.decode())
                self.assertEqual(ctl.ledger.read_bytes() if ctl.ledger.is_file() else None, before)
        started = daemon(OBSTATD, ctl.folder, listens=False)
        self.assertEqual(started.wait(), 1)

    def test_missing(self):
        ctl = self.copy()
        ctl.ledger.unlink()
        self.refused(ctl, str(ctl.ledger), "no ledger")
        self.assertFalse(ctl.ledger.exists())

    def test_obstatd_on_a_path_that_is_no_ledger_says_so_and_misses_no_key(self):
        ctl = self.copy()
        config = (ctl.folder / "obstatd.toml").read_text()
        for path, says in (("nope.obstat", "There is no ledger at"), ("/tmp", "is a folder"),
                           ("policy.toml", "not an Obstat ledger")):
            with self.subTest(path):
                (ctl.folder / "obstatd.toml").write_text(re.sub(r'(?m)^ledger = .*$', f'ledger = "{path}"', config))
                started = daemon(OBSTATD, ctl.folder, listens=False)
                self.assertEqual(started.wait(), 1)
                said = (ctl.folder / "obstatd.log").read_text().splitlines()[-1]
                self.assertIn(says, said)
                self.assertNotIn("instance key", said)

    def test_not_a_ledger(self):
        ctl = self.copy()
        ctl.ledger.write_text("Dear diary, " * 500)
        self.refused(ctl, str(ctl.ledger), "not an Obstat ledger")

    def test_empty_file(self):
        ctl = self.copy()
        ctl.ledger.write_bytes(b"")
        self.refused(ctl, str(ctl.ledger), "empty")

    def test_folder_in_its_place(self):
        ctl = self.copy()
        ctl.ledger.unlink()
        ctl.ledger.mkdir()
        self.refused(ctl, str(ctl.ledger), "a folder")

    def test_overwritten_pages(self):
        ctl = self.copy()
        size = ctl.ledger.stat().st_size
        with open(ctl.ledger, "r+b") as file:
            file.seek(100)
            file.write(b"{" * (size - 100))
        self.refused(ctl, str(ctl.ledger), "damaged")

    def test_locked_by_a_foreign_program(self):
        ctl = self.copy()
        holder = self.foreign(ctl, "PRAGMA locking_mode=EXCLUSIVE", "BEGIN EXCLUSIVE", "SELECT 1 FROM sqlite_schema")
        self.refused(ctl, str(ctl.ledger), "keeps the ledger locked")
        holder.stdin.close()
        holder.wait(10)
        self.assertTrue(ctl.json("verify")["whole"])

    def foreign(self, ctl, *statements):
        """Another program with the database open, in a process of its own: SQLite's locks are the process's."""
        text = ("import sqlite3, sys\nheld = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
                "for one in sys.argv[2:]: held.execute(one).fetchall()\n"
                "print('held', flush=True)\nsys.stdin.read()\nheld.close()\n")
        holder = subprocess.Popen([sys.executable, "-c", text, str(ctl.ledger), *statements], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE)
        self.addCleanup(holder.stdout.close)
        self.addCleanup(holder.kill)
        self.assertEqual(holder.stdout.readline(), b"held\n")
        return holder

    def test_foreign_program_that_opens_and_closes_a_running_ledger_loses_nothing(self):
        running = self.instance()
        holder = self.foreign(self.ctl, "SELECT count(*) FROM event")
        holder.stdin.close()
        self.assertEqual(holder.wait(10), 0)
        self.assertTrue(Path(f"{self.ctl.ledger}-wal").exists())
        operation = self.submit(withdrawal("WD-WAL"))[1]["operation"]["id"]
        running.kill()
        self.assertEqual(self.status(operation), "awaiting_approval")
        self.assertTrue(self.ctl.json("verify")["whole"])

    def test_another_programs_database(self):
        ctl = self.copy()
        ctl.ledger.unlink()
        with sqlite3.connect(ctl.ledger) as other:
            other.execute("CREATE TABLE t(x)")
        other.close()
        self.refused(ctl, str(ctl.ledger), "not an Obstat ledger")

    def test_truncated(self):
        ctl = self.copy()
        os.truncate(ctl.ledger, ctl.ledger.stat().st_size // 2)
        self.refused(ctl, str(ctl.ledger), "shorter")

    def test_newer(self):
        ctl = self.copy()
        with sqlite3.connect(ctl.ledger) as hand:
            hand.execute("INSERT INTO schema_migration VALUES (9999, 'x', 0)")
        hand.close()
        self.refused(ctl, str(ctl.ledger), "newer")

    def test_read_only_file_can_be_read_and_not_written(self):
        if os.geteuid() == 0:
            self.skipTest("root writes read-only files")
        ctl = self.copy()
        ctl.ledger.chmod(0o400)
        done = ctl.run("token", "add", "--sponsor", "sponsor", "--scope", "submit", "--passphrase-file", ctl.passphrase)
        self.assertEqual(done.returncode, FAILED)
        self.assertIn(str(ctl.ledger), done.stderr.decode())

    def test_taken_by_another_instance(self):
        self.instance()
        second = daemon(OBSTATD, self.folder, listens=False)
        self.assertEqual(second.wait(), 3)

    def start(self, ctl):
        """Starts an instance that must not get far; gives its exit code and what it logged."""
        code = daemon(OBSTATD, ctl.folder, listens=False).wait()
        return code, (ctl.folder / "obstatd.log").read_text()

    def test_key_of_another_ledger_is_refused_by_name(self):
        ctl = self.copy()
        key = ctl.folder / "test.key"
        key.write_text("0" * 64 + "\n")
        code, log = self.start(ctl)
        self.assertEqual(code, 1)
        self.assertIn(f"{key} is not the key of this ledger", log)
        done = ctl.run("token", "add", "--sponsor", "sponsor", "--scope", "submit", "--passphrase-file", ctl.passphrase)
        self.assertEqual(done.returncode, FAILED)
        self.assertIn(str(key), done.stderr.decode())
        self.assertTrue(ctl.json("verify")["whole"])

    def test_key_that_others_may_read_or_that_is_missing_is_refused_by_name(self):
        ctl = self.copy()
        key = ctl.folder / "test.key"
        key.chmod(0o644)
        code, log = self.start(ctl)
        self.assertEqual(code, 1)
        self.assertIn(f"{key} can be used by others (mode 0644)", log)
        key.unlink()
        code, log = self.start(ctl)
        self.assertEqual(code, 1)
        self.assertIn(f"There is no instance key {key}", log)

    def test_state_file_that_is_missing_is_told_by_verify_and_by_the_instance(self):
        ctl = self.copy()
        state = ctl.folder / "test.state"
        self.assertEqual(ctl.json("verify")["state_file"], {"compared": True, "why_not": ""})
        state.unlink()
        report = ctl.json("verify")
        self.assertTrue(report["whole"])
        self.assertFalse(report["state_file"]["compared"])
        self.assertIn(str(state), report["state_file"]["why_not"])
        self.assertIn("not compared with a state file", ctl.need("verify").stdout.decode())
        running = daemon(OBSTATD, ctl.folder)
        self.assertEqual(running.stop(), 0)
        self.assertIn(str(state), (ctl.folder / "obstatd.log").read_text())

    def test_administrator_who_is_taken_out_is_named_with_what_to_restore(self):
        ctl = self.copy()
        config = ctl.folder / "obstatd.toml"
        text = config.read_text()
        name = text.index("[[administrator]]")
        config.write_text(text[:name])
        running = daemon(OBSTATD, ctl.folder)
        self.assertEqual(running.stop(), 0)
        log = (ctl.folder / "obstatd.log").read_text()
        for word in ("[[administrator]]", "'admin'", "event"):
            self.assertIn(word, log)

    def test_tools_with_open_questions_are_logged_at_start_as_json(self):
        ctl = self.copy()
        with open(ctl.folder / "tools.toml", "a", encoding="utf-8") as tools:
            tools.write('\n[tool.wipe]\neffect = "write"\n')
        running = daemon(OBSTATD, ctl.folder)
        self.assertEqual(running.stop(), 0)
        lines = [json.loads(line) for line in (ctl.folder / "obstatd.log").read_text().splitlines()]
        told = [line["problem"] for line in lines if line["event"] == "registry_problem" and "wipe" in line["problem"]]
        self.assertTrue(told)
        for word in ("undo", "approver", "on_repeat"):
            self.assertTrue([one for one in told if word in one], f"{word} in {told}")

    def test_verify_of_an_edited_event_ends_with_3_and_names_it(self):
        ctl = self.copy()
        with sqlite3.connect(ctl.ledger) as hand:
            hand.execute("DROP TRIGGER event_no_update")
            hand.execute("UPDATE event SET leaf = CAST(replace(CAST(leaf AS TEXT), 'm.keller', 'm.killer') AS BLOB) "
                         "WHERE CAST(leaf AS TEXT) LIKE '%m.keller%'")
            first = hand.execute("SELECT min(seq) FROM event WHERE CAST(leaf AS TEXT) LIKE '%m.killer%'").fetchone()[0]
        hand.close()
        self.assertIsNotNone(first)
        done = ctl.run("verify", "--json")
        self.assertEqual(done.returncode, NOT_WHOLE)
        report = json.loads(done.stdout)
        self.assertFalse(report["whole"])
        self.assertIn(first, [finding["event"] for finding in report["findings"]])

    def test_verify_of_a_log_without_its_newest_event_ends_with_3(self):
        ctl = self.copy()
        with sqlite3.connect(ctl.ledger) as hand:
            hand.execute("DROP TRIGGER event_no_delete")
            hand.execute("DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)")
        hand.close()
        self.assertEqual(ctl.run("verify", "--json").returncode, NOT_WHOLE)


class FullDisk(unittest.TestCase):
    """Refused with 503, nothing acknowledged is lost, and it goes on when there is room again."""

    def setUp(self):
        self.folder = Path(self.enterContext(temporary()))
        command = ["mount", "-t", "tmpfs", "-o", "size=3m,mode=700", "tmpfs", str(self.folder)]
        if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
            self.skipTest("only root can mount a small disk")
        self.addCleanup(subprocess.run, ["umount", "-l", str(self.folder)], check=False)
        self.logs = self.enterContext(temporary())

    def test_running_instance_refuses_and_recovers(self):
        port = free_port()
        ctl = Ctl(OBSTATCTL, self.folder)
        ctl.init("--listen", f"127.0.0.1:{port}")
        ctl.enrol("sponsor", "sponsor")
        token = ctl.token()
        running = Child([OBSTATD, "--config", self.folder / "obstatd.toml"], Path(self.logs) / "obstatd.log")
        self.addCleanup(running.stop)
        kept, answers = [], []

        def submit(number):
            status, answer = call(port, token, "POST", "/v1/operations",
                                  withdrawal(f"WD-{number}", note="x" * 20_000))
            answers.append(status)
            if status in (201, 202):
                kept.append(answer["operation"]["id"])
            return status, answer

        number = 0
        while number < 1000 and answers[-10:] != [503] * 10:
            number += 1
            status, answer = submit(number)
        self.assertEqual(status, 503)
        self.assertEqual((answer["code"], answer["advice"]), ("disk-full", "keep-key"))
        status, answer = call(port, token, "GET", "/readyz")
        self.assertEqual((status, "disk is full" in answer["detail"]), (503, True))
        self.assertLessEqual(set(answers), {201, 202, 503})
        self.assertTrue(kept)
        self.assertTrue(ctl.json("verify")["whole"])
        subprocess.run(["mount", "-o", "remount,size=64m", str(self.folder)], check=True)
        self.assertEqual(submit(number)[0], 202)
        self.assertEqual(running.stop(), 0)
        there = {row[0] for row in rows(ctl.ledger, "SELECT id FROM operation")}
        self.assertEqual(set(kept), there)
        self.assertTrue(ctl.json("verify")["whole"])

    def test_answer_that_finds_no_room_is_recorded_when_there_is_some(self):
        # model END_NOT_RETRIED: the owner has answered; dropping that would leave the attempt open until the next start.
        asked, may_answer = threading.Event(), threading.Event()
        self.addCleanup(may_answer.set)

        class Slow(http.server.BaseHTTPRequestHandler):
            def do_POST(self):  # noqa: N802
                self.rfile.read(int(self.headers["Content-Length"]))
                asked.set()
                may_answer.wait(60)
                body = json.dumps({"id": "pay-1", "status": "done", "note": "x" * 400_000}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        bank = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow)
        threading.Thread(target=bank.serve_forever, daemon=True).start()
        self.addCleanup(bank.server_close)
        self.addCleanup(bank.shutdown)
        port = free_port()
        ctl = Ctl(OBSTATCTL, self.folder)
        ctl.init("--listen", f"127.0.0.1:{port}")
        tools = self.folder / "tools.toml"
        tools.write_text(tools.read_text().replace("127.0.0.1:9410", f"127.0.0.1:{bank.server_address[1]}"))
        ctl.enrol("sponsor", "sponsor")
        token = ctl.token()
        log = Path(self.logs) / "obstatd.log"
        running = Child([OBSTATD, "--config", self.folder / "obstatd.toml"], log)
        self.addCleanup(running.stop)
        plan = withdrawal("WD-1", kyc=True)
        status, answer = call(port, token, "POST", "/v1/operations", plan)
        self.assertEqual(status, 202, answer)
        self.assertTrue(asked.wait(30))
        with open(self.folder / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(b"x" * 4096)
            except OSError:
                pass
        may_answer.set()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and "outcome_not_recorded" not in log.read_text():
            time.sleep(0.1)
        self.assertIn("outcome_not_recorded", log.read_text())
        (self.folder / "filler").unlink()
        while time.monotonic() < deadline and answer["operation"]["status"] != "succeeded":
            time.sleep(0.1)
            status, answer = call(port, token, "GET", f"/v1/operations/{answer['operation']['id']}")
        self.assertEqual(answer["operation"]["status"], "succeeded")
        self.assertEqual(answer["operation"]["reference"], "pay-1")
        self.assertEqual(running.stop(), 0)
        self.assertTrue(ctl.json("verify")["whole"])

    def test_init_leaves_no_half_ledger(self):
        ctl = Ctl(OBSTATCTL, self.folder)
        with open(self.folder / "filler", "wb") as filler:
            filler.write(b"x" * (3 * 1024 * 1024 - 64 * 1024))
        done = ctl.run("init", "--passphrase-file", ctl.passphrase)
        self.assertEqual(done.returncode, FAILED)
        self.assertFalse(ctl.ledger.exists())
        (self.folder / "filler").unlink()
        ctl.init()
        self.assertTrue(ctl.json("verify")["whole"])


class Malformed(unittest.TestCase):
    """Malformed TOML names file, line and what was expected: text, line, a word of the expectation."""

    TOOLS = (
        ("[tool.pay\n", 1, "expected ']'"),
        ("effect = \n", 1, "expected value"),
        ('x = "open\n', 1, "not TOML"),
        ("tool = 3\n", 1, "must be a table"),
        ("[[tool]]\n", 1, "must be a table"),
        ('[tool."p y"]\neffect = "read"\n', 1, "ASCII letters"),
        ('[tool.pay]\nundo = "no"\n', 1, "lacks 'effect'"),
        ('[tool.pay]\neffect = "perhaps"\n', 2, '"read" or "write"'),
        ("[tool.pay]\neffect = 3\n", 2, "not a whole number"),
        ('[tool.pay]\neffect = "write"\neffect = "read"\n', 3, "cannot redefine"),
        ('[tool.pay]\neffect = "write"\nundo = "maybe"\n', 3, '"partly"'),
        ('[tool.pay]\neffect = "write"\ntimeout = 30\n', 3, 'such as "30s"'),
        ('[tool.pay]\neffect = "write"\nnatural_key = "id"\n', 3, "a list of argument paths"),
        ('[tool.pay]\neffect = "write"\ncolour = "red"\n', 3, "expected one of"),
        ('[tool.pay]\neffect = "write"\nowner = 7\n', 3, "the name of an [owner.NAME]"),
    )
    RULE = 'default_role = "a"\n[[rule]]\nname = "r"\ntool = "*"\n'
    POLICY = (
        ("", 1, "lacks 'default_role'"),
        ("default_role = 3\n", 1, "must be the role"),
        ('default_role = "a b"\n', 1, "must be the role"),
        ('default_role = "a"\ndefault_role = "b"\n', 2, "cannot redefine"),
        ('default_role = "a"\nrule = "x"\n', 2, "[[rule]]"),
        ('default_role = "a"\n[[rule]\n', 2, "expected ']'"),
        ('default_role = "a"\n[rule]\n', 2, "[[rule]]"),
        ('default_role = "a"\n[[rule]]\nname = 4\n', 3, "a name such as"),
        (RULE + 'then = "perhaps"\n', 5, '"automatic", "deny"'),
        (RULE + 'then = "automatic"\nwhen = "args.amount < 5"\n', 6, "a list of predicates"),
        (RULE + 'then = "automatic"\nwhen = ["args.amount <"]\n', 6, "expected an amount"),
        (RULE + 'then = "automatic"\ncolour = 1\n', 6, "expected one of"),
        (RULE + "then = { approvals = 0 }\n", 5, "must be a list"),
        ('default_role = "a"\n[[test]]\nname = "t"\n', 2, "lacks 'tool'"),
    )
    CONFIG = (
        ("", 1, "lacks 'ledger'"),
        ("ledger = 3\n", 1, "the ledger's file name"),
        ('ledger = ""\n', 1, "the ledger's file name"),
        ('ledger = "t\n', 1, "not TOML"),
        ('ledger = "t"\nledger = "u"\n', 2, "cannot redefine"),
        ('ledger = "t"\nlisten = "nowhere"\n', 2, "an address and port"),
        ('ledger = "t"\nlisten = "127.0.0.1:99999"\n', 2, "an address and port"),
        ('ledger = "t"\nlisten = 9400\n', 2, "not a whole number"),
        ('ledger = "t"\nflow = "yes"\n', 2, "true or false"),
        ('ledger = "t"\nmax_connections = 0\n', 2, "from 1 to 10000"),
        ('ledger = "t"\nsubmits_per_second = -1\n', 2, "from 0 to 1000000"),
        ('ledger = "t"\ngrace_seconds = 1.5\n', 2, "a whole number"),
        ('ledger = "t"\ncolour = "red"\n', 2, "expected one of"),
        ('ledger = "t"\nadministrator = "a"\n', 2, "[[administrator]]"),
        ('ledger = "t"\n[[administrator]]\nname = "a"\n', 2, "lacks 'public_key'"),
        ('ledger = "t"\n[[administrator]]\nname = "a"\npublic_key = "AAAA"\n', 4, "32 bytes in base64"),
    )

    def check(self, cases, name, command, code):
        folder = Path(self.enterContext(temporary()))
        file = folder / name
        for text, line, expected in cases:
            with self.subTest(text):
                file.write_text(text)
                done = subprocess.run([*command, str(file)], capture_output=True, timeout=30, check=False)
                self.assertEqual(done.returncode, code)
                said = done.stderr.decode().replace('\\"', '"')
                self.assertIn(f"{file}:{line}: ", said)
                self.assertIn(expected, said)

    def test_tools(self):
        self.check(self.TOOLS, "tools.toml", [OBSTATCTL, "tools", "check"], FAILED)

    def test_policy(self):
        self.check(self.POLICY, "policy.toml", [OBSTATCTL, "policy", "test"], FAILED)

    def test_configuration(self):
        self.check(self.CONFIG, "obstatd.toml", [OBSTATD, "--config"], WRONG_USAGE)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
