"""coturn ends during calls that it relays by TCP or TLS only: nothing crashes, and audio returns soon after coturn."""
import os
import signal
import subprocess
import time

import pytest

from bench.command_line import event
from bench.process import until
from bench.stage import ADDRESS
from measure import Pair
from reach import ReachLab

#: Seconds from the return of coturn to audio on both sides; two quiet processors measured 1.7 to 1.9.
LIMIT = 5


class Coturn:
    """The child of the server."""

    def __init__(self, lab, port):
        self.lab, self.port, self.file = lab, port, lab.stage.data / "run/coturn.pid"

    def _number(self):
        lines = self.file.read_text().splitlines() if self.file.exists() else []
        return int(lines[0]) if lines else 0

    def _answers(self):
        return subprocess.run([*self.lab.near.prefix, "bash", "-c", f": </dev/tcp/{ADDRESS}/{self.port}"],
                              capture_output=True).returncode == 0

    def kill(self):
        """Kills it; returns a function that waits until the next one answers."""
        former = self._number()
        os.kill(former, signal.SIGKILL)
        return lambda: until(lambda: self._number() not in (0, former) and self._answers(), "the next coturn", 30)


def go_on(lab, pair, title, port, rounds):
    """A call in which coturn is killed, in each round as often as given: each restart takes longer."""
    listening = pair.bo.listen("--once")
    calling = pair.ana.call(pair.bo.name, "--video", "--stay-on-line", 120)
    ends, coturn = (calling, listening), Coturn(lab, port)
    for end in ends:
        event(end, "firstSound", 30)
    processes = [sorted(person.processes()) for person in (pair.ana, pair.bo)]
    for kills in rounds:
        killed = time.monotonic()
        for _ in range(kills - 1):
            coturn.kill()()
        is_back = coturn.kill()
        starts = [len(end.lines) for end in ends]
        is_back()
        back = time.monotonic()
        for end, start in zip(ends, starts):
            event(end, "firstSound", 30, start)
        heard = time.monotonic()
        print(f"{title}: coturn back after {back - killed:.1f} s, sound {heard - back:.1f} s later")
        assert heard - back < LIMIT
        for end, start in zip(ends, starts):
            event(end, "firstPicture", 30, start)
    assert [sorted(person.processes()) for person in (pair.ana, pair.bo)] == processes, "a client crashed and came back"
    pair.ana.run("hangup")
    reasons = [event(end, "ended", 30) for end in ends]
    assert [end["reason"] for end in reasons] == ["hungUp", "remoteHungUp"]
    pairs = reasons[0]["statistics"]["candidatePairs"]
    assert pairs and all(way.startswith("relay/") for way in pairs), pairs


def test_a_call_relayed_by_tcp_survives(lab):
    port = lab.port_of_relay()
    lab.border(f"nat=symmetric pass=tcp:{lab.stage.origin.rsplit(':', 1)[1]},tcp:{port}")
    pair = Pair(lab)
    try:
        go_on(lab, pair, "TCP", port, (1, 1))
    finally:
        pair.stop()
        lab.border()


@pytest.mark.long
def test_a_call_relayed_by_tls_survives(tmp_path_factory):
    lab = ReachLab(tmp_path_factory.mktemp("reach"), int(os.environ.get("SEED", "1")))
    try:
        lab.border("nat=symmetric pass=tcp:443")
        pair = Pair(lab)
        try:
            go_on(lab, pair, "TLS", lab.port_of_relay("tls-listening-port"), (1, 1, 4))
        finally:
            pair.stop()
    finally:
        lab.stop()
