import { readIdentity } from '../keys/identity/signed-identity.js';
import { readRevoke, readVouch } from '../keys/identity/statements.js';
import { userOf } from './addresses.js';
import { lose } from './entering.js';
import { letCome, receivedInvite } from './invites.js';
import { admitted } from './joins.js';
import { limits } from './limits.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */
/** @typedef {import('../keys/identity/signed-identity.js').SignedIdentity} SignedIdentity */

/**
 * @template Value
 * @param {() => Value} read
 * @returns {Value | null}
 */
function attempt(read) {
    try { return read(); } catch { return null; }
}

/**
 * What a join's device is to this one. A join alone pins nothing: it may be an old one.
 * @param {KeyDistribution} core
 * @param {import('../keys/entering/join.js').Join} join
 * @returns {Promise<import('./device-pins.js').DeviceTrust>}
 */
export async function judge(core, join) {
    const { identity } = join;
    await core.pins.takeVouches(join);
    const waiting = core.waitingVouches.get(identity.hash);
    if (waiting) await core.pins.vouch(waiting, identity);
    const known = core.pins.trust(identity, core.own.join.hash);
    if (known?.startsWith('held')) return known;
    return core.invited.has(userOf(identity.address)) ? known ?? 'new' : 'held:uninvited';
}

/**
 * Looks at everybody again after something was learned.
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
 * A device has shown that it is in the call with this one now. Nothing follows from it while it is held.
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export async function isLive(core, address, now) {
    const entry = core.peers.get(address)?.current;
    if (!entry || entry.isLive) return;
    entry.isLive = true;
    if (entry.presence !== 'held') await isMet(core, address, now);
}

/**
 * A device that is there is not held: it is pinned, where its person is met for the first time, and its invites count.
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export async function isMet(core, address, now) {
    const peer = core.peers.get(address);
    if (!peer?.current?.isLive) return;
    const isPinned = core.pins.meet(peer.current.join.identity, core.own.join.hash);
    const invites = peer.waitingInvites;
    peer.waitingInvites = [];
    for (const text of invites) await receivedInvite(core, address, text, now);
    if (isPinned) await judgeAgain(core, now);
}

/**
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export async function confirmed(core, address, now) {
    const entry = core.peers.get(address)?.current;
    if (!entry?.trust.startsWith('held')) return;
    if (entry.trust === 'held:uninvited') letCome(core, userOf(address));
    else core.pins.letIn(entry.join.identity);
    await judgeAgain(core, now);
}

/**
 * The person has compared numbers with a device, takes that back, or lets it in. What was shown counts, whatever joins say by now.
 * @param {KeyDistribution} core
 * @param {import('./events.js').DeviceNote} note
 * @param {number} now
 */
export async function noted(core, note, now) {
    core.pins.note(note);
    const { address, sign } = note.identity;
    // Who is let in is, whatever the device was held for.
    if (note.note === 'letIn' && core.peers.get(address)?.current?.join.identity.sign === sign) letCome(core, userOf(address));
    await judgeAgain(core, now);
}

/**
 * What the server publishes about people: statements count by their signatures alone, and nobody is pinned by it.
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
 * @param {string} text
 * @param {number} now
 */
export async function receivedStatement(core, kind, text, now) {
    if (kind === 'vouch') {
        const vouch = attempt(() => readVouch(text));
        if (!vouch || core.waitingVouches.size >= limits.devices) return;
        core.waitingVouches.set(vouch.identity, vouch);
    } else {
        const revoke = attempt(() => readRevoke(text));
        if (!revoke) return;
        await core.pins.revoke(revoke);
    }
    await judgeAgain(core, now);
}
