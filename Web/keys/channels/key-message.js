import { bigEndian, concat } from '../../frames/bytes.js';
import { SenderKey } from '../sender-key.js';
import { decodeBase64URL, encodeBase64URL } from '../signing/base64url.js';
import { isInteger } from '../signing/signed-payload.js';

/** @typedef {import('../sender-key.js').SealingKey} SealingKey */
/**
 * Carries another key over an open channel: `n.sealed` (e2ee 5).
 * @typedef {{ n: number, sealed: Uint8Array }} KeyMessage
 */

/** generation u32 | step u8 | key, and the tag. */
export const sealedLength = 5 + SenderKey.byteLength + 16;

/**
 * Null for anything but the canonical form of a key message.
 * @param {string} text
 * @returns {KeyMessage | null}
 */
export function readKeyMessage(text) {
    const parts = text.split('.');
    if (parts.length !== 2 || !isInteger(parts[0]) || parts[0] === '0') return null;
    const sealed = decodeBase64URL(parts[1]);
    return sealed?.length === sealedLength ? { n: Number(parts[0]), sealed } : null;
}

/** @param {KeyMessage} message */
export const keyMessageText = ({ n, sealed }) => `${n}.${encodeBase64URL(sealed)}`;

/** @param {number} n */
const parameters = (n) => ({ name: 'AES-GCM', iv: bigEndian(BigInt(n), 12) });

/**
 * The caller must use each n only once.
 * @param {SealingKey} key
 * @param {number} n
 * @param {import('./key-channel.js').ChannelKey} channel
 */
export async function sealKey({ generation, step, key }, n, channel) {
    const plaintext = concat(bigEndian(BigInt(generation), 4), Uint8Array.of(step), key.bytes);
    try {
        return new Uint8Array(await crypto.subtle.encrypt(parameters(n), channel.secret, plaintext));
    } finally {
        plaintext.fill(0);
    }
}

/**
 * Null on every failure.
 * @param {Uint8Array} sealed
 * @param {number} n
 * @param {import('./key-channel.js').ChannelKey} channel
 * @returns {Promise<SealingKey | null>}
 */
export async function openKey(sealed, n, channel) {
    let plaintext;
    try {
        plaintext = new Uint8Array(await crypto.subtle.decrypt(parameters(n), channel.secret, sealed));
    } catch {
        return null;
    }
    const generation = new DataView(plaintext.buffer).getUint32(0);
    const step = plaintext[4];
    const bytes = plaintext.slice(5);
    plaintext.fill(0);
    if ((generation & 0xffff) === 0 || step > SenderKey.lastStep || bytes.length !== SenderKey.byteLength) return null;
    return { generation, step, key: new SenderKey(bytes) };
}
