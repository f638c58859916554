import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cutTexts } from '../../../Web/calls/keys/cut-texts.js';

const { rows } = JSON.parse(readFileSync(new URL('../../Vectors/cut-texts.json', import.meta.url), 'utf8'));

test('texts for many devices are split as the vectors state', () => {
    assert.equal(rows.length, 15);
    for (const { name, first, texts, parts } of rows) {
        const lengths = texts.flatMap(({ count, length }) => Array(count).fill(length));
        const all = Object.fromEntries(lengths.map((length, index) => [`${first + index}_1`, 'x'.repeat(length)]));
        const cut = cutTexts(all);
        assert.deepEqual(cut.map((part) => Object.keys(part).length), parts, name);
        assert.deepEqual(Object.assign({}, ...cut), all, name);
    }
});
