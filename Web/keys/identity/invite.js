import { UnverifiedObject, signObject } from '../signing/signed-object.js';

/**
 * A device says whom it has rung or invites in a call, for one entry of it (e2ee 2 and 3).
 * @typedef {object} Invite
 * @property {string} text
 * @property {number} roomId
 * @property {string} caller the address
 * @property {string} join the hash of the caller's join: the invite counts with that alone
 * @property {number[]} callees user ids
 * @property {boolean} isVideo
 * @property {number} seq rises with each; each rings once. 0 if it rings no one
 * @property {number} issuedAt Unix milliseconds
 */

/**
 * Parses an invite and checks that a device has signed it.
 * @param {string} text
 * @param {string} key base64url
 * @returns {Promise<Invite>}
 * @throws {import('../signing/signed-payload.js').SignedObjectError}
 */
export async function readInvite(text, key) {
    const object = new UnverifiedObject(text, 'invite');
    const { payload } = object;
    const invite = {
        text, roomId: payload.integer('roomId'), caller: payload.address('caller'), join: payload.hash('join'), callees: payload.integers('callees'),
        isVideo: payload.flag('isVideo'), seq: payload.integer('seq'), issuedAt: payload.integer('issuedAt'),
    };
    await object.verify(key);
    return invite;
}

/**
 * @param {{ roomId: number, caller: string, join: string, callees: number[], isVideo: boolean, seq: number, issuedAt: number }} members
 * @param {import('../signing/signing-keys.js').SigningKeyPair} pair
 */
export const makeInvite = ({ roomId, caller, join, callees, isVideo, seq, issuedAt }, pair) =>
    signObject('invite', { roomId, caller, join, callees, isVideo, seq, issuedAt }, pair);
