import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawn } from '../../Web/dom/drawn.js';
import { h } from '../../Web/dom/h.js';
import { initials } from '../../Web/texts/initials.js';
import { withoutPiles } from '../../Web/texts/marks.js';
import { text } from '../../Web/texts/text.js';
import { english } from './english.mjs';
import { names } from './gallery/names.js';

const { piled, ...written } = names;
const marksOf = (words) => Math.max(...[...words.matchAll(/\p{M}+/gu)].map(([row]) => [...row].length), 0);

for (const [script, name] of Object.entries(written)) {
    test(`a name in ${script} is drawn as it is written, and has fifty letters`, () => {
        assert.equal(withoutPiles(name), name);
        assert.equal([...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)].length, 50);
    });
}

test('piles of accents are drawn as four, with joiners between them too', () => {
    assert.equal(marksOf(piled), 40);
    assert.equal(marksOf(withoutPiles(piled)), 4);
    assert.equal(withoutPiles(`e${'\u0301'.repeat(4)}\u200d${'\u0301'.repeat(40)}x`), `e${'\u0301'.repeat(4)}\u200dx`);
    assert.equal(marksOf(withoutPiles(`ก${'\u0e49'.repeat(40)}`)), 10);
});

test('whatever is drawn has no piles: names by themselves, in sentences, and strong ones', () => {
    const sentence = text('call.end.missedText', { name: piled });
    const found = JSON.stringify(drawn([h('p', null, piled, sentence), piled], english));
    assert.equal(marksOf(found), 4);
    assert.equal(drawn(['Ana'], english)[0], 'Ana');
});

const vectors = JSON.parse(readFileSync(new URL('../Vectors/initials.json', import.meta.url), 'utf8'));

// 003-26
for (const { name, initials: expected } of vectors) {
    test(`the initials of '${name}' are '${expected}'`, () => assert.equal(initials(name), expected));
}
