"""Requirements 000 and 001 in the settings: addresses, ways in, devices, one's data, the end of the account."""
import json
import re

import pytest

from bench.keyboard import Keyboard
from bench.process import until

pytestmark = pytest.mark.pages

SETTINGS = "ecallInspection.state.settings"
ACCOUNT = "ecallInspection.state.account"


def enter_code(person, to):
    person.page.sees("textbox", "^Code")
    person.page.fill("^Code", person.stage.code(to))


# 000-68
def test_address_is_changed_by_a_code(cast):
    """A wrong code is refused in its place, the right one changes the address; it stays after a reload, and signs in."""
    ana = cast.signed_in()
    ana.email = f"new-{ana.email}"
    ana.go("/settings/profile")
    ana.page.click("button", "^Change$")
    ana.page.fill("^New e-mail address", "new@")
    ana.page.click("button", "^Send code$")
    ana.page.wait(f"{SETTINGS}.address.problem?.code === 'notAnEmail'", "half an address is refused")
    ana.page.fill("^New e-mail address", ana.email)
    ana.page.click("button", "^Send code$")
    code = ana.stage.code(ana.email)
    ana.page.expects(r"status of 400 .*/verify\)")
    ana.page.fill("^Code", f"{(int(code) + 1) % 1_000_000:06}")
    ana.page.wait(f"{SETTINGS}.address.problem?.code === 'ErrOTPMismatched'", "a wrong code is refused")
    ana.page.fill("^Code", code)
    ana.page.wait(f"{ACCOUNT}.email === {json.dumps(ana.email)}", "the address is changed")
    assert ana.page.evaluate(f"{SETTINGS}.address") is None
    ana.page.reload()
    ana.wait_connected()
    assert ana.page.evaluate(f"{ACCOUNT}.email") == ana.email
    again = cast.page()
    again.email = ana.email
    again.sign_in_by_form()
    assert again.user_id == ana.user_id


# 000-7
def test_ways_in_are_added_made_first_and_removed(cast):
    """The last one cannot be removed; another is added by a code, made the first, and the old one removed."""
    ana = cast.signed_in()
    other = f"other-{ana.email}"
    ana.go("/settings/methods")
    ana.page.sees("heading", "^Ways to sign in")
    ana.page.wait(f"{SETTINGS}.methods.value?.length === 1", "the one way in")
    assert not ana.page.page.get_by_role("button", name=re.compile("^Actions for")).count()
    ana.page.click("button", "^Add e-mail$")
    ana.page.fill("^New e-mail address", other)
    ana.page.click("button", "^Send code$")
    enter_code(ana, other)
    ana.page.wait(f"{SETTINGS}.methods.value?.length === 2", "another way in")
    ana.page.click("button", f"^Actions for {re.escape(other)}")
    ana.page.click("button", "^Make primary$")
    ana.page.wait(f"{ACCOUNT}.email === {json.dumps(other)}", "the profile shows the first one")
    ana.page.click("button", f"^Actions for {re.escape(ana.email)}")
    ana.page.click("button", "^Remove$")
    ana.page.sees("heading", f"^Remove {re.escape(ana.email)}")
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    ana.page.wait(f"{SETTINGS}.methods.value?.length === 1", "it is removed")
    assert ana.page.evaluate(f"{SETTINGS}.methods.value[0].value") == other


@pytest.mark.long
def test_address_of_somebody_else_is_refused(cast):
    """Nothing changes, and why is said in its place."""
    ana, bo = cast.two()
    ana.go("/settings/methods")
    ana.page.click("button", "^Add e-mail$")
    ana.page.fill("^New e-mail address", bo.email)
    ana.page.expects(r"status of 409 .*/resend-otp\)")
    ana.page.click("button", "^Send code$")
    ana.page.wait(f"{SETTINGS}.address?.problem?.code === 'ErrEmailAlreadyRegistered'", "it is refused")
    ana.page.click("button", "^Cancel$")
    ana.page.wait(f"{SETTINGS}.address === null", "the form is gone")


def devices(person, count):
    person.page.wait(f"{SETTINGS}.devices.value?.length === {count}", f"{count} devices")


def another_device(cast, person):
    other = cast.page()
    other.email = person.email
    other.page.expects(r"status of 401")
    other.sign_in()
    return other


