"""The installed page: it opens without a server, shows kept lists, and updates between calls."""
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from bench.process import until
from conftest import Cast
from bench.stage import ACCOUNT, ROOT, Stage

pytestmark = pytest.mark.pages

KEPT = "caches.keys().then((names) => names.filter((name) => name.startsWith('ecall-page-')))"
RELEASE = "document.querySelector('meta[name=ecall-release]').content"
HAS_WORKER = "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"


@pytest.fixture
def installing(cast):
    """People whose browsers install the page, which other tests disable so that each starts with the server's data."""
    def make():
        person = cast.page(keeps=True)
        person.sign_in()
        kept(person.page)
        return person
    cast.installed = make
    return cast


def kept(page):
    page.wait(HAS_WORKER, "the page is kept")


def window_of(person, path="/"):
    page = person.page.open_window()
    path, _, fragment = path.partition("#")
    page.goto(f"{person.stage.origin}{path}?inspect{'#' + fragment if fragment else ''}")
    return page


def test_opens_without_a_server(installing):
    """Contacts and calls are shown, one sentence says that there is no connection, and calling is disabled; signing out deletes
    them from the disk."""
    ana, bo = installing.installed(), installing.signed_in()
    installing.befriend(ana, bo)
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.decline()
    ana.wait_ended("declined")
    ana.close_call()
    ana.page.wait("ecallInspection.state.history.all.calls?.length === 1 && ecallInspection.state.history.all.calls[0].result === 'declined'", "the call is in the history")
    ana.page.expects(r"ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket connection")
    ana.page.context.set_offline(True)
    ana.page.reload()
    ana.go("/contacts")
    ana.page.sees("button", f"^Call {bo.name}$")
    ana.page.wait("ecallInspection.state.connection === 'offline'", "it says that it is offline")
    tab = ana.page.page
    assert tab.get_by_role("button", name=f"Call {bo.name}", exact=True).is_disabled()
    assert tab.get_by_text("No connection to the server.").count() == 1
    reason = tab.get_by_role("button", name=f"Call {bo.name}", exact=True).get_attribute("aria-describedby")
    assert "You can’t make or receive calls" in tab.locator(f"#{reason}").inner_text()
    ana.go("/calls")
    assert bo.name in ana.page.sees("link", bo.name)
    ana.page.context.set_offline(False)
    ana.wait_connected()
    ana.go("/contacts")
    ana.page.wait(f"document.querySelector('button[title=\"Call {bo.name}\"]')?.disabled === false", "calls can be made again", 30)
    keys = """new Promise((resolve) => { const opened = indexedDB.open('ecall', 1); opened.onsuccess = () => {
        const asked = opened.result.transaction('values').objectStore('values').getAllKeys(); asked.onsuccess = () => { opened.result.close(); resolve(asked.result); }; }; })"""
    assert {"shownContacts", "shownCalls"} <= set(ana.page.evaluate(keys))
    ana.go("/settings/account")
    # Answers to requests as she signs out.
    ana.page.expects(r"status of 401 .*/app/api/")
    ana.page.click("button", "^Sign out$")
    tab.get_by_role("alertdialog").get_by_role("button", name=re.compile("^Sign out")).click()
    ana.page.sees("textbox", "^E-mail")
    assert ana.page.evaluate(keys) == []


def test_opens_again_at_once(installing):
    """The installed page draws before the server has answered."""
    ana = installing.page(keeps=True)
    ana.open()
    kept(ana.page)
    ana.open()
    ana.page.sees("textbox", "^E-mail")
    drawn, came = ana.page.evaluate("""[performance.getEntriesByName('first-contentful-paint')[0].startTime,
        performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.startsWith('/assets/')).map(({ workerStart }) => workerStart > 0)]""")
    print(f"measured: kept, first drawing after {drawn / 1000:.2f} s")
    # The aim is 0.3 s on a quiet machine.
    assert drawn < 1000 and len(came) > 3 and all(came), came


def test_only_the_page_is_cached(installing):
    """The cache holds the release's files, byte for byte as in the server's folder, with the texts of the shown languages only, and
    no response of the API."""
    ana = installing.installed()
    found = ana.page.evaluate("""(async () => {
        const [name] = await caches.keys();
        const cache = await caches.open(name);
        const entries = await Promise.all((await cache.keys()).map(async (request) => {
            const digest = await crypto.subtle.digest('SHA-256', await (await cache.match(request)).arrayBuffer());
            return [new URL(request.url).pathname, [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')];
        }));
        return { names: await caches.keys(), entries };
    })()""")
    folder = installing.stage.directory / "page"
    assert found["names"] == [f"ecall-page-{ana.page.evaluate(RELEASE)}"]
    entries = dict(found["entries"])
    for path, digest in entries.items():
        file = folder / ("index.html" if path == "/" else path[1:])
        assert hashlib.sha256(file.read_bytes()).hexdigest() == digest, path
    files = {f"/{path.relative_to(folder)}" for path in folder.glob("assets/*") if path.suffix not in (".gz", ".br")}
    files -= {path for path in files if path.startswith("/assets/texts-") and not path.startswith("/assets/texts-en-")}
    assert set(entries) == {"/", "/icon.svg", *files}


