import { text } from '../../texts/text.js';

/** @typedef {import('../../protocol/signaling/signals.js').CallEnd | import('../../protocol/signaling/signals.js').Removal} EndSignal they end a call for this device */

/**
 * @param {import('../../protocol/signaling/signals.js').Signal} signal
 * @returns {signal is EndSignal}
 */
export const isEnd = (signal) => signal.type === 'call_ended' || signal.type === 'call_cancelled' || signal.type === 'removed_from_call';

/**
 * Maps a signal to the machine's end. A removal names the person who did it; the end that the server sends afterwards, for clients that
 * don't know removals, comes too late.
 * @param {EndSignal} signal
 * @param {import('../call-session.js').CallSession | null} call
 * @returns {Extract<import('./call-machine.js').MachineEvent, { type: 'ended' | 'cancelled' }>}
 */
export function endOf(signal, call) {
    const id = signal.callId;
    if (signal.type !== 'removed_from_call') return { type: signal.type === 'call_ended' ? 'ended' : 'cancelled', id, reason: signal.reason };
    const problem = call ? { problem: text('call.end.removedBy', { name: call.members.nameOf(signal.userId) || text('common.somebody') }) } : {};
    return { type: 'ended', id, reason: 'removed', ...problem };
}
