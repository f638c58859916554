"""Weak connections are shown: bars with a name on the tile, and one sentence."""
import pytest

#: From now on connections report what they are told to: by the type of the report.
WORSEN = """void (() => {
    globalThis.benchWorse = {};
    const read = RTCPeerConnection.prototype.getStats;
    RTCPeerConnection.prototype.getStats = async function (...rest) {
        const change = (report) => ({ ...report, ...benchWorse[report.type]?.(report) });
        return new Map([...await read.apply(this, rest)].map(([id, report]) => [id, change(report)]));
    };
})()"""
SENTENCE = "document.querySelector('.call-quality').textContent"


def says(person, sentence, seconds=12):
    person.page.wait(f"{SENTENCE} === {sentence!r}", f"{person.name}'s page says {sentence!r}", seconds)


# Over 10 s: the state of a connection must last for some seconds, five times.
@pytest.mark.long
def test_weak_connections_are_shown(cast, request):
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_pictures()
    # A browser on this machine receives well; what is shown follows from what the browser says.
    says(ana, "", 20)
    ana.page.wait("ecallInspection.state.call.quality.level === 'good'", "the own line is good")
    ana.page.evaluate(WORSEN)
    lossy = "({ packetsLost: Math.round((report.packetsReceived ?? 0) * 0.3) })"
    ana.page.evaluate(f"void (benchWorse['inbound-rtp'] = (report) => {lossy})")
    says(ana, f"{bo.name}’s connection is weak.")
    assert ana.page.page.get_by_role("group", name=bo.name).get_by_role("img", name="Connection: weak").is_visible()
    if directory := request.config.getoption("--pictures"):
        directory.mkdir(parents=True, exist_ok=True)
        ana.page.screenshot(str(directory / "page-call-weak.png"))
    ana.page.evaluate("void (benchWorse = { 'remote-inbound-rtp': () => ({ fractionLost: 0.3 }) })")
    says(ana, "Your connection is weak. Your video may freeze for others.")
    assert ana.page.page.get_by_role("group", name="You,").get_by_role("img", name="Your connection: weak").is_visible()
    ana.page.evaluate("void (benchWorse = {})")
    says(ana, "")
    assert ana.page.page.get_by_role("img", name="onnection: ").count() == 0
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
