/** @typedef {import('./state.js').State} State */

/**
 * Whether there is a call that would be left, missed or forgotten if the page were.
 * @param {State} state
 */
export const hasCall = ({ call, waiting, onHold }) => (call !== null && call.phase !== 'ended') || waiting !== null || onHold !== null;

/** The id of the sentence that says why calls are impossible. */
export const offlineReason = 'offline-reason';
/**
 * Whether call buttons can be pressed: not in a call, and not without a connection to the server, which is shown beside them.
 * @param {Pick<State, 'call' | 'connection'>} state
 * @param {boolean} [cannot] for another reason
 * @returns {{ isDisabled: boolean, description?: string }}
 */
export const calling = ({ call, connection }, cannot = false) => (connection === 'offline'
    ? { isDisabled: true, description: offlineReason } : { isDisabled: cannot || call !== null });
