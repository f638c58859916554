/** @typedef {import('../state/state.js').State} State */

/** While nothing counts by seconds, only what is minutes old has to be redrawn, in milliseconds. */
const slowly = 30_000;

/**
 * Whether something on screen changes every second.
 * @param {State} state
 * @param {number} now Unix milliseconds
 */
export function countsSeconds({ screen, signIn, settings, call, running }, now) {
    // A second longer, to draw the end of the wait.
    if (screen === 'signIn') return signIn.step === 'code' && signIn.resendAt > now - 1000;
    if (settings.address?.step === 'code' && settings.address.resendAt > now - 1000) return true;
    if (running !== null && running.until !== null) return true;
    return call !== null && call.phase !== 'ended';
}

/**
 * Draws the page again as often as it counts.
 * @param {import('../state/store.js').Store<State>} store
 */
export function startClock(store) {
    setInterval(() => {
        const now = Date.now();
        if (countsSeconds(store.state, now) || now - store.state.now >= slowly) store.set({ now });
    }, 1000);
}
