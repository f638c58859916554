/**
 * Parses a server's timestamp: ISO 8601 with or without fractional seconds, or `2026-03-01 10:20:30`, in UTC.
 * @param {string} text
 * @returns {number} Unix milliseconds; NaN for anything else
 */
export function parseMoment(text) {
    return Date.parse(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}
