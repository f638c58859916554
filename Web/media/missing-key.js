/** How long pictures without a key are paused before they are looked at again, in milliseconds; doubled each time. */
const pauses = Object.freeze({ first: 500, longest: 4000 });

/**
 * Whether the frames of a track lack their key. While they do its pictures are paused where they come from, so that no
 * frame comes any more that could tell otherwise: a new key ends the pause, and so does time. The missing key may be one
 * from before this device joined, which never comes, while the sender soon has the next.
 */
export class MissingKey {
    #tell;
    #timers;
    #isMissing = false;
    #pause = pauses.first;
    /** @type {number | undefined} */
    #lookingAgain;

    /**
     * @param {(isMissing: boolean) => void} tell
     * @param {{ start: (expire: () => void, milliseconds: number) => number, stop: (timer?: number) => void }} timers
     */
    constructor(tell, timers = { start: (expire, milliseconds) => self.setTimeout(expire, milliseconds), stop: (timer) => self.clearTimeout(timer) }) {
        this.#tell = tell;
        this.#timers = timers;
    }

    /** A frame was dropped because its key did not come in time. */
    frameLacksKey() {
        if (this.#isMissing) return;
        this.#lookingAgain = this.#timers.start(() => this.#set(false), this.#pause);
        this.#pause = Math.min(2 * this.#pause, pauses.longest);
        this.#set(true);
    }

    /** A frame was opened, or a key has come that may be the missing one. */
    mayOpen() {
        this.#pause = pauses.first;
        this.stop();
        this.#set(false);
    }

    stop() { this.#timers.stop(this.#lookingAgain); }

    /** @param {boolean} isMissing */
    #set(isMissing) {
        if (isMissing === this.#isMissing) return;
        this.#isMissing = isMissing;
        this.#tell(isMissing);
    }
}
