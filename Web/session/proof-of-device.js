import { decodeKeyText, pkcs1Of } from '../keys/key-text.js';
import { readIdentity } from '../keys/identity/signed-identity.js';
import { makeAccountProof } from '../keys/identity/account-proof.js';
import { makeSignInProof } from '../keys/identity/sign-in-proof.js';
import { ServerClock } from '../protocol/server-clock.js';
import { endpoints } from '../protocol/http/endpoints.js';

/**
 * The proof to the server that this is a device it knows (wire-protocol 2.4): a member of the request that signs in; empty for a device
 * that hasn't signed in before, or whose server takes no proofs. Never sent with the request for a code: the proof names an account, and
 * the requester has shown no right to it yet.
 * @param {import('./session.js').Environment} environment
 * @param {import('../protocol/http/api-client.js').APIClient} api
 * @returns {Promise<{ signInProof?: string }>}
 * @throws {import('../protocol/errors.js').APIError}
 */
export async function proofOfDevice({ database, origin, serverClock = new ServerClock() }, api) {
    const [text, signing, key, keyOfIdentity] = await Promise.all([
        database.get('identity'), database.get('signingKey'), database.get('deviceKey'), database.get('identityKey'),
    ]);
    if (!text || !signing || !key || keyOfIdentity !== key.publicKeyHash) return {};
    const identity = await readIdentity(text).catch(() => null);
    if (identity?.sign !== signing.sign) return {};
    const challenge = await challengeOf(api);
    if (challenge === null) return {};
    const members = {
        origin, account: Number(identity.address.split('_')[0]), challenge, rsa: pkcs1Of(decodeKeyText(key.publicKeyText)),
        issuedAt: Math.floor(serverClock.now()),
    };
    // The person can do nothing about a failed signature: the device signs in as a new one.
    return makeSignInProof(members, signing).then((proof) => ({ signInProof: proof.text }), () => ({}));
}

/**
 * The proof to the server that this device's person asks for a change of the account (wire-protocol 9.7): fields of the request; none for a
 * device without an identity, or whose server requires none.
 * @param {Pick<import('./session.js').Session, 'database' | 'origin' | 'serverClock' | 'api'>} session
 * @param {string} purpose
 * @returns {Promise<Record<string, string>>}
 * @throws {import('../protocol/errors.js').APIError}
 */
export async function proofOfPerson({ database, origin, serverClock, api }, purpose) {
    const [text, signing] = await Promise.all([database.get('identity'), database.get('signingKey')]);
    const identity = text && await readIdentity(text).catch(() => null);
    if (!identity || !signing || identity.sign !== signing.sign) return {};
    const challenge = await challengeOf(api);
    if (challenge === null) return {};
    const members = { origin, account: Number(identity.address.split('_')[0]), challenge, purpose, issuedAt: Math.floor(serverClock.now()) };
    // The person can do nothing about a failed signature: the server names its alternatives.
    return makeAccountProof(members, signing).then((proof) => ({ 'Account-Proof': proof }), () => ({}));
}

/**
 * Null for a server that takes no proofs.
 * @param {import('../protocol/http/api-client.js').APIClient} api
 */
async function challengeOf(api) {
    try {
        return (await api.send(endpoints.signInChallenge)).challenge;
    } catch (error) {
        if (/** @type {{ status?: number }} */ (error).status === 404) return null;
        throw error;
    }
}
