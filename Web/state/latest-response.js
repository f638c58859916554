/** Drops the response of a request that a later request of the same kind has overtaken. */
export class LatestResponse {
    #sent = 0;
    /** @type {Map<string, number>} by kind, the latest request that was answered */
    #answered = new Map();

    /**
     * @param {string} kind
     * @returns {() => boolean} to be called once, with the response: whether it answers a later request than all before it
     */
    sent(kind) {
        const number = ++this.#sent;
        return () => {
            if (number <= (this.#answered.get(kind) ?? 0)) return false;
            this.#answered.set(kind, number);
            return true;
        };
    }
}
