/**
 * The call that rings here now: by itself, or beside the one that the person is in.
 * @param {Pick<import('../../../state/state.js').State, 'call' | 'waiting'>} state
 */
export const ringingCall = ({ call, waiting }) => (call?.phase === 'incoming' ? call : waiting);
