"""The vectors that Swift passes are passed in browsers."""
import json

import pytest

CHECKS = {
    "envelopes": ("envelopes", "checkEnvelopes", "JSON.parse"), "keys": ("keys", "checkKeys", "JSON.parse"),
    "frames": ("frames", "checkFrames", "JSON.parse"), "rfc9605": ("frames", "checkSFrame", "module.parseSFrame"),
}


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_vectors(cast, stage, browser):
    person = cast.page(browser)
    # Served like the page, under the same policy; none of the page's own scripts run.
    person.page.goto(f"{stage.origin}/Tests/vectors.html")
    failures = person.page.evaluate("""(async () => {
        const failures = {};
        for (const [name, [module_, check, parse]] of Object.entries(%s)) {
            const module = await import(`/Tests/WebTests/vectors/${module_}.js`);
            const text = await (await fetch(`/Tests/Vectors/${name}.json`)).text();
            failures[name] = await module[check]((parse === 'JSON.parse' ? JSON.parse : module.parseSFrame)(text));
        }
        return failures;
    })()""" % json.dumps(CHECKS))
    assert failures == {name: [] for name in CHECKS}
