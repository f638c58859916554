import { decodeBase64URL, encodeBase64URL } from '../signing/base64url.js';
import { hashOf } from '../signing/object-hash.js';
import { UnverifiedObject, signObject } from '../signing/signed-object.js';
import { SignedObjectError } from '../signing/signed-payload.js';
import { readIdentity } from '../identity/signed-identity.js';
import { readVouch } from '../identity/statements.js';
import { isPublicKey } from './ml-kem.js';

/** @typedef {import('../identity/signed-identity.js').SignedIdentity} SignedIdentity */
/** @typedef {import('../signing/signing-keys.js').SigningKeyPair} SigningKeyPair */
/**
 * The text that a device signs when it enters a call (e2ee 3): `identity~join~m~vouch`, of which the last two may be empty; behind a vouch
 * up to three times `~identity~vouch`, of the device that made the vouch before.
 * @typedef {object} Join
 * @property {string} text all four parts, as they travel
 * @property {SignedIdentity} identity
 * @property {string} hash `H(join)`, of the second part alone
 * @property {number} roomId
 * @property {string} address
 * @property {Uint8Array} x X25519
 * @property {Uint8Array | null} m ML-KEM-768, where the device has it
 * @property {number} seq
 * @property {import('../identity/statements.js').Vouch | null} vouch not verified
 * @property {{ identity: SignedIdentity, vouch: import('../identity/statements.js').Vouch }[]} chain how that device is the person's, and so on; not verified
 * @property {boolean} isForReply it opens one channel to say one thing and never enters a call (e2ee 2, reply)
 */

const longest = 8192;
/** The number of links after the device's own vouch. */
export const mostLinks = 3;

/**
 * Parses a join and checks everything that needs no state: signatures, hashes, addresses, keys.
 * @param {string} text
 * @returns {Promise<Join>}
 * @throws {SignedObjectError}
 */
export const readJoin = (text) => read(text, 'join');

/**
 * Parses the join of a reply, which is signed as another kind of object, so that neither can pass as the other.
 * @param {string} text
 * @throws {SignedObjectError}
 */
export const readReplyJoin = (text) => read(text, 'reply');

/**
 * @param {string} text
 * @param {'join' | 'reply'} kind
 * @returns {Promise<Join>}
 */
async function read(text, kind) {
    const parts = text.length <= longest ? text.split('~') : [];
    const most = kind === 'reply' ? 4 : 4 + 2 * mostLinks;
    if (parts.length < 4 || parts.length > most || parts.length % 2 !== 0) throw new SignedObjectError('malformed');
    const identity = await readIdentity(parts[0]);
    const object = new UnverifiedObject(parts[1], kind);
    const { payload } = object;
    const [roomId, address] = [payload.integer('roomId'), payload.address('address')];
    if (address !== identity.address || payload.hash('identity') !== identity.hash) throw new SignedObjectError('mismatch');
    const x = payload.bytes('x', 32);
    const m = await readPublicKey(payload, parts[2], kind === 'join');
    const seq = payload.integer('seq');
    const vouch = parts[3] ? readVouch(parts[3]) : null;
    const chain = await readChain(parts.slice(4), vouch);
    await object.verify(identity.sign);
    return { text, identity, hash: await hashOf(parts[1]), roomId, address, x, m, seq, vouch, chain, isForReply: kind === 'reply' };
}

/**
 * Pairs of identity and vouch, each of the device that made the previous vouch.
 * @param {string[]} parts
 * @param {import('../identity/statements.js').Vouch | null} first
 */
async function readChain(parts, first) {
    const links = [];
    let before = first;
    for (let index = 0; index < parts.length; index += 2) {
        const identity = await readIdentity(parts[index]);
        const vouch = readVouch(parts[index + 1]);
        if (identity.address !== before?.by || vouch.identity !== identity.hash) throw new SignedObjectError('mismatch');
        links.push({ identity, vouch });
        before = vouch;
    }
    return links;
}

/**
 * @param {import('../signing/signed-payload.js').SignedPayload} payload
 * @param {string} text
 * @param {boolean} mayBe whether there may be one
 */
async function readPublicKey(payload, text, mayBe) {
    if (!payload.has('m') || !mayBe) {
        if (text) throw new SignedObjectError('mismatch');
        return null;
    }
    const m = decodeBase64URL(text);
    if (payload.hash('m') !== await hashOf(text) || !m) throw new SignedObjectError('mismatch');
    if (!isPublicKey(m)) throw new SignedObjectError('unacceptableKey');
    return m;
}

/**
 * `vouch` is what the join says for its device: a vouch, and behind it the links of its chain, as in the text.
 * @param {{ roomId: number, identity: SignedIdentity, secrets: import('./join-secrets.js').JoinSecrets, seq: number,
 *     vouch?: string }} members
 * @param {SigningKeyPair} pair
 */
export const makeJoin = (members, pair) => make('join', members, pair);

/** @type {typeof makeJoin} signs the join of a reply, whose secrets have no ML-KEM: no one opens a channel to it */
export const makeReplyJoin = (members, pair) => make('reply', members, pair);

/**
 * @param {'join' | 'reply'} kind
 * @param {{ roomId: number, identity: SignedIdentity, secrets: import('./join-secrets.js').JoinSecrets, seq: number, vouch?: string }} members
 * @param {SigningKeyPair} pair
 */
async function make(kind, { roomId, identity, secrets, seq, vouch = '' }, pair) {
    const m = secrets.m ? encodeBase64URL(secrets.m) : '';
    const members = {
        roomId, address: identity.address, identity: identity.hash, x: encodeBase64URL(secrets.x),
        m: m ? await hashOf(m) : undefined, seq,
    };
    const parts = [identity.text, await signObject(kind, members, pair), m, ...vouch.split('~')];
    // Large keys leave no room for the whole chain.
    while (parts.length > 4 && parts.join('~').length > longest) parts.splice(-2);
    return read(parts.join('~'), kind);
}
