import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { qrCode } from '../../Web/components/qr-code.js';
import { qrPicture } from '../../Web/components/qr-picture.js';

globalThis.qrcode = createRequire(import.meta.url)('../../Web/vendor/qrcode.js');
// ISO/IEC 18004, table 7: bytes at error correction M, by version.
const capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412];

for (const [index, capacity] of capacities.entries()) {
    test(`${capacity} bytes fill version ${index + 1}`, () => {
        assert.equal(qrCode('a'.repeat(capacity)).size, 21 + 4 * index);
        assert.equal(qrCode('a'.repeat(capacity + 1)).size, 25 + 4 * index);
    });
}

test('the length counts UTF-8 bytes, not characters', () => {
    assert.equal(qrCode('\u00e9'.repeat(7)).size, 21);
    assert.equal(qrCode('\u00e9'.repeat(8)).size, 25);
});

test('a text that is too long has no code, nor has any without the library', () => {
    assert.equal(qrCode('a'.repeat(3000)), null);
    assert.equal(qrPicture('a'.repeat(3000), 'a code'), null);
    const { qrcode } = globalThis;
    delete globalThis.qrcode;
    assert.equal(qrCode('a'), null);
    globalThis.qrcode = qrcode;
});

test('the path stays inside the code and contains the three finder patterns', () => {
    const { size, path } = qrCode('https://example.org/share/contact/abc');
    const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map((run) => run.slice(1).map(Number));
    assert.equal(runs.map(([x, y, width]) => `M${x} ${y}h${width}v1h-${width}z`).join(''), path);
    assert.ok(runs.every(([x, y, width]) => x + width <= size && y < size));
    for (const [x, y] of [[0, 0], [size - 7, 0], [0, size - 7]]) assert.ok(runs.some(([left, top, width]) => left === x && top === y && width === 7));
});
