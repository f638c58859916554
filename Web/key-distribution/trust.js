import { readIdentity } from '../keys/identity/signed-identity.js';
import { readRevoke, readVouch } from '../keys/identity/statements.js';
import { compareAddresses, userOf } from './addresses.js';
import { lose } from './entering.js';
import { letCome, receivedInvite } from './invites.js';
import { admitted } from './joins.js';
import { limits } from './limits.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */

/**
 * @template Value
 * @param {() => Value} read
 * @returns {Value | null}
 */
function attempt(read) {
    try { return read(); } catch { return null; }
}

/**
 * The trust in a join's device. A join alone pins nothing: it may be old.
 * @param {KeyDistribution} core
 * @param {import('../keys/entering/join.js').Join} join
 * @returns {Promise<import('./device-pins.js').DeviceTrust>}
 */
export async function judge(core, join) {
    const { identity } = join;
    await core.pins.takeVouches(join);
    for (const vouch of vouchesWaiting(core, identity)) await core.pins.vouch(vouch, identity);
    const known = core.pins.trust(identity, core.own.join.hash);
    if (known?.startsWith('held')) return known;
    return core.invited.has(userOf(identity.address)) ? known ?? 'new' : 'held:uninvited';
}

/**
 * The statements about an identity that arrived before it. The pins decide whose statements count.
 * @param {KeyDistribution} core
 * @param {import('../keys/identity/signed-identity.js').SignedIdentity} identity
 */
export function vouchesWaiting(core, { hash }) {
    return [...core.waitingVouches].sort(([one], [other]) => compareAddresses(one, other)).flatMap(([, vouches]) => vouches.get(hash) ?? []);
}

/**
 * Judges all devices again after something was learned.
 * @param {KeyDistribution} core
 * @param {number} now
 */
export async function judgeAgain(core, now) {
    for (const address of core.addresses) {
        const entry = core.peers.get(address)?.current;
        if (!entry) continue;
        const before = entry.trust;
        const trust = await judge(core, entry.join);
        if (trust === before) continue;
        entry.trust = trust;
        const [isHeld, wasHeld] = [trust, before].map((value) => value.startsWith('held'));
        if (isHeld && !wasHeld) lose(core, address, now, 'held');
        else if (!isHeld && wasHeld) {
            entry.presence = 'member';
            entry.proof = now;
            await admitted(core, address, now);
        }
    }
}

/**
 * A device has shown that it is in the call with this one now. While it is held, this has no effect.
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export async function becameLive(core, address, now) {
    const entry = core.peers.get(address)?.current;
    if (!entry || entry.isLive) return;
    entry.isLive = true;
    if (entry.presence !== 'held') await meet(core, address, now);
}

/**
 * A device that is present is not held: it is pinned if its person is met for the first time, and its invites count.
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export async function meet(core, address, now) {
    const peer = core.peers.get(address);
    if (!peer?.current?.isLive) return;
    const isPinned = core.pins.meet(peer.current.join.identity, core.own.join.hash);
    const invites = peer.waitingInvites;
    peer.waitingInvites = [];
    for (const text of invites) await receivedInvite(core, address, text, now);
    if (isPinned) await judgeAgain(core, now);
}

/**
 * How the person may let in a held device (e2ee 1); null if it isn't held. Beside another device of its person that is admitted and hasn't
 * left, it has to be compared, since the server could take the other away for as long as a tap takes; so has a device that joined by a
 * link.
 * @param {KeyDistribution} core
 * @param {string} address
 * @returns {import('./device-pins.js').Offer | null}
 */
export function offerOf(core, address) {
    const entry = core.peers.get(address)?.current;
    if (!entry?.trust.startsWith('held')) return null;
    return isCompared(core, address) ? 'compare' : core.pins.offer(entry.join.identity);
}

/**
 * @param {KeyDistribution} core
 * @param {string} address
 */
function isCompared(core, address) {
    const user = userOf(address);
    return core.byLink.has(user) || [...core.peers].some(([other, { current }]) => other !== address && userOf(other) === user && current && current.presence !== 'held');
}

/**
 * The person admits a device, by the key that was shown, for all reasons for which it is held.
 * @param {KeyDistribution} core
 * @param {import('./events.js').ShownIdentity} identity
 */
function letIn(core, identity) {
    const { address, sign } = identity;
    if (isCompared(core, address)) return;
    const entry = core.peers.get(address)?.current;
    if (!entry) return core.pins.letIn(identity);
    // It has another key by now, about which the person is asked.
    if (entry.join.identity.sign !== sign || core.pins.offer(identity) === 'compare') return;
    core.pins.letIn(identity, entry.trust === 'held:uninvited');
    letCome(core, userOf(address));
}

/**
 * The person has compared numbers with a device, takes that back, lets it in or refuses it. The identity that was shown counts, whatever
 * joins say by now.
 * @param {KeyDistribution} core
 * @param {import('./events.js').DeviceNote} note
 * @param {number} now
 */
export async function noted(core, note, now) {
    if (note.note === 'letIn') letIn(core, note.identity);
    else core.pins.note(note);
    await judgeAgain(core, now);
}

/**
 * The server's published statements about people: they count by their signatures alone, and pin no one.
 * @param {KeyDistribution} core
 * @param {{ identities: string[], vouches: string[], revokes: string[] }} published
 * @param {number} now
 */
export async function published(core, { identities, vouches, revokes }, now) {
    const statements = vouches.slice(0, limits.published).flatMap((text) => attempt(() => readVouch(text)) ?? []);
    for (const text of identities.slice(0, limits.published)) {
        const identity = await readIdentity(text).catch(() => null);
        if (!identity || identity.address === core.address) continue;
        for (const vouch of statements) if (vouch.identity === identity.hash) await core.pins.vouch(vouch, identity);
    }
    for (const text of revokes.slice(0, limits.published)) {
        const revoke = attempt(() => readRevoke(text));
        if (revoke) await core.pins.revoke(revoke);
    }
    await judgeAgain(core, now);
}

/**
 * @param {KeyDistribution} core
 * @param {'vouch' | 'revoke'} kind
 * @param {string} sender
 * @param {string} text
 * @param {number} now
 */
export async function receivedStatement(core, kind, sender, text, now) {
    if (kind === 'vouch') {
        const vouch = attempt(() => readVouch(text));
        const waiting = core.waitingVouches.get(sender) ?? new Map();
        if (!vouch || (waiting.size >= limits.waitingVouches && !waiting.has(vouch.identity))) return;
        core.waitingVouches.set(sender, waiting.set(vouch.identity, vouch));
    } else {
        const revoke = attempt(() => readRevoke(text));
        if (!revoke) return;
        await core.pins.revoke(revoke);
    }
    await judgeAgain(core, now);
}
