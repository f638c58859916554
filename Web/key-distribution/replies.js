import { KeyChannel } from '../keys/channels/key-channel.js';
import { readReplyMessage, replyMessageText } from '../keys/channels/reply-message.js';
import { makeReplyJoin } from '../keys/entering/join.js';
import { DevicePins } from './device-pins.js';
import { userOf } from './addresses.js';
import { equal } from './joins.js';
import { limits, sizes } from './limits.js';
import { vouchesWaiting } from './trust.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */
/** @typedef {import('../keys/entering/join.js').Join} Join */

/**
 * Accepts the one reply of a called person's device, if a device that may be heard has signed it for this call (e2ee 2, reply). It pins
 * nothing, and makes no one a member.
 * @param {KeyDistribution} core
 * @param {string} sender
 * @param {string} text
 */
export async function receivedReply(core, sender, text) {
    const peer = core.peers.get(sender);
    if (!peer || !core.rung.has(userOf(sender)) || peer.replies.isTaken || peer.replies.looks >= limits.repliesOfAddress) return;
    peer.replies.looks += 1;
    const message = await readReplyMessage(text);
    if (!message) return;
    const { join } = message;
    if (join.address !== sender || join.roomId !== core.room || equal(join.x, core.own.join.x)) return;
    if (join.seq <= (peer.joins.highestSeq ?? -1) || !await mayBeHeard(core, join)) return;
    const reply = await core.channels.openReply(message);
    if (!reply) return;
    peer.replies.isTaken = true;
    core.actions.push({ type: 'replied', from: sender, reply });
}

/**
 * Whether a device would not be held in a call.
 * @param {KeyDistribution} core
 * @param {Join} join
 */
async function mayBeHeard(core, { identity, vouch }) {
    const pins = new DevicePins(core.pins.stored);
    for (const statement of [vouch, ...vouchesWaiting(core, identity)]) {
        if (statement) await pins.vouch(statement, identity);
    }
    const trust = pins.trust(identity, core.own.join.hash);
    return trust === null || !trust.startsWith('held');
}

/**
 * Makes the reply of a device that rings and won't answer, for the device that rang it; null if nothing can be sealed to that.
 * @param {import('../keys/channels/call-reply.js').CallReply} reply
 * @param {object} parts
 * @param {import('../keys/identity/signed-identity.js').SignedIdentity} parts.identity
 * @param {import('../keys/signing/signing-keys.js').SigningKeyPair} parts.signing
 * @param {number} parts.call which the reply is for alone
 * @param {Join} parts.inviter the join of the invitation
 * @param {number} parts.seq as of an entry: above that of every join before, and stored before this is sent
 * @param {string} parts.vouch
 * @param {object} fresh drawn for this alone
 * @param {import('../keys/entering/join-secrets.js').JoinSecrets} fresh.secrets without ML-KEM
 * @param {Uint8Array} fresh.secret 32 bytes, overwritten
 * @param {import('../keys/channels/key-channel.js').ChannelWrapping} wrapping
 */
export async function makeReply(reply, { identity, signing, call, inviter, seq, vouch }, { secrets, secret }, wrapping) {
    const join = await makeReplyJoin({ roomId: inviter.roomId, identity, secrets, seq, vouch }, signing);
    const message = await new KeyChannel(call, join, secrets, wrapping).sealReply(reply, inviter, secret);
    const text = message && replyMessageText(message);
    return text && text.length <= sizes.reply ? text : null;
}
