import { readLeave } from '../keys/entering/leave.js';
import { sortedAddresses, userOf } from './addresses.js';
import { receivedOpen } from './channels.js';
import { ask, expectJoin } from './joins.js';
import { limits } from './limits.js';
import { oweStatus, oweStatusAtOnce, tellRecording } from './statuses.js';
import { judgeAgain } from './trust.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */
/** @typedef {import('./peer.js').Entry} Entry */

/**
 * @param {KeyDistribution} core
 * @param {number} now
 */
export function entered(core, now) {
    if (core.enteredAt !== null) return;
    core.enteredAt = now;
    core.isConnected = true;
    core.outbox.joinToAll = true;
    core.outbox.statusToAll = true;
    for (const [address, peer] of core.peers) if (peer.isListed && !peer.current) expectJoin(core, address, now);
}

/**
 * @param {KeyDistribution} core
 * @param {number} now
 */
export function connected(core, now) {
    if (core.enteredAt === null || core.isConnected) return;
    core.isConnected = true;
    core.absenceEnded = now;
    core.outbox.statusToAll = true;
    core.owesInvite = true;
    // A device that counted as listed for a moment only needs to be on a list: that moment is over.
    for (const address of core.addresses) {
        const peer = core.peers.get(address);
        if (peer?.listing === 'relayed' && !isJustRelayed(peer, now)) unlisted(core, peer, address, now);
    }
}

/** @param {KeyDistribution} core */
export function leave(core) {
    if (core.enteredAt !== null) core.outbox.leaveToAll = true;
    for (const address of core.addresses) {
        if (core.peers.get(address)?.current?.heard) core.actions.push({ type: 'forget', from: address });
    }
    core.peers.clear();
    core.generations.end();
    core.isOver = true;
}

/**
 * Limits the use of keys that delisted devices had, at once, however long other events take.
 * @param {KeyDistribution} core
 * @param {string[]} addresses
 * @param {number} now
 */
export function boundUnlisted(core, addresses, now) {
    for (const [address, peer] of core.peers) {
        if (addresses.includes(address) || !peer.isListed || isJustRelayed(peer, now)) continue;
        if (peer.current) core.generations.bound(peer.current.join.hash, now, limits.leaveGrace);
    }
}

/**
 * @param {import('./peer.js').Peer} peer
 * @param {number} now
 */
const isJustRelayed = (peer, now) => peer.listing === 'relayed' && now < peer.relayedAt + limits.relayedListing;

/**
 * @param {KeyDistribution} core
 * @param {string[]} addresses
 * @param {number} now
 */
export async function listed(core, addresses, now) {
    for (const address of sortedAddresses(addresses)) {
        if (address === core.address || !core.remember(address)) continue;
        if (isEntering(core, now)) core.invited.add(userOf(address));
        const peer = core.peers.get(address);
        if (!peer) continue;
        const wasListed = peer.isListed;
        peer.listing = 'listed';
        if (wasListed) continue;
        if (!peer.current) expectJoin(core, address, now);
        else if (peer.current.presence === 'away') oweStatus(core, address);
    }
    for (const address of core.addresses) {
        const peer = core.peers.get(address);
        if (!peer?.isListed || addresses.includes(address) || isJustRelayed(peer, now)) continue;
        unlisted(core, peer, address, now);
    }
    await judgeAgain(core, now);
}

/**
 * @param {KeyDistribution} core
 * @param {import('./peer.js').Peer} peer
 * @param {string} address
 * @param {number} now
 */
function unlisted(core, peer, address, now) {
    peer.listing = 'unlisted';
    peer.asking = null;
    if (peer.current?.isMember) lose(core, address, now, 'away');
}

/**
 * Whether the present devices may have been there before this one: none of them needs an invite that this device has seen.
 * @param {KeyDistribution} core
 * @param {number} now
 */
export function isEntering(core, now) {
    if (core.isFounder) return false;
    return core.enteredAt === null || now <= core.enteredAt + limits.entryTime;
}

/**
 * A device is no longer a member: it gets no keys, its media aren't heard, and the next generation excludes it.
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} instant
 * @param {'away' | 'held'} presence
 */
export function lose(core, address, instant, presence) {
    const entry = core.peers.get(address)?.current;
    if (!entry) return;
    // A held device may be in other hands: the people it has invited are not passed on.
    if (presence === 'held') entry.hasInvited = false;
    entry.presence = presence;
    entry.awaySince = instant;
    // The keys it had are obsolete: only a later one shows that it hears this device again.
    entry.handed = [];
    entry.hearsUs = false;
    entry.lacksKeys = false;
    if (presence === 'held') oweStatusAtOnce(core, address);
    drop(core, entry, address, instant, presence === 'held' ? 0 : limits.leaveGrace);
}

/**
 * Ends what keys do with an entry.
 * @param {KeyDistribution} core
 * @param {Entry} entry
 * @param {string} address
 * @param {number} instant
 * @param {number} grace
 */
export function drop(core, entry, address, instant, grace) {
    core.newcomers.delete(address);
    if (entry.hasInvited) core.owesInvite = true;
    if (entry.heard) {
        entry.heard = null;
        core.actions.push({ type: 'forget', from: address });
    }
    if (!core.generations.left(entry.join.hash, instant, grace)) return;
    // Without a grace period the answer does not wait for others who may leave.
    const answered = grace === 0 ? instant - Math.min(instant, limits.leaveGrace) : instant;
    core.leaveAt = Math.min(core.leaveAt ?? answered, answered);
}

/** @type {import('./key-distribution.js').Receiver} */
export async function receivedLeave(core, sender, text, now) {
    const peer = core.peers.get(sender);
    const entry = peer?.current;
    if (!peer || !entry) {
        peer?.waiting.set('leave', text);
        return;
    }
    const join = await readLeave(text, entry.join.identity.sign).catch(() => null);
    if (join === null) return;
    // The leave of a join that hasn't arrived yet.
    if (join !== entry.join.hash) peer.waiting.set('leave', text);
    else end(core, entry, sender, now);
}

/**
 * A join has ended for good.
 * @param {KeyDistribution} core
 * @param {Entry} entry
 * @param {string} address
 * @param {number} now
 */
export function end(core, entry, address, now) {
    const peer = core.peers.get(address);
    if (!peer) return;
    peer.joins.ended.add(entry.join.hash);
    drop(core, entry, address, now, limits.leaveGrace);
    peer.current = null;
}

/**
 * A device that was away shows that it is present.
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export async function comeBack(core, address, now) {
    const peer = core.peers.get(address);
    if (peer?.current?.presence !== 'away') return;
    peer.current.presence = 'member';
    came(core, address);
    // It may not have noticed that this device was away, and would send no key by itself.
    ask(core, address, now);
    await takeWaitingOpen(core, address, now);
}

/**
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export async function takeWaitingOpen(core, address, now) {
    const waiting = core.peers.get(address)?.waiting;
    const opening = waiting?.get('open');
    if (opening === undefined) return;
    waiting?.delete('open');
    await receivedOpen(core, address, opening, now);
}

/**
 * A member must be given the key that this device seals with.
 * @param {KeyDistribution} core
 * @param {string} address
 */
export function came(core, address) {
    const entry = core.peers.get(address)?.current;
    if (!entry?.isMember) return;
    core.generations.join(entry.join.hash);
    core.newcomers.add(address);
    tellRecording(core, address);
}
