"""Who cannot talk now says so in one tap, and the caller reads it where "declined" would stand."""
import re


def rings(cast):
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    return ana, bo


def test_calls_back_in_ten_minutes(cast):
    """Ana reads what Bo says, Bo that it was said; the history has that it was declined, and no more."""
    ana, bo = rings(cast)
    bo.page.click("button", "^Can’t talk now$")
    ana.wait_ended("declined")
    ana.told(f"{bo.name} can’t talk now and will call back in 10 minutes.")
    assert not ana.page.page.get_by_text(f"{bo.name} declined the call.").count()
    bo.page.wait("ecallInspection.state.call === null", "it rings no more")
    bo.told(f"You told {ana.name} that you can’t talk now and will call back in 10 minutes.")
    ana.close_call()
    ana.go("/calls")
    rows = "[...document.querySelectorAll('.pane-list .row')].map((row) => row.innerText)"
    listed = ana.page.wait(f"{rows}[0] && {rows}", "the call is listed")
    assert len(listed) == 1 and "Declined" in listed[0]


def test_the_server_cannot_say_it(cast):
    """A letter of the reply is another on its way through the server: Ana reads that Bo declined, as ever."""
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
    ana.wait_ended("declined")
    ana.told(f"{bo.name} declined the call.")
    assert len(changed) == 1
    assert not ana.page.page.get_by_text("call back in 10 minutes").count()
