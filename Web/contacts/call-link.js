import { nameInLink, nameParameter } from './claimed-name.js';
import { linkWord } from './link-word.js';
import { isShareToken } from './share-link.js';

/**
 * @typedef {object} CallLink
 * @property {number} callId
 * @property {number} userId the link's owner
 * @property {string} secret by which its owner recognizes the link
 * @property {string} [by] the owner's name, as the link claims: anyone can write another one into it
 */
/** @typedef {'damaged' | 'otherServer'} BadLink why a link to a call leads to none */

/**
 * The fragment of a link to a call. Everything after the `#` stays in the browser. The name is in a parameter, which link parsers skip.
 * @param {CallLink} link
 */
export const fragmentOfCall = ({ callId, userId, secret, by = '' }) => `#/call/${callId}/${userId}/${secret}${nameParameter(by)}`;

export const damagedCall = '#/call/0';

/**
 * The link to a call that contacts of its maker open.
 * @param {string} origin
 * @param {CallLink} link
 */
export const callLink = (origin, link) => `${origin}/${fragmentOfCall(link)}`;

/**
 * The link to a call that this page was opened with; null for any other fragment.
 * @param {string} fragment
 * @returns {CallLink | 'damaged' | null}
 */
export function openedCall(fragment) {
    const [name, callId, userId, ...rest] = fragment.replace(/^#?\/?/, '').split('/');
    if (name !== 'call' || callId === undefined) return null;
    const end = rest.join('/');
    const [call, user, secret] = [idIn(callId), idIn(userId), linkWord(end) ?? ''];
    if (call === null || user === null || !isShareToken(secret)) return 'damaged';
    const by = nameInLink(end);
    return { callId: call, userId: user, secret, ...(by === '' ? {} : { by }) };
}

/**
 * The fragment of a link to a call, to return to it; '' for any other.
 * @param {string} fragment
 */
export function callLinkIn(fragment) {
    const link = openedCall(fragment);
    return link === null || link === 'damaged' ? '' : fragmentOfCall(link);
}

/**
 * An ID in its canonical form; null for anything else.
 * @param {string | undefined} text
 */
function idIn(text) {
    const number = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : 0;
    return number > 0 && Number.isSafeInteger(number) ? number : null;
}
