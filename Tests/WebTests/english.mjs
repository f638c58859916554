import { readFileSync } from 'node:fs';
import { Texts } from '../../Web/texts/texts.js';

const read = (name) => JSON.parse(readFileSync(new URL(`../../Web/texts/${name}.json`, import.meta.url), 'utf8'));

/** The table of the catalogue, and its texts as a page in English has them. */
export const table = read('en');
export const english = new Texts('en', table);
