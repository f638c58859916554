import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Texts, isWords } from '../../Web/texts/texts.js';

/** The table of the catalogue, and its texts as on a page in English. */
export const table = JSON.parse(readFileSync(new URL('../../Web/texts/en.json', import.meta.url), 'utf8'));
export const english = new Texts('en', table);

/** A text in English; null and undefined are unchanged. */
export const said = (words) => (isWords(words) ? english.string(words) : words);

/** An object with its texts in English. */
export const inEnglish = (object) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, said(value)]));

/** For `assert.rejects` and `assert.throws`: an error with this code, whose sentence equals or matches this. */
export const refuses = (code, sentence) => (error) => {
    assert.equal(error.code, code);
    if (sentence instanceof RegExp) assert.match(said(error.text), sentence);
    else assert.equal(said(error.text), sentence);
    return true;
};
