"""A person with an old and a new phone, and their friend: who asks whom what, and when."""
import pytest

#: What Bo presses; the name in it is isolated from the words around it.
ITS_ANA = "^It’s .*Ana"


def rings_and_answers(caller, called, is_new=False):
    caller.call(called.name)
    called.rings(caller.name)
    assert called.page.evaluate("document.body.innerText.includes('· new device')") == is_new
    called.answer()


def ends(one, other):
    one.hang_up()
    for person in (one, other):
        person.close_call()


@pytest.fixture
def met(cast):
    """Ana, on her old phone, and Bo, who have called each other."""
    old, bo = cast.two()
    cast.befriend(old, bo)
    rings_and_answers(old, bo)
    for person in (old, bo):
        person.wait_pictures()
    ends(old, bo)
    return old, bo


@pytest.mark.limit(150)
# Over 10 s: three calls, in each of which both see each other, or are seen not to.
def test_a_friend_is_asked_once_about_a_new_phone(cast, met):
    """Bo is asked about Ana's new phone in its first call, sees her after one press, and is not asked again."""
    old, bo = met
    new = cast.further_device(old)
    new.wait_contact(bo.name)
    rings_and_answers(new, bo, is_new=True)
    bo.page.sees("button", ITS_ANA)
    new.page.wait("ecallInspection.state.call?.members.filter((one) => one.slot !== null)[0]?.keepsOut", "the new phone is told that Bo is being asked", 30)
    assert bo.page.evaluate("ecallInspection.state.call.encryption") == "waitingForKey"
    # Looking at the numbers isn't an answer.
    bo.page.click("button", "^Compare$")
    bo.page.page.go_back()
    bo.page.click("button", ITS_ANA)
    for person in (new, bo):
        person.wait_pictures()
    ends(new, bo)
    rings_and_answers(new, bo)
    for person in (new, bo):
        person.wait_pictures()
    assert bo.page.page.get_by_role("button", name="It’s").count() == 0, "asked once"
    ends(new, bo)


@pytest.mark.limit(150)
@pytest.mark.long
def test_nobody_is_asked_about_a_phone_that_the_old_one_has_confirmed(cast, met):
    """Ana compares her new phone with her old one, and Bo hears her on it at once."""
    old, bo = met
    new = cast.further_device(old)
    old.go("/settings/devices")
    device = new.page.evaluate("ecallInspection.state.account.deviceId")
    old.go(f"/settings/devices/{device}/compare")
    old.page.click("button", "^They match$")
    new.page.wait("ecallInspection.state.settings.ownKeys.value?.isVouched", "the new phone is confirmed", 20)
    new.wait_contact(bo.name)
    rings_and_answers(new, bo)
    for person in (new, bo):
        person.wait_pictures()
    assert bo.page.evaluate("ecallInspection.state.call.members.filter((one) => one.slot !== null)[0].trust") == "vouched"
    ends(new, bo)
