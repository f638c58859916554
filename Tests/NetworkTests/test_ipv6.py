"""Media by IPv6: a network of its own without any address of IPv4 but that of the machine itself."""
import os
import subprocess

import pytest

from bench.command_line import CommandLine, event
from bench.process import until
from bench.stage import Stage
from lab import Side
from measure import numbers

SECONDS = 6


@pytest.fixture(params=["fd00:77::1", "2001:db8:77::1"])
def stage(request, tmp_path):
    name = f"ecall-{os.getpid()}-six"
    prefix = ["ip", "netns", "exec", name]
    subprocess.run(["ip", "netns", "add", name], check=True)
    try:
        for words in ("link set lo up", "link add v0 type veth peer name v1", f"address add {request.param}/64 dev v0 nodad",
                      "link set v0 up", "link set v1 up"):
            subprocess.run([*prefix, "ip", *words.split()], check=True)
        until(lambda: "tentative" not in subprocess.run(
            [*prefix, "ip", "-6", "-o", "address"], capture_output=True, text=True, check=True).stdout, "settled addresses", 10)
        # The server finds the address by itself.
        stage = Stage(tmp_path, prefix, address=None)
        try:
            yield stage
        finally:
            stage.stop()
    finally:
        subprocess.run(["ip", "netns", "delete", name], check=True)


@pytest.mark.parametrize("arguments", [(), ("--relay-only",)], ids=["direct", "relayed"])
def test_call(stage, arguments):
    side = Side(stage, stage.prefix, stage.origin)
    ana, bo = (CommandLine(side, f"{name} {number}", number) for name, number in (("Ana", next(numbers)), ("Bo", next(numbers))))
    try:
        for person in (ana, bo):
            person.sign_in()
        bo.run("add", ana.link())
        ana.run("accept", bo.name)
        listening = bo.listen("--once", *arguments)
        calling = ana.call(bo.name, "--video", "--stay-on-line", SECONDS, *arguments)
        for child in (calling, listening):
            statistics = event(child, "ended", SECONDS + 60)["statistics"]
            pairs, fps = statistics["candidatePairs"], sum(statistics["picturesRead"].values()) / SECONDS
            print(f"{fps:.1f} pictures a second, by {pairs}")
            assert fps >= 15
            assert pairs and all(pair.startswith("relay/" if arguments else "host/") for pair in pairs)
    finally:
        for person in (ana, bo):
            person.stop()
