"""Requirements 000 and 001: Google and Apple in the page as sign-in methods, against a local issuer."""
import tempfile
from pathlib import Path

import pytest

from bench.issuer import Issuer
from bench.stage import Stage

pytestmark = pytest.mark.pages


@pytest.fixture(scope="module")
def issuer():
    with tempfile.TemporaryDirectory(prefix="ecall-issuer-") as directory:
        issuer = Issuer(Path(directory) / "issuer")
        yield issuer
        issuer.close()


@pytest.fixture(scope="module")
def stage(issuer):
    """A server that uses that issuer as Google and Apple."""
    with tempfile.TemporaryDirectory(prefix="ecall-web-", ignore_cleanup_errors=True) as directory:
        stage = Stage(directory, settings=issuer.settings)
        yield stage
        stage.stop()


def leaves_for(person, issuer, name, subject, email):
    """The person presses an issuer's button and agrees there."""
    issuer.person = {"sub": subject, "email": email, "email_verified": True, "name": person.name}
    person.open()
    person.page.click("button", f"^Continue with {name}$")


def comes_back(person):
    """Waits for the sign-in; the address that the issuer leads to shows no state."""
    person.page.page.wait_for_selector("nav a[href='#/contacts']", timeout=20_000)
    person.open()
    person.wait_connected()


def methods(person):
    person.go("/settings/methods")
    found = person.page.wait("ecallInspection.state.settings.methods.value", "the ways in")
    return {(one["type"], one["value"]) for one in found}


@pytest.mark.parametrize("name", ["Google", "Apple"])
def test_an_installed_page_completes_the_sign_in(cast, issuer, name):
    """Its service worker passes on the redirects of a sign-in, also those that answer Apple's form."""
    ana = cast.page(insecure=True, keeps=True)
    ana.open()
    ana.page.wait("navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')", "the page is kept")
    leaves_for(ana, issuer, name, f"kept-{name.lower()}", f"kept.{name.lower()}@example.net")
    comes_back(ana)


def test_google_is_a_sign_in_method_and_can_be_removed(cast, issuer):
    """A new person gets an account with the address as a second method; after Google is removed, the address is the only one left."""
    ana = cast.page(insecure=True)
    leaves_for(ana, issuer, "Google", "google-ana", "ana.of.the.issuer@gmail.com")
    comes_back(ana)
    assert methods(ana) == {("google", "ana.of.the.issuer@gmail.com"), ("email", "ana.of.the.issuer@gmail.com")}
    number = ana.page.evaluate("ecallInspection.state.settings.methods.value.find(({ type }) => type === 'google').id")
    row = ana.page.page.locator(".settings-rows .row").filter(has_text="Google")
    row.get_by_role("button", name="Actions for").click()
    row.get_by_role("button", name="Remove").click()
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    ana.page.wait("ecallInspection.state.settings.methods.value.length === 1", "Google is removed")
    assert ana.page.evaluate("ecallInspection.state.settings.methods.value[0].id") != number
    assert not ana.page.page.get_by_role("button", name="Actions for").count(), "never the last one"


def test_google_is_added_by_signing_in_with_an_address_of_the_account(cast, issuer):
    """The user signs out and continues with Google, as the page advises, and has the same account."""
    bo = cast.page(insecure=True)
    bo.email = "bo.of.the.issuer@gmail.com"
    bo.sign_in_by_form()
    account = bo.user_id
    bo.go("/settings/account")
    bo.page.click("button", "^Sign out$")
    bo.page.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
    bo.page.sees("button", "^Continue with Google$")
    leaves_for(bo, issuer, "Google", "google-bo", bo.email)
    comes_back(bo)
    assert bo.user_id == account
    assert ("google", bo.email) in methods(bo)


def test_google_and_apple_are_added_while_signed_in(cast, issuer):
    """000-7: in the settings, with an address other than the account's: the page leaves, returns, and is the same device."""
    eli = cast.page(insecure=True)
    eli.email = "eli@example.net"
    eli.sign_in_by_form()
    key = "ecallInspection.state.settings.fingerprint"
    before = eli.user_id, eli.page.evaluate("ecallInspection.state.account.deviceId"), eli.page.evaluate(key)
    for name, kind, email in [("Google", "google", "somebody.else@gmail.com"), ("Apple", "apple", "eli@privaterelay.appleid.com")]:
        assert kind not in {one for one, _ in methods(eli)}
        issuer.person = {"sub": f"{kind}-eli", "email": email, "email_verified": True}
        eli.page.click("button", f"^Add {name}$")
        eli.page.page.get_by_text(f"You can now sign in with {name}.").wait_for(timeout=20_000)
        assert eli.page.evaluate("location.hash") == "#/settings/methods"
        eli.open()
        eli.wait_connected()
        assert (kind, email) in methods(eli)
        assert not eli.page.page.get_by_role("button", name=f"Add {name}").count()
        assert (eli.user_id, eli.page.evaluate("ecallInspection.state.account.deviceId"), eli.page.evaluate(key)) == before


@pytest.mark.long
def test_a_sign_in_of_another_account_is_not_added(cast, issuer):
    """The person at the issuer already belongs to another account; canceling there shows a notice in the settings."""
    flo, gus = cast.page(insecure=True), cast.page(insecure=True)
    leaves_for(flo, issuer, "Google", "google-flo", "flo.of.the.issuer@gmail.com")
    comes_back(flo)
    gus.email = "gus@example.net"
    gus.sign_in_by_form()
    gus.page.expects(r"status of 409 .*/user/login-methods\)")
    for person, sentence in [(issuer.person, "Another account already uses this way to sign in."), (None, "Sign-in cancelled.")]:
        methods(gus)
        issuer.person = person
        gus.page.click("button", "^Add Google$")
        gus.page.page.get_by_text(sentence).wait_for(timeout=20_000)
        gus.open()
        assert {kind for kind, _ in methods(gus)} == {"email"}


def test_apple_signs_in(cast, issuer):
    """Apple posts its answer as a form."""
    cai = cast.page(insecure=True)
    leaves_for(cai, issuer, "Apple", "apple-cai", "cai@privaterelay.appleid.com")
    comes_back(cai)
    assert ("apple", "cai@privaterelay.appleid.com") in methods(cai)


def test_canceling_at_the_issuer_is_reported(cast, issuer):
    """The sign-in page says so, and offers the other methods."""
    dia = cast.page(insecure=True)
    issuer.person = None
    dia.open()
    dia.page.click("button", "^Continue with Google$")
    dia.page.page.get_by_text("Sign-in cancelled.").wait_for()
    dia.page.sees("button", "^Send code$")
