import { systemClock } from '../media/clock.js';

/** In milliseconds: observations of the server's time, which has a resolution of one second, differ by less than this. */
const spread = 5000;

/**
 * The clock of a page. Its `date` is the server's time, to which other machines' timestamps can be compared, and advances as evenly as the
 * monotonic clock, so that durations can be measured with it. It jumps only if the server's time turns out to be different: at the first
 * answer, and after a sleep.
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
