"""Ringing while the page is closed: what the server sends by a push service is shown by the service worker, and what is pressed is done."""
import tempfile
import time
from pathlib import Path

import pytest

from bench.postman import Postman
from bench.process import until
from bench.push_service import PushService
from bench.stage import Stage
from test_installed import kept


@pytest.fixture(scope="module")
def service():
    with tempfile.TemporaryDirectory(prefix="ecall-push-") as directory:
        service = PushService(Path(directory))
        yield service
        service.close()


@pytest.fixture(scope="module")
def stage(service):
    with tempfile.TemporaryDirectory(prefix="ecall-web-", ignore_cleanup_errors=True) as directory:
        stage = Stage(directory, settings=service.settings)
        yield stage
        stage.stop()


@pytest.fixture
def reached(cast, service):
    """Makes people whom the server reaches while their page is closed."""
    def make(name="ana"):
        person = cast.page(keeps=True)
        person.postman = Postman(person, service, f"/{cast.title}/{name}")
        person.sign_in()
        kept(person.page)
        subscribed(person)
        return person
    return make


def subscribed(person):
    person.page.wait("localStorage.getItem('bench-subscribed') !== null", "the browser is subscribed")


def met(cast, ana, bo):
    """They are contacts, and have been in a call: from then on Ana's browser knows Bo's device."""
    cast.befriend(bo, ana)
    ana.postman.bring()
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.answer(video=False)
    for person in (ana, bo):
        person.page.wait("ecallInspection.state.call?.encryption === 'protected'", "they hear each other", 30)
    ana.hang_up()
    for person in (ana, bo):
        person.wait_phase("ended")
        person.close_call()


def test_a_stranger_rings_as_one_and_is_missed(cast, reached):
    """The first call of somebody rings unverified; once it is over, that it was missed stands in its place. A click leads to the calls."""
    ana, bo = reached(), cast.signed_in()
    cast.befriend(bo, ana)
    assert ana.postman.bring() == {"kind": "friend_request"}
    ana.postman.close_page()
    bo.call(ana.name, video=False)
    said = ana.postman.bring()
    assert set(said) == {"kind", "callId", "caller", "endsAt", "invite"}
    shown = ana.postman.sees("Unverified caller", "Not verified: this may be somebody else.")
    assert shown["actions"] == ["answer", "decline"] and shown["requireInteraction"] and not shown["silent"] and shown["tag"] == f"call-{said['callId']}"
    bo.hang_up()
    began = time.monotonic()
    assert ana.postman.bring()["kind"] == "missed"
    shown = ana.postman.sees(bo.name, "Missed call")
    print(f"measured: missed, {time.monotonic() - began:.2f} s after it was hung up")
    assert time.monotonic() - began < 3 and shown["silent"] and shown["actions"] == []
    # Late, or sent again.
    ana.postman.bring_text('{"kind":"ring","callId":%d,"caller":"%s","endsAt":%d}' % (said["callId"], said["caller"], said["endsAt"]))
    ana.postman.bring_text("\u0000 no message")
    until(lambda: len(ana.postman.worker.evaluate("self.registration.getNotifications()")) == 2, "both are shown")
    ana.postman.worker.evaluate("self.registration.getNotifications({ tag: 'other' }).then(([one]) => one.close())")
    shown = ana.postman.sees(bo.name, "Missed call")
    assert ana.postman.click(shown) == "/#/calls"
    ana.postman.sees_none()


@pytest.mark.limit(120)
def test_a_closed_page_rings_and_is_answered(cast, reached):
    """By the name of a contact whose device is known; who presses Answer is in the call, with the camera off."""
    ana, bo = reached(), cast.signed_in()
    met(cast, ana, bo)
    ana.postman.close_page()
    bo.call(ana.name)
    began = time.monotonic()
    ana.postman.bring()
    shown = ana.postman.sees(bo.name, "Video call")
    print(f"measured: rings in a closed page after {time.monotonic() - began:.2f} s")
    there = ana.postman.click(shown, "answer")
    assert there == "/"
    ana.postman.open_page(there)
    ana.page.wait("ecallInspection.state.call?.phase === 'inCall' && ecallInspection.state.call.encryption === 'protected'", "Ana is in the call", 30)
    assert ana.page.evaluate("ecallInspection.state.call.isCameraOn") is False
    ana.postman.sees_none()
    bo.hang_up()
    ana.wait_phase("ended")


@pytest.mark.limit(120)
def test_declined_without_a_window(cast, reached):
    """No window opens; the caller hears of it, and the refresh token is good afterwards. What was declined does not ring late."""
    ana, bo = reached(), cast.signed_in()
    cast.befriend(bo, ana)
    ana.postman.bring()
    ana.postman.close_page()
    bo.call(ana.name, video=False)
    said = ana.postman.bring()
    shown = ana.postman.sees("Unverified caller", "Not verified: this may be somebody else.")
    assert ana.postman.click(shown, "decline") is None
    bo.wait_ended("declined")
    ana.postman.bring_text('{"kind":"ring","callId":%d,"caller":"%s","endsAt":%d}' % (said["callId"], said["caller"], said["endsAt"]))
    ana.postman.sees("Call", "You have answered or declined this call.")
    ana.postman.open_page("/")
    ana.wait_connected()
    assert ana.page.evaluate("ecallInspection.state.call") is None