def test_a_shared_link_opens_the_person(installing):
    """The system hands the link to the page, which looks it up; any other text leads to where links are pasted."""
    ana, bo = installing.installed(), installing.signed_in()
    link = bo.link()
    post = "(text) => { document.body.innerHTML = '<form method=post action=\"%s/share-target\"><input name=title value=Hello><input name=text></form>'; document.forms[0].text.value = text; document.forms[0].submit(); }"
    tab = ana.page.open_window()
    ana.page.page.close()
    ana.page.page = tab
    for text, there in ((f"Add me: {link}", f"{ana.stage.origin}/#/add"), ("nothing", f"{ana.stage.origin}/#/add")):
        tab.goto("about:blank")
        tab.evaluate(post % ana.stage.origin, text)
        tab.wait_for_url(there)
        if text != "nothing":
            tab.get_by_text(bo.name).first.wait_for(state="visible", timeout=15_000)


def test_no_server_page_replaces_the_installed_one(installing):
    """Every link on this server shows the release's page; a page of the server's could sign with the device's key."""
    ana, bo = installing.installed(), installing.signed_in()
    link = bo.link()
    assert ana.page.context.request.get(f"{ana.stage.origin}/{ACCOUNT}").ok
    tab = ana.page.open_window()
    ana.page.page.close()
    ana.page.page = tab
    for path in (f"/{ACCOUNT}", "/nothing", "/app/api/nothing", "/service-worker.js"):
        tab.goto("about:blank")
        tab.goto(f"{ana.stage.origin}{path}")
        tab.wait_for_selector("nav a[href='#/contacts']", timeout=15_000)
        assert tab.url.startswith(f"{ana.stage.origin}/#") or tab.url == f"{ana.stage.origin}/", tab.url
        assert tab.evaluate(RELEASE)
    for address in (link, f"{link}x"):
        tab.goto("about:blank")
        tab.goto(address)
        tab.wait_for_url(f"{ana.stage.origin}/#/add")
        if address == link:
            tab.get_by_text(bo.name).first.wait_for(state="visible", timeout=15_000)


def test_the_badge_counts_unseen_items(installing):
    """A request and a missed call are counted, until they are seen."""
    ana, bo = installing.page(), installing.signed_in()
    ana.page.context.add_init_script("""globalThis.signs = []; Object.assign(navigator, {
        setAppBadge: async (count) => { signs.push(count); }, clearAppBadge: async () => { signs.push(0); } });""")
    ana.sign_in()
    sign = "globalThis.signs.at(-1)"
    ana.page.wait(f"{sign} === 0", "no sign")
    bo.ask(ana.link())
    ana.page.wait(f"{sign} === 1", "a sign for the request")
    ana.accept()
    ana.page.wait(f"{sign} === 0", "no sign")
    bo.wait_contact(ana.name)
    ana.go("/contacts")
    bo.call(ana.name, video=False)
    ana.rings(bo.name)
    bo.hang_up()
    ana.page.wait(f"{sign} === 1", "a sign for the call")
    ana.go("/calls")
    ana.page.wait(f"{sign} === 0", "no sign")


def test_the_manifest_is_installable(installing):
    """The manifest has no errors, and its icons are those that Scripts/icons draws."""
    ana = installing.installed()
    session = ana.page.context.new_cdp_session(ana.page.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest")
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], [{"errorId": "in-incognito", "errorArguments": []}])
    told = json.loads(manifest["data"])
    for icon in told["icons"]:
        answer = ana.page.context.request.get(f"{ana.stage.origin}{icon['src']}")
        assert answer.ok and answer.headers["content-type"] == icon["type"], icon
    assert {icon.get("purpose", "any") for icon in told["icons"]} == {"any", "maskable"}


def test_the_icons_match_their_source(tmp_path):
    """Drawing them again yields the same pixels."""
    subprocess.run([ROOT / "Scripts/icons", tmp_path], check=True, timeout=60)
    for icon in (*sorted((ROOT / "Web/icons").glob("*.png")), ROOT / "Apps/iOS/Assets.xcassets/AppIcon.appiconset/AppIcon.png"):
        assert (tmp_path / icon.name).read_bytes() == icon.read_bytes(), f"{icon.name}: draw it anew by Scripts/icons"


