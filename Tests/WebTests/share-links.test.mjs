import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readShareLink } from '../../Web/contacts/pasted-link.js';
import { isShareToken, shareLink } from '../../Web/contacts/share-link.js';
import { openedToken } from '../../Web/state/routes.js';

const vectors = JSON.parse(readFileSync(new URL('../Vectors/share-links.json', import.meta.url), 'utf8'));

// 003-28
test('links are parsed, or the error gives the reason, as in Swift', () => {
    for (const { text, token } of vectors.links) assert.equal(readShareLink(text), token, text);
    for (const { text, problem } of [...vectors.refused, ...vectors.numbers]) assert.throws(() => readShareLink(text), { code: problem }, text);
});

test('links of another server are refused, as in Swift', () => {
    for (const { text, server, problem } of vectors.servers) {
        const read = () => readShareLink(text, `https://${server}`);
        if (problem) assert.throws(read, { code: problem }, text);
        else assert.equal(isShareToken(read()), true, text);
    }
});

// 004-31
test('links are formatted and opened as in Swift', () => {
    for (const { token, server, universal, deep, page } of vectors.forms) {
        assert.equal(shareLink(server, token), universal);
        for (const text of [universal, deep]) assert.equal(readShareLink(text), token);
        assert.equal(openedToken(new URL(page, server).hash), token);
    }
});
