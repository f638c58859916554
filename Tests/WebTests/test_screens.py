"""The main screens on a phone and on a desktop; with --pictures DIR they are kept."""
import pytest


@pytest.fixture
def keep(request):
    directory = request.config.getoption("--pictures")

    def keep(person, name):
        if directory:
            directory.mkdir(parents=True, exist_ok=True)
            person.page.screenshot(str(directory / f"{name}.png"))

    return keep


def named(person, name):
    person.name, person.email = name, f"{name.split()[0].lower()}@example.org"
    person.sign_in()
    return person


def scrolls_sideways(person):
    return person.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_screens_fit_a_phone(cast, keep):
    """Nothing is wider than a phone, and the most important content is visible at once."""
    amira, jonas = named(cast.page(phone=True), "Amira Haddad"), named(cast.page(dark=True), "Jonas Weber")
    amira.link()
    amira.page.sees("button", "^Copy link$")
    keep(amira, "page-link")
    assert not scrolls_sideways(amira)
    cast.befriend(amira, jonas)
    amira.go("/contacts")
    amira.page.sees("button", "^Video call Jonas Weber$")
    assert not scrolls_sideways(amira)
    amira.call(jonas.name)
    jonas.rings(amira.name)
    jonas.page.sees("button", "^Answer with camera$")
    keep(jonas, "page-incoming")
    jonas.answer()
    for person in (amira, jonas):
        person.wait_pictures()
        assert not scrolls_sideways(person)
    jonas.page.sees("button", "^End call$")
    keep(jonas, "page-call")
    keep(amira, "page-call-phone")
    amira.hang_up()
    jonas.wait_ended("remoteHungUp")
