/** When the first audio and the first video of others came, since the person placed or answered the call. */
export class FirstMedia {
    #clock;
    #began;
    /** Milliseconds; null before anything came. */
    sound = /** @type {number | null} */ (null);
    picture = /** @type {number | null} */ (null);

    /** @param {import('../../media/clock.js').Clock} clock */
    constructor(clock) {
        this.#clock = clock;
        this.#began = clock.now();
    }

    /**
     * The first frame of somebody's track was opened.
     * @param {string} track
     * @param {number} userId
     * @returns {import('../model/call-event.js').SessionEvent}
     */
    opened(track, userId) {
        const milliseconds = Math.round(this.#clock.now() - this.#began);
        if (track === 'audio') this.sound ??= milliseconds;
        else this.picture ??= milliseconds;
        return { type: track === 'audio' ? 'firstSound' : 'firstPicture', userId, milliseconds };
    }
}
