import { DeviceKeyError, spkiOf } from '../key-text.js';
import { encodeBase64URL } from '../signing/base64url.js';
import { hashOf } from '../signing/object-hash.js';
import { UnverifiedObject, signObject } from '../signing/signed-object.js';
import { SignedObjectError } from '../signing/signed-payload.js';
import { isAcceptable } from '../signing/signing-keys.js';
import { readClaim } from './device-claim.js';

/**
 * The long-term public keys of a device, signed by the device: this is what others pin (e2ee 1).
 * @typedef {object} SignedIdentity
 * @property {string} text the JWS
 * @property {string} hash `H(identity)`
 * @property {string} address
 * @property {number} serial rises with a new RSA key
 * @property {CryptoKey} rsa for wrapping
 * @property {string} sign base64url
 * @property {number} createdAt Unix milliseconds, as its device says
 * @property {string | null} says what its device claims to be; null without a claim that can be shown
 */

/**
 * Parses an identity and checks that it is signed by the key in it.
 * @param {string} text
 * @returns {Promise<SignedIdentity>}
 * @throws {SignedObjectError}
 */
export async function readIdentity(text) {
    const object = new UnverifiedObject(text, 'identity');
    const { payload } = object;
    if (payload.integer('v') !== 2) throw new SignedObjectError('malformed');
    const [address, serial, rsa] = [payload.address('address'), payload.integer('serial'), payload.bytes('rsa')];
    const sign = encodeBase64URL(payload.bytes('sign', 32));
    if (!isAcceptable(sign)) throw new SignedObjectError('unacceptableKey');
    const createdAt = payload.integer('createdAt');
    const says = claimOf(payload);
    const key = await importRSA(rsa);
    await object.verify(sign);
    return { text, hash: await hashOf(text), address, serial, rsa: key, sign, createdAt, says };
}

/**
 * An unreadable claim is ignored, like an unknown member.
 * @param {import('../signing/signed-payload.js').SignedPayload} payload
 */
function claimOf(payload) {
    try {
        return payload.has('device') ? readClaim(payload.bytes('device')) : null;
    } catch {
        return null;
    }
}

/** @param {Uint8Array} pkcs1 */
async function importRSA(pkcs1) {
    try {
        const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
        const key = await crypto.subtle.importKey('spki', spkiOf(pkcs1), algorithm, false, ['encrypt']);
        const { modulusLength, publicExponent } = /** @type {RsaHashedKeyAlgorithm} */ (key.algorithm);
        const exponent = [...publicExponent].reduce((value, byte) => value * 256 + byte, 0);
        if (modulusLength < 2048 || modulusLength > 4096 || exponent !== 65537) throw new DeviceKeyError('notAKey');
        return key;
    } catch {
        throw new SignedObjectError('unacceptableKey');
    }
}

/**
 * @param {{ address: string, serial: number, rsa: Uint8Array, createdAt: number, says?: string }} members `rsa` as PKCS#1 DER
 * @param {import('../signing/signing-keys.js').SigningKeyPair} pair
 */
export async function makeIdentity({ address, serial, rsa, createdAt, says }, pair) {
    const device = says === undefined ? {} : { device: encodeBase64URL(new TextEncoder().encode(says)) };
    const members = { v: 2, address, serial, rsa: encodeBase64URL(rsa), sign: pair.sign, createdAt, ...device };
    return readIdentity(await signObject('identity', members, pair));
}
