import { text } from '../texts/text.js';

/**
 * The page's redirect to Google or Apple and back. The server does the rest: the page leaves with the digest of a secret, and returns with
 * a ticket that is only valid with this secret.
 * @typedef {'google' | 'apple'} Issuer
 */
/**
 * The state that is kept while the person is away; `adds` is the account that gets another way to sign in, and then no one signs in.
 * @typedef {{ issuer: Issuer, verifier: string, fragment: string, adds?: number }} Departure
 */

/** @type {Map<string, import('../texts/text.js').PlainKey>} what a person reads when it failed */
const failures = new Map(Object.entries({
    cancelled: 'signIn.failed.cancelled',
    expired: 'signIn.failed.expired',
    refused: 'signIn.failed.refused',
    unavailable: 'signIn.failed.unavailable',
    busy: 'signIn.failed.busy',
}));

/** @param {Issuer} issuer */
export const issuerName = (issuer) => (issuer === 'apple' ? 'Apple' : 'Google');

/** @param {string} failure as the address has it */
export const failureSentence = (failure) => text(failures.get(failure) ?? 'signIn.failed.other');

/**
 * The same for a signed-in person who was about to add the issuer.
 * @param {string} failure
 * @param {Issuer} issuer
 */
export const additionFailureSentence = (failure, issuer) => (
    ['cancelled', 'expired', 'busy'].includes(failure) ? failureSentence(failure) : text('errors.issuerNotAdded', { issuer: issuerName(issuer) }));

/**
 * @param {unknown} names as the server lists them
 * @returns {Issuer[]}
 */
export function knownIssuers(names) {
    const known = /** @type {Issuer[]} */ (['google', 'apple']);
    return Array.isArray(names) ? known.filter((issuer) => names.includes(issuer)) : [];
}

/**
 * The issuers that the server offers and the account has not yet; none while that is unknown.
 * @param {Issuer[] | undefined} offered
 * @param {{ type: string }[] | null} methods
 */
export const missingIssuers = (offered, methods) => (methods ? offered ?? [] : []).filter((issuer) => methods?.every(({ type }) => type !== issuer));

/**
 * Begins: returns the state to store, and the URL to go to.
 * @param {Issuer} issuer
 * @param {string} fragment the link that the person is to come back to; '' without one
 * @returns {Promise<{ departure: Departure, url: string }>}
 */
export async function depart(issuer, fragment) {
    const { verifier, binding } = await makeSecret();
    return { departure: { issuer, verifier, fragment }, url: `/sign-in/${issuer}?binding=${binding}` };
}

/** A new secret, and the digest that is shown in its place. */
export async function makeSecret() {
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    return { verifier, binding: base64url(new Uint8Array(digest)) };
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
