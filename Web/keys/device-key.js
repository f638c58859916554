import { encodeBase64, sha256 } from './base64.js';
import { DeviceKeyError, decodeKeyText, pkcs1Of, spkiOf } from './key-text.js';

/**
 * The private part cannot be exported.
 * @typedef {{ publicKeyText: string, publicKeyHash: string, privateKey: CryptoKey }} DeviceKey
 */
/**
 * The key of a peer: RSA-OAEP, or ECDH for stock apps with a P-256 key; `pin` is what is remembered about it.
 * @typedef {{ key: CryptoKey, pin: string }} PeerKey
 */

const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' };

/**
 * Makes an RSA-2048 key with exponent 65537 (e2ee 1).
 * @returns {Promise<DeviceKey>}
 */
export async function makeDeviceKey() {
    const parameters = { ...oaep, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) };
    const pair = await crypto.subtle.generateKey(parameters, false, ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']);
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
    const publicKeyText = encodeBase64(pkcs1Of(spki));
    const publicKeyHash = await sha256(new TextEncoder().encode(publicKeyText));
    return { publicKeyText, publicKeyHash, privateKey: pair.privateKey };
}

/**
 * Reads a peer's public key: PEM or bare base64 of PKCS#1 or SPKI, or the 64 bytes X | Y of a P-256 key.
 * @param {string} text
 * @returns {Promise<PeerKey>}
 * @throws {DeviceKeyError} never carries the input
 */
export async function importPeerKey(text) {
    const der = decodeKeyText(text);
    try {
        if (der.length === 64) {
            const point = Uint8Array.of(4, ...der);
            const key = await crypto.subtle.importKey('raw', point, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
            return { key, pin: await sha256(der) };
        }
        const pkcs1 = pkcs1Of(der);
        const key = await crypto.subtle.importKey('spki', spkiOf(pkcs1), oaep, false, ['encrypt', 'wrapKey']);
        return { key, pin: await sha256(pkcs1) };
    } catch (error) {
        throw error instanceof DeviceKeyError ? error : new DeviceKeyError('notAKey');
    }
}
