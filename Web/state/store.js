/**
 * The page's state: a value that is replaced, never mutated.
 * @template State
 */
export class Store {
    #state;
    #render;
    #isScheduled = false;

    /**
     * @param {State} state
     * @param {(state: State) => void} [render] called once after any number of changes in a row
     */
    constructor(state, render = () => {}) {
        this.#state = state;
        this.#render = render;
    }

    get state() { return this.#state; }

    /** @param {Partial<State> | ((state: State) => Partial<State>)} change */
    set(change) {
        this.#state = { ...this.#state, ...(typeof change === 'function' ? change(this.#state) : change) };
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        // A microtask, not an animation frame: a hidden page shows a call in its title too.
        queueMicrotask(() => {
            this.#isScheduled = false;
            this.#render(this.#state);
        });
    }

    /** @param {(state: State) => void} render */
    onChange(render) { this.#render = render; }
}
