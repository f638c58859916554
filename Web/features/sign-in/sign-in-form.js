import { problemOf } from '../../state/problem.js';

/** @typedef {import('./sign-in-state.js').SignInState} SignInState */

/** The page's state of a sign-in, and the steps taken so far. */
export class SignInForm {
    #store;
    #makeFlow;

    /**
     * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
     * @param {() => import('../../session/sign-in.js').SignIn} makeFlow
     */
    constructor(store, makeFlow) {
        this.#store = store;
        this.#makeFlow = makeFlow;
        this.flow = makeFlow();
    }

    get state() { return this.#store.state.signIn; }

    startOver() { this.flow = this.#makeFlow(); }

    /** @param {Partial<SignInState>} change */
    update(change) { this.#store.set(({ signIn }) => ({ signIn: { ...signIn, ...change } })); }

    /**
     * Takes one step at a time; its result or its error is shown.
     * @param {() => Promise<Partial<SignInState>>} work
     */
    async attempt(work) {
        if (this.state.isBusy) return;
        this.update({ isBusy: true, problem: null });
        try {
            this.update({ ...await work(), isBusy: false });
        } catch (error) {
            this.update({ isBusy: false, problem: problemOf(error) });
        }
    }
}
