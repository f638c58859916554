import { readJoin } from '../keys/entering/join.js';
import { readLeave } from '../keys/entering/leave.js';
import { userOf } from './addresses.js';
import { came, drop, isEntering, takeWaitingOpen } from './entering.js';
import { limits } from './limits.js';
import { Entry } from './peer.js';
import { meet, judge } from './trust.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */

/** @type {import('./key-distribution.js').Receiver} */
export async function receivedJoin(core, sender, text, now) {
    const peer = core.peers.get(sender);
    if (!peer || peer.current?.join.text === text) return;
    if (!peer.isListed) {
        // Relaying a join asserts that its device is present.
        peer.listing = 'relayed';
        peer.relayedAt = now;
    }
    if (peer.joins.looks >= limits.joinsOfAddress) return;
    const { lookedAt } = peer.joins;
    if (lookedAt !== null && now < lookedAt + limits.joinInterval) peer.joins.waiting = text;
    else await look(core, text, sender, now);
}

/**
 * @param {KeyDistribution} core
 * @param {number} now
 */
export async function lookAtWaitingJoins(core, now) {
    for (const address of core.addresses) {
        const { waiting, lookedAt } = core.peers.get(address)?.joins ?? { waiting: null, lookedAt: null };
        if (waiting !== null && lookedAt !== null && now >= lookedAt + limits.joinInterval) await look(core, waiting, address, now);
    }
}

/**
 * @param {KeyDistribution} core
 * @param {string} text
 * @param {string} sender
 * @param {number} now
 */
async function look(core, text, sender, now) {
    const peer = core.peers.get(sender);
    if (!peer) return;
    const history = peer.joins;
    history.waiting = null;
    history.lookedAt = now;
    history.looks += 1;
    const join = await readJoin(text).catch(() => null);
    if (!join || join.address !== sender || join.roomId !== core.room || equal(join.x, core.own.join.x)) return;
    if ((history.highestSeq !== null && join.seq <= history.highestSeq) || history.ended.has(join.hash)) return;
    history.highestSeq = join.seq;
    if (peer.current) {
        drop(core, peer.current, sender, now, limits.leaveGrace);
        peer.current = null;
    }
    const leave = peer.waiting.get('leave');
    if (leave !== undefined && await readLeave(leave, join.identity.sign).catch(() => null) === join.hash) {
        history.ended.add(join.hash);
        return;
    }
    if (isEntering(core, now)) core.invited.add(userOf(sender));
    const trust = await judge(core, join);
    peer.asking = null;
    peer.current = new Entry(join, trust, now);
    if (peer.current.isMember) await admitted(core, sender, now);
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
export const equal = (one, other) => one.length === other.length && one.every((byte, index) => byte === other[index]);

/**
 * A join became a member's: messages that waited for it are handled.
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export async function admitted(core, address, now) {
    came(core, address);
    await meet(core, address, now);
    await takeWaitingOpen(core, address, now);
}

/**
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export function expectJoin(core, address, now) {
    const peer = core.peers.get(address);
    if (!peer || peer.asking || core.enteredAt === null) return;
    peer.asking = { at: now + limits.askTimes[0], count: 1 };
}

/**
 * @param {KeyDistribution} core
 * @param {number} now
 */
export function askForJoins(core, now) {
    for (const [address, peer] of core.peers) {
        if (!peer.isListed || peer.current || !peer.asking || now < peer.asking.at) continue;
        const { count } = peer.asking;
        const times = limits.askTimes;
        peer.asking = { at: now + times[Math.min(count, times.length - 1)], count: count + 1 };
        ask(core, address, now);
    }
}

/**
 * Requests a device's missing message: its join, or its key.
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export function ask(core, address, now) {
    const peer = core.peers.get(address);
    if (!peer || core.enteredAt === null || !core.isConnected) return;
    if (peer.lastAsked !== null && now < peer.lastAsked + limits.askInterval) return;
    peer.lastAsked = now;
    core.outbox.againTo.add(address);
}
