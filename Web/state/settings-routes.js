/** @typedef {typeof settingsPages[number]} SettingsPage */
/** @typedef {{ name: 'settings', page?: SettingsPage, id?: number, compares?: boolean }} SettingsRoute the list of pages, one of them, one device, or what that shows to be compared */

/** In the order of the list; the names are those in addresses. */
export const settingsPages = /** @type {const} */ (['profile', 'methods', 'devices', 'permissions', 'notifications', 'sound', 'network', 'privacy', 'appearance', 'language', 'keys', 'account', 'about']);

/** @param {SettingsRoute} route */
export const settingsFragment = ({ page, id, compares }) => ['#/settings', page, id, compares ? 'compare' : undefined].filter((part) => part !== undefined).join('/');

/**
 * The settings' route of an address; the list for an invalid one.
 * @param {string | undefined} name
 * @param {string | undefined} id
 * @param {string | undefined} [more]
 * @returns {SettingsRoute}
 */
export function settingsRoute(name, id, more) {
    const page = settingsPages.find((one) => one === name);
    if (!page) return { name: 'settings' };
    if (page === 'devices' && /^\d{1,16}$/.test(id ?? '')) return more === 'compare' ? { name: 'settings', page, id: Number(id), compares: true } : { name: 'settings', page, id: Number(id) };
    return { name: 'settings', page };
}
