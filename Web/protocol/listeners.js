/**
 * The listeners of one kind of event. One that throws does not keep the others from being called.
 * @template {unknown[]} Arguments
 */
export class Listeners {
    /** @type {Set<(...values: Arguments) => void>} */
    #all = new Set();

    /**
     * @param {(...values: Arguments) => void} listener
     * @returns {() => void} ends it
     */
    add(listener) {
        this.#all.add(listener);
        return () => void this.#all.delete(listener);
    }

    /** @param {Arguments} values */
    notify(...values) {
        for (const listener of [...this.#all]) {
            try {
                listener(...values);
            } catch (error) {
                reportError(error);
            }
        }
    }
}
