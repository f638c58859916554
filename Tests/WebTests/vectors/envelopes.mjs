import { decodeBase64, hex, sha256 } from '../../../Web/keys/base64.js';
import { importPeerKey, makeDeviceKey } from '../../../Web/keys/device-key.js';
import { unwrapCallKey, wrapCallKey } from '../../../Web/keys/envelope.js';

/**
 * Checks keys and envelopes against Tests/Vectors/envelopes.json; runs in node and in browsers.
 * @param {any} json
 * @returns {Promise<string[]>} what failed; empty when all is well
 */
export async function checkEnvelopes(json) {
    /** @type {string[]} */
    const failures = [];
    const check = (/** @type {boolean} */ isRight, /** @type {string} */ what) => { if (!isRight) failures.push(what); };
    const rawKey = Uint8Array.from(json.callKey.match(/../g), (/** @type {string} */ byte) => Number.parseInt(byte, 16));
    const { rsa, p256 } = json;

    const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' };
    const privateKey = await crypto.subtle.importKey('pkcs8', decodeBase64(rsa.privateKey), oaep, false, ['unwrapKey', 'decrypt']);
    const peer = await importPeerKey(rsa.publicKey);
    check(peer.pin === rsa.pin, 'pin');
    check(await sha256(new TextEncoder().encode(rsa.publicKey)) === rsa.publicKeyHash, 'publicKeyHash');
    const expected = await fingerprint(await crypto.subtle.importKey('raw', rawKey, 'HKDF', false, ['deriveBits']));
    check(await fingerprint((await unwrapCallKey(privateKey, rsa.envelope)).hkdf) === expected, 'envelope of the vector');
    const wrapped = await wrapCallKey(peer.key, rawKey);
    check(wrapped.length === 344, 'length of an own envelope');
    check(await fingerprint((await unwrapCallKey(privateKey, wrapped)).hkdf) === expected, 'own envelope');
    check((await unwrapCallKey(privateKey, wrapped)).hkdf.extractable === false, 'key is not extractable');

    const stock = await importPeerKey(p256.publicKey);
    check(stock.key.algorithm.name === 'ECDH', 'P-256 key');
    check(await openedForP256(p256, p256.envelope) === json.callKey, 'P-256 envelope of the vector');
    check(await openedForP256(p256, await wrapCallKey(stock.key, rawKey)) === json.callKey, 'own P-256 envelope');

    const own = await makeDeviceKey();
    check(own.publicKeyText.length === 360, 'length of an own public key');
    check(own.privateKey.extractable === false, 'own private key is not extractable');
    const forOwn = await wrapCallKey((await importPeerKey(own.publicKeyText)).key, rawKey);
    check(await fingerprint((await unwrapCallKey(own.privateKey, forOwn)).hkdf) === expected, 'own key pair');
    check(await isRefused(unwrapCallKey(own.privateKey, wrapped)), 'an envelope for somebody else is refused');
    return failures;
}

/** @param {CryptoKey} hkdf */
async function fingerprint(hkdf) {
    const parameters = { name: 'HKDF', hash: 'SHA-512', salt: new TextEncoder().encode('ECall SFrame v1'), info: new TextEncoder().encode('key name') };
    return hex(new Uint8Array(await crypto.subtle.deriveBits(parameters, hkdf, 256)));
}

/** @param {Promise<unknown>} promise */
const isRefused = (promise) => promise.then(() => false, (error) => error.code === 'unwrapFailed');

/**
 * The side of the device that has the P-256 key (wire-protocol 5.2).
 * @param {{ privateKey: string, publicKey: string }} pair
 * @param {string} envelope
 */
async function openedForP256(pair, envelope) {
    const curve = { name: 'ECDH', namedCurve: 'P-256' };
    const url = (/** @type {string} */ text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    const encoded = (/** @type {Uint8Array} */ bytes) => url(btoa(String.fromCharCode(...bytes)));
    const point = /** @type {Uint8Array} */ (decodeBase64(pair.publicKey));
    const scalar = Uint8Array.from(/** @type {string[]} */ (pair.privateKey.match(/../g)), (byte) => Number.parseInt(byte, 16));
    const jwk = { kty: 'EC', crv: 'P-256', d: encoded(scalar), x: encoded(point.subarray(0, 32)), y: encoded(point.subarray(32)) };
    const own = await crypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits']);
    const [first, second] = envelope.split(':').map((part) => /** @type {Uint8Array} */ (decodeBase64(part)));
    const sender = await crypto.subtle.importKey('raw', Uint8Array.of(4, ...first), curve, false, []);
    const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: sender }, own, 256);
    const input = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode('ecall-e2ee-key') };
    const key = await crypto.subtle.deriveKey(derivation, input, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: second.subarray(0, 12) }, key, second.subarray(12));
    return hex(new Uint8Array(plain));
}
