/** @typedef {typeof settingsPages[number]} SettingsPage */
/** @typedef {{ name: 'settings', page?: SettingsPage, id?: number }} SettingsRoute the list of pages, one of them, or one device */

/** In the order of the list; the names are those in addresses. */
export const settingsPages = /** @type {const} */ (['profile', 'methods', 'devices', 'permissions', 'privacy', 'appearance', 'keys', 'account', 'about']);

/**
 * The address of the settings or one of their pages.
 * @param {SettingsRoute} route
 */
export const settingsFragment = ({ page, id }) => ['#/settings', page, id].filter((part) => part !== undefined).join('/');

/**
 * Where in the settings an address leads; the list for one that leads nowhere.
 * @param {string | undefined} name
 * @param {string | undefined} id
 * @returns {SettingsRoute}
 */
export function settingsRoute(name, id) {
    const page = settingsPages.find((one) => one === name);
    if (!page) return { name: 'settings' };
    if (page === 'devices' && /^\d{1,16}$/.test(id ?? '')) return { name: 'settings', page, id: Number(id) };
    return { name: 'settings', page };
}