# 000-5, 000-8, 000-69, 001-33, 001-34
def test_devices_are_listed_and_signed_out(cast):
    """This one is marked; another is looked at and signed out, and its page says so; then all others at once."""
    ana = cast.signed_in()
    second = another_device(cast, ana)
    ana.go("/settings/devices")
    devices(ana, 2)
    assert ana.page.evaluate(f"{SETTINGS}.devices.value[0].id") == ana.page.evaluate(f"{ACCOUNT}.deviceId")
    ana.page.sees("link", "This device$")
    ana.page.click("link", "Last seen: ")
    ana.page.sees("heading", "^Device$")
    facts = ana.page.page.locator(".facts").inner_text()
    assert "127.0.0.1" in facts and re.search(r"Chrom\w+ \d+", facts) and "Linux" in facts, facts
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Sign out device$")
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Sign out device").click()
    second.page.wait("ecallInspection.state.screen === 'signIn'", "the other device has heard of it")
    ana.page.sees("heading", "^Devices")
    devices(ana, 1)
    third = another_device(cast, ana)
    ana.go("/settings/profile")
    ana.go("/settings/devices")
    devices(ana, 2)
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Sign out all other devices$")
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Sign out all other devices").click()
    third.page.wait("ecallInspection.state.screen === 'signIn'", "the third device has heard of it")
    devices(ana, 1)
    assert ana.page.evaluate("ecallInspection.state.connection") == "connected"


@pytest.mark.long
def test_a_device_that_was_called_lost_says_so(cast):
    """At once after it has signed in again with the keys that it kept, wherever it is; and offers to begin anew."""
    ana = cast.signed_in()
    second = another_device(cast, ana)
    second.page.wait("ecallInspection.state.settings.ownKeys.value?.isRevoked === false", "its keys are published, and nothing is said of them")
    ana.go("/settings/devices")
    devices(ana, 2)
    ana.page.click("link", "Last seen: ")
    ana.page.click("button", "^It wasn’t me$")
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Sign out device").click()
    second.page.wait("ecallInspection.state.screen === 'signIn'", "it is signed out")
    second.page.click("button", "^Send code$")
    second.page.sees("textbox", "^Code")
    second.page.fill("^Code", cast.stage.code(ana.email))
    second.page.page.get_by_role("status").filter(has_text="Another of your devices marked this one as lost").wait_for()
    assert ana.page.evaluate("document.querySelector('.banner')") is None
    second.page.click("button", "^Sign out and start over$")
    second.page.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
    second.page.wait("ecallInspection.state.screen === 'signIn'", "it has signed out")
    second.sign_in_by_form()
    second.page.wait("ecallInspection.state.settings.ownKeys.value?.isRevoked === false", "it is another device now")


# 000-9
def test_account_is_deleted_later_or_kept(cast):
    """It is asked once, said everywhere until then, also after a reload and on other devices; and taken back."""
    ana = cast.signed_in()
    second = another_device(cast, ana)
    ana.go("/settings/account")
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Delete account$")
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Delete account").click()
    ana.page.sees("button", "^Keep account$")
    days = f"Math.round((Date.parse({ACCOUNT}.deletedAt) - Date.now()) / 86_400_000)"
    assert ana.page.evaluate(days) == 15
    second.page.wait(f"Boolean({ACCOUNT}.deletedAt)", "the other device says so too")
    ana.go("/contacts")
    ana.page.reload()
    ana.page.sees("button", "^Keep account$")
    ana.wait_connected()
    ana.page.click("button", "^Keep account$")
    ana.page.wait(f"!{ACCOUNT}.deletedAt", "the account stays")
    second.page.wait(f"!{ACCOUNT}.deletedAt", "the other device knows it")