@pytest.fixture
def two_releases(playwright, browsers, request):
    """Two people on their own server, whose browsers install the page; and the next release, which differs by one word."""
    with tempfile.TemporaryDirectory(prefix="ecall-releases-", ignore_cleanup_errors=True) as directory:
        stage = Stage(directory)
        cast = Cast(stage, browsers, request.node.name)
        request.node.cast = cast
        try:
            sources = Path(directory) / "next"
            shutil.copytree(ROOT / "Web", sources / "Web")
            shutil.copytree(ROOT / "Scripts", sources / "Scripts")
            texts = sources / "Web/texts/en.json"
            assert texts.read_text().count('"signIn.title": "') == 1
            texts.write_text(texts.read_text().replace('"contacts.title": "Contacts"', '"contacts.title": "Contacts anew"'))
            subprocess.run([sources / "Scripts/bundle-page", sources / "page"], check=True, timeout=60)
            yield cast, sources / "page"
        finally:
            problems = cast.problems()
            cast.close()
            stage.stop()
        assert problems == []


@pytest.mark.limit(120)
def test_a_release_never_breaks_a_call(two_releases):
    """The server is updated while two people are in a call: the call goes on, in this window and beside a newly opened one; the update
    is announced afterwards, and reloading the page loads it and deletes the former release."""
    cast, following = two_releases
    ana, bo = cast.page(keeps=True), cast.page(keeps=True)
    for person in (ana, bo):
        # With the form: after a sign-in without it, the next release was not seen to wait, for an unknown reason.
        person.sign_in_by_form()
        kept(person.page)
        person.page.expects(r"ERR_CONNECTION_(REFUSED|RESET|CLOSED)|WebSocket connection|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE")
    before = ana.page.evaluate(RELEASE)
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_pictures()
    began = ana.page.evaluate("performance.timeOrigin")
    cast.stage.restart(following)
    for person in (ana, bo):
        person.wait_connected()
    ana.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)")
    ana.page.wait("navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)", "the next release is on the device", 30)
    ana.page.wait("ecallInspection.state.hasNewRelease", "the page knows")
    # It requests to take over when it starts, and must not.
    beside = window_of(ana)
    until(lambda: beside.evaluate("globalThis.ecallInspection?.state.screen === 'otherWindow'"), "the window waits")
    beside.evaluate("navigator.serviceWorker.getRegistration().then((found) => { found.waiting.postMessage('takeOver'); })")
    assert beside.evaluate(RELEASE) == before
    ana.start_listening(2000)
    assert ana.heard()
    assert ana.page.evaluate("performance.timeOrigin") == began and ana.page.evaluate("ecallInspection.state.call.phase") == "inCall"
    assert beside.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)"), "it still waits"
    beside.close()
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    ana.close_call()
    ana.page.click("button", "^Reload$")
    ana.page.wait(f"ecallInspection && {RELEASE} !== '{before}'", "the newer page", 30)
    after = ana.page.evaluate(RELEASE)
    ana.page.sees("link", "^Contacts anew")
    ana.page.wait(f"{KEPT}.then((names) => names.join() === 'ecall-page-{after}')", "the one before is gone")
    assert ana.page.evaluate("ecallInspection.state.hasNewRelease") is False


@pytest.mark.long
def test_a_file_with_other_bytes_is_refused(two_releases):
    """A release with one wrong file on the server is not installed: the page stays as it is, and none of the release is kept."""
    cast, following = two_releases
    ana = cast.page(keeps=True)
    ana.sign_in_by_form()
    kept(ana.page)
    before = ana.page.evaluate(RELEASE)
    [wrong] = [path for path in following.glob("assets/texts-en-*.json")]
    wrong.write_text(wrong.read_text() + " ")
    for compressed in following.glob("assets/texts-en-*.json.*"):
        compressed.unlink()
    ana.page.expects(r"ERR_CONNECTION_(REFUSED|RESET|CLOSED)|WebSocket connection|ERR_EMPTY_RESPONSE|not a file of this release")
    cast.stage.restart(following)
    tells = """navigator.serviceWorker.getRegistration().then(async (found) => {
        const over = new Promise((resolve) => found.addEventListener('updatefound', () => { const { installing } = found; installing.addEventListener('statechange', () => resolve(installing.state)); }));
        await found.update();
        return over;
    })"""
    assert ana.page.evaluate(tells) == "redundant"
    ana.page.reload()
    ana.page.sees("link", "^Contacts$")
    assert ana.page.evaluate(RELEASE) == before and ana.page.evaluate(KEPT) == [f"ecall-page-{before}"]


def test_idle_costs_little(installing):
    """Prints the cost of an idle tab, and bounds it so that a busy loop fails."""
    ana = installing.installed()
    session = ana.page.context.new_cdp_session(ana.page.page)
    session.send("Performance.enable")

    def metrics():
        return {entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]}

    before = metrics()
    ana.page.page.wait_for_timeout(5000)  # Limit: what is measured is time itself.
    after = metrics()
    spent = after["TaskDuration"] - before["TaskDuration"]
    print(f"measured: an idle tab takes {spent / 5 * 100:.1f} % of a core, {after['JSHeapUsedSize'] / 1e6:.1f} MB of objects, {after['Nodes']:.0f} nodes")
    assert spent < 1 and after["JSHeapUsedSize"] < 60e6
