import { clockNotice } from '../protocol/server-clock.js';
import { text } from '../texts/text.js';

/** The texts by how far a clock is off. */
const words = Object.freeze({
    slow: { minutes: 'notices.clockOff.slow.minutes', hours: 'notices.clockOff.slow.hours', days: 'notices.clockOff.slow.days' },
    fast: { minutes: 'notices.clockOff.fast.minutes', hours: 'notices.clockOff.fast.hours', days: 'notices.clockOff.fast.days' },
});

/**
 * The text about this device's wall clock; null while it is accurate enough.
 * @param {number | null} difference how far the server's time is ahead, in milliseconds; null before it was observed
 */
export function clockText(difference) {
    const notice = clockNotice(difference);
    return notice && text(/** @type {'notices.clockOff.slow.minutes'} */ (words[notice.direction][notice.unit]), { count: notice.amount });
}
