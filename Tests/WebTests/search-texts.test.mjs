import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isSearchText, readSearchText } from '../../Web/features/add/search-text.js';

const { texts, links } = JSON.parse(readFileSync(new URL('../Vectors/search-texts.json', import.meta.url), 'utf8'));

test('a typed search is parsed, or the error gives the reason, as in Swift', () => {
    for (const { text, problem, isLink = false, ...wanted } of texts) {
        if (problem) assert.throws(() => readSearchText(text), { code: problem }, text);
        else assert.deepEqual(readSearchText(text), wanted, text);
        assert.equal(isSearchText(text), !isLink, text);
    }
});

test('links and tokens are not searched for', () => {
    for (const text of links) assert.equal(isSearchText(text), false, text);
});
