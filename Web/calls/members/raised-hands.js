/**
 * The people with raised hands, in the order in which this device has learned of them. Swift has the same rule
 * (Tests/Vectors/raised-hands.json).
 */
export class RaisedHands {
    /** @type {number[]} the people */
    order = [];

    /**
     * @param {number} userId
     * @param {boolean} isRaised
     */
    set(userId, isRaised) {
        if (!isRaised) this.order = this.order.filter((one) => one !== userId);
        else if (!this.order.includes(userId)) this.order = [...this.order, userId];
    }

    /**
     * Takes over the raised hands of everyone but the own user; returns who has raised and lowered theirs.
     * @param {number[]} raised
     * @param {number} own
     */
    take(raised, own) {
        const lowered = this.order.filter((userId) => userId !== own && !raised.includes(userId));
        const added = [...new Set(raised)].filter((userId) => userId !== own && !this.order.includes(userId)).sort((one, other) => one - other);
        this.order = [...this.order.filter((userId) => !lowered.includes(userId)), ...added];
        return { raised: added, lowered };
    }
}
