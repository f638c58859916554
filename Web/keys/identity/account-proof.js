import { signObject, UnverifiedObject } from '../signing/signed-object.js';

/**
 * The object that a device signs to show that its person asks for a change of the account (wire-protocol 9.7): an access token alone
 * changes nothing.
 * @param {object} members
 * @param {string} members.origin the server as the client knows it, `https://host[:port]`; never what a server says of itself
 * @param {number} members.account whose device it is
 * @param {string} members.challenge
 * @param {string} members.purpose its only purpose
 * @param {number} members.issuedAt Unix milliseconds by the server's clock
 * @param {import('../signing/signing-keys.js').SigningKeyPair} pair
 * @returns {Promise<string>} the JWS
 * @throws {import('../signing/signed-payload.js').SignedObjectError} for texts that a signed object cannot contain
 */
export async function makeAccountProof({ origin, account, challenge, purpose, issuedAt }, pair) {
    const text = await signObject('change', { origin, account, challenge, purpose, issuedAt }, pair);
    // Read back: an invalid member is never sent.
    const { payload } = new UnverifiedObject(text, 'change');
    for (const name of ['origin', 'challenge', 'purpose']) payload.text(name);
    return text;
}
