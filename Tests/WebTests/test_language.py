"""The page in its fifteen languages, and in a pseudo-language that is long, accented and right to left."""
import json

import pytest

from bench.gallery import show
from bench.languages import LANGUAGES
from bench.process import until
from bench.stage import ROOT
from test_installed import kept
# People whom the server reaches while their page is closed: fixtures.
from test_notifications import reached
from test_web_push import service, stage


def table(language):
    return json.loads((ROOT / f"Web/texts/{language}.json").read_text())


def choose(person, language):
    """Chooses a language in the settings, as a user does."""
    person.go("/settings/language")
    person.page.wait("document.querySelector('#language-search') !== null", "the list of languages")
    person.page.evaluate(f"void document.querySelector('input[name=language][value={language}]').click()")
    shows(person, language)


def shows(person, language):
    person.page.wait(f"document.documentElement.lang === '{language}'", f"the page is in {language}")


HEADING = "document.querySelector('h1')?.innerText"
FETCHED = "performance.getEntriesByType('resource').map(({ name }) => /texts[-/]([a-z]{2}(?:-Hans)?)[-.]/.exec(name)?.[1]).filter(Boolean)"


def test_directional_icons_are_mirrored(gallery):
    page = gallery.open("narrow", language="en-XA")
    show(page, "contact")
    mirror = "getComputedStyle(document.querySelector('.detail-back .icon')).transform"
    assert page.evaluate(mirror) == "matrix(-1, 0, 0, 1, 0, 0)"
    back = page.evaluate("document.querySelector('.detail-back').getBoundingClientRect().right")
    assert back > 300, "it is where the line begins"


# 003-25, 000-70
@pytest.mark.pages
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_chosen_language_is_shown_at_once_and_kept(cast, browser):
    """The language is found by its name without accents, changes the whole page without a reload, and the system's can be restored."""
    ana = cast.signed_in(browser)
    ana.page.evaluate("void (globalThis.stays = true)")
    ana.go("/settings/language")
    ana.page.wait(f"{HEADING} === 'Language'", "the list of languages")
    ana.page.evaluate("""(() => {
        const field = document.querySelector('#language-search');
        field.value = 'tieng';
        field.dispatchEvent(new Event('input', { bubbles: true }));
    })()""")
    values = "[...document.querySelectorAll('input[name=language]')].map(({ value }) => value)"
    ana.page.wait(f"{values}.join() === 'vi'", "one language is found")
    ana.page.evaluate("void document.querySelector('input[name=language]').click()")
    shows(ana, "vi")
    vietnamese = table("vi")
    assert ana.page.evaluate(HEADING) == vietnamese["language.title"]
    assert vietnamese["language.title"] in ana.page.evaluate("document.title")
    assert ana.page.evaluate("document.querySelector('.nav').innerText").split("\n")[0] == vietnamese["history.title"]
    assert ana.page.evaluate("globalThis.stays") is True
    ana.page.reload()
    ana.page.wait("globalThis.ecallInspection?.state.screen === 'main'", "the page is loaded again")
    shows(ana, "vi")
    # English is not loaded for somebody who reads Vietnamese.
    assert set(ana.page.evaluate(FETCHED)) == {"vi"}
    choose(ana, "ar")
    assert ana.page.evaluate("document.documentElement.dir") == "rtl"
    ana.page.evaluate("void document.querySelector('input[name=language][value=system]').click()")
    shows(ana, "en")
    assert ana.page.evaluate("[document.documentElement.dir, localStorage.getItem('language')]") == ["ltr", None]


# 000-70
@pytest.mark.pages
def test_windows_of_a_browser_have_one_language(cast):
    ana = cast.signed_in()
    other = ana.page.open_window()
    other.goto(f"{ana.stage.origin}/?inspect")
    other.wait_for_selector("main")
    choose(ana, "th")
    until(lambda: other.evaluate("document.documentElement.lang") == "th", "the other window follows")
    until(lambda: table("th")["windows.other.title"] in other.inner_text("main"), "in the letters of Thai")
    other.close()


# 003-25, 003-26
@pytest.mark.pages
def test_a_page_follows_the_languages_of_the_browser(cast):
    """The first one in the catalogue is shown with its region's digits, and used in requests; a later change
    is followed."""
    ana = cast.page()
    tab = ana.page.page
    session = tab.context.new_cdp_session(tab)
    agent = tab.evaluate("navigator.userAgent")
    asked = []
    tab.on("request", lambda request: "/app/api/" in request.url and asked.append(request.headers.get("accept-language")))

    def prefers(tags):
        session.send("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": tags})

    prefers("qaa,ar-EG,en")
    ana.open()
    shows(ana, "ar")
    assert ana.page.evaluate("document.documentElement.dir") == "rtl"
    assert ana.page.evaluate("ecallInspection.said({ key: 'contacts.count', args: { count: 12 } })").startswith("١٢")
    until(lambda: tab.evaluate("document.readyState") and asked, "the server is asked something")
    assert set(asked) == {"ar-EG"}
    assert set(ana.page.evaluate(FETCHED)) == {"ar"}
    prefers("km-KH,en")
    ana.page.evaluate("void dispatchEvent(new Event('languagechange'))")
    shows(ana, "km")
    assert ana.page.evaluate(HEADING) == table("km")["signIn.title"]
    # Before the sign-in a line has all languages.
    tab.select_option("#language", "ja")
    shows(ana, "ja")
    ana.page.evaluate("void dispatchEvent(new Event('languagechange'))")
    assert ana.page.evaluate("ecallInspection.state.language.choice") == "ja"
    until(lambda: tab.evaluate("document.querySelector('link[rel=manifest]').href").endswith("/manifests/ja.webmanifest"), "the manifest follows")
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert [one["name"] for one in json.loads(manifest["data"])["shortcuts"]] == [table("ja")[key] for key in ("history.title", "contacts.title", "add.title", "link.title")]


