import { formatter, isFormatted } from './formatted.js';
import { piecesOf } from './pattern.js';
import { isText } from './text.js';

/** @typedef {import('./text.js').Text} Text */
/** @typedef {import('./text.js').Words} Words */
/** @typedef {{ words: string, isStrong: boolean }} Stretch */
/** @typedef {string | ({ by: string } & Partial<Record<Intl.LDMLPluralRule, string>>)} Entry a pattern, or one for each plural category of the number `by` */
/** @typedef {Record<string, Entry>} Table one language of the catalogue, by key */

const fromRightToLeft = new Set(['ar', 'fa', 'he', 'ur']);
/** Characters that change the direction of all text that follows: a name could use them to make a sentence read differently. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;
/** Letters of scripts from right to left. */
const opposite = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Formats texts in one language: its table, its plurals, its numbers and lists. */
export class Texts {
    #table;
    /** @type {Map<string, import('./pattern.js').Piece[]>} patterns taken apart */
    #pieces = new Map();
    #plurals;
    #order;
    #numbers;
    #format;

    /**
     * @param {string} language of the table
     * @param {Table} table
     * @param {{ locale?: string, direction?: 'ltr' | 'rtl' }} [ways] `locale`: the language with a region, such as `en-GB`, which numbers and dates follow
     */
    constructor(language, table, ways = {}) {
        const { locale = language, direction = fromRightToLeft.has(language) ? 'rtl' : 'ltr' } = ways;
        this.language = language;
        this.locale = locale;
        this.direction = direction;
        this.#table = table;
        this.#plurals = new Intl.PluralRules(language);
        this.#numbers = new Intl.NumberFormat(locale);
        this.#order = new Intl.Collator(locale);
        this.#format = formatter(locale, (item) => this.#value(item));
    }

    /**
     * Compares two names for a list.
     * @param {string} one
     * @param {string} other
     */
    compare(one, other) { return this.#order.compare(one, other); }

    /**
     * As a string, for attributes and titles.
     * @param {Words} words
     */
    string(words) { return this.stretches(words).map((stretch) => stretch.words).join(''); }

    /**
     * As a sequence of strings, some of them strong.
     * @param {Words} words
     * @returns {Stretch[]}
     */
    stretches(words) {
        if (typeof words === 'string') return [{ words: words.replace(turns, ''), isStrong: false }];
        if (isFormatted(words)) return [{ words: this.#format(words), isStrong: false }];
        return joined(this.#piecesOf(words).map((piece) => ('words' in piece ? piece : { words: this.#argument(words, piece.name), isStrong: piece.isStrong })));
    }

    /** @param {Text} text */
    #piecesOf(text) {
        const pattern = this.#pattern(text);
        const known = this.#pieces.get(pattern);
        if (known) return known;
        const pieces = piecesOf(pattern);
        this.#pieces.set(pattern, pieces);
        return pieces;
    }

    /** @param {Text} text */
    #pattern({ key, args }) {
        const entry = this.#table[key];
        if (typeof entry === 'string') return entry;
        const count = args[entry?.by];
        const pattern = typeof count === 'number' ? entry[this.#plurals.select(count)] ?? entry.other : undefined;
        if (pattern === undefined) throw new Error(`no text '${key}' in '${this.language}'${entry ? ` without the number '${entry.by}'` : ''}`);
        return pattern;
    }

    /**
     * @param {Text} text
     * @param {string} name
     */
    #argument({ key, args }, name) {
        if (args[name] === undefined) throw new Error(`the text '${key}' lacks its argument '${name}'`);
        return this.#value(args[name]);
    }

    /**
     * @param {import('./text.js').Argument} value
     * @returns {string}
     */
    #value(value) {
        if (typeof value === 'number') return this.#numbers.format(value);
        if (Array.isArray(value)) return this.#format({ format: 'list', items: value });
        // Otherwise a name in the other direction would reorder the text around it.
        if (typeof value === 'string') {
            const name = value.replace(turns, '');
            return this.direction === 'rtl' || opposite.test(name) ? `\u2068${name}\u2069` : name;
        }
        return this.string(value);
    }
}

/**
 * Joins adjacent strings of one kind into one.
 * @param {Stretch[]} stretches
 */
function joined(stretches) {
    if (stretches.length === 1) return stretches;
    return stretches.reduce((/** @type {Stretch[]} */ all, next) => {
        const last = all[all.length - 1];
        if (last?.isStrong !== next.isStrong) return [...all, next];
        return [...all.slice(0, -1), { words: last.words + next.words, isStrong: last.isStrong }];
    }, []);
}

/**
 * @param {unknown} value
 * @returns {value is Words}
 */
export const isWords = (value) => typeof value === 'string' || isText(value) || isFormatted(value);
