"""Requirement 001 in the page: an address and a code sign in, and the account stays."""
import tempfile

import pytest

from bench.process import until
from bench.stage import Stage
from conftest import Cast

pytestmark = pytest.mark.pages


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
# 000-14, 000-27, 000-28
def test_sign_in_stays(cast, browser):
    """The code of the outbox signs in, and after a reload the account and its device are still there."""
    person = cast.page(browser)
    person.sign_in_by_form()
    assert person.page.evaluate("ecallInspection.state.account.displayName") == person.name
    before = person.page.evaluate("ecallInspection.state.account.deviceId")
    person.page.reload()
    person.page.sees("link", "^Contacts")
    person.wait_connected()
    assert person.page.evaluate("ecallInspection.state.account.deviceId") == before


# 001-29
def test_a_wrong_code_can_be_corrected(cast):
    """A wrong code is refused with a sentence, and the right one still signs in; the sixth digit sends it, typed or pasted."""
    person = cast.page()
    person.ask_for_code()
    code = person.stage.code(person.email)
    person.page.fill("^Code", f"{(int(code) + 1) % 1_000_000:06}")
    person.page.expects(r"status of 4\d\d")
    person.page.wait("ecallInspection.state.signIn.problem?.message", "the refusal is shown")
    person.page.fill("^Code", f"{code[:3]} {code[3:]}")
    person.page.sees("heading", "^What should people call you")


def test_new_device_is_welcomed_once(cast):
    """A further device of an account is confirmed first; then the browser's prompts are explained, and nothing after a reload."""
    first, ana = cast.signed_in(), cast.page()
    ana.email = first.email
    ana.sign_in_by_form()
    ana.page.sees("heading", "^Confirm with your other device")
    assert ana.page.page.locator(".device-digits span").count() == 6
    ana.page.click("button", "^Later")
    ana.page.sees("heading", "^You’re all set")
    ana.page.click("button", "^Go to contacts$")
    ana.page.wait("ecallInspection.state.route.name === 'contacts'", "the contacts")
    ana.page.reload()
    ana.wait_connected()
    assert ana.page.evaluate("ecallInspection.state.route.name") == "contacts"


@pytest.mark.parametrize("is_reloaded", [False, True], ids=["at once", "after a reload"])
def test_a_new_device_is_confirmed_before_a_link_opens(cast, is_reloaded):
    """A contact's link waits until the device is confirmed or postponed, and its secret is not in the address meanwhile."""
    (first, bo), ana = cast.two(), cast.page()
    ana.email, ana.name = first.email, first.name
    token = bo.link().rsplit("/", 1)[1]
    ana.open(f"/#/add/{token}")
    ana._say_who()
    ana.use_code()
    ana.page.sees("heading", "^Confirm with your other device")
    assert token not in ana.page.evaluate("location.href")
    assert not ana.page.page.get_by_text(bo.name).count()
    if is_reloaded:
        ana.page.reload()
    else:
        ana.page.click("button", "^Later")
    ana.page.click("button", "^Send request$")
    bo.accept()
    ana.wait_contact(bo.name)


# 000-3, 000-6
def test_a_name_is_needed_and_can_be_changed(cast):
    """A new user is asked for a name once, after the code; an empty one is refused; contacts see a name changed in the settings."""
    ana, bo = cast.page(), cast.signed_in()
    name = ana.name
    ana.ask_for_code()
    ana.page.fill("^Code", ana.stage.code(ana.email))
    ana.page.sees("heading", "^What should people call you")
    ana.page.fill("^Your name", " ")
    ana.page.click("button", "^Continue$")
    ana.page.wait("ecallInspection.state.profile.problem?.code === 'nameMissing'", "an empty name is refused")
    ana.page.reload()
    ana.page.sees("heading", "^What should people call you")
    ana.page.fill("^Your name", name)
    ana.page.click("button", "^Continue$")
    ana.wait_connected()
    cast.befriend(ana, bo)
    ana.go("/settings")
    ana.page.fill("^Your name", "   ")
    ana.page.click("button", "^Save$")
    ana.page.wait("ecallInspection.state.profile.problem?.code === 'nameMissing'", "an empty name is refused")
    ana.page.fill("^Your name", "Ana Ruiz")
    ana.page.click("button", "^Save$")
    ana.page.wait("ecallInspection.state.account.displayName === 'Ana Ruiz'", "the name is changed")
    bo.wait_contact("Ana Ruiz")
    ana.page.reload()
    ana.wait_connected()
    assert ana.page.evaluate("ecallInspection.state.account.displayName") == "Ana Ruiz"


