/** @typedef {import('./h.js').VNode} VNode */

/**
 * Memoizes the nodes that a view created for an object, and returns the same nodes as long as its inputs are the same: they are then
 * neither compared nor drawn. A list of a thousand costs only its changes.
 */
export class Memo {
    /** @type {WeakMap<object, { inputs: readonly unknown[], nodes: readonly VNode[] }>} */
    #made = new WeakMap();

    /**
     * @param {object} subject the first of its inputs
     * @param {readonly unknown[]} inputs everything else it is made of, by identity
     * @param {() => VNode[]} make
     * @returns {readonly VNode[]}
     */
    of(subject, inputs, make) {
        const last = this.#made.get(subject);
        if (last && last.inputs.length === inputs.length && inputs.every((input, index) => input === last.inputs[index])) return last.nodes;
        // Freezing it proves that it does not change: `drawn` caches it too.
        const nodes = Object.freeze(make().map((node) => Object.freeze(node)));
        this.#made.set(subject, { inputs, nodes });
        return nodes;
    }
}
