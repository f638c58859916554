import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { penalty } from '../../Web/qr/masks.js';
import { capacity, versions } from '../../Web/qr/versions.js';
import { makeQRCode, pathOf } from '../../Web/qr/qr-code.js';

const vectors = JSON.parse(readFileSync(new URL('vectors/qr.json', import.meta.url), 'utf8'));
const rowsOf = (matrix) => Array.from({ length: matrix.size }, (_, row) =>
    Array.from({ length: matrix.size }, (_, column) => (matrix.isDark(row, column) ? '#' : '.')).join(''));

for (const { text, mask, rows } of vectors) {
    test(`draws ${text.length} bytes in ${rows.length} rows as libqrencode does`, () => {
        assert.deepEqual(rowsOf(makeQRCode(text, mask)), rows);
    });
}

test('has room for as many bytes as the standard says', () => {
    assert.deepEqual(versions.map(capacity), [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412]);
});

test('takes the smallest version that holds the text', () => {
    for (const version of versions) {
        assert.equal(makeQRCode('a'.repeat(capacity(version))).size, version.size);
    }
});

test('takes the mask that reads best', () => {
    for (const { text } of vectors.slice(0, 5)) {
        const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => penalty(makeQRCode(text, mask)));
        assert.equal(penalty(makeQRCode(text)), Math.min(...all));
        assert.ok(new Set(all).size > 1);
    }
});

test('counts bytes, not characters', () => {
    assert.equal(makeQRCode('\u00e9'.repeat(7)).size, 21);
    assert.equal(makeQRCode('\u00e9'.repeat(8)).size, 25);
});

test('refuses a text that does not fit', () => {
    assert.throws(() => makeQRCode('a'.repeat(413)), RangeError);
});

test('draws each dark module once in its path', () => {
    const matrix = makeQRCode('https://example.org/share/contact/abc');
    const drawn = [...pathOf(matrix).matchAll(/h(\d+)v1/g)].reduce((sum, [, length]) => sum + Number(length), 0);
    assert.equal(drawn, matrix.dark.reduce((sum, module) => sum + module, 0));
});
