/** @typedef {'chromium' | 'firefox' | 'safari' | 'other'} BrowserFamily */

/**
 * The browser whose instructions apply: where it keeps its permissions.
 * @param {string} userAgent
 * @returns {BrowserFamily}
 */
export function browserFamily(userAgent) {
    if (/Firefox\//.test(userAgent)) return 'firefox';
    // All browsers of iOS ask as Safari does.
    if (/iPhone|iPad/.test(userAgent) || (/Safari\//.test(userAgent) && !/Chrome\//.test(userAgent))) return 'safari';
    return /Chrome\//.test(userAgent) ? 'chromium' : 'other';
}
