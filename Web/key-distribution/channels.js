import { readAgainMessage } from '../keys/channels/again-message.js';
import { keyMessageText, openKey, readKeyMessage, sealKey } from '../keys/channels/key-message.js';
import { openMessageText, readOpenMessage } from '../keys/channels/open-message.js';
import { SenderKey } from '../keys/sender-key.js';
import { end } from './entering.js';
import { ask } from './joins.js';
import { limits } from './limits.js';
import { oweStatus, tellRecording } from './statuses.js';
import { becameLive } from './trust.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */
/** @typedef {import('../keys/sender-key.js').SealingKey} SealingKey */

/**
 * Gives a member the newest generation: in the opening of the channel, or in a message after it.
 * @param {KeyDistribution} core
 * @param {string} address
 * @param {number} now
 */
export async function hand(core, address, now) {
    const entry = core.peers.get(address)?.current;
    if (!entry?.isMember) return;
    const { newest } = core.generations;
    if (entry.sending) {
        await sendKey(core, newest, address, entry.sending);
    } else {
        const opened = await core.channels.open(entry.join, core.random.bytes(SenderKey.byteLength));
        // No channel can be made with its public keys.
        if (!opened) return end(core, entry, address, now);
        const { key, wrapped, encapsulated } = opened;
        const sealed = await sealKey(newest, 0, key);
        const opening = openMessageText({ from: core.own.join.hash, to: entry.join.hash, wrapped, encapsulated, sealed });
        entry.sending = { key, opening, n: 0, reportCount: 0, lastReport: null, lastGestures: null };
        core.outbox.opens.set(address, opening);
    }
    core.generations.hand(entry.join.hash);
    if (entry.handed.length >= limits.rememberedGenerations) entry.handed.shift();
    entry.handed.push({ generation: newest.generation, at: now });
}

/**
 * @param {KeyDistribution} core
 * @param {SealingKey} key
 * @param {string} address
 * @param {import('./peer.js').SendingChannel} channel
 */
async function sendKey(core, key, address, channel) {
    // Taken before anything suspends, so that a number never seals two messages.
    channel.n += 1;
    const { n } = channel;
    core.outbox.keys.set(address, keyMessageText({ n, sealed: await sealKey(key, n, channel.key) }));
}

/**
 * Sends the stored opening and the newest key again, if the member was given them.
 * @param {KeyDistribution} core
 * @param {string} address
 */
export async function repeatKeys(core, address) {
    const entry = core.peers.get(address)?.current;
    if (!entry?.isMember || !entry.sending || !core.generations.hasNewest(entry.join.hash)) return;
    if (entry.sending.opening !== null) core.outbox.opens.set(address, entry.sending.opening);
    await sendKey(core, core.generations.newest, address, entry.sending);
}

/** @type {import('./key-distribution.js').Receiver} */
export async function receivedOpen(core, sender, text, now) {
    const peer = core.peers.get(sender);
    if (!peer || now < peer.ignoredUntil) return;
    const message = readOpenMessage(text);
    if (!message) return failed(peer, now);
    // Made for an earlier entry of this device, which is over.
    if (message.to !== core.own.join.hash) return;
    const entry = peer.current;
    if (!entry || message.from !== entry.join.hash) {
        if (peer.joins.ended.has(message.from)) return;
        peer.waiting.set('open', text);
        ask(core, sender, now);
        return;
    }
    if (!entry.isMember) {
        peer.waiting.set('open', text);
        return;
    }
    if (entry.receiving) return;
    const key = await core.channels.accept(message, entry.join);
    const first = key && await openKey(message.sealed, 0, key);
    if (!key || !first) return failed(peer, now);
    peer.failures = 0;
    entry.receiving = { key, n: 0, nextReport: 0 };
    took(core, first, sender, entry);
    await becameLive(core, sender, now);
}

/**
 * @param {import('./peer.js').Peer} peer
 * @param {number} now
 */
function failed(peer, now) {
    peer.failures += 1;
    if (peer.failures < limits.openFailures) return;
    peer.failures = 0;
    peer.ignoredUntil = now + limits.failurePause;
}

/** @type {import('./key-distribution.js').Receiver} */
export async function receivedKey(core, sender, text, now) {
    const message = readKeyMessage(text);
    const entry = core.peers.get(sender)?.current;
    if (!message || !entry?.isMember) return;
    if (!entry.receiving) {
        ask(core, sender, now);
        return;
    }
    if (message.n <= entry.receiving.n) return;
    const key = await openKey(message.sealed, message.n, entry.receiving.key);
    if (!key) return;
    entry.receiving.n = message.n;
    took(core, key, sender, entry);
}

/**
 * Starts to use a key that is newer than the current one.
 * @param {KeyDistribution} core
 * @param {SealingKey} key
 * @param {string} sender
 * @param {import('./peer.js').Entry} entry
 */
function took(core, key, sender, entry) {
    const { heard } = entry;
    if (heard && (key.generation < heard.generation || (key.generation === heard.generation && key.step <= heard.step))) return;
    // Until it has a status that shows this, the other device does not know that it is heard.
    if (!heard) oweStatus(core, sender);
    entry.heard = { generation: key.generation, step: key.step };
    core.actions.push({ type: 'received', from: sender, key });
}

/** @type {import('./key-distribution.js').Receiver} */
export async function receivedAgain(core, sender, text, now) {
    const peer = core.peers.get(sender);
    const message = readAgainMessage(text);
    if (core.enteredAt === null || !core.isConnected || !peer || !message) return;
    if (peer.lastAnswered !== null && now < peer.lastAnswered + limits.askInterval) return;
    if (!core.answers.allows(now)) return;
    peer.lastAnswered = now;
    if (message.held !== core.own.join.hash) core.outbox.joinTo.add(sender);
    tellRecording(core, sender);
    if (message.join === peer.current?.join.hash) await repeatKeys(core, sender);
    else if (!peer.joins.ended.has(message.join)) ask(core, sender, now);
}
