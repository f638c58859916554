/**
 * Time as calls see it; tests provide their own.
 * @typedef {object} Clock
 * @property {() => number} now milliseconds of a monotonic clock
 * @property {() => number} date Unix milliseconds: of the server's time where moments of other machines are compared (`pageClock`)
 * @property {(milliseconds: number, body: () => unknown) => () => void} after answers how to call it off
 */

/** @type {Clock} */
export const systemClock = Object.freeze({
    now: () => performance.now(),
    date: () => Date.now(),
    after(milliseconds, body) {
        const timer = setTimeout(body, milliseconds);
        return () => clearTimeout(timer);
    },
});

/**
 * Returns the result of the work if it arrives in time, else null; the work itself continues.
 * @template Value
 * @param {Promise<Value>} work
 * @param {number} milliseconds
 * @param {Clock} clock
 * @returns {Promise<Value | null>}
 */
export async function withTimeout(work, milliseconds, clock) {
    let callOff = () => {};
    const timeout = new Promise((/** @type {(value: null) => void} */ resolve) => {
        callOff = clock.after(milliseconds, () => resolve(null));
    });
    try {
        return await Promise.race([work.catch(() => null), timeout]);
    } finally {
        callOff();
    }
}
