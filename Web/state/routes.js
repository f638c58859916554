import { callLinkIn, openedCall } from '../contacts/call-link.js';
import { nameInLink, nameParameter } from '../contacts/claimed-name.js';
import { linkWord } from '../contacts/link-word.js';
import { isShareToken } from '../contacts/share-link.js';
import { settingsFragment, settingsRoute } from './settings-routes.js';

/** @typedef {import('./state.js').Route} Route */
/** @typedef {{ ticket: string, adds?: true } | { failure: string }} Return from Google or Apple; `adds`: to have it added to the account */

/**
 * The contact link with which this page is opened, `#/add/TOKEN`; null in any other fragment.
 * @param {string} fragment
 * @returns {{ token: string, by: string } | null} `by`: the owner's name, as the link claims; '' without one
 */
export function openedContact(fragment) {
    const [name, ...rest] = fragment.replace(/^#?\/?/, '').split('/');
    const end = rest.join('/');
    const token = linkWord(end) ?? '';
    return name === 'add' && isShareToken(token) ? { token, by: nameInLink(end) } : null;
}

/**
 * The token of such a link; null in any other fragment.
 * @param {string} fragment
 */
export const openedToken = (fragment) => openedContact(fragment)?.token ?? null;

/**
 * The fragment with which a contact link opens this page.
 * @param {{ token: string, by?: string }} link
 */
export const fragmentOfContact = ({ token, by = '' }) => `${fragmentOf({ name: 'add' })}/${token}${nameParameter(by)}`;

/**
 * Whether a fragment is a contact or call link, which belongs in the window where the person is signed in.
 * @param {string} fragment
 */
export const isOpenedLink = (fragment) => openedToken(fragment) !== null || openedCall(fragment) !== null;

/**
 * The fragment of a contact or call link, to return to it; '' for any other.
 * @param {string} fragment
 */
export function linkIn(fragment) {
    const link = openedContact(fragment);
    return link === null ? callLinkIn(fragment) : fragmentOfContact(link);
}

/**
 * The data in the address about a return; null without any.
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
 * The token in the address that restores a removed way to sign in; null without one.
 * @param {string} fragment
 */
export const parseWayBack = (fragment) => /^#\/take-back\/([A-Za-z0-9_-]{43})$/.exec(fragment)?.[1] ?? null;

/** @type {{ [Name in Route['name']]: (route: Extract<Route, { name: Name }>) => string }} the address of each place in the main screen */
const addresses = {
    contacts: () => '#/contacts',
    contact: ({ id, device }) => `#/contacts/${id}${device === undefined ? '' : `/${device}`}`,
    requests: () => '#/requests',
    calls: () => '#/calls',
    pastCall: ({ id }) => `#/history/${id}`,
    // A call has no id before the server has created it.
    call: ({ id }) => `#/calls/${id || 'new'}`,
    joinCall: () => '#/call',
    add: () => '#/add',
    // For the code of one device, of a contact or an own one.
    scan: ({ user, device }) => (device === undefined ? '#/scan' : `#/scan/${user}/${device}`),
    link: () => '#/link',
    personalLink: () => '#/link/personal',
    welcome: () => '#/welcome',
    settings: settingsFragment,
};

/**
 * The address of a place in the main screen: what links lead to, and `parseRoute` reads.
 * @param {Route} route
 */
// The row matches its route: the checker cannot infer that both have the same name.
export const fragmentOf = (route) => addresses[route.name](/** @type {never} */ (route));

/** @param {string | undefined} text */
const isNumber = (text) => /^\d{1,16}$/.test(text ?? '');

/** The address of the contacts, where a person without calls starts. */
export const home = fragmentOf({ name: 'contacts' });

/**
 * Parsers for the rest of a fragment, by its first word; null for an invalid one.
 * @type {Record<string, (id: string | undefined, more: string | undefined, last: string | undefined) => Route | null>}
 */
const places = {
    contacts(id, more) {
        if (!isNumber(id)) return { name: 'contacts' };
        return isNumber(more) ? { name: 'contact', id: Number(id), device: Number(more) } : { name: 'contact', id: Number(id) };
    },
    requests: () => ({ name: 'requests' }),
    calls: (id) => (id === undefined ? { name: 'calls' } : { name: 'call', id: isNumber(id) ? Number(id) : 0 }),
    history: (id) => (isNumber(id) ? { name: 'pastCall', id: Number(id) } : null),
    call: () => ({ name: 'joinCall' }),
    add: () => ({ name: 'add' }),
    scan: (id, more) => (isNumber(id) && isNumber(more) ? { name: 'scan', user: Number(id), device: Number(more) } : { name: 'scan' }),
    link: (id) => (id === 'personal' ? { name: 'personalLink' } : { name: 'link' }),
    welcome: () => ({ name: 'welcome' }),
    settings: settingsRoute,
};

/**
 * The route of a fragment in the main screen; the contacts for an invalid one.
 * @param {string} fragment such as `#/contacts/17`
 * @returns {Route}
 */
export function parseRoute(fragment) {
    const [word, id, more, last] = fragment.replace(/^#?\/?/, '').split('/');
    return (Object.hasOwn(places, word) ? places[word](id, more, last) : null) ?? { name: 'contacts' };
}

/**
 * The device whose code is expected; null if any code is accepted.
 * @param {{ name: 'scan', user?: number, device?: number }} route
 * @returns {{ userId: number, deviceId: number } | null}
 */
export const aimOf = ({ user, device }) => (user === undefined || device === undefined ? null : { userId: user, deviceId: device });
