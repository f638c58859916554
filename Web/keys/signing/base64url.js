import { decodeBase64, encodeBase64 } from '../base64.js';

/**
 * Base64url without padding (RFC 4648 section 5).
 * @param {Uint8Array} bytes
 */
export const encodeBase64URL = (bytes) => encodeBase64(bytes).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');

/**
 * Accepts one string per value; null for anything else.
 * @param {string} text
 * @returns {Uint8Array | null}
 */
export function decodeBase64URL(text) {
    if (/[^A-Za-z0-9_-]/.test(text)) return null;
    const plain = text.replaceAll('-', '+').replaceAll('_', '/');
    return decodeBase64(plain + '='.repeat((4 - (plain.length % 4)) % 4));
}