def test_export_is_one_click(cast):
    """What the server stores becomes a file; where it cannot be had, that is said, and one more click has it."""
    ana = cast.signed_in()
    stored = {"user": {"displayName": ana.name}}
    answers = [lambda route: route.fulfill(status=404, body="{}"), lambda route: route.fulfill(json=stored)]
    ana.page.context.route("**/app/api/user/export", lambda route: answers.pop(0)(route))
    ana.page.expects(r"status of 404 .*/user/export\)")
    ana.go("/settings/account")
    ana.page.click("button", "^Save as a file$")
    ana.page.wait("ecallInspection.state.notices.some(({ tone }) => tone === 'bad')", "the refusal is said")
    with ana.page.page.expect_download() as download:
        ana.page.click("button", "^Save as a file$")
    assert re.fullmatch(r"ecall-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    assert json.loads(download.value.path().read_text()) == stored


# 000-26, 001-35
@pytest.mark.long
def test_keys_show_the_fingerprint_of_this_device(cast):
    """It is the one by which others find the person, as the server has had it since the sign-in; another device has its own."""
    ana, bo = cast.two()
    ana.go("/settings/keys")
    ana.page.page.get_by_role("img", name="QR code of the fingerprint").wait_for()
    shown = re.sub(r"\s", "", ana.page.page.locator(".fingerprint").inner_text()).lower()
    assert re.fullmatch(r"[0-9a-f]{64}", shown)
    found = bo.page.evaluate(f"""(async () => {{
        const database = await new Promise((resolve) => {{ const open = indexedDB.open('ecall'); open.onsuccess = () => resolve(open.result); }});
        const tokens = await new Promise((resolve) => {{ const get = database.transaction('values').objectStore('values').get('tokens'); get.onsuccess = () => resolve(get.result); }});
        database.close();
        const answer = await fetch('/app/api/contacts/search', {{ method: 'POST', body: JSON.stringify({{ publicKeyHash: {json.dumps(shown)} }}),
            headers: {{ 'Content-Type': 'application/json', Authorization: `Bearer ${{tokens.accessToken}}` }} }});
        return (await answer.json()).results;
    }})()""")
    assert [one["displayName"] for one in found] == [ana.name]
    second = another_device(cast, ana)
    second.go("/settings/keys")
    second.page.page.get_by_role("img", name="QR code of the fingerprint").wait_for()
    assert re.sub(r"\s", "", second.page.page.locator(".fingerprint").inner_text()).lower() != shown
    second.go("/settings/devices")
    devices(second, 2)


def test_settings_by_keyboard(cast):
    """From the list to a page, an address changed by a code, and back to the list: by keys alone."""
    ana = cast.signed_in(phone=True)
    keys = Keyboard(ana.page.page)
    ana.page.page.locator("body").focus()
    keys.go_to("link", "^Settings")
    keys.press("Enter")
    keys.arrives_at("heading", "^Settings")
    keys.go_to("link", re.escape(ana.email))
    keys.press("Enter")
    keys.arrives_at("heading", "^Profile")
    keys.go_to("button", "^Change$")
    keys.press("Enter")
    keys.arrives_at("textbox", "^New e-mail address")
    new = f"keys-{ana.email}"
    keys.type(new)
    keys.press("Enter")
    keys.arrives_at("textbox", "^Code")
    keys.type(ana.stage.code(new))
    ana.page.wait(f"{ACCOUNT}.email === {json.dumps(new)}", "the address is changed")
    assert keys.complaint() == ""
    keys.go_back_to("link", "^Back to settings")
    keys.press("Enter")
    keys.arrives_at("heading", "^Settings")


def adds_and_removes_the_first(ana):
    """Adds another address and takes the first one off the account."""
    other = f"other-{ana.email}"
    ana.go("/settings/methods")
    ana.page.click("button", "^Add e-mail$")
    ana.page.fill("^New e-mail address", other)
    ana.page.click("button", "^Send code$")
    enter_code(ana, other)
    ana.page.wait(f"{SETTINGS}.methods.value?.length === 2", "another way in")
    ana.page.click("button", f"^Actions for {re.escape(ana.email)}")
    ana.page.click("button", "^Remove$")
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    ana.page.wait(f"{SETTINGS}.methods.value?.length === 1", "it is removed")


def message(ana):
    """What the newest message to her first address says, once it is about the removal."""
    def found():
        sent = [json.loads(path.read_text()) for path in sorted((ana.stage.data / "outbox").glob("*.json"))]
        newest = [one for one in sent if one.get("to") == ana.email][-1]
        return newest if "can no longer be used" in newest["body"] else None
    return until(found, "a message about the removal")


def test_an_address_is_taken_back(cast):
    """What a thief of the page for a minute could do is undone by the mail: the address is hers, and nobody is signed in."""
    ana = cast.signed_in()
    adds_and_removes_the_first(ana)
    token = message(ana)["code"]
    assert f"/#/take-back/{token}" in message(ana)["body"] or f"ecall take-back {token}" in message(ana)["body"]
    elsewhere = cast.page()
    elsewhere.email = ana.email
    elsewhere.open(f"/#/take-back/{token}", waits=False)
    asked = elsewhere.page.page.get_by_role("alertdialog")
    asked.get_by_text("Restore your address?").wait_for()
    assert token not in elsewhere.page.evaluate("location.href"), "it does not stay in the address"
    asked.get_by_role("button", name="Restore").click()
    elsewhere.told("Your address was restored.")
    ana.page.expects(r"status of 401 .*")
    ana.page.wait("ecallInspection.state.screen === 'signIn'", "her other device is signed out")
    elsewhere.sign_in_by_form()
    assert elsewhere.page.evaluate(f"{ACCOUNT}.email") == ana.email
    again = cast.page()
    again.page.expects(r"status of 410 .*/take-back\)")
    again.open(f"/#/take-back/{token}", waits=False)
    again.page.page.get_by_role("alertdialog").get_by_role("button", name="Restore").click()
    again.told("This can’t be restored any more")


def test_a_mailbox_in_other_hands_is_not_given_back(cast):
    """Somebody who reads her mail has signed in by it: her device, which is older, takes the address off by its key."""
    ana = cast.signed_in()
    thief = cast.page()
    thief.email = ana.email
    thief.sign_in()
    adds_and_removes_the_first(ana)
    assert message(ana)["code"] == "" and "take-back" not in message(ana)["body"]
