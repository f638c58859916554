/** The pace of reports about the reception of a track. Swift has the same rule (Tests/Vectors/report-pace.json). */

/** @typedef {import('./reception.js').TrackReception} TrackReception */

/** Between reports that can wait, in milliseconds. */
const interval = 4000;
/** The delay before a clearly higher capacity is reported, in milliseconds. */
const moreInterval = 2000;

/**
 * How long the current capacity can wait after the last report, in milliseconds; 0 kbit/s means unlimited.
 * @param {number} bitrate
 * @param {number} before
 */
export function waitFor(bitrate, before) {
    if (bitrate > 0 && (before === 0 || bitrate < before * 0.9)) return 0;
    return before > 0 && (bitrate === 0 || bitrate > before * 1.25) ? moreInterval : interval;
}

/** @param {number} value */
export const clamp = (value) => Math.min(0xffff, Math.max(0, value));

/**
 * The share of packets that was lost since an earlier check; null if none were expected.
 * @param {TrackReception | null} now
 * @param {TrackReception | null | undefined} before
 */
export function lossSince(now, before) {
    if (!now) return null;
    const lost = Math.max(0, now.lost - (before?.lost ?? 0));
    const expected = lost + Math.max(0, now.received - (before?.received ?? 0));
    return expected > 0 ? lost / expected : null;
}

/**
 * Rounded, so that insignificant changes are not sent again.
 * @param {TrackReception} now
 * @param {TrackReception | null} before
 */
export function arrivalOf(now, before) {
    return { loss: clamp(Math.round((lossSince(now, before) ?? 0) * 64) * 1024), jitter: clamp(Math.round(now.jitter * 100) * 10) };
}
