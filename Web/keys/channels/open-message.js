import { decodeBase64URL, encodeBase64URL } from '../signing/base64url.js';
import { hashBytes } from '../signing/object-hash.js';
import { sealedLength } from './key-message.js';

/**
 * Opens a channel and carries the first key: `H(join_a).H(join_b).rsa.mlkem.sealed` (e2ee 4).
 * @typedef {{ from: string, to: string, wrapped: Uint8Array, encapsulated: Uint8Array, sealed: Uint8Array }} OpenMessage
 */

/**
 * Null for anything but the canonical form of an opening.
 * @param {string} text
 * @param {number} [length] of the sealed content: a key, unless stated otherwise
 * @returns {OpenMessage | null}
 */
export function readOpenMessage(text, length = sealedLength) {
    const parts = text.split('.');
    if (parts.length !== 5 || !hashBytes(parts[0]) || !hashBytes(parts[1])) return null;
    const [wrapped, encapsulated, sealed] = parts.slice(2).map(decodeBase64URL);
    if (!wrapped || !encapsulated || sealed?.length !== length) return null;
    return { from: parts[0], to: parts[1], wrapped, encapsulated, sealed };
}

/** @param {OpenMessage} message */
export const openMessageText = ({ from, to, wrapped, encapsulated, sealed }) =>
    [from, to, ...[wrapped, encapsulated, sealed].map(encodeBase64URL)].join('.');
