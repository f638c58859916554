import { makeInvite, readInvite } from '../keys/identity/invite.js';
import { prefixOf } from '../keys/signing/object-hash.js';
import { userOf } from './addresses.js';
import { limits } from './limits.js';
import { judgeAgain } from './trust.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */

/**
 * This device rings people, or has rung them in an earlier entry of this call.
 * @param {KeyDistribution} core
 * @param {number[]} callees
 * @param {number} now
 */
export async function rang(core, callees, now) {
    for (const callee of callees) {
        core.rung.add(callee);
        core.asked.add(callee);
    }
    await expected(core, callees, now);
}

/**
 * The person accepted these people by answering. This is not passed on to other devices.
 * @param {KeyDistribution} core
 * @param {number[]} users
 * @param {number} now
 */
export async function expected(core, users, now) {
    for (const user of users.slice(0, limits.invited)) core.invited.add(user);
    await judgeAgain(core, now);
}

/**
 * The person admits someone who wasn't invited.
 * @param {KeyDistribution} core
 * @param {number} user
 */
export function letCome(core, user) {
    core.invited.add(user);
    core.asked.add(user);
}

/**
 * Takes an invite of a member whose join is live, if it was made for that join: the server can repeat one of an earlier entry.
 * @type {import('./key-distribution.js').Receiver}
 */
export async function receivedInvite(core, sender, text, now) {
    const peer = core.peers.get(sender);
    const entry = peer?.current;
    if (!peer || !entry?.isLive || entry.presence === 'held') return awaitJoin(peer, text);
    const invite = await readInvite(text, entry.join.identity.sign).catch(() => null);
    if (!invite || invite.caller !== sender || invite.roomId !== core.room) return;
    if (invite.join !== entry.join.hash) {
        if (!peer.joins.ended.has(invite.join)) awaitJoin(peer, text);
        return;
    }
    entry.hasInvited = true;
    for (const callee of invite.callees) {
        if (!core.invited.has(callee)) {
            // Each address has a quota, whatever it names and however often it comes back, so that it cannot crowd out people whom others
            // invite.
            if (peer.invited >= limits.invitedBy) continue;
            peer.invited += 1;
            core.invited.add(callee);
        }
        core.asked.add(callee);
    }
    await judgeAgain(core, now);
}

/**
 * @param {import('./peer.js').Peer | undefined} peer
 * @param {string} text
 */
function awaitJoin(peer, text) {
    if (!peer || peer.waitingInvites.includes(text)) return;
    peer.waitingInvites.push(text);
    if (peer.waitingInvites.length > limits.waitingInvites) peer.waitingInvites.shift();
}

/**
 * Tells everyone which people this device knows to be invited: a device that joins after an inviter has left, or after the server has lost
 * its invites, has no other source. No one rings because of it.
 * @param {KeyDistribution} core
 */
export async function sendInvite(core) {
    if (!core.owesInvite) return;
    core.owesInvite = false;
    const text = await passedOn(core);
    if (text) core.outbox.invitesToAll.push(text);
}

/**
 * Repeats the invited people to a member whose status lacks a key of one of them: messages get lost, and no one else repeats lost invites.
 * @param {KeyDistribution} core
 * @param {string} sender
 * @param {import('../keys/entering/status.js').Status} status
 * @param {number} now
 */
export async function remind(core, sender, status, now) {
    const entry = core.peers.get(sender)?.current;
    if (!entry?.isMember || now < entry.since + limits.repairTime) return;
    const unheard = new Set(status.have.filter(({ generation }) => generation === 0).map(({ prefix }) => prefix));
    let isOwed = false;
    for (const [address, { current }] of core.peers) {
        if (address === sender || !core.asked.has(userOf(address))) continue;
        if (!current?.isMember || now < current.since + limits.repairTime) continue;
        const prefix = prefixOf(current.join.hash);
        const count = entry.reminders.get(prefix) ?? 0;
        if (!unheard.has(prefix) || count >= limits.reminders) continue;
        entry.reminders.set(prefix, count + 1);
        isOwed = true;
    }
    const text = isOwed && await passedOn(core);
    if (text) core.outbox.invites.set(sender, text);
}

/**
 * This device's invite for the people it passes on.
 * @param {KeyDistribution} core
 */
async function passedOn({ address, asked, own, room }) {
    const callees = [...asked].filter((user) => user !== userOf(address)).sort((one, other) => one - other).slice(0, limits.named);
    if (callees.length === 0) return null;
    return makeInvite({ roomId: room, caller: address, join: own.join.hash, callees, isVideo: false, seq: 0, issuedAt: 0 }, own.signing);
}
