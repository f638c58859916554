import { systemClock } from '../media/clock.js';

/** In milliseconds: observations of the server's time, which has whole seconds, differ by less from each other. */
const spread = 5000;

/**
 * The clock of a page: its `date` is the server's time, which another machine's moments can be compared with, and goes as evenly as
 * the monotonic clock, so that lengths of time can be taken from it. It leaps only where the server's time turns out to be another:
 * at the first answer, and after a sleep.
 * @param {Pick<import('./server-clock.js').ServerClock, 'now'>} server
 * @param {import('../media/clock.js').Clock} [system]
 * @returns {import('../media/clock.js').Clock}
 */
export function pageClock(server, system = systemClock) {
    let [date, at] = [server.now(), system.now()];
    return {
        ...system,
        date() {
            const [observed, now] = [server.now(), system.now()];
            date += now - at;
            at = now;
            if (Math.abs(observed - date) > spread) date = observed;
            return Math.floor(date);
        },
    };
}
