import { text } from '../texts/text.js';

/**
 * The page's way to Google or Apple and back. The server does the rest: the page leaves with the digest of a secret, and
 * comes back with a ticket that only this secret makes good.
 * @typedef {'google' | 'apple'} Issuer
 */
/** @typedef {{ issuer: Issuer, verifier: string, fragment: string }} Departure what is kept while the person is away */

/**
 * What a person reads when it failed.
 * @type {Map<string, import('../texts/text.js').PlainKey>}
 */
const failures = new Map(Object.entries({
    cancelled: 'signIn.failed.cancelled',
    expired: 'signIn.failed.expired',
    refused: 'signIn.failed.refused',
    unavailable: 'signIn.failed.unavailable',
    busy: 'signIn.failed.busy',
}));

/** @param {Issuer} issuer */
export const issuerName = (issuer) => (issuer === 'apple' ? 'Apple' : 'Google');

/** @param {string} failure as it stands in the address */
export const failureSentence = (failure) => text(failures.get(failure) ?? 'signIn.failed.other');

/**
 * @param {unknown} names as the server lists them
 * @returns {Issuer[]}
 */
export function knownIssuers(names) {
    const known = /** @type {Issuer[]} */ (['google', 'apple']);
    return Array.isArray(names) ? known.filter((issuer) => names.includes(issuer)) : [];
}

/**
 * Begins: what is kept, and where to go.
 * @param {Issuer} issuer
 * @param {string} fragment the link that the person is to come back to; '' where there is none
 * @returns {Promise<{ departure: Departure, url: string }>}
 */
export async function depart(issuer, fragment) {
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    return { departure: { issuer, verifier, fragment }, url: `/sign-in/${issuer}?binding=${base64url(new Uint8Array(digest))}` };
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
