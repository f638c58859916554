import { KhmerFormats } from './khmer-formats.js';

/**
 * Values that each language writes differently, as plain data: they become words when they are drawn.
 * @typedef {{ format: 'duration' | 'clock', milliseconds: number }
 *     | { format: 'amount', count: number, unit: 'second' | 'minute' | 'hour' | 'day' }
 *     | { format: 'minutesAgo', count: number }
 *     | { format: 'yesterday' }
 *     | { format: 'weekday', moment: number }
 *     | { format: 'time', moment: number }
 *     | { format: 'date' | 'month', moment: number, hasYear: boolean }
 *     | { format: 'list', items: import('./text.js').Argument[], isPlain?: boolean }} Formatted moments are Unix milliseconds; a plain list has no “and”
 */

/**
 * @param {unknown} value
 * @returns {value is Formatted}
 */
export const isFormatted = (value) => typeof value === 'object' && value !== null && 'format' in value;

/**
 * Writes them in one language.
 * @param {string} language
 * @param {(item: import('./text.js').Argument) => string} string brings an item of a list into the language
 * @returns {(value: Formatted) => string}
 */
export function formatter(language, string) {
    const formats = isKnown(language) ? new Formats(language) : new KhmerFormats();
    return (value) => {
        switch (value.format) {
        case 'duration': return duration(formats, value.milliseconds);
        case 'clock': return clock(formats, value.milliseconds);
        case 'amount': return formats.amount(value.unit, 'short').format(value.count);
        case 'minutesAgo': return formats.ago({ style: 'short' }).format(-value.count, 'minute');
        case 'yesterday': return formats.ago({ numeric: 'auto' }).format(-1, 'day');
        case 'weekday': return formats.moment({ weekday: 'long' }).format(value.moment);
        case 'time': return formats.moment({ hour: 'numeric', minute: '2-digit' }).format(value.moment);
        case 'list': {
            const items = value.items.map(string);
            return value.isPlain ? items.join(formats.separator) : formats.list('conjunction').format(items);
        }
        case 'month': return formats.moment({ month: 'long', year: value.hasYear ? 'numeric' : undefined }).format(value.moment);
        case 'date': return formats.moment({ day: 'numeric', month: 'short', year: value.hasYear ? 'numeric' : undefined }).format(value.moment);
        }
    };
}

/**
 * Whether the browser can format dates in a language. Chromium knows all of the page's languages except Khmer.
 * @param {string} language
 */
const isKnown = (language) => !language.startsWith('km') || Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;

/** @type {Record<string, string>} by language */
const separators = { ar: '، ', ja: '、', zh: '、' };

/** The formatters of a language, each created once: creating one takes longer than a hundred uses. */
class Formats {
    #language;
    /** @type {Map<string, unknown>} */
    #made = new Map();

    /** @param {string} language */
    constructor(language) { this.#language = language; }

    /**
     * @param {'second' | 'minute' | 'hour' | 'day'} unit
     * @param {'short' | 'long'} unitDisplay
     */
    amount(unit, unitDisplay) {
        return this.#once(`amount ${unit} ${unitDisplay}`, () => new Intl.NumberFormat(this.#language, { style: 'unit', unit, unitDisplay }));
    }

    /** @param {1 | 2} digits the fewest */
    number(digits) { return this.#once(`number ${digits}`, () => new Intl.NumberFormat(this.#language, { minimumIntegerDigits: digits, useGrouping: false })); }

    /** @param {Intl.RelativeTimeFormatOptions} options */
    ago(options) { return this.#once(`ago ${JSON.stringify(options)}`, () => new Intl.RelativeTimeFormat(this.#language, options)); }

    /** @param {Intl.DateTimeFormatOptions} options */
    moment(options) { return this.#once(`moment ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(this.#language, options)); }

    /** @param {'unit' | 'conjunction'} type */
    list(type) { return this.#once(`list ${type}`, () => new Intl.ListFormat(this.#language, { type })); }

    /** The separator of a list without “and”. Intl's lists of type 'unit' have no separator in some languages, and “and” in others. */
    get separator() { return separators[this.#language.split('-')[0]] ?? ', '; }

    /**
     * @template Format
     * @param {string} name
     * @param {() => Format} make
     * @returns {Format}
     */
    #once(name, make) {
        if (!this.#made.has(name)) this.#made.set(name, make());
        return /** @type {Format} */ (this.#made.get(name));
    }
}

/**
 * A length of time as m:ss or h:mm:ss, in the digits of the language.
 * @param {Formats | KhmerFormats} formats
 * @param {number} milliseconds
 */
function clock(formats, milliseconds) {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const parts = hours > 0 ? [hours, minutes, seconds % 60] : [minutes, seconds % 60];
    return parts.map((part, index) => formats.number(index === 0 ? 1 : 2).format(part)).join(':');
}

/**
 * A length of time for reading aloud: `1 hour, 2 minutes`.
 * @param {Formats | KhmerFormats} formats
 * @param {number} milliseconds
 */
function duration(formats, milliseconds) {
    // Formatted like the clock of a call.
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    /** @type {[number, 'hour' | 'minute' | 'second'][]} */
    const parts = [[Math.floor(seconds / 3600), 'hour'], [Math.floor(seconds / 60) % 60, 'minute'], [seconds % 60, 'second']];
    const said = parts.filter(([count, unit]) => count !== 0 || (unit === 'second' && seconds === 0));
    return formats.list('unit').format(said.map(([count, unit]) => formats.amount(unit, 'long').format(count)));
}
