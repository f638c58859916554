"""The page's check of the network, against the server's own coturn."""
import re
import subprocess

import pytest

CHECK = "ecallInspection.state.networkCheck"
BROWSERS = ["chromium", pytest.param("firefox", marks=pytest.mark.long)]


#: Requests for a relay by UDP (RFC 8656): the server's own checks of coturn must still be answered.
ALLOCATE = ["-m", "u32", "--u32", "28>>16=0x0003"]


@pytest.fixture
def wall():
    """Drops what goes to ports of this machine; everything passes again at the end."""
    rules = []

    def block(protocol, port, *how):
        rule = ["OUTPUT", "-p", protocol, "--dport", str(port), *how]
        subprocess.run(["iptables", "-I", *rule], check=True, timeout=10)
        rules.append(rule)
    yield block
    for rule in rules:
        subprocess.run(["iptables", "-D", *rule], check=True, timeout=10)


def relay_port(stage):
    lines = (stage.data / "run/coturn.conf").read_text().splitlines()
    return next(line.split("=")[1] for line in lines if line.startswith("listening-port="))


def check(person):
    """What the screen shows of each way, and what it says."""
    person.page.click("button", "^Check (the network|again)$")
    person.page.wait(f"{CHECK}.stage === 'done'", "the check is over", 30)
    ways = person.page.evaluate("""[...document.querySelectorAll('.detail-body .row')].map((row) => row.innerText.replace(/\\s+/g, ' ').trim())""")
    said = person.page.evaluate("[...document.querySelectorAll('.detail-body .message')].map((one) => one.innerText.trim())")
    return ways, said


@pytest.mark.parametrize("browser", BROWSERS)
def test_a_network_in_which_relays_work(cast, browser):
    ana = cast.signed_in(browser)
    ana.go("/settings/network")
    ways, said = check(ana)
    print(ways)
    assert len(ways) == 3
    assert re.fullmatch(r"Relay over UDP Works · \d+ ms", ways[0]) and re.fullmatch(r"Relay over TCP Works · \d+ ms", ways[1])
    assert ways[2] == "Relay over TLS Not offered by the server"
    assert said == ["Calls get through this network."]
    # A result holds only for the network of that moment.
    ana.go("/settings")
    ana.page.wait(f"{CHECK}.stage === 'idle'", "it is forgotten")


# A blocked way is waited for.
@pytest.mark.parametrize("browser", BROWSERS)
def test_a_network_that_blocks_udp_then_everything(cast, wall, browser):
    port = relay_port(cast.stage)
    ana = cast.signed_in(browser)
    ana.go("/settings/network")
    ana.page.expects(r"ICE failed")
    wall("udp", port, *ALLOCATE, "-j", "DROP")
    ways, said = check(ana)
    print(ways)
    assert ways[0] == "Relay over UDP Doesn’t work" and ways[1].startswith("Relay over TCP Works · ")
    assert said == [f"UDP doesn’t get through, so calls use TCP and may stutter. Ask the network’s administrator to open UDP port {port}."]
    wall("tcp", port, "-j", "REJECT", "--reject-with", "tcp-reset")
    ways, said = check(ana)
    assert ways[:2] == ["Relay over UDP Doesn’t work", "Relay over TCP Doesn’t work"]
    assert said == ["No relay can be reached, so calls may have no sound on this network. "
                    f"Ask its administrator to open UDP port {port} and TCP port {port}."]
