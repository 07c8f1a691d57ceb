"""Signed decisions and administrators' acts as docs/formats.md describes them, with the openssl program as the signer."""

import base64
import hashlib
import json
import pathlib
import secrets
import shutil
import subprocess
import tempfile
import time


def available():
    return shutil.which("openssl") is not None


def canonical(value):
    """RFC 8785 bytes; enough for texts without surrogates and integers."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def micros():
    return time.time_ns() // 1000


class Signer:
    """One encrypted key file; `passphrase` is the file that holds its words."""

    def __init__(self, key, passphrase):
        self.key, self.passphrase = str(key), f"file:{passphrase}"
        public = self._openssl("pkey", "-in", self.key, "-passin", self.passphrase, "-pubout", "-outform", "DER")
        self.key_id = hashlib.sha256(public[-32:]).hexdigest()[:16]

    @staticmethod
    def _openssl(*arguments):
        return subprocess.run(["openssl", *arguments], check=True, capture_output=True, timeout=60).stdout

    def _sign(self, prefix, body):
        with tempfile.TemporaryDirectory() as folder:
            message = pathlib.Path(folder) / "message"
            message.write_bytes(prefix + body)
            return self._openssl("pkeyutl", "-sign", "-rawin", "-in", str(message), "-inkey", self.key, "-passin",
                                 self.passphrase)

    def rejection(self, origin, tenant, operation, who, reason="wrong account", nonce=None):
        """The envelope of a reject; `operation` is the gateway's JSON of it."""
        body = canonical({
            "origin": origin, "tenant": tenant, "operation": operation["id"], "intent_key": operation["intent_key"],
            "revision": operation["revision"], "version": operation["version"], "tool": operation["tool"],
            "registry_digest": "0" * 64, "payload_digest": operation["payload_digest"], "facts_digest": None,
            "policy_digest": None, "kind": "reject", "verdict": "reject", "reason": reason, "evidence_digest": None,
            "replacement_digest": None, "approver": who, "key_id": self.key_id, "nonce": nonce or secrets.token_hex(16),
            "decided_at": micros(), "expires_at": None, "shown_digest": None, "ms_shown": 1000, "all_shown": False,
            "surface": "ctl", "on_behalf_of": None, "conflict_event": None, "new_intent_key": None, "reference": None})
        return {**self._envelope(b"obstat/decision/v1\n", body), "sent_at": micros()}

    def act(self, origin, act, subject, data, document=None, admin="admin"):
        """The envelope of an administrator's act."""
        body = canonical({
            "origin": origin, "act": act, "subject": subject, "data": data,
            "data_digest": hashlib.sha256(canonical(data)).hexdigest(), "admin": admin, "key_id": self.key_id,
            "nonce": secrets.token_hex(16), "at": micros()})
        envelope = self._envelope(b"obstat/admin/v1\n", body)
        if document is not None:
            envelope["document"] = base64.b64encode(document).decode()
        return envelope

    def _envelope(self, prefix, body):
        return {"body": base64.b64encode(body).decode(),
                "signature": base64.b64encode(self._sign(prefix, body)).decode()}
