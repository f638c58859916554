import { parseMoment } from '../protocol/moment.js';
import { text } from '../texts/text.js';

/** @typedef {import('../texts/text.js').Words} Words */

const minute = 60_000;
const day = 24 * 60 * minute;
/** How far ahead another machine's clock may be for its timestamps to count as now, in milliseconds; as in `server-clock.js`. */
const tolerance = minute;

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
    if (Math.abs(ago) < (ago < 0 ? tolerance : minute)) return text('time.justNow');
    if (ago >= 0 && ago < 60 * minute) return { format: 'minutesAgo', count: Math.floor(ago / minute) };
    // Days of 23 or 25 hours count as days too, when clocks change.
    const days = localDay(now) - localDay(moment);
    if (days === 0) return text('time.today', { time: { format: 'time', moment } });
    if (days === 1) return { format: 'yesterday' };
    return { format: 'date', moment, hasYear: Math.abs(ago) > 300 * day };
}

/**
 * How long something remains, in the largest unit that fits.
 * @param {number} milliseconds above 0
 * @returns {Words}
 */
export function remaining(milliseconds) {
    const minutes = Math.ceil(milliseconds / minute);
    return minutes < 90 ? { format: 'amount', count: minutes, unit: 'minute' } : { format: 'amount', count: Math.round(minutes / 60), unit: 'hour' };
}

/**
 * The number of the day that a timestamp belongs to, in local time.
 * @param {number} moment Unix milliseconds
 */
export function localDay(moment) {
    const date = new Date(moment);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}
