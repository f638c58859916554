import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPastedLink, readShareLink } from '../../Web/contacts/pasted-link.js';

const vectors = JSON.parse(readFileSync(new URL('../Vectors/pasted-links.json', import.meta.url), 'utf8'));
const origin = 'https://calls.example.org';

test('a link is found in what chats and people put around it, as in Swift', () => {
    assert.ok(vectors.links.length > 150);
    for (const { text, token, call, maker, secret, problem } of vectors.links) {
        const expected = token ? { token } : problem ? { problem } : { call: { callId: call, userId: maker, secret } };
        assert.deepEqual(readPastedLink(text, origin), expected, JSON.stringify(text));
    }
});

test('a long text is read in a short time', () => {
    const began = performance.now();
    for (const part of ['https://', 'a.', '/share/contact/', 'a:', 'https://l.facebook.com/l.php?u=', '%25', '\n', '...a', '((']) {
        assert.throws(() => readShareLink(part.repeat(4096 / part.length), origin));
    }
    assert.ok(performance.now() - began < 2000);
});
