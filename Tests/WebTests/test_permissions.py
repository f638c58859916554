"""Requirement 000: why microphone and camera are asked for is said before the browser asks; a refusal can be undone."""
import re

from bench.keyboard import Keyboard

PERMISSIONS = "ecallInspection.state.permissions"


def test_it_is_explained_before_the_first_call(cast):
    """Cancelled, nobody is called; continued by keys, the call goes on with picture and sound, and it is never said again."""
    ana, bo = cast.together(cast.page(asks=True), cast.page())
    cast.befriend(ana, bo)
    # It would ask.
    ana.page.context.clear_permissions()
    keys = Keyboard(ana.page.page)
    ana.call(bo.name)
    ana.page.sees("heading", "^Your browser will ask for the microphone and camera")
    assert ana.page.evaluate("ecallInspection.state.call") is None
    ana.page.click("button", "^Cancel$")
    ana.page.wait(f"{PERMISSIONS}.dialog === null", "the dialog is gone")
    assert ana.page.evaluate("ecallInspection.state.call") is None
    keys.go_to("button", f"^Video call {re.escape(bo.name)}$")
    keys.press("Enter")
    keys.arrives_at("button", "^Continue$")
    keys.stays_in("[role=alertdialog]")
    if not keys.is_at("button", "^Continue$"):
        keys.go_to("button", "^Continue$")
    # The person's answer, as no one can press the buttons of the browser itself.
    ana.page.context.grant_permissions(["microphone", "camera"])
    keys.press("Enter")
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_pictures()
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    ana.page.wait("ecallInspection.state.call === null || ecallInspection.state.call.phase === 'ended'", "the call is over")
    if ana.page.evaluate("ecallInspection.state.call !== null"):
        ana.close_call()
    bo.close_call()
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    ana.hang_up()


def test_a_refusal_can_be_undone(cast):
    """What is blocked is said before the call with the way to undo it in this browser; the call goes on without, and unmuting
    says it again."""
    ana, bo = cast.together(cast.page(asks=True), cast.page())
    cast.befriend(ana, bo)
    # All that is not named is refused.
    ana.page.context.clear_permissions()
    ana.page.context.grant_permissions(["clipboard-read"])
    ana.call(bo.name, video=False)
    ana.page.sees("heading", "^The microphone is blocked")
    assert "left of the address" in ana.page.page.get_by_role("alertdialog").inner_text()
    ana.page.click("button", "^Continue without$")
    bo.rings(ana.name)
    bo.answer(video=False)
    ana.wait_phase("inCall")
    ana.page.wait("ecallInspection.state.call.isMuted", "she is muted for want of a microphone")
    ana.page.click("button", "^Unmute$")
    ana.page.sees("heading", "^The microphone is blocked")
    ana.page.click("button", "^Close$")
    ana.page.context.grant_permissions(["microphone", "camera"])
    ana.page.click("button", "^Unmute$")
    ana.page.wait("!ecallInspection.state.call.isMuted", "she is heard")
    ana.hang_up()


def test_permissions_in_the_settings(cast):
    """Each is shown as it stands; a press has the browser ask."""
    ana = cast.signed_in(asks=True)
    ana.page.context.clear_permissions()
    ana.go("/settings/permissions")
    ana.page.wait(f"{PERMISSIONS}.known.microphone === 'prompt'", "the browser would ask")
    ana.page.page.get_by_role("listitem").filter(has_text="So people can hear you").get_by_role("button", name="Allow").click()
    ana.page.wait(f"{PERMISSIONS}.asking === null", "the browser has asked")
    ana.page.context.grant_permissions(["microphone"])
    # The page hears of what changes.
    ana.page.wait(f"{PERMISSIONS}.known.microphone === 'granted'", "it is allowed")
    assert ana.page.evaluate(f"{PERMISSIONS}.known.camera") == "denied"
    ana.page.page.locator("[role=note]").wait_for()
