import { decodeKeyText, pkcs1Of } from '../keys/key-text.js';
import { readIdentity } from '../keys/identity/signed-identity.js';
import { makeAccountProof } from '../keys/identity/account-proof.js';
import { makeSignInProof } from '../keys/identity/sign-in-proof.js';
import { ServerClock } from '../protocol/server-clock.js';
import { endpoints } from '../protocol/http/endpoints.js';

/**
 * What shows the server that this is the device of before (wire-protocol 2.4): a member of the request that signs in, and
 * nothing for a device that has not signed in before, or whose server takes no proofs. Never sent with the request for a code:
 * the proof names an account, and whoever asks has shown no right to it yet.
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
    // What cannot be signed is nothing that the person could change: the device signs in as a new one.
    return makeSignInProof(members, signing).then((proof) => ({ signInProof: proof.text }), () => ({}));
}

/**
 * What shows the server that this device's person asks for a change of the account (wire-protocol 9.7): fields of the request; none for a
 * device without an identity, or whose server asks for nothing.
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
    // What cannot be signed is nothing that the person could change: the server says what else it takes.
    return makeAccountProof(members, signing).then((proof) => ({ 'Account-Proof': proof }), () => ({}));
}

/**
 * Null of a server that takes no proofs.
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
