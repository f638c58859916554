/** How long video without a key is paused before it is checked again, in milliseconds; doubled each time. */
const pauses = Object.freeze({ first: 500, longest: 4000 });

/**
 * Whether the frames of a track lack their key. While they do, its video is paused at the source, so that no useless frame arrives. A new
 * key ends the pause, and so does time: the missing key may be older than this device's join and never arrive, while the sender soon has
 * the next one.
 */
export class MissingKey {
    #notify;
    #clock;
    #isMissing = false;
    #pause = pauses.first;
    #callOff = () => {};

    /**
     * @param {(isMissing: boolean) => void} notify
     * @param {Pick<import('./clock.js').Clock, 'after'>} clock
     */
    constructor(notify, clock) {
        this.#notify = notify;
        this.#clock = clock;
    }

    /** A frame was dropped because its key did not arrive in time. */
    frameLacksKey() {
        if (this.#isMissing) return;
        this.#callOff = this.#clock.after(this.#pause, () => this.#set(false));
        this.#pause = Math.min(2 * this.#pause, pauses.longest);
        this.#set(true);
    }

    /** A frame was opened, or a key has arrived that may be the missing one. */
    mayOpen() {
        this.#pause = pauses.first;
        this.stop();
        this.#set(false);
    }

    stop() { this.#callOff(); }

    /** @param {boolean} isMissing */
    #set(isMissing) {
        if (isMissing === this.#isMissing) return;
        this.#isMissing = isMissing;
        this.#notify(isMissing);
    }
}
