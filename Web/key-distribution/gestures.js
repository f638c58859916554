import { limits } from './limits.js';
import { hasReaction, noGestures } from './own-gestures.js';

/** @typedef {import('./key-distribution.js').KeyDistribution} KeyDistribution */
/** @typedef {import('./peer.js').Entry} Entry */

/**
 * Hands that others raise, and their reactions (e2ee 5, `report`).
 * @param {KeyDistribution} core
 * @param {Entry} entry
 * @param {string} sender
 * @param {import('../keys/channels/gestures.js').Gestures} gestures
 * @param {number} now
 */
export function received(core, entry, sender, gestures, now) {
    entry.handHeard = gestures.isHandRaised ? now : null;
    const { reaction } = gestures;
    if (reaction === null || !hasReaction(gestures, entry.reacted?.gestures ?? noGestures)) return;
    if (entry.reacted && now < entry.reacted.at + limits.reactionPause) return;
    entry.reacted = { gestures, at: now };
    core.actions.push({ type: 'reacted', from: sender, reaction });
}

/**
 * The lowering of a hand may be lost: a device that has fallen silent counts as having lowered it. While this device is away it receives
 * nothing from anyone.
 * @param {KeyDistribution} core
 * @param {number} now
 */
export function lowerForgottenHands(core, now) {
    if (!core.isConnected) return;
    for (const { current } of core.peers.values()) {
        if (current && now >= handEnd(core, current)) current.handHeard = null;
    }
}

/**
 * When the hands of silent devices count as lowered.
 * @param {KeyDistribution} core
 */
export const handInstants = (core) =>
    [...core.peers.values()].flatMap(({ current }) => (current && current.handHeard !== null ? [handEnd(core, current)] : []));

/**
 * @param {KeyDistribution} core
 * @param {Entry} entry
 */
const handEnd = (core, { handHeard }) => (handHeard === null ? Infinity : Math.max(handHeard, core.absenceEnded ?? 0) + limits.handTime);
