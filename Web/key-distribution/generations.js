import { SenderKey } from '../keys/sender-key.js';
import { sortedAddresses } from './addresses.js';
import { hand } from './channels.js';
import { limits } from './limits.js';
import { randomNumber } from './random.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */

/**
 * When the own key moves on, and to which devices it goes (e2ee 5).
 * @param {KeyDistribution} core
 * @param {number} now
 */
export async function renewGenerations(core, now) {
    if (core.leaveAt !== null && now >= core.leaveAt + limits.gathering) {
        // However late: the generation that the leaver has ends with its grace period.
        const end = Math.max(now, core.leaveAt + limits.leaveGrace);
        await begin(core, Math.min(end, now + limits.adoptionDelay), now);
    }
    if (now >= core.renewsAt) await begin(core, now + limits.adoptionDelay, now);
    if (core.newcomers.size > 0 && (core.lastStep === null || now >= core.lastStep + limits.gathering)) {
        await handToNewcomers(core, now);
    }
    core.generations.dropUnused(now);
}

/**
 * Starts a generation and gives it to all members.
 * @param {KeyDistribution} core
 * @param {number} sealsFrom
 * @param {number} now
 */
async function begin(core, sealsFrom, now) {
    core.generations.begin(new SenderKey(core.random.bytes(SenderKey.byteLength)), sealsFrom, now);
    core.leaveAt = null;
    core.renewsAt = now + drawLife(core.random);
    core.newcomers.clear();
    const members = core.addresses.filter((address) => core.peers.get(address)?.current?.isMember);
    if (members.length > 0) core.lastStep = now;
    for (const member of members) await hand(core, member, now);
}

/**
 * Advances the ratchet if something was sealed already, so that newcomers cannot open it.
 * @param {KeyDistribution} core
 * @param {number} now
 */
async function handToNewcomers(core, now) {
    if (core.generations.isNewestInUse(now) && !core.generations.isNewestFresh) {
        if (core.generations.newest.step >= SenderKey.lastStep) return begin(core, now + limits.adoptionDelay, now);
        await core.generations.step();
    }
    core.lastStep = now;
    const addresses = sortedAddresses(core.newcomers);
    core.newcomers.clear();
    for (const address of addresses) await hand(core, address, now);
}

/**
 * @param {KeyDistribution} core
 * @param {number} now
 */
export function instants(core, now) {
    const found = [core.renewsAt, ...core.generations.starts(now)];
    if (core.leaveAt !== null) found.push(core.leaveAt + limits.gathering);
    if (core.newcomers.size > 0 && core.lastStep !== null) found.push(core.lastStep + limits.gathering);
    return found;
}

/** @param {import('./random.js').Random} random */
export const drawLife = (random) => limits.generationLife + Number(randomNumber(random) % BigInt(limits.lifeSpread + 1));
