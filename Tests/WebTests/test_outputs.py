"""The loudspeaker of a call (requirement 000)."""
import json

import pytest

from test_calls import connect

pytestmark = pytest.mark.pages

OUTPUTS = "ecallInspection.state.outputs"
#: The loudspeakers of all videos that play, by their IDs.
SINKS = "[...document.querySelectorAll('.stage video')].filter(({ muted }) => !muted).map(({ sinkId }) => sinkId)"
PLACES = "JSON.stringify(['.call-head', '.stage', '.call-controls'].map((part) => document.querySelector(part).getBoundingClientRect()))"


def plug(person, *names):
    """Makes these the only loudspeakers that the page sees from now on."""
    person.page.evaluate(f"""(() => {{
        const devices = navigator.mediaDevices;
        devices.listed ??= devices.enumerateDevices.bind(devices);
        const there = {json.dumps(names)};
        devices.enumerateDevices = async () => (await devices.listed()).filter(({{ kind, label }}) => kind !== 'audiooutput' || there.includes(label));
        devices.dispatchEvent(new Event('devicechange'));
    }})()""")


def sounds_by(person, identifier):
    person.page.wait(f"JSON.stringify({SINKS}) === JSON.stringify([{json.dumps(identifier)}])", f"{person.name} hears it by {identifier or 'the default'}")


# 000-39
def test_the_loudspeaker_is_switched(cast):
    """The loudspeaker changes in a call on a phone without moving anything; it is used again in the next call, and audio goes on when it is unplugged."""
    # A browser whose loudspeaker IDs survive a reload, as they do for people.
    ana, bo = cast.page(phone=True, whole=True), cast.signed_in()
    ana.sign_in()
    cast.befriend(ana, bo)
    connect(ana, bo)
    window = ana.page.page
    ana.page.wait(f"{OUTPUTS}.found.length > 1", "there is a choice")
    before = ana.page.evaluate(PLACES)
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Sound and camera$")
    window.get_by_label("Loudspeaker").select_option(label="Fake Audio Output 2")
    chosen = ana.page.wait(f"{OUTPUTS}.inUse", "it is in use")
    assert ana.page.evaluate(f"{OUTPUTS}.found.find(({{ id }}) => id === {json.dumps(chosen)}).name") == "Fake Audio Output 2"
    sounds_by(ana, chosen)
    window.keyboard.press("Escape")
    assert ana.page.evaluate(PLACES) == before
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    bo.close_call()
    ana.page.reload()
    ana.wait_connected()
    connect(ana, bo, video=False)
    sounds_by(ana, chosen)
    plug(ana, "Fake Audio Output 1")
    sounds_by(ana, "")
    ana.told("Fake Audio Output 2 was disconnected")
    plug(ana, "Fake Audio Output 1", "Fake Audio Output 2")
    sounds_by(ana, chosen)
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    ana.close_call()
    ana.go("/settings/sound")
    window.get_by_label("Loudspeaker").select_option(label="System default")
    ana.page.wait(f"{OUTPUTS}.inUse === '' && localStorage.getItem('output') === null", "it is forgotten")
