import { makeStatus, readStatus } from '../keys/entering/status.js';
import { prefixOf } from '../keys/signing/object-hash.js';
import { repeatKeys } from './channels.js';
import { comeBack, lose } from './entering.js';
import { remind } from './invites.js';
import { ask } from './joins.js';
import { limits } from './limits.js';
import { becameLive } from './trust.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */
/** @typedef {import('./peer.js').Entry} Entry */

/** @param {number} entries */
const periodWith = (entries) => (entries > limits.fewEntries ? limits.longPeriod : limits.period);

/**
 * For a pair of devices, the longer one of both counts.
 * @param {KeyDistribution} core
 * @param {Entry} entry
 */
const periodTowards = (core, entry) => Math.max(periodWith(core.entryCount), periodWith(entry.statusEntries));

/** @param {KeyDistribution} core */
export const countEntries = (core) => [...core.peers.values()].filter((peer) => peer.isListed && peer.current).length;

/**
 * @param {KeyDistribution} core
 * @param {number} now
 */
export function sendStatuses(core, now) {
    if (core.nextStatus !== null && now >= core.nextStatus) core.outbox.statusToAll = true;
    for (const [address, peer] of core.peers) {
        const entry = peer.current;
        const isLate = entry?.isMember && now > entry.proof + periodTowards(core, entry) * 1.5;
        if ((isLate || peer.owesStatus) && now >= peer.nextStatus) core.outbox.statusTo.add(address);
    }
}

/**
 * Sends a device this one's status, at once or when the last one sent to it alone is 3 s old.
 * @param {KeyDistribution} core
 * @param {string} address
 */
export function oweStatus(core, address) {
    const peer = core.peers.get(address);
    if (peer) peer.owesStatus = true;
}

/**
 * Starts or stops reporting that this device records: to everyone at once, or as soon as anyone can be told.
 * @param {KeyDistribution} core
 * @param {boolean} isOn
 */
export function setRecording(core, isOn) {
    if (isOn === core.isRecording) return;
    core.isRecording = isOn;
    if (core.enteredAt !== null && core.isConnected) core.outbox.statusToAll = true;
}

/**
 * A device that may not know yet that this one records is told together with the key that lets this device hear it.
 * @param {KeyDistribution} core
 * @param {string} address
 */
export function tellRecording(core, address) {
    if (core.isRecording) oweStatusAtOnce(core, address);
}

/**
 * Sends a device this one's status even if it was sent one recently: it must learn without delay that this device records, or no longer
 * hears it.
 * @param {KeyDistribution} core
 * @param {string} address
 */
export function oweStatusAtOnce(core, address) {
    const peer = core.peers.get(address);
    if (!peer) return;
    peer.owesStatus = true;
    peer.lastStatusSent = null;
}

/**
 * The body of the next status, which goes to these devices, or to all.
 * @param {KeyDistribution} core
 * @param {Set<string> | null} addresses
 * @param {number} now
 */
export async function makeOwnStatus(core, addresses, now) {
    core.statusSeq = core.statusSeq === 0xffff ? 1 : core.statusSeq + 1;
    core.statusTimes.push({ seq: core.statusSeq, at: now });
    if (core.statusTimes.length > limits.rememberedStatuses) core.statusTimes.shift();
    for (const address of addresses ?? core.peers.keys()) {
        const peer = core.peers.get(address);
        if (!peer) continue;
        peer.owesStatus = false;
        if (addresses) peer.lastStatusSent = now;
    }
    if (!addresses) core.nextStatus = now + periodWith(core.entryCount);
    const have = [...core.peers.values()].flatMap(({ isListed, current }) => (isListed && current ? [{
        prefix: prefixOf(current.join.hash), seq: current.lastStatus ?? 0, generation: (current.heard?.generation ?? 0) & 0xffff,
    }] : []));
    // A call that is over has no generation: its last message is the leave.
    const generation = core.isOver ? 0 : core.generations.newest.generation;
    return makeStatus({ join: core.own.join.hash, seq: core.statusSeq, generation, have, isRecording: core.isRecording, isSilent: core.isSilent }, core.own.signing);
}

/** @type {import('./key-distribution.js').Receiver} */
export async function receivedStatus(core, sender, text, now) {
    const entry = core.peers.get(sender)?.current;
    const status = entry && await readStatus(text, entry.join.identity.sign).catch(() => null);
    if (!entry || status?.join !== entry.join.hash) {
        ask(core, sender, now);
        return;
    }
    if (!isNewer(status.seq, entry.lastStatus)) return;
    entry.lastStatus = status.seq;
    entry.statusEntries = status.have.length;
    entry.isRecording = status.isRecording;
    entry.isSilent = status.isSilent;
    compare(core, status, sender, entry, now);
    const mine = status.have.find(({ prefix }) => prefix === prefixOf(core.own.join.hash));
    if (!mine) {
        entry.hearsUs = false;
        entry.lacksKeys = false;
        sendJoin(core, sender, now);
        return;
    }
    const { proof } = entry;
    await becameLive(core, sender, now);
    const echoed = core.statusTimes.filter(({ seq }) => seq === mine.seq).pop()?.at ?? null;
    if (echoed !== null) await prove(core, sender, entry, echoed, now);
    // A device that is present again after a long time may lack this one's status as well.
    if (now > Math.min(proof, echoed ?? 0) + periodTowards(core, entry) * 1.5) oweStatus(core, sender);
    await repair(core, sender, entry, mine.generation, echoed, now);
    await remind(core, sender, status, now);
}

/**
 * Serial numbers of 16 bits (RFC 1982).
 * @param {number} seq
 * @param {number | null} last
 */
