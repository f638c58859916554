/** How long nobody has to be there before that is said, in milliseconds: a new key is on its way for a moment. */
export const settlingTime = 300;

/**
 * Whether anybody in the call may open what this device sends: nothing is sealed for nobody, and so nothing is sent. Pure.
 * In Swift: Audience.swift (Tests/Vectors/audience.json).
 */
export class Audience {
    #hasBeen = false;
    /** There was somebody, others are still in the call, and none of them may hear this device any more. */
    isLost = false;
    #told = false;

    /**
     * Whether that has changed.
     * @param {boolean} isForSomebody
     * @param {boolean} isAlone nobody else is in the call, whom a silence could mislead
     */
    changed(isForSomebody, isAlone) {
        this.#hasBeen ||= isForSomebody;
        const before = this.isLost;
        this.isLost = this.#hasBeen && !isForSomebody && !isAlone;
        return this.isLost !== before;
    }

    /** What the server is to be told, `sendsNothing`; null where it knows. */
    toTell() {
        if (this.isLost === this.#told) return null;
        this.#told = this.isLost;
        return this.#told;
    }
}
