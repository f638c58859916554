"""A server behind a proxy on port 443, as in Deploy/haproxy.cfg, with certificates of an authority that far trusts."""
import subprocess

from bench.process import Process, until
from bench.stage import ADDRESS, ROOT
from lab import Lab, Side

CALLS, TURN = "calls.example.org", "turn.example.org"
KEY = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]


def make_certificates(folder):
    """Makes an authority, and a certificate and key for each name."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    openssl("genpkey", *KEY, "-out", "authority.key")
    openssl("req", "-x509", "-new", "-key", "authority.key", "-days", "2", "-subj", "/CN=Test authority", "-out", "authority.pem")
    for name in (CALLS, TURN):
        openssl("genpkey", *KEY, "-out", f"{name}.key")
        openssl("req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}", "-out", "request")
        openssl("x509", "-req", "-in", "request", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-days", "2",
                "-copy_extensions", "copy", "-out", f"{name}.crt")


class ReachLab(Lab):
    """A lab whose people on both sides use the name of the server."""

    def __init__(self, directory, seed, settings=()):
        make_certificates(directory)
        self.proxy = None
        super().__init__(directory, seed, "reach", [
            f"publicURL=https://{CALLS}", "proxy.trusted=127.0.0.1", f"media.turnCertificate={directory / TURN}.crt",
            f"media.turnKey={directory / TURN}.key", f"media.turnTLSAddress={TURN}:443",
            *settings])
        try:
            self._start_proxy(directory)
            self.near, self.far = (
                Side(self.stage, [*side.prefix, "unshare", "--mount", self._script(directory, name, address)], f"https://{CALLS}")
                for side, name, address in ((self.near, "near", ADDRESS), (self.far, "far", self.reached)))
        except BaseException:
            self.stop()
            raise

    def _start_proxy(self, directory):
        certificate = directory / "calls.pem"
        certificate.write_text("".join((directory / f"{CALLS}.{end}").read_text() for end in ("crt", "key")))
        text = (ROOT / "Deploy/haproxy.cfg").read_text()
        for old, new in ((" :443", f" {ADDRESS}:443"), ("192.0.2.10:5349", f"{ADDRESS}:{self.port_of_relay('tls-listening-port')}"),
                         ("/etc/ecall/calls.pem", str(certificate)), ("127.0.0.1:8080", self.stage.origin.split("//")[1])):
            assert text.count(old) == 1, f"Deploy/haproxy.cfg does not have {old!r} once"
            text = text.replace(old, new)
        configuration = directory / "haproxy.cfg"
        configuration.write_text(text)
        self.proxy = Process("haproxy", [*self.near.prefix, "haproxy", "-db", "-f", configuration])
        until(lambda: subprocess.run([*self.near.prefix, "bash", "-c", f": </dev/tcp/{ADDRESS}/443"], capture_output=True)
              .returncode == 0, "the proxy", 10)

    @staticmethod
    def _script(directory, side, address):
        """Returns a script that runs a command with the server's names resolved and the authority among the system's."""
        hosts, resolver, script = directory / f"hosts-{side}", directory / "resolv.conf", directory / f"there-{side}"
        hosts.write_text(f"127.0.0.1 localhost\n{address} {CALLS} {TURN}\n")
        # No server listens there: Chromium also resolves relays by DNS, and would wait 13 s for one that never answers.
        resolver.write_text("nameserver 127.0.0.1\n")
        script.write_text(f'#!/bin/sh\nset -e\nmount --bind {hosts} /etc/hosts\nmount --bind {resolver} /etc/resolv.conf\n'
                          f'mount --bind {directory}/authority.pem /etc/ssl/certs/ca-certificates.crt\nexec "$@"\n')
        script.chmod(0o700)
        return script

    def stop(self):
        if self.proxy:
            self.proxy.stop()
        super().stop()

    def log(self):
        return super().log() + (f"\n== haproxy\n{self.proxy.log(12)}" if self.proxy else "")
