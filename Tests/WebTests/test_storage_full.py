"""A browser without room for keys: sign-in names the cause and the remedy (calls: calls/failures.test.mjs)."""
import pytest

pytestmark = pytest.mark.pages


def limit_storage(person, quota):
    """Limits Chromium's storage of the page to this many bytes; None: the original limit."""
    page = person.page.page
    options = {"origin": page.evaluate("location.origin")} | ({} if quota is None else {"quotaSize": quota})
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", options)


def test_sign_in_names_full_storage(cast):
    """The keys of the device cannot be kept; with room again, the same form signs in."""
    ana = cast.page()
    ana.open()
    ana.page.sees("textbox", "^E-mail")
    limit_storage(ana, 1)
    ana.page.fill("^E-mail", ana.email)
    ana.page.click("button", "^Send code$")
    ana.page.wait("ecallInspection.state.signIn.problem?.code === 'storageFull'", "the cause is named")
    assert "storage is full" in ana.page.page.locator("#identifier-note").inner_text()
    limit_storage(ana, None)
    ana.page.click("button", "^Send code$")
    ana.page.fill("^Code", ana.stage.code(ana.email))
    ana.page.wait("ecallInspection.state.account", "signed in")

