"""Windows of one browser profile, and reloaded pages: one is the device, and its work goes on."""
from bench.process import until


def window(person, path="/"):
    """Opens another window of the person's browser."""
    page = person.page.open_window()
    address, _, fragment = path.partition("#")
    page.goto(f"{person.stage.origin}{address}?inspect{'#' + fragment if fragment else ''}")
    return page


def waits(page):
    until(lambda: page.evaluate("globalThis.ecallInspection?.state.screen === 'otherWindow'"), "the window waits")


def rings(page):
    until(lambda: page.evaluate("ecallInspection.state.call?.phase === 'incoming'"), "it rings there")


def test_the_waiting_window_rings_on(cast):
    """The first window closes while it rings: the second takes over by itself, rings on and answers. It
    closes in the call: the third takes over, offers the call to return to, and leaves it."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    second = window(bo)
    waits(second)
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.page.page.close()
    bo.page.page = second
    rings(second)
    assert ana.page.evaluate("ecallInspection.state.call.phase") == "outgoing"
    bo.answer(video=False)
    for person in (ana, bo):
        person.wait_phase("inCall")
    third = window(bo)
    waits(third)
    second.close()
    bo.page.page = third
    bo.wait_connected()
    bo.page.click("button", "^Leave$")
    ana.wait_ended("remoteHungUp", 10)


def test_a_received_ring_survives_a_page_closed_at_work(cast):
    """The ringing invitation and the tokens are on the disk even if the page closes while it still draws."""
    ana = cast.signed_in()
    second = window(ana)
    waits(second)
    database = "const { Database } = await import('/session/database.js'); const opened = await Database.open();"
    second.evaluate("{ new BroadcastChannel('at-work').onmessage = () => { globalThis.isFirstAtWork = true; }; }")
    ana.page.evaluate(f"""(async () => {{
        {database}
        setTimeout(() => {{
            void opened.put('seenCalls', 7);
            new BroadcastChannel('at-work').postMessage('');
            const end = performance.now() + 3000;
            while (performance.now() < end);
        }});
    }})()""")
    until(lambda: second.evaluate("globalThis.isFirstAtWork"), "the first window is at work")
    ana.page.page.close()
    ana.page.page = second
    until(lambda: second.evaluate(f"(async () => {{ {database} return (await opened.get('seenCalls')) === 7; }})()"), "it is there")


def test_a_reloaded_page_rings_on(cast):
    """No one is told that Bo declined, and Bo can still answer."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.page.reload()
    bo.page.sees("button", "^Decline$")
    bo.rings(ana.name)
    assert ana.page.evaluate("ecallInspection.state.call.phase") == "outgoing"
    bo.answer(video=False)
    for person in (ana, bo):
        person.wait_phase("inCall")
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


def test_a_replaced_window_becomes_the_device_again(cast):
    """The second window takes over and closes: the first is the device again, without a click."""
    person = cast.signed_in()
    first, second = person.page.page, window(person)
    waits(second)
    second.get_by_role("button", name="Use this tab").click()
    until(lambda: second.evaluate("ecallInspection.state.connection === 'connected'"), "the second is the device")
    waits(first)
    second.close()
    until(lambda: first.evaluate("ecallInspection.state.screen === 'main'"), "the first is the device again")
    person.wait_connected()


def test_a_link_goes_to_the_open_window(cast):
    """A link from a chat opens in its own window, and the window that is signed in shows whose it is."""
    ana, bo = cast.two()
    token = ana.link().rsplit("/", 1)[1]
    other = window(bo, f"/#/add/{token}")
    waits(other)
    until(lambda: other.evaluate("ecallInspection.state.otherWindow.hasHandedOver"), "the link is handed over")
    assert token not in other.evaluate("location.href")
    bo.page.wait(f"ecallInspection.state.add.displayName === {ana.name!r}", "the first window shows whose link it is")
    assert token not in bo.page.evaluate("location.href")
    bo.page.click("button", "^Send request$")
    ana.page.wait("ecallInspection.state.requests.value?.received.length === 1", "the request is there")
