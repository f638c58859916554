"""Older pages with the current server, and the current page with recorded answers of older servers (docs/decisions/0070)."""
import json
import lzma
import os
import subprocess
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

import pytest

from bench.recording import Recorder, Replay
from bench.stage import BINARIES, ROOT, Stage
from conftest import Cast

RELEASES = ROOT / "Tests/WebTests/releases"
NAMES = sorted(path.name.removesuffix(".tar.xz") for path in RELEASES.glob("*.tar.xz"))


@pytest.fixture(params=NAMES)
def earlier(browsers, request):
    """People at the current server, which serves an older page; other sources that it serves are current."""
    with tempfile.TemporaryDirectory(prefix="ecall-release-", ignore_cleanup_errors=True) as directory:
        page = Path(directory) / "kept"
        with tarfile.open(fileobj=BytesIO(lzma.decompress((RELEASES / f"{request.param}.tar.xz").read_bytes()))) as archive:
            archive.extractall(page, filter="data")
        stage = Stage(directory, page=page)
        cast = Cast(stage, browsers, request.node.name.replace("/", "-"))
        request.node.cast = cast
        try:
            yield cast
        finally:
            problems = cast.problems()
            cast.close()
            stage.stop()
        assert problems == []


def test_an_older_page_calls_the_current_one(earlier):
    """It signs in, becomes a contact, and calls both ways with sound and picture with a person on the current page."""
    ana, bo = earlier.page(), earlier.page()
    bo.page.is_of_sources = True
    for person in (ana, bo):
        person.sign_in_by_form()
    scripts = "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"
    assert any(path.startswith("/assets/main-") for path in ana.page.evaluate(scripts)) and "/main.js" in bo.page.evaluate(scripts)
    earlier.befriend(ana, bo)
    for caller, called in ((ana, bo), (bo, ana)):
        caller.call(called.name)
        called.rings(caller.name)
        called.answer()
        for person in (caller, called):
            person.wait_pictures()
        called.hang_up()
        caller.wait_ended("remoteHungUp")
        for person in (caller, called):
            person.close_call()


def test_an_older_page_is_known_by_its_hashes(earlier, request):
    name = request.node.callspec.params["earlier"]
    done = subprocess.run([BINARIES / "ecall", "page", "verify", earlier.stage.origin, "--json"], capture_output=True, text=True, timeout=60)
    found = json.loads(done.stdout.splitlines()[-1])
    assert done.returncode == 0 and found["release"] == name and found["isRelease"], (found, done.stderr)


PLACES = ("/contacts", "/requests", "/settings/devices", "/settings/methods", "/settings/privacy", "/settings/account", "/calls")


def look_around(person):
    """Opens every screen that sends a request."""
    for place in PLACES:
        person.go(place)
        person.page.wait(f"location.hash === '#{place}'", place)


def test_records_the_answers_of_the_server(cast):
    """Records the answers to a page that signs in, gets a request, accepts it, and misses a call. They are written where releases are kept."""
    ana, bo = cast.page(), cast.signed_in()
    recorder = Recorder(ana.page.page)
    ana.sign_in_by_form()
    bo.ask(ana.link())
    ana.accept()
    bo.wait_contact(ana.name)
    bo.call(ana.name, video=False)
    ana.rings(bo.name)
    bo.hang_up()
    ana.page.wait("ecallInspection.state.history.all.calls?.[0]?.result === 'missed'", "the call was missed")
    look_around(ana)
    ana.page.wait("ecallInspection.state.settings.devices.value?.length === 1 && ecallInspection.state.settings.methods.value?.length === 1", "all was fetched")
    recording = {"name": ana.name, "email": ana.email, "contact": bo.name, **recorder.recording()}
    kinds = {answer["request"].split("?")[0] for answer in recording["answers"]}
    assert len(kinds) > 12 and any("friend_request" in frame for frame in recording["frames"]) and any("call_" in frame for frame in recording["frames"])
    if name := os.environ.get("WRITE_RELEASE"):
        (RELEASES / f"{name}.json").write_text(json.dumps(recording, indent=1, ensure_ascii=False) + "\n")


@pytest.mark.parametrize("name", sorted(path.stem for path in RELEASES.glob("*.json")))
def test_the_current_page_reads_older_answers(cast, name):
    """With that server's answers alone it signs in, has the contact and the missed call, and shows its devices and addresses."""
    recording = json.loads((RELEASES / f"{name}.json").read_text())
    ana = cast.page()
    # An older server answers newer requests like this.
    ana.page.expects(r"status of 404")
    replay = Replay(ana.page.context, recording)
    ana.name, ana.email = recording["name"], recording["email"]
    ana.ask_for_code()
    ana.page.fill("^(Six-digit c|C)ode", "123456")
    ana.page.sees("link", "^Contacts")
    ana.wait_connected()
    assert ana.page.evaluate("ecallInspection.state.account.displayName") == recording["name"]
    ana.wait_contact(recording["contact"])
    ana.go("/contacts")
    ana.page.sees("button", f"^Call {recording['contact']}$")
    ana.page.wait("ecallInspection.state.history.all.calls?.[0]?.result === 'missed'", "the missed call")
    ana.go("/calls")
    ana.page.sees("link", recording["contact"])
    look_around(ana)
    ana.page.wait("ecallInspection.state.settings.devices.value?.length === 1 && ecallInspection.state.settings.methods.value?.length === 1", "devices and addresses")
    problems = ana.page.evaluate("""['contacts', 'requests', 'blocked'].filter((name) => ecallInspection.state[name].problem !== null)
        .concat(['devices', 'methods', 'ownKeys'].filter((name) => ecallInspection.state.settings[name].problem !== null))""")
    assert problems == [] and ana.page.evaluate("ecallInspection.state.history.all.problem") is None
    print(f"measured: asked for what the server of {name} was not: {sorted(set(replay.unknown))}")
