import { parseMoment } from '../protocol/moment.js';
import { text } from '../texts/text.js';

/** @typedef {import('../texts/text.js').Words} Words */

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * A length of time as m:ss or h:mm:ss.
 * @param {number} milliseconds
 * @returns {Words}
 */
export const clockText = (milliseconds) => ({ format: 'clock', milliseconds });

/**
 * The same for reading aloud.
 * @param {number} milliseconds
 * @returns {Words}
 */
export const spokenDuration = (milliseconds) => ({ format: 'duration', milliseconds });

/**
 * A moment as a person would say it; null if unknown.
 * @param {string | null} date as the server writes it
 * @param {number} now Unix milliseconds
 * @returns {Words | null}
 */
export function momentOf(date, now) {
    const moment = date === null ? NaN : parseMoment(date);
    if (Number.isNaN(moment)) return null;
    const ago = now - moment;
    if (ago < minute) return text('time.justNow');
    if (ago < 60 * minute) return { format: 'minutesAgo', count: Math.floor(ago / minute) };
    const midnight = new Date(now).setHours(0, 0, 0, 0);
    if (moment >= midnight) return text('time.today', { time: { format: 'time', moment } });
    if (moment >= midnight - day) return { format: 'yesterday' };
    return { format: 'date', moment, hasYear: ago > 300 * day };
}

/**
 * How long something stays, in the largest unit that fits.
 * @param {number} milliseconds above 0
 * @returns {Words}
 */
export function remaining(milliseconds) {
    const minutes = Math.ceil(milliseconds / minute);
    return minutes < 90 ? { format: 'amount', count: minutes, unit: 'minute' } : { format: 'amount', count: Math.round(minutes / 60), unit: 'hour' };
}
