/** Who is on the screen of this device, and how large, as far as the view has said. */
export class VisiblePeople {
    /** @type {Map<number, number>} */
    #heights = new Map();

    /**
     * @param {number} userId
     * @param {number} height of their picture in pixels of the screen; 0 for one that is not to be seen
     * @returns {boolean} whether anything changed
     */
    set(userId, height) {
        if (this.#heights.get(userId) === height) return false;
        this.#heights.set(userId, height);
        return true;
    }

    /** @param {number} userId of whom nothing was said is about to be shown, as large as can be */
    heightOf(userId) { return this.#heights.get(userId) ?? Infinity; }

    /** @param {number} userId */
    forget(userId) { this.#heights.delete(userId); }

    /**
     * Those whose pictures are to be received, the largest first; whose camera is off last, for it may be on before that is known.
     * @template {{ userId: number, isVideoEnabled: boolean }} Person
     * @param {Person[]} people
     */
    order(people) {
        const rank = (/** @type {Person} */ { userId, isVideoEnabled }) => (isVideoEnabled ? this.heightOf(userId) : 0);
        return people.filter(({ userId }) => this.heightOf(userId) > 0)
            // Two that cannot be compared keep their order.
            .sort((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)));
    }
}
