"""A server that gives a false reason for the end of a call: a proxy before a command line that changes this word in signals."""
import json
import re
import socket
import threading
from urllib.parse import urlsplit

#: Signals that end a call for a device, by their JSON.
END = re.compile(rb'\{[^{}]*"type":"call_(?:ended|cancelled)"[^{}]*\}')


def changed(message, reason):
    """Returns a STOMP frame whose end has this reason; None removes it."""
    head, separator, body = message.partition(b"\n\n")
    found = END.search(body)
    if not found:
        return message
    signal = json.loads(found[0])
    signal.pop("reason", None)
    if reason is not None:
        signal["reason"] = reason
    body = body[:found.start()] + json.dumps(signal, separators=(",", ":")).encode() + body[found.end():]
    head = re.sub(rb"content-length:\d+", b"content-length:%d" % len(body.rstrip(b"\0\n")), head)
    return head + separator + body


class FalseReasons:
    """Forwards everything unchanged; while `is_lying`, ends have `reason`."""

    def __init__(self, origin):
        self.behind = (urlsplit(origin).hostname, urlsplit(origin).port)
        self.is_lying, self.reason = False, None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self.behind)
            except OSError:
                client.close()
                continue
            for source, sink, carry in ((client, server, self._pass), (server, client, self._tell)):
                threading.Thread(target=self._run, args=(carry, source, sink), daemon=True).start()

    @staticmethod
    def _run(carry, source, sink):
        try:
            carry(source, sink)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    @staticmethod
    def _pass(source, sink):
        while data := source.recv(65536):
            sink.sendall(data)

    def _tell(self, source, sink):
        """Forwards the server's output: WebSocket frames after its 101 response."""
        data = source.recv(65536)
        if not data.startswith(b"HTTP/1.1 101"):
            sink.sendall(data)
            return self._pass(source, sink)
        head, separator, rest = data.partition(b"\r\n\r\n")
        sink.sendall(head + separator)
        reader = _Reader(source, rest)
        while (frame := reader.frame()) is not None:
            first, payload = frame
            # A complete text message.
            if self.is_lying and first == 0x81:
                payload = changed(payload, self.reason)
            sink.sendall(_frame(first, payload))

    def close(self):
        self.listener.close()


class _Reader:
    def __init__(self, source, rest):
        self.source, self.rest = source, rest

    def _read(self, count):
        while len(self.rest) < count:
            data = self.source.recv(65536)
            if not data:
                return None
            self.rest += data
        found, self.rest = self.rest[:count], self.rest[count:]
        return found

    def frame(self):
        """Returns the first byte and the payload of a frame (RFC 6455, 5.2): servers do not mask."""
        head = self._read(2)
        if head is None:
            return None
        length = head[1] & 0x7F
        if length > 125:
            length = int.from_bytes(self._read(2 if length == 126 else 8) or b"", "big")
        payload = self._read(length)
        return None if payload is None else (head[0], payload)


def _frame(first, payload):
    length = len(payload)
    if length < 126:
        return bytes([first, length]) + payload
    if length < 65536:
        return bytes([first, 126]) + length.to_bytes(2, "big") + payload
    return bytes([first, 127]) + length.to_bytes(8, "big") + payload
