/** @typedef {import('../state/state.js').State} State */

/** In milliseconds: how often the page is redrawn while it shows no seconds, only minutes. */
const slowly = 30_000;

/**
 * Whether something on screen changes every second.
 * @param {State} state
 * @param {number} now Unix milliseconds
 */
export function countsSeconds({ screen, signIn, settings, call, running }, now) {
    // One second longer, to draw the end of the wait.
    if (screen === 'signIn') return signIn.step === 'code' && signIn.resendAt > now - 1000;
    if (settings.address?.step === 'code' && settings.address.resendAt > now - 1000) return true;
    if (running !== null && running.until !== null) return true;
    return call !== null && call.phase !== 'ended';
}

/**
 * Redraws the page as often as what it shows changes.
 * @param {import('../state/store.js').Store<State>} store
 * @param {Pick<import('../media/clock.js').Clock, 'date'>} clock
 */
export function startClock(store, clock) {
    setInterval(() => {
        const now = clock.date();
        if (countsSeconds(store.state, now) || now - store.state.now >= slowly) store.set({ now });
    }, 1000);
}
