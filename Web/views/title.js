import { callName } from './call-words.js';

/**
 * The title of the window: what matters most comes first, because a tab shows little of it.
 * @param {import('../state/state.js').State} state
 */
export function titleOf(state) {
    const { call, requests } = state;
    if (call?.phase === 'incoming') return `☎ ${call.peer.name} is calling — ECall`;
    if (call && call.phase !== 'ended') return `${callName(call)} — ECall`;
    const waiting = state.screen === 'main' ? requests.value?.received.length ?? 0 : 0;
    return waiting > 0 ? `(${waiting}) ECall` : 'ECall';
}
