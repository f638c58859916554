import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { codeIn, isNewCode, parseCode } from '../../Web/session/one-time-code.js';

const vectors = JSON.parse(readFileSync(new URL('../Vectors/pasted-codes.json', import.meta.url), 'utf8'));

test('the one code in a text is found, in the digits of every script, as in Swift', () => {
    assert.ok(vectors.codes.length > 100);
    for (const { text, code } of vectors.codes) {
        assert.equal(codeIn(text), code, JSON.stringify(text));
        if (code === null) assert.throws(() => parseCode(text), { code: 'malformedCode' });
        else assert.equal(isNewCode('', text, code.length), true, JSON.stringify(text));
    }
});

test('only a code of the expected length counts', () => {
    for (const [typed, length, code] of [['Your code is 1234 5678.', 8, '12345678'], ['123456', 8, null], ['1234 567890', 6, '567890']]) assert.equal(codeIn(typed, [length]), code, typed);
});
