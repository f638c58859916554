/**
 * The call that rings here now: on its own, or beside the one that the person is in.
 * @param {Pick<import('../../../state/state.js').State, 'call' | 'waiting'>} state
 */
export const ringingCall = ({ call, waiting }) => (call?.phase === 'incoming' ? call : waiting);
