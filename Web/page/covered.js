/**
 * Whether a call, or its end, lies over the main screen.
 * @param {Pick<import('../state/state.js').State, 'call' | 'route'>} state
 */
export function isCoveredByCall({ call, route }) {
    if (call === null || call.phase === 'incoming') return false;
    return call.phase === 'ended' || route.name === 'call';
}
