"""A callee who cannot talk says so, and when they call back, which the caller sees in place of "declined"."""
import re


def rings(cast):
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    return ana, bo


def test_a_reply_reaches_the_caller(cast):
    """Ana reads Bo's reply, and Bo that it was sent; the history only has a declined call."""
    ana, bo = rings(cast)
    bo.page.click("button", "^Can’t talk now$")
    # Nothing is sent before a choice: it keeps ringing.
    assert bo.page.evaluate("ecallInspection.state.call.phase") == "incoming"
    bo.page.page.get_by_role("textbox", name="Your own words (optional)").fill("On the train")
    bo.page.click("button", "^I’ll call back in 10 minutes$")
    ana.wait_ended("declined")
    ana.told(f"{bo.name} can’t talk now and will call back in 10 minutes.")
    ana.page.page.get_by_text("“On the train”").wait_for()
    assert not ana.page.page.get_by_text(f"{bo.name} declined the call.").count()
    bo.page.wait("ecallInspection.state.call === null", "it rings no more")
    bo.told(f"You told {ana.name} that you can’t talk now and will call back in 10 minutes.")
    # The promise is kept over a reload, and by calling.
    bo.page.reload()
    bo.page.wait("ecallInspection.state.connection === 'connected'", "Bo is connected")
    bo.go("/calls")
    bo.page.page.get_by_role("heading", name="You promised to call back").wait_for()
    ana.close_call()
    ana.go("/calls")
    rows = "[...document.querySelectorAll('.pane-list .row')].map((row) => row.innerText)"
    listed = ana.page.wait(f"{rows}[0] && {rows}", "the call is listed")
    assert len(listed) == 1 and "Declined" in listed[0]


def test_a_modified_reply_counts_as_a_decline(cast):
    """A letter of the reply changes on its way through the server: Ana reads only that Bo declined."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    changed = []

    def change(message):
        if not isinstance(message, str) or '"kind":"reply"' not in message:
            return message
        changed.append(message)
        return re.sub(r'("body":"[^"]*)(..)"', lambda found: f'{found[1]}{"BA" if found[2] == "AA" else "AA"}"', message)

    def between(socket):
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(change(message)))

    ana.page.context.route_web_socket(re.compile(r"/ws/$"), between)
    ana.page.reload()
    ana.page.wait("ecallInspection.state.connection === 'connected'", "Ana is connected")
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.page.click("button", "^Can’t talk now$")
    bo.page.click("button", "^I’ll call back in 10 minutes$")
    ana.wait_ended("declined")
    ana.told(f"{bo.name} declined the call.")
    assert len(changed) == 1
    assert not ana.page.page.get_by_text("call back in 10 minutes").count()
