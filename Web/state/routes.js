import { callLinkIn, openedCall } from '../contacts/call-link.js';
import { isShareToken } from '../contacts/share-link.js';
import { settingsFragment, settingsRoute } from './settings-routes.js';

/** @typedef {import('./state.js').Route} Route */
/** @typedef {{ ticket: string, adds?: true } | { failure: string }} Return from Google or Apple; `adds`: to have it added to the account */

/**
 * The token with which somebody's link opens this page, `#/add/TOKEN`; null in any other fragment.
 * @param {string} fragment
 */
export function openedToken(fragment) {
    const [name, token, ...more] = fragment.replace(/^#?\/?/, '').split('/');
    return name === 'add' && more.length === 0 && isShareToken(token ?? '') ? token : null;
}

/**
 * Whether a fragment is somebody's link, which belongs where the person is signed in.
 * @param {string} fragment
 */
export const isOpenedLink = (fragment) => openedToken(fragment) !== null || openedCall(fragment) !== null;

/**
 * The fragment of somebody's link, to come back to it; '' for any other.
 * @param {string} fragment
 */
export function linkIn(fragment) {
    const token = openedToken(fragment);
    return token === null ? callLinkIn(fragment) : `${fragmentOf({ name: 'add' })}/${token}`;
}

/**
 * What the address says about a return; null when it says nothing.
 * @param {string} fragment
 * @returns {Return | null}
 */
export function parseReturn(fragment) {
    const [, ticket] = /^#\/signed-in\/([A-Za-z0-9_-]{43})$/.exec(fragment) ?? [];
    if (ticket) return { ticket };
    const [, addition] = /^#\/add-login-method\/([A-Za-z0-9_-]{43})$/.exec(fragment) ?? [];
    if (addition) return { ticket: addition, adds: true };
    const [, failure] = /^#\/sign-in-failed\/([a-z]{1,20})$/.exec(fragment) ?? [];
    return failure ? { failure } : null;
}

/**
 * What the address says of a way into an account that was removed and is to be taken back; null where it says nothing.
 * @param {string} fragment
 */
export const parseWayBack = (fragment) => /^#\/take-back\/([A-Za-z0-9_-]{43})$/.exec(fragment)?.[1] ?? null;

/**
 * The address of a place in the main screen: what links lead to, and `parseRoute` reads.
 * @param {Route} route
 */
export function fragmentOf(route) {
    switch (route.name) {
    case 'contact': return `#/contacts/${route.id}${route.device === undefined ? '' : `/${route.device}`}`;
    case 'pastCall': return `#/history/${route.id}`;
    // A call has no id before the server has made it.
    case 'call': return `#/calls/${route.id || 'new'}`;
    case 'joinCall': return '#/call';
    case 'settings': return settingsFragment(route);
    case 'personalLink': return '#/link/personal';
    // For the code of one device, of a contact or an own one.
    case 'scan': return route.device === undefined ? '#/scan' : `#/scan/${route.user}/${route.device}`;
    default: return `#/${route.name}`;
    }
}

/** @param {string | undefined} text */
const isNumber = (text) => /^\d{1,16}$/.test(text ?? '');

/** The address of the contacts, where somebody without calls begins. */
export const home = fragmentOf({ name: 'contacts' });

/**
 * Where in the main screen a fragment leads; the contacts for one that leads nowhere.
 * @param {string} fragment such as `#/contacts/17`
 * @returns {Route}
 */
export function parseRoute(fragment) {
    const [name, id, more, last] = fragment.replace(/^#?\/?/, '').split('/');
    const number = isNumber(id) ? Number(id) : null;
    if (name === 'contacts' && number !== null) return isNumber(more) ? { name: 'contact', id: number, device: Number(more) } : { name: 'contact', id: number };
    if (name === 'calls' && id === undefined) return { name };
    if (name === 'history' && number !== null) return { name: 'pastCall', id: number };
    if (name === 'calls') return { name: 'call', id: number ?? 0 };
    if (name === 'call') return { name: 'joinCall' };
    if (name === 'settings') return settingsRoute(id, more, last);
    if (name === 'link' && id === 'personal') return { name: 'personalLink' };
    if (name === 'scan' && number !== null && isNumber(more)) return { name, user: number, device: Number(more) };
    if (name === 'welcome' || name === 'requests' || name === 'add' || name === 'scan' || name === 'link') return { name };
    return { name: 'contacts' };
}

/**
 * The device whose code is looked for; null where it is whatever is seen.
 * @param {{ name: 'scan', user?: number, device?: number }} route
 * @returns {{ userId: number, deviceId: number } | null}
 */
export const aimOf = ({ user, device }) => (user === undefined || device === undefined ? null : { userId: user, deviceId: device });
