/** How long the audience has to be empty before that is reported, in milliseconds: a new key is on its way for a moment. */
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
     * Returns whether that has changed.
     * @param {boolean} isForSomebody
     * @param {boolean} isAlone whether there is no one else in the call whom a silence could mislead
     */
    changed(isForSomebody, isAlone) {
        this.#hasBeen ||= isForSomebody;
        const before = this.isLost;
        this.isLost = this.#hasBeen && !isForSomebody && !isAlone;
        return this.isLost !== before;
    }

    /** The state to tell the server, `sendsNothing`; null if it knows. */
    toTell() {
        if (this.isLost === this.#told) return null;
        this.#told = this.isLost;
        return this.#told;
    }
}
