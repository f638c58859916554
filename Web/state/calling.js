/** @typedef {import('./state.js').State} State */

/**
 * Whether leaving the page would leave, miss or lose a call.
 * @param {State} state
 */
export const hasCall = ({ call, waiting, onHold }) => (call !== null && call.phase !== 'ended') || waiting !== null || onHold !== null;

/** The ID of the sentence that explains why calls are impossible. */
export const offlineReason = 'offline-reason';
/**
 * Whether call buttons can be pressed: not during a call, and not without a connection to the server, which is shown beside them.
 * @param {Pick<State, 'call' | 'connection'>} state
 * @param {boolean} [cannot] for another reason
 * @returns {{ isDisabled: boolean, description?: string }}
 */
export const calling = ({ call, connection }, cannot = false) => (connection === 'offline'
    ? { isDisabled: true, description: offlineReason } : { isDisabled: cannot || call !== null });
