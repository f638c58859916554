import { UnverifiedObject, signObject } from '../signing/signed-object.js';

/**
 * The join that a signed leave ends (e2ee 3 and 6).
 * @param {string} text
 * @param {string} key base64url
 * @throws {import('../signing/signed-payload.js').SignedObjectError}
 */
export async function readLeave(text, key) {
    const object = new UnverifiedObject(text, 'leave');
    const join = object.payload.hash('join');
    await object.verify(key);
    return join;
}

/**
 * @param {string} join
 * @param {import('../signing/signing-keys.js').SigningKeyPair} pair
 */
export const makeLeave = (join, pair) => signObject('leave', { join }, pair);
