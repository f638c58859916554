import { utf8 } from '../../frames/bytes.js';
import { decodeBase64URL, encodeBase64URL } from './base64url.js';

/**
 * `H` of the protocol as text: base64url of SHA-256 over an object's ASCII text (e2ee, words).
 * @typedef {string} ObjectHash
 */

const length = 32;

/**
 * @param {string} text
 * @returns {Promise<ObjectHash>}
 */
export async function hashOf(text) {
    return encodeBase64URL(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
}

/**
 * The 32 bytes; null for a text that isn't a hash.
 * @param {string} hash
 */
export function hashBytes(hash) {
    const bytes = decodeBase64URL(hash);
    return bytes?.length === length ? bytes : null;
}

/**
 * The first eight bytes, as statuses name it: 16 hexadecimal digits.
 * @param {ObjectHash} hash
 */
export const prefixOf = (hash) => [...(hashBytes(hash) ?? [])].slice(0, 8).map((byte) => byte.toString(16).padStart(2, '0')).join('');
