"""The vectors that Swift passes are passed in browsers."""
import json

import pytest

from bench.stage import ROOT

pytestmark = pytest.mark.pages

CHECKS = {
    "envelopes": ("envelopes", "checkEnvelopes", "JSON.parse"), "keys": ("keys", "checkKeys", "JSON.parse"),
    "frames": ("frames", "checkFrames", "JSON.parse"), "rfc9605": ("frames", "checkSFrame", "module.parseSFrame"),
}


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
# 003-3
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


ML_KEM = """(async ({ seed, publicKey, fromSwift }) => {
    const { findMLKEM } = await import('/keys/entering/ml-kem.js');
    const { decodeBase64URL, encodeBase64URL } = await import('/keys/signing/base64url.js');
    const kem = await findMLKEM();
    if (!kem) return null;
    const made = await kem.encapsulate(decodeBase64URL(publicKey));
    const algorithm = { name: 'ML-KEM-768' };
    const key = await crypto.subtle.importKey('raw-seed', decodeBase64URL(seed), algorithm, false, ['decapsulateBits']);
    const open = async (ciphertext) => encodeBase64URL(new Uint8Array(await crypto.subtle.decapsulateBits(algorithm, key, ciphertext)));
    return [await open(decodeBase64URL(fromSwift.ciphertext)), await open(made.ciphertext) === encodeBase64URL(made.secret)];
})(%s)"""


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_ml_kem_opens_what_swift_encapsulated(cast, stage, browser):
    """Chromium decapsulates it, and its own output is a vector for Swift; Firefox has no ML-KEM."""
    vectors = json.loads((ROOT / "Tests/Vectors/ml-kem.json").read_text())
    person = cast.page(browser)
    person.page.goto(f"{stage.origin}/Tests/vectors.html")
    opened = person.page.evaluate(ML_KEM % json.dumps(vectors))
    assert opened == ([vectors["fromSwift"]["secret"], True] if browser == "chromium" else None)