export const isNewer = (seq, last) => last === null || (seq !== last && ((seq - last) & 0xffff) < 0x8000);

/**
 * It has shown that it had received what was sent at this instant.
 * @param {KeyDistribution} core
 * @param {string} sender
 * @param {Entry} entry
 * @param {number} echoed
 * @param {number} now
 */
async function prove(core, sender, entry, echoed, now) {
    if (entry.presence !== 'away') {
        entry.proof = Math.max(entry.proof, echoed);
        return;
    }
    // A status sent before it was away says nothing about the present.
    if (!core.peers.get(sender)?.isListed || echoed < entry.awaySince) {
        oweStatus(core, sender);
        return;
    }
    entry.proof = echoed;
    await comeBack(core, sender, now);
}

/**
 * Sends keys again that the status should have listed, and drops the opening once it is no longer needed.
 * @param {KeyDistribution} core
 * @param {string} sender
 * @param {Entry} entry
 * @param {number} shown
 * @param {number | null} echoed
 * @param {number} now
 */
async function repair(core, sender, entry, shown, echoed, now) {
    if (!entry.isMember) return;
    const position = lastIndex(entry.handed, ({ generation }) => (generation & 0xffff) === shown);
    entry.lacksKeys = shown === 0;
    if (shown !== 0 && position >= 0 && entry.sending) entry.sending.opening = null;
    const expected = echoed === null || echoed < limits.repairTime ? -1 : lastIndex(entry.handed, ({ at }) => at <= echoed - limits.repairTime);
    const isMissing = expected >= 0 && position < expected;
    entry.hearsUs = shown !== 0 && position >= 0 && !isMissing;
    if (!isMissing) return;
    if (entry.repaired !== null && now < entry.repaired + limits.askInterval) return;
    entry.repaired = now;
    await repeatKeys(core, sender);
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => boolean} matches
 */
function lastIndex(items, matches) {
    for (let index = items.length - 1; index >= 0; index -= 1) if (matches(items[index])) return index;
    return -1;
}

/**
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
function sendJoin(core, address, now) {
    const peer = core.peers.get(address);
    if (!peer || (peer.lastJoinSent !== null && now < peer.lastJoinSent + limits.askInterval)) return;
    peer.lastJoinSent = now;
    core.outbox.joinTo.add(address);
    tellRecording(core, address);
}

/**
 * Records joins that the other device lacks, or that are missing here, for two periods and two statuses in a row.
 * @param {KeyDistribution} core
 * @param {import('../keys/entering/status.js').Status} status
 * @param {string} sender
 * @param {Entry} entry
 * @param {number} now
 */
function compare(core, status, sender, entry, now) {
    const span = 2 * periodTowards(core, entry);
    const listed = new Set(status.have.map(({ prefix }) => prefix));
    const known = new Set([prefixOf(core.own.join.hash)]);
    for (const address of core.addresses) {
        const peer = core.peers.get(address);
        const other = peer?.current;
        if (address === sender || !peer || !other) continue;
        const prefix = prefixOf(other.join.hash);
        known.add(prefix);
        if (!peer.isListed || now < other.since + span || listed.has(prefix)) {
            entry.lacking.delete(other.join.hash);
            continue;
        }
        const count = (entry.lacking.get(other.join.hash) ?? 0) + 1;
        entry.lacking.set(other.join.hash, count);
        if (count >= 2) tell(core, ['lacks', sender, address]);
    }
    const before = entry.unknown;
    entry.unknown = new Map();
    for (const prefix of listed) {
        if (known.has(prefix)) continue;
        const { count, since } = before.get(prefix) ?? { count: 0, since: now };
        entry.unknown.set(prefix, { count: count + 1, since });
        if (count >= 1 && now >= since + span) tell(core, ['knowsUnknown', sender]);
    }
}

/**
 * @param {KeyDistribution} core
 * @param {string[]} notice
 */
function tell(core, notice) {
    const text = notice.join(' ');
    if (core.notices.has(text)) return;
    core.notices.add(text);
    core.actions.push({ type: 'notice', notice });
}

/**
 * The greatest age of a member's proof of presence: longer if this device itself was unreachable since.
 * @param {KeyDistribution} core
 * @param {Entry} entry
 */
function limitFor(core, entry) {
    const period = periodTowards(core, entry);
    const isAbsent = core.enteredAt !== null && !core.isConnected;
    const wasAbsent = isAbsent || (core.absenceEnded !== null && core.absenceEnded > entry.proof);
    return wasAbsent ? Math.min(3 * period + limits.absenceExtension, 4 * period) : 3 * period;
}

/**
 * @param {KeyDistribution} core
 * @param {number} now
 */
export function loseGone(core, now) {
    for (const address of core.addresses) {
        const entry = core.peers.get(address)?.current;
        if (!entry?.isMember || now <= entry.proof + limitFor(core, entry)) continue;
        lose(core, address, now, 'away');
        oweStatus(core, address);
    }
}

/** @param {KeyDistribution} core */
export function goneInstants(core) {
    return [...core.peers.values()].flatMap(({ current }) => (current?.isMember ? [current.proof + limitFor(core, current) + 1] : []));
}

/** @param {KeyDistribution} core */
export function instants(core) {
    const found = [...core.peers.values()].flatMap((peer) => {
        if (peer.owesStatus) return [peer.nextStatus];
        const entry = peer.current;
        return entry?.isMember ? [Math.max(entry.proof + periodTowards(core, entry) * 1.5 + 1, peer.nextStatus)] : [];
    });
    if (core.nextStatus !== null) found.push(core.nextStatus);
    return found;
}
