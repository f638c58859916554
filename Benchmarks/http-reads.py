#!/usr/bin/env python3
"""`GET /user` of our server and of one in Go, with the same query on the same SQLite file, in one run; `/app-config` beside.

    apt install wrk golang-go golang-github-mattn-go-sqlite3-dev
    Scripts/build --configuration release --product ecall-server && Scripts/in-namespace python3 Benchmarks/http-reads.py [--seconds 8] [--rounds 3]
"""
import argparse
import base64
import hashlib
import hmac
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if "ECALL_BINARIES" not in os.environ:
    os.environ["ECALL_BINARIES"] = subprocess.run(
        [ROOT / "Scripts/build-folder", "release"], capture_output=True, text=True, check=True).stdout.strip()
sys.path[:0] = [str(ROOT / "Tests/WebTests")]

from bench.process import Process  # noqa: E402
from bench.stage import Stage  # noqa: E402

KEY = "a key of the measurement alone"
EMAIL = "ana@example.org"
#: Of a device that takes no part in calls.
PUBLIC_KEY = "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q=="


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def own_token(user):
    """A token as the server in Go takes it."""
    text = ".".join(encoded(json.dumps(part).encode()) for part in (
        {"alg": "HS256", "typ": "JWT"}, {"userId": user, "exp": int(time.time()) + 3600}))
    return f"{text}.{encoded(hmac.new(KEY.encode(), text.encode(), hashlib.sha256).digest())}"


def sign_in(stage):
    """A device of an account on our server."""
    def post(path, **body):
        request = urllib.request.Request(
            stage.origin + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    post("/login", email=EMAIL, displayName="Ana")
    return post("/verify-login", email=EMAIL, code=stage.code(EMAIL), deviceName="measurement", publicKey=PUBLIC_KEY)


def load(url, token, seconds):
    """Requests a second, and the 99th percentile in milliseconds."""
    header = ["-H", f"Authorization: Bearer {token}"] if token else []
    out = subprocess.run(["wrk", "-t1", "-c32", f"-d{seconds}", "--latency", *header, url],
                         capture_output=True, text=True, check=True, timeout=seconds + 30).stdout
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", out)
    if bad:
        raise SystemExit(f"{bad[1]} requests to {url} were refused")
    value, unit = re.search(r"99%\s+([0-9.]+)(us|ms|s)", out).groups()
    return float(re.search(r"Requests/sec:\s+([0-9.]+)", out)[1]), float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def build(directory):
    """The server in Go, from Debian's packages."""
    program = Path(directory) / "http-reads"
    subprocess.run(["go", "build", "-o", program, str(ROOT / "Benchmarks/http-reads/main.go")], check=True, timeout=600,
                   env={**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": f"{directory}/cache"})
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ehr-") as directory:
        program = build(directory)
        stage = Stage(Path(directory))
        other = None
        try:
            person = sign_in(stage)
            other = Process("go", [program, stage.data / "ecall.sqlite", KEY])
            origin = other.wait_line(r"listening on (http://\S+)", 30)[1]
            ways = {
                "ecall-server GET /user": (f"{stage.origin}/user", person["accessToken"]),
                "Go GET /user": (f"{origin}/user", own_token(person["userId"])),
                "ecall-server GET /app-config": (f"{stage.origin}/app-config", None),
            }
            results = {name: [] for name in ways}
            for _ in range(arguments.rounds):
                for name, (url, token) in ways.items():
                    results[name].append(load(url, token, arguments.seconds))
        finally:
            if other:
                other.stop()
            stage.stop()
    print(f"{'':30}{'requests/s':>12}{'p99 ms':>9}   (median of {arguments.rounds})")
    for name, rounds in results.items():
        print(f"{name:30}{statistics.median(r[0] for r in rounds):12.0f}{statistics.median(r[1] for r in rounds):9.2f}")


main()
