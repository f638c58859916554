import { isShareToken } from '../contacts/share-link.js';
import { settingsFragment, settingsRoute } from './settings-routes.js';

/** @typedef {import('./state.js').Route} Route */
/** @typedef {{ ticket: string } | { failure: string }} Return from a sign-in with Google or Apple */

/**
 * The token with which somebody's link opens this page, `#/add/TOKEN`; null in any other fragment.
 * @param {string} fragment
 */
export function openedToken(fragment) {
    const [name, token, ...more] = fragment.replace(/^#?\/?/, '').split('/');
    return name === 'add' && more.length === 0 && isShareToken(token ?? '') ? token : null;
}

/**
 * The fragment of somebody's link, to come back to it; '' for any other.
 * @param {string} fragment
 */
export function linkIn(fragment) {
    const token = openedToken(fragment);
    return token === null ? '' : `${fragmentOf({ name: 'add' })}/${token}`;
}

/**
 * What the address says about a return; null when it says nothing.
 * @param {string} fragment
 * @returns {Return | null}
 */
export function parseReturn(fragment) {
    const [, ticket] = /^#\/signed-in\/([A-Za-z0-9_-]{43})$/.exec(fragment) ?? [];
    if (ticket) return { ticket };
    const [, failure] = /^#\/sign-in-failed\/([a-z]{1,20})$/.exec(fragment) ?? [];
    return failure ? { failure } : null;
}

/**
 * The address of a place in the main screen: what links lead to, and `parseRoute` reads.
 * @param {Route} route
 */
export function fragmentOf(route) {
    switch (route.name) {
    case 'contact': return `#/contacts/${route.id}`;
    case 'pastCall': return `#/history/${route.id}`;
    // A call has no id before the server has made it.
    case 'call': return `#/calls/${route.id || 'new'}`;
    case 'settings': return settingsFragment(route);
    default: return `#/${route.name}`;
    }
}

/** The address of the contacts, where somebody without calls begins. */
export const home = fragmentOf({ name: 'contacts' });

/**
 * Where in the main screen a fragment leads; the contacts for one that leads nowhere.
 * @param {string} fragment such as `#/contacts/17`
 * @returns {Route}
 */
export function parseRoute(fragment) {
    const [name, id, more] = fragment.replace(/^#?\/?/, '').split('/');
    const number = /^\d{1,16}$/.test(id ?? '') ? Number(id) : null;
    if (name === 'contacts' && number !== null) return { name: 'contact', id: number };
    if (name === 'calls' && id === undefined) return { name };
    if (name === 'history' && number !== null) return { name: 'pastCall', id: number };
    if (name === 'calls') return { name: 'call', id: number ?? 0 };
    if (name === 'settings') return settingsRoute(id, more);
    if (name === 'welcome' || name === 'requests' || name === 'add' || name === 'scan' || name === 'link') return { name };
    return { name: 'contacts' };
}
