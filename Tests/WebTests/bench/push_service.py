"""A local push service (RFC 8030), and browsers subscribed to it, which decrypt with the independent http_ece."""
import base64
import json
import os
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from .process import until


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushService:
    """`received` has path, headers and body of each message; `status` is that of the next answers."""

    def __init__(self, directory):
        key, self.authority = directory / "push-key.pem", directory / "push-certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
             "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", self.authority], check=True, capture_output=True)
        self.received, self.status = [], 201
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.authority, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.origin = f"https://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def settings(self):
        return [f"webPush.allowedOrigins={self.origin}", f"webPush.authorityFile={self.authority}",
                "webPush.contact=mailto:calls@example.org"]

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def sent_to(self, browser, count):
        """Waits for this many messages to a browser; returns them."""
        def messages():
            found = [message for message in list(self.received) if message[0] == browser.path]
            return found if len(found) >= count else None
        return until(messages, f"{count} messages to {browser.path}")

    def _handler(service):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.received.append((self.path, self.headers, body))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

        return Handler


class SubscribedBrowser:
    """A subscription, and the keys that decrypt its messages."""

    def __init__(self, service, path):
        self.service, self.path = service, path
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    @property
    def subscription(self):
        """Returns it in the form of PushSubscription.toJSON."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"endpoint": self.service.origin + self.path, "expirationTime": None,
                "keys": {"p256dh": encoded(point), "auth": encoded(self.secret)}}

    def open(self, body):
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"))


def claims(authorization, public_key):
    """Returns the claims of an RFC 8292 token, if the key has signed it."""
    kind, _, rest = authorization.partition(" ")
    parameters = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert kind == "vapid" and set(parameters) == {"t", "k"} and parameters["k"] == public_key
    head, body, signature = parameters["t"].split(".")
    assert json.loads(decoded(head)) == {"alg": "ES256", "typ": "JWT"}
    raw = decoded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public_key))
    key.verify(encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")),
               f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(decoded(body))
