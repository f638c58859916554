import { decodeBase64, encodeBase64 } from './base64.js';

/** All failures to open an envelope are the same error, so that they cannot be distinguished. */
export class EnvelopeError extends Error {
    /** @param {'wrapFailed' | 'unwrapFailed'} code */
    constructor(code) {
        super(code === 'wrapFailed' ? 'A call key could not be wrapped.' : 'A call key could not be opened.');
        this.name = 'EnvelopeError';
        this.code = code;
    }
}

/**
 * The key of an invitation, which protects nothing (e2ee 2): not extractable, usable for derivation only.
 * @typedef {{ hkdf: CryptoKey }} CallKey
 */

const keyLength = 32;
const longestText = 1024;

/**
 * Wraps a call key for one device: v1, base64 of RSA-OAEP-SHA256 (e2ee 2), or the two parts of wire-protocol 5.2 for a
 * P-256 device.
 * @param {CryptoKey} peerKey
 * @param {Uint8Array} rawKey 32 bytes; overwriting them is up to the caller
 * @returns {Promise<string>}
 */
export async function wrapCallKey(peerKey, rawKey) {
    if (rawKey.length !== keyLength) throw new EnvelopeError('wrapFailed');
    try {
        if (peerKey.algorithm.name === 'ECDH') return await wrapForP256(peerKey, rawKey);
        return encodeBase64(new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, peerKey, rawKey)));
    } catch {
        throw new EnvelopeError('wrapFailed');
    }
}

/**
 * Opens an envelope made for this device; the key is never exposed to JavaScript.
 * @param {CryptoKey} privateKey
 * @param {string} text
 * @returns {Promise<CallKey>}
 * @throws {EnvelopeError}
 */
export async function unwrapCallKey(privateKey, text) {
    try {
        const ciphertext = typeof text === 'string' && text.length <= longestText ? decodeBase64(text) : null;
        if (!ciphertext) throw new EnvelopeError('unwrapFailed');
        const unwrap = (/** @type {string} */ kind, /** @type {KeyUsage[]} */ usages) =>
            crypto.subtle.unwrapKey('raw', ciphertext, privateKey, { name: 'RSA-OAEP' }, kind, false, usages);
        // An HKDF key does not reveal its length, but an AES key does.
        const [hkdf, measure] = await Promise.all([unwrap('HKDF', ['deriveBits', 'deriveKey']), unwrap('AES-GCM', ['encrypt'])]);
        if (/** @type {AesKeyAlgorithm} */ (measure.algorithm).length !== keyLength * 8) throw new EnvelopeError('unwrapFailed');
        return { hkdf };
    } catch {
        throw new EnvelopeError('unwrapFailed');
    }
}

/**
 * With a fresh key pair in the first part (wire-protocol 5.2).
 * @param {CryptoKey} peerKey
 * @param {Uint8Array} rawKey
 */
async function wrapForP256(peerKey, rawKey) {
    const curve = { name: 'ECDH', namedCurve: 'P-256' };
    const own = await crypto.subtle.generateKey(curve, false, ['deriveKey', 'deriveBits']);
    const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: peerKey }, own.privateKey, 256);
    const input = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
    const derivation = {
        name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode('ecall-e2ee-key'),
    };
    const wrapping = await crypto.subtle.deriveKey(derivation, input, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, wrapping, rawKey));
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey)).subarray(1);
    return `${encodeBase64(point)}:${encodeBase64(Uint8Array.of(...nonce, ...sealed))}`;
}
