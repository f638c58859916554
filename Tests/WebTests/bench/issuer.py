"""A local Google and Apple: an OpenID Connect issuer (Core 3.1) that vouches for the person that a test names."""
import base64
import hashlib
import html
import json
import secrets
import ssl
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def openssl(*arguments, **options):
    return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, **options).stdout


class Issuer:
    """`person` is the user at the browser: the claims of their next tokens. Serves the paths of both issuers."""

    def __init__(self, directory):
        directory.mkdir()
        self.key, self.authority, self.apple_key = directory / "key.pem", directory / "certificate.pem", directory / "apple.p8"
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", 2, "-subj", "/CN=127.0.0.1", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", self.key, "-out", self.authority)
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", self.apple_key)
        modulus = openssl("rsa", "-in", self.key, "-noout", "-modulus").decode().strip().removeprefix("Modulus=")
        self.keys = {"keys": [{"kty": "RSA", "kid": "one", "alg": "RS256", "use": "sig", "e": "AQAB",
                               "n": base64url(bytes.fromhex(modulus))}]}
        self.secret = directory / "client-secret"
        self.secret.write_text("secret")
        self.secret.chmod(0o600)
        self.person, self.codes = None, {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.authority, self.key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.name = f"https://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def settings(self):
        """Returns the settings of a server that uses this issuer for both."""
        return [f"google.issuer={self.name}", f"google.authorityFile={self.authority}", "google.clientIDs=page.example",
                f"google.clientSecretFile={self.secret}", f"apple.issuer={self.name}", f"apple.authorityFile={self.authority}",
                "apple.clientIDs=org.example.app", "apple.pageClientID=org.example.web", "apple.teamID=TEAM000000",
                "apple.keyID=KEY0000000", f"apple.keyFile={self.apple_key}"]

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def authorize(self, query):
        """The person agrees; returns the code, or None if they do not."""
        if self.person is None:
            return None
        code = secrets.token_urlsafe(16)
        self.codes[code] = {**self.person, "aud": query["client_id"], "nonce": query["nonce"], "challenge": query["code_challenge"]}
        return code

    def token(self, form):
        """Returns the token for a code, once, and only for the flow's client; None for any other."""
        claims = self.codes.pop(form.get("code"), None)
        challenge = base64url(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if claims is None or claims.pop("challenge") != challenge or claims["aud"] != form.get("client_id"):
            return None
        now = int(time.time())
        head = {"alg": "RS256", "kid": "one", "typ": "JWT"}
        signed = ".".join(base64url(json.dumps(part).encode()) for part in (head, {
            "iss": self.name, "iat": now, "exp": now + 600, **claims}))
        return f"{signed}.{base64url(openssl('dgst', '-sha256', '-sign', self.key, input=signed.encode()))}"

    def _handler(issuer):
        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def answer(self, status, body, kind="application/json", **headers):
                self.send_response(status)
                for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                url = urlsplit(self.path)
                query = {name: values[0] for name, values in parse_qs(url.query).items()}
                if url.path == "/.well-known/openid-configuration":
                    names = {"authorization_endpoint": "/auth/authorize", "token_endpoint": "/auth/token", "jwks_uri": "/auth/keys"}
                    document = {"issuer": issuer.name, **{name: issuer.name + path for name, path in names.items()}}
                    return self.answer(200, json.dumps(document).encode())
                if url.path == "/auth/keys":
                    return self.answer(200, json.dumps(issuer.keys).encode())
                if url.path == "/auth/authorize":
                    return self.agree(query)
                return self.answer(404, b"{}")

            def agree(self, query):
                code = issuer.authorize(query)
                fields = {"state": query["state"], **({"code": code} if code else {"error": "access_denied"})}
                if query.get("response_mode") != "form_post":
                    return self.answer(303, b"", Location=f"{query['redirect_uri']}?{urlencode(fields)}")
                inputs = "".join(f'<input type="hidden" name="{name}" value="{html.escape(value)}">' for name, value in fields.items())
                page = (f'<!doctype html><html lang="en"><title>Issuer</title><link rel="icon" href="data:,">'
                        f'<form method="post" action="{html.escape(query["redirect_uri"])}">{inputs}</form><script>document.forms[0].submit()</script>')
                return self.answer(200, page.encode(), "text/html")

            def do_POST(self):
                form = self.rfile.read(int(self.headers["Content-Length"])).decode()
                token = issuer.token({name: values[0] for name, values in parse_qs(form).items()})
                body = {"id_token": token, "access_token": "unused", "token_type": "Bearer"} if token else {"error": "invalid_grant"}
                return self.answer(200 if token else 400, json.dumps(body).encode())

        return Handler