# 003-25
@pytest.mark.pages
def test_a_language_that_cannot_be_loaded_falls_back(cast):
    """At the start it falls back to English; later to the shown language, with a notice."""
    ana = cast.page()
    ana.page.expects(r"ERR_FAILED|net::|Failed to load resource")
    ana.page.context.route("**/texts*km*", lambda route: route.abort())
    ana.page.context.add_init_script("try { localStorage.setItem('language', 'km') } catch {}")
    ana.open()
    ana.page.sees("heading", "^Sign in$")
    assert ana.page.evaluate("[document.documentElement.lang, ecallInspection.state.language.choice]") == ["en", "km"]
    ana.page.page.select_option("#language", "de")
    shows(ana, "de")
    failed = json.dumps(table("de")["language.failed"])
    assert not ana.page.evaluate(f"document.querySelector('.notices')?.innerText.includes({failed}) ?? false")
    ana.page.page.select_option("#language", "km")
    ana.page.wait(f"document.querySelector('.notices').innerText.includes({failed})", "it is said")
    assert ana.page.evaluate("[document.documentElement.lang, document.querySelector('#language').value]") == ["de", "de"]


# 000-70
@pytest.mark.pages
@pytest.mark.limit(120)
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_call_goes_on_in_another_language(cast, browser):
    """Pictures and sound go on, and the texts of the call are in the new language at once."""
    ana, bo = cast.together(cast.page(browser), cast.page())
    cast.befriend(bo, ana)
    bo.call(ana.name)
    ana.rings(bo.name)
    ana.answer()
    for person in (ana, bo):
        person.wait_phase("inCall")
        person.wait_pictures()
    call = ana.page.evaluate("ecallInspection.state.call.id")
    ana.page.evaluate("void (globalThis.video = document.querySelector('.tile:not(.tile-own) video'))")
    hang_up = "document.querySelector('.call-controls')?.innerText + document.querySelector('.call-controls')?.innerHTML"
    for language in ("ar", "km"):
        choose(ana, language)
        back = f"[...document.querySelectorAll('.banner-call button')].find((one) => one.innerText.includes({json.dumps(table(language)['main.return'])}))"
        assert ana.page.evaluate(f"{back} !== undefined")
        ana.page.evaluate(f"void {back}.click()")
        label = table(language)["call.endCall"]
        ana.page.wait(f"({hang_up}).includes({json.dumps(label)})", f"the button to hang up says {label}")
        assert ana.page.evaluate("document.querySelector('.tile:not(.tile-own) video') === globalThis.video")
        ana.wait_pictures()
    assert ana.page.evaluate("[ecallInspection.state.call.phase, ecallInspection.state.call.id]") == ["inCall", call]
    assert bo.page.evaluate("ecallInspection.state.call.phase") == "inCall"
    bo.hang_up()
    ana.wait_phase("ended")


# 000-70
@pytest.mark.pages
def test_a_closed_page_rings_in_the_chosen_language(cast, reached):
    """The worker has cached the language's texts, and English, and does not ask the server."""
    ana, bo = reached(), cast.signed_in()
    cast.befriend(bo, ana)
    ana.postman.bring_first_unseen()
    choose(ana, "vi")
    has = "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((all) => all.flat().map(({ url }) => /texts-([a-z]{2})/.exec(url)?.[1]).filter(Boolean).sort().join())"
    until(lambda: ana.postman.worker.evaluate(has) == "en,vi", "the worker keeps both")
    ana.postman.close_page()
    bo.call(ana.name, video=False)
    ana.postman.bring()
    ana.postman.sees(table("vi")["notification.unverified"], table("vi")["incoming.unverified"])
    bo.hang_up()


# 003-24, 003-34
@pytest.mark.limit(120)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_is_drawn_in_every_language(gallery, language):
    """No text lacks an argument or a plural form, or exists in English alone."""
    page = gallery.open("phone", language=language)
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [language, "rtl" if language == "ar" else "ltr"]
    failed = page.evaluate("""() => names.flatMap((name) => {
        try {
            show(name);
            return [];
        } catch (error) {
            return [`${name}: ${error.message}`];
        }
    })""")
    assert failed == []
    show(page, "sign-in")
    assert page.evaluate(HEADING) == table(language)["signIn.title"]
