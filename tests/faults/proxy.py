"""A TCP proxy between flow and owner that loses, delays, cuts, doubles and spoils by a seed (docs/faults.md).

What happens to a request depends on the seed, the request's path and body (for a question: the body whose key it asks
about) and on how often the same came before, never on threads or ports: a seed does the same again.

    proxy.py --listen 9411 --owner 9410 --seed 7 --limit 0.5 [--no-duplicates]
"""

import argparse
import hashlib
import json
import random
import re
import socket
import struct
import threading
import time
from collections import Counter

WAIT = 30                                  # seconds for anything that stands still
AROUND_THE_LIMIT = (0.97, 1.0, 1.03, 1.2, 4)  # 29.9, 30.0, 30.1, 31 and 120 s of faults.md against a limit of 30 s
HUGE = 10 * 1024 * 1024

HARMLESS = "pass"
FAULTS = ("drop", "reset", "delay", "swallow", "reset_after", "cut_answer", "cut_request", "duplicate", "half_open",
          "slow", "late", "error_after", "not_json", "huge", "twice")


def read_message(connection):
    """Head and body of one HTTP/1.1 message with a Content-Length; what was there where it ended before."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return data
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?im)^content-length:\s*(\d+)", head)
    while len(body) < int(length.group(1) if length else 0):
        piece = connection.recv(65536)
        if not piece:
            break
        body += piece
    return head + b"\r\n\r\n" + body


def answer_bytes(status, body):
    return (f"HTTP/1.1 {status} x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n").encode() + body


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


class Proxy:
    """Listens at `port` of loopback until stop(). `share` of the requests meet one of `faults`."""

    def __init__(self, port, owner_port, seed, limit, faults=FAULTS, share=0.5):
        self.owner, self.seed, self.limit = ("127.0.0.1", owner_port), seed, limit
        self.faults, self.share = tuple(faults), share
        self.injected, self.log = Counter(), []
        self.lock, self.seen, self.body_of_key = threading.Lock(), Counter(), {}
        self.socket = socket.create_server(("127.0.0.1", port), backlog=128)
        self.port = self.socket.getsockname()[1]
        self.late = []
        threading.Thread(target=self._accept, daemon=True).start()

    def heal(self):
        """From now on everything passes."""
        self.share = 0

    def stop(self):
        self.socket.close()
        for thread in self.late:
            thread.join(WAIT)

    def _accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def decide(self, request):
        """(fault, random numbers of this request)"""
        line, _, rest = request.partition(b"\r\n")
        body = rest.partition(b"\r\n\r\n")[2]
        method, target = line.split(b" ")[:2]
        path, _, query = target.partition(b"?")
        key = re.search(rb"(?im)^idempotency-key:\s*(\S+)", rest)
        with self.lock:
            if key:
                self.body_of_key[key.group(1)] = body
            asked = re.search(rb"key=(\w+)", query)
            about = self.body_of_key.get(asked.group(1), b"") if asked else query
            name = hashlib.sha256(b"\n".join([method, path, body, about])).hexdigest()
            self.seen[name] += 1
            numbers = random.Random(f"{self.seed}:{name}:{self.seen[name]}")
            fault = numbers.choice(self.faults) if self.faults and numbers.random() < self.share else HARMLESS
            self.injected[fault] += 1
            self.log.append((round(time.time(), 3), method.decode(), path.decode(), name[:12], self.seen[name], fault))
        return fault, numbers

    def _forward(self, request):
        with socket.create_connection(self.owner, timeout=WAIT) as owner:
            owner.sendall(request)
            return read_message(owner)

    def _serve(self, connection):
        try:
            connection.settimeout(WAIT)
            request = read_message(connection)
            if b"\r\n\r\n" in request:
                fault, numbers = self.decide(request)
                request = re.sub(rb"(?im)^host:[^\r]*", b"Host: 127.0.0.1:%d" % self.owner[1], request, count=1)
                getattr(self, "_" + fault)(connection, request, numbers)
        except OSError:
            pass  # one of the two went away, as it may
        finally:
            connection.close()

    # --- what may happen to one request ---

    def _pass(self, connection, request, _):
        connection.sendall(self._forward(request))

    def _drop(self, connection, request, numbers):
        pass

    def _reset(self, connection, request, numbers):
        reset(connection)

    def _delay(self, connection, request, numbers):
        time.sleep(self.limit * numbers.uniform(0, 3))
        self._pass(connection, request, numbers)

    def _swallow(self, connection, request, numbers):
        self._forward(request)

    def _reset_after(self, connection, request, numbers):
        self._forward(request)
        reset(connection)

    def _cut_answer(self, connection, request, numbers):
        answer = self._forward(request)
        connection.sendall(answer[:numbers.randrange(len(answer))])

    def _cut_request(self, connection, request, numbers):
        with socket.create_connection(self.owner, timeout=WAIT) as owner:
            owner.sendall(request[:numbers.randrange(len(request))])

    def _duplicate(self, connection, request, numbers):
        first = self._forward(request)
        second = self._forward(request)
        connection.sendall(numbers.choice([first, second]))

    def _half_open(self, connection, request, numbers):
        if numbers.random() < 0.5:
            self._forward(request)
        connection.settimeout(self.limit * 6)
        connection.recv(1)  # until the other side gives up

    def _slow(self, connection, request, numbers):
        begun = time.monotonic()
        answer = self._forward(request)
        time.sleep(max(0, self.limit * numbers.choice(AROUND_THE_LIMIT) - (time.monotonic() - begun)))
        connection.sendall(answer)

    def _late(self, connection, request, numbers):
        """The sender hears that it broke; the request arrives all the same."""
        thread = threading.Timer(self.limit * numbers.uniform(0, 3), self._deliver, (request,))
        self.late.append(thread)
        thread.start()

    def _deliver(self, request):
        try:
            self._forward(request)
        except OSError:
            pass

    def _error_after(self, connection, request, numbers):
        self._forward(request)
        connection.sendall(answer_bytes(numbers.choice([500, 502, 503, 504]), b'{"error":"internal"}'))

    def _not_json(self, connection, request, numbers):
        self._forward(request)
        connection.sendall(answer_bytes(200, numbers.choice([b"<html>done</html>", b"{", b"", b"\xff\xfe"])))

    def _huge(self, connection, request, numbers):
        self._forward(request)
        connection.sendall(answer_bytes(200, b'{"status":"done","id":"' + b"x" * HUGE + b'"}'))

    def _twice(self, connection, request, numbers):
        answer = self._forward(request)
        connection.sendall(answer + answer)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listen", type=int, default=0)
    parser.add_argument("--owner", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=30, help="the tool's timeout in seconds")
    parser.add_argument("--share", type=float, default=0.5, help="of the requests that meet a fault")
    parser.add_argument("--no-duplicates", action="store_true", help="for an owner that ignores keys")
    options = parser.parse_args()
    faults = [one for one in FAULTS if one != "duplicate" or not options.no_duplicates]
    proxy = Proxy(options.listen, options.owner, options.seed, options.limit, faults, options.share)
    print(f"proxy on 127.0.0.1:{proxy.port}", flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        print(json.dumps(proxy.injected))


if __name__ == "__main__":
    main()
