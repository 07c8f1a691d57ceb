"""obstatctl as scripts meet it: every fixed verb, exit codes, messages. Usage: test_verbs.py OBSTATCTL OBSTATD [NAME…]"""

import json
import os
import shutil
import sqlite3
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))
# pylint: disable=wrong-import-position
from programs import SAMPLES, Ctl, call, daemon, free_port, owner, ready, rows, temporary

OBSTATCTL, OBSTATD = sys.argv[1:3]
FAILED, WRONG_USAGE, NOT_WHOLE, NOT_SENT = 1, 2, 3, 4
VERBS = ["init", "key", "enrol", "revoke", "token", "policy", "tools", "replay", "show", "list", "decide", "verify",
         "metrics", "bench", "owner"]


def withdrawal(record, amount="480.00", kyc=False, **more):
    return {"tool": "approve_withdrawal", "run": "r-118", "facts": {"kyc_complete": kyc}, "rationale": "said so",
            "arguments": {"withdrawal_id": record, "amount": amount, "currency": "USD", "beneficiary": "ACME Ltd",
                          "iban": "DE02120300000000202051", **more}}


class OnALedger(unittest.TestCase):
    """One ledger with an approver and a token for all tests of a class, and an instance on demand."""

    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(temporary())
        cls.ctl = Ctl(OBSTATCTL, cls.folder)
        cls.port, cls.owner_port = free_port(), free_port()
        tools = Path(cls.folder) / "mine.toml"
        text = (SAMPLES / "tools.toml").read_text()
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
        self.assertLessEqual(six, self.ctl.json("metrics").keys())


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

    def test_not_a_ledger(self):
        ctl = self.copy()
        ctl.ledger.write_text("Dear diary, " * 500)
        self.refused(ctl, str(ctl.ledger), "not an Obstat ledger")

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
        self.refused(ctl, "newer")

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


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
