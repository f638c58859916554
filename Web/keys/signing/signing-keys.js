import { concat } from '../../frames/bytes.js';
import { decodeBase64URL, encodeBase64URL } from './base64url.js';

/**
 * A device's Ed25519 pair; the private half cannot be exported (e2ee 1).
 * @typedef {{ sign: string, privateKey: CryptoKey }} SigningKeyPair `sign` is the public half, base64url
 */

const algorithm = { name: 'Ed25519' };
/** The bytes of a PKCS#8 `OneAsymmetricKey` of Ed25519 before the seed (RFC 8410 section 7). */
const prefix = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** @returns {Promise<SigningKeyPair>} */
export async function makeSigningKeyPair() {
    const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']));
    const sign = encodeBase64URL(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
    return { sign, privateKey: pair.privateKey };
}

/**
 * The pair derived from a seed of 32 bytes, for vectors.
 * @param {Uint8Array} seed
 * @param {string} sign
 * @returns {Promise<SigningKeyPair>}
 */
export async function importSigningKeyPair(seed, sign) {
    return { sign, privateKey: await crypto.subtle.importKey('pkcs8', concat(prefix, seed), algorithm, false, ['sign']) };
}

/**
 * A signature of 64 bytes.
 * @param {SigningKeyPair} pair
 * @param {Uint8Array} message
 */
export async function sign(pair, message) {
    return new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, message));
}

/**
 * Whether a string is an acceptable public key of 32 bytes: with one of small order, browsers verify any signature.
 * @param {string} key base64url
 */
export function isAcceptable(key) {
    const bytes = decodeBase64URL(key);
    return bytes?.length === 32 && !isOfSmallOrder(bytes);
}

/**
 * @param {string} key base64url
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 */
export async function isValid(key, signature, message) {
    const bytes = decodeBase64URL(key);
    if (!bytes || !isAcceptable(key)) return false;
    try {
        const publicKey = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
        return await crypto.subtle.verify(algorithm, publicKey, signature, message);
    } catch {
        return false;
    }
}

/** The y coordinates of the points of small order, and their second encodings; little endian, without the sign. */
const smallOrder = [
    0n, 1n, 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
    0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n, 2n ** 255n - 20n, 2n ** 255n - 19n,
    2n ** 255n - 18n,
];

/** @param {Uint8Array} bytes */
function isOfSmallOrder(bytes) {
    const y = bytes.reduceRight((value, byte, index) => (value << 8n) | BigInt(index === 31 ? byte & 0x7f : byte), 0n);
    return smallOrder.includes(y);
}
