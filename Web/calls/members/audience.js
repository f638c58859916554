/** How long the audience must be empty before that is reported, in milliseconds: during a key change it is empty for a moment. */
export const settlingTime = 300;

/**
 * Whether anyone in the call can decrypt what this device sends: nothing is encrypted for an empty audience, and so nothing is sent. Pure.
 * In Swift: Audience.swift (Tests/Vectors/audience.json).
 */
export class Audience {
    #hasBeen = false;
    /** There was an audience, others are still in the call, and none of them can hear this device any more. */
    isLost = false;
    #told = false;

    /**
     * Returns whether the audience has changed.
     * @param {boolean} isForSomebody
     * @param {boolean} isAlone whether there is no one else in the call whom a silence could mislead
     */
    changed(isForSomebody, isAlone) {
        this.#hasBeen ||= isForSomebody;
        const before = this.isLost;
        this.isLost = this.#hasBeen && !isForSomebody && !isAlone;
        return this.isLost !== before;
    }

    /** The state to report to the server, `sendsNothing`; null if the server knows. */
    toTell() {
        if (this.isLost === this.#told) return null;
        this.#told = this.isLost;
        return this.#told;
    }
}
