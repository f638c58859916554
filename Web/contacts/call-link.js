import { isShareToken } from './share-link.js';

/**
 * @typedef {{ callId: number, userId: number, secret: string }} CallLink the call, the link's owner, and the secret by which they recognize
 *     it
 */
/** @typedef {'damaged' | 'otherServer'} BadLink why a link to a call leads to none */

const longestLink = 2048;
const page = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::\d{1,5})?\/?(#\/call\/\S*)$/i;

/**
 * The fragment of a link to a call. Everything behind the `#` stays in the browser.
 * @param {CallLink} link
 */
export const fragmentOfCall = ({ callId, userId, secret }) => `#/call/${callId}/${userId}/${secret}`;

export const damagedCall = '#/call/0';

/**
 * The link to a call that contacts of its maker open.
 * @param {string} origin
 * @param {CallLink} link
 */
export const callLink = (origin, link) => `${origin}/${fragmentOfCall(link)}`;

/**
 * The link to a call with which this page is opened; null in any other fragment.
 * @param {string} fragment
 * @returns {CallLink | 'damaged' | null}
 */
export function openedCall(fragment) {
    const [name, callId, userId, secret, ...more] = fragment.replace(/^#?\/?/, '').split('/');
    if (name !== 'call' || callId === undefined) return null;
    const [call, user] = [idIn(callId), idIn(userId)];
    return call !== null && user !== null && secret !== undefined && isShareToken(secret) && more.length === 0 ? { callId: call, userId: user, secret } : 'damaged';
}

/**
 * The fragment of a link to a call, to come back to it; '' for any other.
 * @param {string} fragment
 */
export function callLinkIn(fragment) {
    const link = openedCall(fragment);
    return link === null || link === 'damaged' ? '' : fragmentOfCall(link);
}

/**
 * The link to a call in a pasted, scanned or shared text; null for anything else. The twin of CallLink.swift
 * (`Tests/Vectors/call-links.json`).
 * @param {string} typed
 * @param {string} origin links of other servers lead to no call here
 * @returns {CallLink | BadLink | null}
 */
export function readCallLink(typed, origin) {
    const trimmed = typed.trim();
    const [, host, fragment] = trimmed.length <= longestLink ? (page.exec(trimmed) ?? []) : [];
    if (host === undefined) return null;
    return host.toLowerCase() === new URL(origin).hostname ? openedCall(fragment) : 'otherServer';
}

/**
 * An id in its one spelling; null for anything else.
 * @param {string | undefined} text
 */
function idIn(text) {
    const number = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : 0;
    return number > 0 && Number.isSafeInteger(number) ? number : null;
}
