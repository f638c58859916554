"""What the page offers of its browser after a call that went well."""
import pytest

pytestmark = pytest.mark.waiting

#: The browser would install the page. Headless ones never say so by themselves.
PROMPT = """void (() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    event.prompt = async () => { globalThis.benchPrompted = (globalThis.benchPrompted ?? 0) + 1; };
    globalThis.benchHint = dispatchEvent(event);
})()"""
OFFER = "ecallInspection.state.offer"


# A minute of talk is what it waits for.
@pytest.mark.long
@pytest.mark.limit(180)
def test_installation_is_offered_once_after_a_minute_of_talk(cast):
    """The card comes once the end of the call was seen, not in the call; Install has the browser ask."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.page.evaluate(PROMPT)
    assert ana.page.evaluate("benchHint") is False, "the browser shows no hint of its own"
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.answer(video=False)
    ana.page.wait("ecallInspection.state.call?.measured?.from > 0", "they hear each other", 30)
    ana.page.wait("performance.now() - ecallInspection.state.call.measured.from > 60_500", "they have talked for a minute", 75)
    assert ana.page.evaluate(OFFER) is None
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    ana.close_call()
    bo.close_call()
    ana.page.wait(f"{OFFER} === 'install'", "it is offered")
    assert bo.page.evaluate(OFFER) is None, "his browser installs nothing, and refuses notifications"
    ana.page.click("button", "^Install$")
    ana.page.wait("globalThis.benchPrompted === 1", "the browser asks")
    assert ana.page.evaluate(f"[{OFFER}, localStorage.getItem('offers')]") == [None, "install"]
