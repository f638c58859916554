import { encodeBase64URL } from '../signing/base64url.js';
import { UnverifiedObject, signObject } from '../signing/signed-object.js';

/**
 * The object that a device signs when it signs in, so that the server recognizes it: it proves possession of the registered key
 * (wire-protocol 2.4). A type of its own, so that a challenge can never be anything else that the key signs.
 * @typedef {object} SignInProof
 * @property {string} text the JWS
 * @property {string} origin the server as the client knows it, `https://host[:port]`; never what a server says of itself
 * @property {number} account whose device it is
 * @property {string} challenge
 * @property {Uint8Array} rsa PKCS#1 DER
 * @property {number} issuedAt Unix milliseconds by the server's clock
 */

/**
 * Parses a proof without checking its signature.
 * @param {string} text
 * @returns {SignInProof}
 * @throws {import('../signing/signed-payload.js').SignedObjectError}
 */
export function readSignInProof(text) {
    const { payload } = new UnverifiedObject(text, 'signin');
    const [origin, account, challenge] = [payload.text('origin'), payload.integer('account'), payload.text('challenge')];
    return { text, origin, account, challenge, rsa: payload.bytes('rsa'), issuedAt: payload.integer('issuedAt') };
}

/**
 * @param {Omit<SignInProof, 'text'>} members
 * @param {import('../signing/signing-keys.js').SigningKeyPair} pair
 * @throws {import('../signing/signed-payload.js').SignedObjectError} for an origin or a challenge that a signed object cannot contain
 */
export async function makeSignInProof({ origin, account, challenge, rsa, issuedAt }, pair) {
    const members = { origin, account, challenge, rsa: encodeBase64URL(rsa), issuedAt };
    return readSignInProof(await signObject('signin', members, pair));
}
