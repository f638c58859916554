/** @typedef {'chromium' | 'firefox' | 'safari' | 'other'} BrowserFamily */

/**
 * The browser whose instructions apply, since each manages permissions elsewhere.
 * @param {string} userAgent
 * @returns {BrowserFamily}
 */
export function browserFamily(userAgent) {
    if (/Firefox\//.test(userAgent)) return 'firefox';
    // All browsers on iOS ask as Safari does.
    if (/iPhone|iPad/.test(userAgent) || (/Safari\//.test(userAgent) && !/Chrome\//.test(userAgent))) return 'safari';
    return /Chrome\//.test(userAgent) ? 'chromium' : 'other';
}