def test_a_second_window_takes_over(cast):
    """Two windows of one browser profile are one device: the second says so and takes over, and the first stops."""
    person = cast.page()
    person.sign_in_by_form()
    first, second = person.page.page, person.page.open_window()
    second.goto(f"{person.stage.origin}/?inspect")
    until(lambda: second.evaluate("globalThis.ecallInspection?.state.screen === 'otherWindow'"), "it says so")
    assert first.evaluate("ecallInspection.state.screen") == "main"
    second.get_by_role("button", name="Use this tab").click()
    until(lambda: second.evaluate("ecallInspection.state.connection === 'connected'"), "the second is the device")
    until(lambda: first.evaluate("ecallInspection.state.screen === 'otherWindow'"), "the first is not")


STORED = """(async (name) => {
    const database = await new Promise((resolve) => { const open = indexedDB.open('ecall'); open.onsuccess = () => resolve(open.result); });
    const value = await new Promise((resolve) => { const get = database.transaction('values').objectStore('values').get(name); get.onsuccess = () => resolve(get.result); });
    database.close();
    return value;
})"""


# 000-14
def test_a_device_signed_out_by_the_server_keeps_its_keys(cast):
    """The page says so and keeps its keys, and the same account signs in with the same key again."""
    person = cast.page()
    person.sign_in_by_form()
    key = person.page.evaluate(f"{STORED}('deviceKey').then(({{ publicKeyText }}) => publicKeyText)")
    person.page.expects(r"status of 401")
    person.page.evaluate(f"""{STORED}('tokens').then(({{ accessToken }}) => fetch('/app/api/logout', {{
        method: 'POST', headers: {{ Authorization: `Bearer ${{accessToken}}` }} }})).then(({{ status }}) => status)""")
    person.page.wait("ecallInspection.state.screen === 'signIn'", "the page has heard of it")
    person.page.wait("document.body.innerText.includes('This device was signed out')", "it says so")
    assert person.page.evaluate(f"{STORED}('tokens').then((tokens) => tokens === undefined)")
    person.page.click("button", "^Send code$")
    # The code of the first sign-in is still there until the next one was sent.
    person.page.sees("textbox", "^Code")
    person.page.fill("^Code", person.stage.code(person.email))
    person.wait_connected()
    assert person.page.evaluate(f"{STORED}('deviceKey').then(({{ publicKeyText }}) => publicKeyText)") == key


FORGET_TOKENS = """(async () => {
    const database = await new Promise((resolve) => { const open = indexedDB.open('ecall'); open.onsuccess = () => resolve(open.result); });
    await new Promise((resolve) => { const writing = database.transaction('values', 'readwrite'); writing.objectStore('values').delete('tokens'); writing.oncomplete = resolve; });
    database.close();
})()"""
SIGN_IN_AS = """(async ({ email, code, publicKey }) => {
    const send = async (path, body) => (await fetch(`/app/api${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
    return send(code ? '/verify-login' : '/login', { email, code, publicKey, displayName: '' });
})"""


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_the_device_proves_that_it_was_here_before(cast, browser):
    """A page without tokens signs in again under its device id, by its key; the code with its public key alone gives another device."""
    person = cast.page(browser)
    person.sign_in_by_form()
    before = person.page.evaluate("ecallInspection.state.account.deviceId")
    public_key = person.page.evaluate(f"{STORED}('deviceKey').then(({{ publicKeyText }}) => publicKeyText)")
    person.page.evaluate(FORGET_TOKENS)
    person.page.reload()
    person.page.click("button", "^Send code$")
    person.page.sees("textbox", "^Code")
    person.page.fill("^Code", person.stage.code(person.email))
    person.wait_connected()
    assert person.page.evaluate("ecallInspection.state.account.deviceId") == before
    person.page.evaluate(f"{SIGN_IN_AS}({{ email: {person.email!r}, publicKey: {public_key!r} }})")
    code = person.stage.code(person.email)
    answer = person.page.evaluate(f"{SIGN_IN_AS}({{ email: {person.email!r}, publicKey: {public_key!r}, code: {code!r} }})")
    assert answer["userId"] == person.user_id and answer["deviceId"] != before
    person.page.wait("document.body.innerText.includes('new device')", "the device is warned")


def test_kept_keys_can_be_removed(cast):
    """A user can remove the kept keys after the server signed the device out, with one question."""
    person = cast.page()
    person.sign_in_by_form()
    person.page.expects(r"status of 401")
    person.page.evaluate(f"""{STORED}('tokens').then(({{ accessToken }}) => fetch('/app/api/logout', {{
        method: 'POST', headers: {{ Authorization: `Bearer ${{accessToken}}` }} }})).then(({{ status }}) => status)""")
    person.page.wait("ecallInspection.state.screen === 'signIn'", "the page has heard of it")
    person.page.click("button", "^Remove keys$")
    person.page.click("button", "^Remove$")
    person.page.wait("ecallInspection.state.question === null", "it is done")
    assert person.page.evaluate(f"{STORED}('deviceKey').then((key) => key === undefined)")


