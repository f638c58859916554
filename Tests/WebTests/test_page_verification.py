"""`ecall page verify` identifies the page that a server serves: every file, in every content coding that browsers accept."""
import http.server
import json
import re
import shutil
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from bench.stage import BINARIES, Stage

pytestmark = pytest.mark.pages


def verify(stage, *options):
    """Returns its exit status, its line of JSON (None when there is none), and its text output."""
    command = [BINARIES / "ecall", "page", "verify", stage.origin, *options]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=60)
    found = next((json.loads(line) for line in done.stdout.splitlines() if '"result":"page"' in line), None)
    said = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert said.returncode == done.returncode
    return done.returncode, found, said.stdout + said.stderr


def test_the_page_of_these_sources_is_known_by_its_folder(stage):
    page = stage.directory / "page"
    status, found, said = verify(stage, "--page", page)
    files = [path for path in page.rglob("*") if path.is_file() and path.suffix not in (".gz", ".br")]
    assert status == 0 and found["isRelease"] and found["files"] == len(files) > 10, (found, said)
    assert re.search(rf"All {len(files)} files match in every content coding, and the files it generates run no code", said) and "This doesn’t cover " in said, said
    # It isn't a release yet: the command says how to proceed.
    status, found, said = verify(stage)
    assert status == 1 and "release" not in found and "ecall page verify <url> --page <directory>" in said, said
    status, found, said = verify(stage, "--page", stage.data)
    assert status == 2 and "bundle-page" in said, said


def test_one_changed_byte_in_one_coding_is_found(stage):
    """The server has other bytes for browsers, which accept Brotli, than for clients without it."""
    with tempfile.TemporaryDirectory(prefix="ecall-forged-", ignore_cleanup_errors=True) as directory:
        forged = Path(directory) / "page-of-others"
        shutil.copytree(stage.directory / "page", forged)
        script = next(path for path in (forged / "assets").glob("main-*.js.br"))
        plain = script.with_suffix("").read_bytes() + b"\nstolen()"
        script.write_bytes(subprocess.run(["brotli", "-c"], input=plain, capture_output=True, check=True, timeout=20).stdout)
        other = Stage(directory, page=forged)
        try:
            status, found, said = verify(other, "--page", stage.directory / "page")
        finally:
            other.stop()
    name = f"/assets/{script.name.removesuffix('.br')}"
    assert status == 1 and found["differences"] == [{"kind": "otherBytes", "file": name, "detail": "br"}], found
    assert f"{name} differs (br)" in said and "Don’t sign in" in said, said


class Forger(http.server.BaseHTTPRequestHandler):
    """Forwards everything to a server, but answers the links of contacts itself."""

    origin, forged = "", b"<!doctype html><script>steal()</script>"

    def do_GET(self):
        if self.path.startswith("/share/contact/"):
            return self._answer(404, {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'"}, self.forged)
        asked = urllib.request.Request(self.origin + self.path, headers={"Accept-Encoding": self.headers["Accept-Encoding"]})
        try:
            with urllib.request.urlopen(asked, timeout=20) as answer:
                self._answer(answer.status, dict(answer.headers), answer.read())
        except urllib.error.HTTPError as answer:
            self._answer(answer.code, dict(answer.headers), answer.read())

    def _answer(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers.items():
            if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Drops the log."""


def test_an_executable_page_beside_the_page_is_found(stage):
    """All files are the same, but the page of a link would sign with the visitor's keys."""
    forger = type("ForgerOfOne", (Forger,), {"origin": stage.origin})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), forger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        done = subprocess.run([BINARIES / "ecall", "page", "verify", address, "--page", stage.directory / "page", "--json"], capture_output=True, text=True, timeout=60)
        server.shutdown()
    found = next(json.loads(line) for line in done.stdout.splitlines() if '"result":"page"' in line)
    assert done.returncode == 1 and not found["isRelease"], done.stdout + done.stderr
    assert {one["kind"] for one in found["differences"]} == {"runs"} and all(one["file"].startswith("/share/contact/") for one in found["differences"]), found


def test_an_address_without_a_server_is_reported(stage):
    for address, status, words in (("calls.example.org", 2, "https://calls.example.org"), ("http://127.0.0.1:9", 4, "Can’t reach http://127.0.0.1:9.")):
        done = subprocess.run([BINARIES / "ecall", "page", "verify", address], capture_output=True, text=True, timeout=60)
        assert done.returncode == status and words in done.stderr, done.stderr
