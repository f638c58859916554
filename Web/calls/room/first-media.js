/** When the first audio and the first video of others came, since the person placed or answered the call. */
export class FirstMedia {
    #timeline;
    /** Milliseconds; null before anything came. */
    sound = /** @type {number | null} */ (null);
    picture = /** @type {number | null} */ (null);

    /** @param {import('../model/set-up-timeline.js').SetUpTimeline} timeline */
    constructor(timeline) { this.#timeline = timeline; }

    /** Milliseconds to each step of setting the call up. */
    get setUp() { return this.#timeline.milliseconds; }

    /**
     * The first frame of somebody's track was opened.
     * @param {string} track
     * @param {number} userId
     * @returns {import('../model/call-event.js').SessionEvent}
     */
    opened(track, userId) {
        const milliseconds = this.#timeline.elapsed;
        if (track === 'audio') this.sound ??= milliseconds;
        else {
            this.picture ??= milliseconds;
            this.#timeline.mark('decrypted');
        }
        return { type: track === 'audio' ? 'firstSound' : 'firstPicture', userId, milliseconds };
    }
}
