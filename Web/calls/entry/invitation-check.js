import { DevicePins } from '../../key-distribution/device-pins.js';
import { readInvite } from '../../keys/identity/invite.js';
import { readJoin } from '../../keys/entering/join.js';

/** How long an invite may ring, in milliseconds. */
const inviteLife = 90_000;

/**
 * Whether an invite is too old to ring. An invite from the future rings: a caller that does not know the server's time uses its own clock.
 * @param {number} issuedAt Unix milliseconds
 * @param {number} now the server's time, in Unix milliseconds
 */
export const isTooOld = (issuedAt, now) => now - issuedAt > inviteLife;

/** @typedef {{ trust: import('../../key-distribution/device-pins.js').DeviceTrust, says: string | null }} CallerDevice */
/**
 * @typedef {{ type: 'rings' | 'isOld', caller: string, seq: number } | { type: 'ringsNewDevice' | 'ringsUnverified' | 'rangBefore' }} Verdict
 *     `rings`: under the caller's name; `isOld`: not at all, and counts as missed; `ringsNewDevice`: as a device of a known person that may
 *     be theirs; `ringsUnverified`: as someone who could be anyone; `rangBefore`: not again, since it rang before or a later one did
 */

/**
 * Decides under which identity an invitation may ring (e2ee 2). Swift has the same rule (Tests/Vectors/invitation-check.json).
 * @param {import('../../protocol/signaling/signals.js').CallInvitation} invitation
 * @param {object} known
 * @param {number} known.ownUser
 * @param {import('../../key-distribution/device-pins.js').StoredPins | null} known.pins
 * @param {Record<string, number>} known.rung the number of the newest invite that rang, by the address of its caller
 * @param {number} known.now the server's time, in Unix milliseconds
 * @returns {Promise<Verdict>}
 */
export async function judgeInvitation(invitation, { ownUser, pins, rung, now }) {
    const caller = `${invitation.callerId}_${invitation.callerDeviceId}`;
    const signed = await read(invitation, caller, ownUser).catch(() => null);
    if (!signed) return { type: 'ringsUnverified' };
    const devices = new DevicePins(pins);
    await devices.takeVouches(signed.join);
    const trust = devices.trust(signed.join.identity, null);
    if (trust?.startsWith('held')) return { type: isNewDevice(trust) ? 'ringsNewDevice' : 'ringsUnverified' };
    if (signed.invite.seq <= (rung[caller] ?? -1)) return { type: 'rangBefore' };
    return { type: isTooOld(signed.invite.issuedAt, now) ? 'isOld' : 'rings', caller, seq: signed.invite.seq };
}

/**
 * Whether a held device may be a new one of its person. A device that they marked as lost, or that this user refused, could belong to
 * anyone.
 * @param {import('../../key-distribution/device-pins.js').DeviceTrust} trust
 */
const isNewDevice = (trust) => trust !== 'held:revoked' && trust !== 'held:refused';

/**
 * The known facts about the device that has signed an invitation, as the ring shows it.
 * @param {import('../../protocol/signaling/signals.js').CallInvitation} invitation that rings under the caller's name
 * @param {import('../../key-distribution/device-pins.js').StoredPins | null} pins
 * @returns {Promise<CallerDevice>}
 */
export async function callerDevice({ e2ee }, pins) {
    const { identity, vouch } = await readJoin(e2ee?.join ?? '');
    const devices = new DevicePins(pins);
    if (vouch) await devices.vouch(vouch, identity);
    return { trust: devices.trust(identity, null) ?? 'new', says: identity.says };
}

/**
 * @param {import('../../protocol/signaling/signals.js').CallInvitation} invitation
 * @param {string} caller
 * @param {number} ownUser
 */
async function read({ e2ee, roomId }, caller, ownUser) {
    if (!e2ee) return null;
    const join = await readJoin(e2ee.join);
    const invite = await readInvite(e2ee.invite, join.identity.sign);
    const isOne = join.address === caller && invite.caller === caller && join.roomId === roomId && invite.roomId === roomId
        && invite.join === join.hash && invite.seq > 0 && invite.callees.includes(ownUser);
    return isOne ? { join, invite } : null;
}

/**
 * The people who are accepted by answering an unverified ring: the caller, and those whom the caller names, if any.
 * @param {import('../../protocol/signaling/signals.js').Opening | null} said
 * @param {{ caller: number, callerDevice: number, room: number }} call
 * @returns {Promise<number[]>}
 */
export async function peopleIn(said, { caller, callerDevice, room }) {
    const address = `${caller}_${callerDevice}`;
    try {
        if (!said) return [caller];
        const join = await readJoin(said.join);
        const invite = await readInvite(said.invite, join.identity.sign);
        const isOne = join.address === address && invite.caller === address && invite.roomId === room && invite.join === join.hash;
        return isOne ? [caller, ...invite.callees] : [caller];
    } catch {
        return [caller];
    }
}
