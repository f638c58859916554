/** @typedef {import('./h.js').VNode} VNode */

/**
 * Memoizes the nodes that a view made of an object, and returns the same ones as long as their inputs are the same: then they are neither
 * compared nor drawn. A list of a thousand costs only its changes.
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
        // Frozen, it is known not to change: `drawn` remembers it too.
        const nodes = Object.freeze(make().map((node) => Object.freeze(node)));
        this.#made.set(subject, { inputs, nodes });
        return nodes;
    }
}
