"""Requirements 000 and 001: Google and Apple in the page, against an issuer of this machine; and as ways to sign in."""
import tempfile
from pathlib import Path

import pytest

from bench.issuer import Issuer
from bench.stage import Stage


@pytest.fixture(scope="module")
def issuer():
    with tempfile.TemporaryDirectory(prefix="ecall-issuer-") as directory:
        issuer = Issuer(Path(directory) / "issuer")
        yield issuer
        issuer.close()


@pytest.fixture(scope="module")
def stage(issuer):
    """A server that takes that issuer for Google and Apple."""
    with tempfile.TemporaryDirectory(prefix="ecall-web-", ignore_cleanup_errors=True) as directory:
        stage = Stage(directory, settings=issuer.settings)
        yield stage
        stage.stop()


def leaves_for(person, issuer, name, subject, email):
    """The person presses the button of an issuer and agrees there."""
    issuer.person = {"sub": subject, "email": email, "email_verified": True, "name": person.name}
    person.open()
    person.page.click("button", f"^Continue with {name}$")


def comes_back(person):
    """Signed in; the address that the issuer leads to shows no state."""
    person.page.page.wait_for_selector("nav a[href='#/contacts']", timeout=20_000)
    person.open()
    person.wait_connected()


def methods(person):
    person.go("/settings/methods")
    found = person.page.wait("ecallInspection.state.settings.methods.value", "the ways in")
    return {(one["type"], one["value"]) for one in found}


def test_google_is_added_by_signing_in_with_an_address_of_the_account(cast, issuer):
    """As the page says: sign out, continue with Google, and it is the same account."""
    bo = cast.page(insecure=True)
    bo.email = "bo.of.the.issuer@gmail.com"
    bo.sign_in()
    account = bo.user_id
    bo.go("/settings/account")
    bo.page.click("button", "^Sign out$")
    bo.page.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
    bo.page.sees("button", "^Continue with Google$")
    leaves_for(bo, issuer, "Google", "google-bo", bo.email)
    comes_back(bo)
    assert bo.user_id == account
    assert ("google", bo.email) in methods(bo)


def test_cancelled_at_the_issuer(cast, issuer):
    """The sign-in page says so, and the other ways are there."""
    dia = cast.page(insecure=True)
    issuer.person = None
    dia.open()
    dia.page.click("button", "^Continue with Google$")
    dia.page.wait("document.body.innerText.includes('The sign-in was cancelled.')", "it says so")
    dia.page.sees("button", "^Send code$")
