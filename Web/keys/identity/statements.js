import { encodeBase64URL } from '../signing/base64url.js';
import { UnverifiedObject, signObject } from '../signing/signed-object.js';
import { SignedObjectError } from '../signing/signed-payload.js';
import { isAcceptable } from '../signing/signing-keys.js';

/** @typedef {import('../signing/signing-keys.js').SigningKeyPair} SigningKeyPair */
/**
 * A device's statement that another one belongs to the same person (e2ee 1).
 * @typedef {{ text: string, identity: string, by: string, object: UnverifiedObject }} Vouch
 */
/**
 * A device's statement that a signing key of its person is revoked (e2ee 1).
 * @typedef {{ text: string, sign: string, by: string, object: UnverifiedObject }} Revoke
 */

/**
 * Parses a statement without checking its signature: `by` tells whose key applies.
 * @param {string} text
 * @returns {Vouch}
 */
export function readVouch(text) {
    const object = new UnverifiedObject(text, 'vouch');
    const [identity, by] = [object.payload.hash('identity'), object.payload.address('by')];
    object.payload.integer('issuedAt');
    return { text, identity, by, object };
}

/**
 * @param {string} text
 * @returns {Revoke}
 */
export function readRevoke(text) {
    const object = new UnverifiedObject(text, 'revoke');
    const sign = encodeBase64URL(object.payload.bytes('sign', 32));
    if (!isAcceptable(sign)) throw new SignedObjectError('unacceptableKey');
    const by = object.payload.address('by');
    object.payload.integer('issuedAt');
    return { text, sign, by, object };
}

/**
 * @param {{ identity: string, by: string, issuedAt: number }} members
 * @param {SigningKeyPair} pair
 */
export const makeVouch = ({ identity, by, issuedAt }, pair) => signObject('vouch', { identity, by, issuedAt }, pair);

/**
 * @param {{ sign: string, by: string, issuedAt: number }} members
 * @param {SigningKeyPair} pair
 */
export const makeRevoke = ({ sign, by, issuedAt }, pair) => signObject('revoke', { sign, by, issuedAt }, pair);
