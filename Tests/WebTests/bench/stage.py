"""The system under test: one server with Janus and coturn, in the network made by Scripts/in-namespace."""
import glob
import json
import os
import re
import resource
import shutil
import signal
import subprocess
from pathlib import Path

from .bundle import bundle
from .process import Process, until

ROOT = Path(__file__).resolve().parents[3]
# Removed: the server refuses to start with an unknown variable of this prefix.
BINARIES = Path(os.environ.pop("ECALL_BINARIES", None) or subprocess.run(
    [ROOT / "Scripts/build-folder", "debug"], capture_output=True, text=True, check=True).stdout.strip())
#: The address of this machine in the namespace, which media uses.
ADDRESS = "10.77.0.1"
#: The page from its sources, one file per module.
SOURCES = "sources.html"
#: A bare page that signs its browser in.
ACCOUNT = "Tests/account.html"


def prepare_network():
    """Makes sure that no packet can leave, and gives Firefox the default route without which it gathers no candidates."""
    # A crash must not leave a core dump.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    found = subprocess.run(["ip", "-4", "-o", "address"], capture_output=True, text=True, check=True).stdout
    addresses = set(re.findall(r"inet ([0-9.]+)", found))
    if addresses != {"127.0.0.1", ADDRESS}:
        raise SystemExit("these tests need a network of their own; start them with: ./test --only web")
    # No one has that address: packets to it are lost.
    subprocess.run(["ip", "route", "replace", "default", "via", "10.77.0.2", "dev", "v0"], check=True)
    settle_addresses()


def settle_addresses():
    """Waits for new addresses, as those of IPv6 appear late after the start of a network: Chromium aborts loads when one appears."""
    until(lambda: "tentative" not in subprocess.run(
        ["ip", "-6", "-o", "address"], capture_output=True, text=True, check=True).stdout, "settled addresses", 10)


class Stage:
    """A running server with a copy of the page; the vectors and their checks are served beside it."""

    #: The prefix of a command that must run in another network.
    prefix = ()

    def __init__(self, directory, prefix=(), settings=(), address=ADDRESS, page=None):
        """`page`: a folder with the page to serve; else the one of these sources is bundled."""
        self.directory, self.prefix = Path(directory), prefix
        self.data = self.directory / "data"
        web = self.directory / "web"
        # The page that people get, and beside it the sources, for tests of single modules and for pages of which a part is replaced.
        shutil.copytree(ROOT / "Web", web)
        shutil.move(web / "index.html", web / SOURCES)
        if page is None:
            page = self.directory / "page"
            subprocess.run([ROOT / "Scripts/bundle-page", page], check=True, timeout=60)
        shutil.copytree(page, web, dirs_exist_ok=True)
        self._add_vectors(web)
        self._add_account(web)
        self._command = [
            *prefix, BINARIES / "ecall-server", "serve", "--dev", "--data", self.data, "--web", web,
            "--log-level", "notice", *(["--media-address", address] if address else []),
            *(word for setting in settings for word in ("--set", setting))]
        self._start(0)

    def _start(self, port):
        self.server = Process("ecall-server", [*self._command, "--port", port])
        try:
            self.origin = self.server.wait_line(r"listening on (http://\S+)", 60)[1]
        except AssertionError:
            self.server.stop()
            raise

    def restart(self, page):
        """Ends the server at once and starts another one with the page of a folder; media servers go on."""
        self.kill()
        shutil.copytree(page, self.directory / "web", dirs_exist_ok=True)
        self.start_again()

    def kill(self):
        """Kills the server, as in a crash; media servers go on."""
        self.server.stop(signal.SIGKILL)

    def start_again(self):
        """Starts another server at the same address, with the data of the killed one."""
        self._start(self.origin.rpartition(":")[2])

    @staticmethod
    def _add_vectors(web):
        # The sources that the checks import are at the top here; the server knows no .mjs.
        checks = web / "Tests/WebTests/vectors"
        checks.mkdir(parents=True)
        for source in (ROOT / "Tests/WebTests/vectors").glob("*.mjs"):
            text = source.read_text().replace(".mjs'", ".js'").replace("'../../../Web/", "'/")
            (checks / source.name).with_suffix(".js").write_text(text)
        shutil.copytree(ROOT / "Tests/Vectors", web / "Tests/Vectors", ignore=shutil.ignore_patterns("*.py"))
        (web / "Tests/vectors.html").write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Vectors</title><link rel="icon" href="data:,">')

    @staticmethod
    def _add_account(web):
        bundle(ROOT / "Tests/WebTests/bench/account.js", web / "Tests/account.js")
        (web / ACCOUNT).write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Account</title><link rel="icon" href="data:,">'
            '<script type="module" src="/Tests/account.js"></script>')

    def code(self, to):
        """Returns the newest code sent to an address."""
        def newest():
            for path in sorted(glob.glob(str(self.data / "outbox/*.json")), reverse=True):
                message = json.loads(Path(path).read_text())
                if message.get("to") == to:
                    return message["code"]
            return None
        return until(newest, f"a code for {to}")

    def stop(self):
        """Ends the server, and with it Janus and coturn."""
        return self.server.stop(signal.SIGTERM)

    def log(self):
        logs = [f"== ecall-server\n{self.server.log()}"]
        for path in sorted((self.data / "log").glob("*.log")):
            logs.append(f"== {path.name}\n" + "\n".join(path.read_text(errors="replace").splitlines()[-12:]))
        return "\n".join(logs)
