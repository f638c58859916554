import { systemClock } from './clock.js';

/** A jump of the wall clock against the monotonic one that counts as sleep, in milliseconds. */
const jump = 1000;

/**
 * The system's clock, including the time during which the machine was suspended, which browsers leave out of `performance.now()`. Less than
 * a second goes unnoticed, and so does a wall clock that is set back.
 * @param {Pick<import('./clock.js').Clock, 'now' | 'date'>} [clocks]
 * @returns {import('./clock.js').Clock}
 */
export function clockWithSleep(clocks = systemClock) {
    let [last, lastWall, slept] = [clocks.now(), clocks.date(), 0];
    const now = () => {
        const [current, currentWall] = [clocks.now(), clocks.date()];
        const missing = (currentWall - lastWall) - (current - last);
        if (missing > jump) slept += missing;
        [last, lastWall] = [current, currentWall];
        return Math.floor(current + slept);
    };
    return { ...systemClock, now };
}
