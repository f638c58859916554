"""Requirement 000: the page explains microphone and camera before the browser asks, and a refusal can be undone."""
import re

from bench.keyboard import Keyboard

PERMISSIONS = "ecallInspection.state.permissions"


def test_permissions_are_explained_before_the_first_call(cast):
    """Canceling places no call; continuing by keyboard goes on with picture and sound, and the explanation is not shown again."""
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
    """A blocked device is reported before the call with how to allow it in this browser; the call goes on without it, and unmuting
    reports it again."""
    ana, bo = cast.together(cast.page(asks=True), cast.page())
    cast.befriend(ana, bo)
    # Anything that is not named is refused.
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
    """Each permission is shown as it is, and a press makes the browser ask."""
    ana = cast.signed_in(asks=True)
    ana.page.context.clear_permissions()
    ana.go("/settings/permissions")
    ana.page.wait(f"{PERMISSIONS}.known.microphone === 'prompt'", "the browser would ask")
    ana.page.page.get_by_role("listitem").filter(has_text="So people can hear you").get_by_role("button", name="Allow").click()
    ana.page.wait(f"{PERMISSIONS}.asking === null", "the browser has asked")
    ana.page.context.grant_permissions(["microphone"])
    # The page is notified of changes.
    ana.page.wait(f"{PERMISSIONS}.known.microphone === 'granted'", "it is allowed")
    assert ana.page.evaluate(f"{PERMISSIONS}.known.camera") == "denied"
    ana.page.page.locator("[role=note]").wait_for()
