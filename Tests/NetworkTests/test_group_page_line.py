"""A page in a call of four whose own line becomes narrow: audio takes precedence over pictures, and the others are not affected."""
import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import ChromiumPage
from bench.command_line import CommandLine, event
from bench.person import Person
from measure import numbers
from test_group_line import during


@pytest.fixture
def page(lab):
    number = next(numbers)
    with sync_playwright() as playwright:
        window = ChromiumPage(playwright, lab.stage.directory, number, prefix=lab.far.prefix, grain=True)
        person = Person(lab.far, window, f"Eve {number}", number)
        person.sign_in()
        yield person
        lab.set("")
        window.close()


@pytest.fixture
def natives(lab):
    people = [CommandLine(lab.near, f"{name} {number}", number) for name, number in ((name, next(numbers)) for name in ("Fay", "Gus", "Hal"))]
    for person in people:
        person.environment |= {"ECALL_TEST_GRAIN": "1"}
        person.sign_in()
    for person in people[1:]:
        people[0].run("add", person.link())
        person.run("accept", people[0].name)
    yield people
    for person in people:
        person.stop()


def heard(page, milliseconds):
    page.start_listening(milliseconds)
    return page.heard()


@pytest.mark.long
@pytest.mark.limit(180)
def test_audio_takes_precedence_when_the_line_of_a_page_becomes_narrow(lab, page, natives):
    lab.set("")
    fay, *others = natives
    page.ask(fay.link())
    page.page.wait("['sent', 'becameContacts'].includes(ecallInspection.state.add.status)", "the request is sent")
    fay.run("accept", page.name)
    listening = [person.listen("--once") for person in others]
    calling = fay.call(page.name, *[person.name for person in others], "--video")
    page.rings(fay.name)
    page.answer()
    for child in (calling, *listening):
        event(child, "firstPicture", 30)
    page.wait_pictures(3)
    before = heard(page, 6000)
    lab.set("rate=300 delay=20")
    # The overload is noticed in this time.
    noticing = during(natives, 12)
    lab.ask("stats")
    narrow, now = during(natives, 8), heard(page, 8000)
    counts = lab.ask("stats")["down"]
    print(f"measured: page: before {before}, with 300 kbit/s {now}; {counts['overflow']} of {counts['packets']} packets lost")
    numbers_of_others = {str(person.number) for person in natives}
    assert set(now["tones"]) == numbers_of_others and now["unreadable"] == 0
    # Counted over 8 s and 6 s.
    assert all(now["tones"][number] >= 0.8 * 8 / 6 * before["tones"][number] for number in numbers_of_others), now["tones"]
    assert len(now["pictures"]) < 3, "three pictures do not go through this line"
    for person, soon, later in zip(natives, noticing, narrow):
        for number in numbers_of_others - {str(person.number)}:
            assert soon["tones"][number] >= 6 and later["fps"][number] >= 12, f"{person.name} suffers from {number}"
    fay.run("hangup")
