"""A server behind one-to-one NAT, as in most clouds, with hairpin and without: by UDP, and by relays over UDP, TCP and TLS."""
import os

import pytest

from bench.command_line import CommandLine, event
from link_emulator import NEAR_PUBLIC_ADDRESS
from measure import Side, numbers
from reach import ReachLab
from test_reach import page_and_native, show_state

pytestmark = pytest.mark.long

SECONDS = 5
GATES = {"hairpin": "nat=one-to-one,hairpin", "no hairpin": "nat=one-to-one"}
#: What the network of the clients lets through beside HTTPS, and whether media must be relayed.
WAYS = {
    "UDP": ("", False),
    "relay by UDP": ("pass=tcp:443,udp:{relay}", True),
    "relay by TCP": ("pass=tcp:443,tcp:{relay}", True),
    "relay by TLS": ("pass=tcp:443", True),
}


class NATLab(ReachLab):
    """A lab whose server has a private address; people at `far` reach it at its public one."""

    reached = NEAR_PUBLIC_ADDRESS

    def __init__(self, directory, seed):
        super().__init__(directory, seed, [f"media.publicAddress={NEAR_PUBLIC_ADDRESS}"])


@pytest.fixture(scope="module")
def cloud(tmp_path_factory):
    cloud = NATLab(tmp_path_factory.mktemp("cloud"), int(os.environ.get("SEED", "1")))
    yield cloud
    cloud.stop()


@pytest.fixture
def through(cloud):
    """Sets a gate and a way; all are open again at the end."""
    def put(gate, way):
        cloud.gate(GATES[gate])
        cloud.border(WAYS[way][0].format(relay=cloud.port_of_relay()))
    yield put
    cloud.border()
    cloud.gate()


@pytest.fixture(scope="module")
def people(cloud):
    """Two contacts, both outside."""
    cloud.gate(GATES["no hairpin"])
    ana, bo = (CommandLine(cloud.far, f"{name} {number}", number) for name, number in (("Ana", next(numbers)), ("Bo", next(numbers))))
    for person in (ana, bo):
        person.environment |= {"ECALL_TEST_GRAIN": "1"}
        person.sign_in()
    bo.run("add", ana.link())
    ana.run("accept", bo.name)
    yield ana, bo
    for person in (ana, bo):
        person.stop()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("gate", GATES)
# 002-15
def test_a_call_with_a_server_behind_one_to_one_nat(cloud, people, through, gate, way):
    through(gate, way)
    is_relayed = WAYS[way][1]
    arguments = ["--relay-only"] if is_relayed else []
    ana, bo = people
    listening = bo.listen("--once", *arguments)
    calling = ana.call(bo.name, "--video", "--stay-on-line", SECONDS, "--for", SECONDS + 20, *arguments)
    ends = {name: event(child, "ended", SECONDS + 60)["statistics"] for name, child in (("ana", calling), ("bo", listening))}
    print(f"the gate: {cloud.ask('stats')['gate']}")
    for name, statistics in ends.items():
        side, pairs = Side(name, statistics, SECONDS), statistics["candidatePairs"]
        print(f"{gate}, {way}: {name} {side.fps:.1f} pictures a second, the tone {100 * side.tones:.0f} %, first after {side.first} ms, by {pairs}")
        assert side.fps >= 15 and side.tones >= 0.9
        assert pairs and all(pair.startswith("relay/") == is_relayed for pair in pairs), pairs


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("gate", GATES)
# 002-15
def test_a_page_with_a_server_behind_one_to_one_nat(cloud, through, gate, way):
    through(gate, way)
    page_and_native(
        cloud.stage, cloud.near, cloud.far, f"page, one-to-one NAT, {gate}, {way}", WAYS[way][1], dict,
        ["--ignore-certificate-errors"], show_state(cloud))
