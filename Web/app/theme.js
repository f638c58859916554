/** @typedef {'system' | 'light' | 'dark'} Theme */

const name = 'theme';

/** @param {Theme} theme */
export function applyTheme(theme) {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    // The window of an installed page, and the bars of phones, have the colour of the page.
    for (const colour of document.querySelectorAll('meta[data-scheme]')) {
        const { scheme } = /** @type {HTMLMetaElement} */ (colour).dataset;
        colour.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all');
    }
}

/**
 * Stores the choice for the next time; if storage is blocked, it lasts as long as the page.
 * @param {Theme} theme
 */
export function keepTheme(theme) {
    try {
        if (theme === 'system') localStorage.removeItem(name);
        else localStorage.setItem(name, theme);
    } catch {
        // A failure is not worth a notice.
    }
}

/** @returns {Theme} */
export function keptTheme() {
    try {
        const theme = localStorage.getItem(name);
        return theme === 'light' || theme === 'dark' ? theme : 'system';
    } catch {
        return 'system';
    }
}