# 001-1, 001-17, 003-10, 003-22
def test_nothing_secret_outside_the_database(cast):
    """Address, storage and cookies hold no account data, and the private key cannot be extracted."""
    person = cast.page()
    person.sign_in_by_form()
    found = person.page.evaluate("({ url: location.href, local: localStorage.length, session: sessionStorage.length, cookies: document.cookie })")
    assert found == {"url": found["url"], "local": found["local"], "session": 0, "cookies": ""}
    stored = person.page.evaluate("JSON.stringify({ ...localStorage })")
    assert "token" not in stored.lower() and person.email not in stored
    assert person.email not in found["url"]
    exported = person.page.evaluate("""(async () => {
        const results = [];
        for (const { name } of await indexedDB.databases()) {
            const database = await new Promise((resolve) => { const open = indexedDB.open(name); open.onsuccess = () => resolve(open.result); });
            for (const store of database.objectStoreNames) {
                const values = await new Promise((resolve) => { const all = database.transaction(store).objectStore(store).getAll(); all.onsuccess = () => resolve(all.result); });
                const keys = [];
                const search = (value) => {
                    if (value instanceof CryptoKey) keys.push(value);
                    else if (value && typeof value === 'object' && !ArrayBuffer.isView(value)) Object.values(value).forEach(search);
                };
                search(values);
                for (const key of keys) {
                    if (key.type !== 'private') continue;
                    results.push(key.extractable ? 'extractable' : await crypto.subtle.exportKey('pkcs8', key).then(() => 'exported', ({ name }) => name));
                }
            }
            database.close();
        }
        return results;
    })()""")
    assert exported == ["InvalidAccessError"] * 2, "RSA and Ed25519"


@pytest.fixture
def guessed_at(browsers, request):
    """People at a server where so many wrong codes were tried that codes have ten digits."""
    with tempfile.TemporaryDirectory(prefix="ecall-codes-", ignore_cleanup_errors=True) as directory:
        stage = Stage(directory, settings=["limits.wrongCodesInAll=0", "limits.wrongLongerCodesInAll=0"])
        people = Cast(stage, browsers, request.node.name.replace("/", "-"))
        request.node.cast = people
        try:
            yield people
        finally:
            problems = people.problems()
            people.close()
            stage.stop()
        assert problems == []


# 000-20
def test_long_codes_are_accepted(guessed_at):
    """The tenth digit sends a ten-digit code, not the sixth; it can be pasted with spaces, and is shown completely. The command line
    accepts it as well."""
    ana, bo = guessed_at.page(), guessed_at.page()
    ana.ask_for_code()
    code = ana.stage.code(ana.email)
    assert len(code) == 10
    ana.page.fill("^Code", code[:6])
    assert ana.page.evaluate("(({ isBusy, problem }) => [isBusy, problem])(ecallInspection.state.signIn)") == [False, None]
    ana.page.fill("^Code", f"{code[:5]} {code[5:]}")
    assert ana.page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.field-input-code') ?? document.body)")
    ana.page.sees("heading", "^What should people call you")
    bo.ask_for_code()
    first = bo.stage.code(bo.email)
    bo.page.fill("^Code", f"{(int(first) + 1) % 10 ** 10:010}")
    bo.page.expects(r"status of 4\d\d")
    bo.page.wait("ecallInspection.state.signIn.problem?.message", "the refusal is shown")
    bo.page.fill("^Code", " ".join(first[place:place + 2] for place in range(0, 10, 2)))
    bo.page.sees("heading", "^What should people call you")
    profile = guessed_at.command_line()
    assert len(profile.stage.code(profile.email)) == 10


# 000-15, 000-17
def test_number_without_country(cast):
    """A number that is typed without a country asks for it, and is the international number then."""
    ana = cast.page()
    ana.open()
    field = ana.page.page.get_by_role("combobox", name="Country of the phone number")
    ana.page.fill("^E-mail", "+49 0151 23456789")
    assert not field.count()
    ana.page.fill("^E-mail", "(0151) 234-567 89.")
    field.select_option("DE")
    ana.page.click("button", "^Send code$")
    ana.page.wait("ecallInspection.state.signIn.step === 'code'", "a code was sent")
    assert ana.page.evaluate("ecallInspection.state.signIn.identifier") == "+4915123456789"
    # A whole message, as it is copied.
    code = ana.stage.code("+4915123456789")
    ana.page.fill("^(Six-digit c|C)ode", f"Your ECALL code: {code}. Valid for 10 minutes.")
    ana.page.wait("ecallInspection.state.account?.phoneNumber === '+4915123456789'", "signed in")
