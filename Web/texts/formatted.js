/**
 * What each language writes in its own way, as plain data: it becomes words when it is drawn.
 * @typedef {{ format: 'duration', milliseconds: number }
 *     | { format: 'amount', count: number, unit: 'minute' | 'hour' | 'day' }
 *     | { format: 'minutesAgo', count: number }
 *     | { format: 'yesterday' }
 *     | { format: 'time', moment: number }
 *     | { format: 'date', moment: number, hasYear: boolean }
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
    return (value) => {
        switch (value.format) {
        case 'duration': return duration(language, value.milliseconds);
        case 'amount': return amount(language, value.count, value.unit, 'short');
        case 'minutesAgo': return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(-value.count, 'minute');
        case 'yesterday': return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-1, 'day');
        case 'time': return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(value.moment);
        case 'list': return new Intl.ListFormat(language, { type: value.isPlain ? 'unit' : 'conjunction' }).format(value.items.map(string));
        case 'date': return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: value.hasYear ? 'numeric' : undefined }).format(value.moment);
        }
    };
}

/**
 * @param {string} language
 * @param {number} count
 * @param {'second' | 'minute' | 'hour' | 'day'} unit
 * @param {'short' | 'long'} unitDisplay
 */
const amount = (language, count, unit, unitDisplay) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count);

/**
 * A length of time for reading aloud: `1 hour, 2 minutes`.
 * @param {string} language
 * @param {number} milliseconds
 */
function duration(language, milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    /** @type {[number, 'hour' | 'minute' | 'second'][]} */
    const parts = [[Math.floor(seconds / 3600), 'hour'], [Math.floor(seconds / 60) % 60, 'minute'], [seconds % 60, 'second']];
    const said = parts.filter(([count, unit]) => count !== 0 || (unit === 'second' && seconds === 0));
    return new Intl.ListFormat(language, { type: 'unit' }).format(said.map(([count, unit]) => amount(language, count, unit, 'long')));
}
