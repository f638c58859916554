import { isShareToken } from '../contacts/share-link.js';

/** @typedef {import('../state/state.js').Route} Route */

/**
 * The token with which somebody's link opens this page, `#/add/TOKEN`; null in any other fragment.
 * @param {string} fragment
 */
export function openedToken(fragment) {
    const [name, token, ...more] = fragment.replace(/^#?\/?/, '').split('/');
    return name === 'add' && more.length === 0 && isShareToken(token ?? '') ? token : null;
}

/**
 * Where in the main screen a fragment leads; the contacts for one that leads nowhere.
 * @param {string} fragment such as `#/contacts/17`
 * @returns {Route}
 */
export function parseRoute(fragment) {
    const [name, id] = fragment.replace(/^#?\/?/, '').split('/');
    const number = /^\d{1,16}$/.test(id ?? '') ? Number(id) : null;
    if (name === 'contacts' && number !== null) return { name: 'contact', id: number };
    // A call has no id before the server has made it.
    if (name === 'calls') return { name: 'call', id: number ?? 0 };
    if (name === 'requests' || name === 'add' || name === 'link' || name === 'settings') return { name };
    return { name: 'contacts' };
}
