import { judgeRing, waitTime } from '../../../calls/link/asked-call-link.js';
import { endpoints } from '../../../protocol/http/endpoints.js';
import { badLink, newJoining, placeInCall } from './call-link-state.js';
import { problemOf } from '../../../state/problem.js';

/** @typedef {import('../../../state/store.js').Store<import('../../../state/state.js').State>} PageStore */
/** @typedef {import('../../../contacts/call-link.js').CallLink} CallLink */
/** @typedef {import('./call-link-state.js').JoiningState} JoiningState */

/** The link to a call that was opened here: asks to be admitted, and waits for the call to ring. */
export class LinkAsking {
    #store;
    #here;
    #clock;
    /** @type {CallLink | null} */
    #opened = null;
    /** @type {import('../../../calls/link/asked-call-link.js').Asked | null} */
    #asked = null;
    #stopTimer = () => {};

    /**
     * @param {PageStore} store
     * @param {import('../../../state/here.js').Reach<'session' | 'contacts'>} here
     * @param {import('../../../media/clock.js').Clock} clock
     */
    constructor(store, here, clock) {
        this.#store = store;
        this.#here = here;
        this.#clock = clock;
    }

    /** Whether there is a link to ask by, and no request was sent yet. */
    get canAsk() { return this.#opened !== null && this.#asked === null; }

    /**
     * Whether the link has a screen; not if the call is already shown here.
     * @param {CallLink | import('../../../contacts/call-link.js').BadLink} link
     */
    open(link) {
        this.leave();
        const joining = typeof link === 'string' ? badLink(link) : newJoining(link);
        if (placeInCall(this.#store.state, joining) === 'here') return false;
        this.#opened = typeof link === 'string' ? null : link;
        this.#store.set({ joining });
        return true;
    }

    /** @param {boolean} video whether the person wants to be seen */
    async ask(video) {
        const from = this.#here.signedIn?.session;
        if (!from || !this.#opened || !this.canAsk) return;
        const { callId, userId, secret } = this.#opened;
        // The ring may arrive before the answer.
        const asked = this.#asked = { callId, userId, video };
        this.#set({ status: 'asking' });
        /** @type {JoiningState['problem']} */
        let problem = null;
        try {
            await from.api.send(endpoints.requestInvitation, { id: callId, body: { userId, token: secret } });
        } catch (error) {
            problem = problemOf(error);
        }
        if (this.#asked !== asked) return;
        if (problem) this.#over({ status: 'failed', problem });
        else this.#stopTimer = this.#clock.after(waitTime, () => this.#over({ status: 'nobody' }));
    }

    /** Asks the link's owner, by user ID, to become a contact: nobody else can admit the person. */
    async askOwner() {
        const from = this.#here.signedIn?.contacts;
        const opened = this.#opened;
        if (!from || !opened || this.#store.state.joining?.request) return;
        this.#set({ request: 'sending' });
        /** @type {Partial<JoiningState>} */
        let outcome = { request: 'sent' };
        try {
            await from.ask(opened.userId);
        } catch (error) {
            outcome = { request: null, problem: problemOf(error) };
        }
        if (this.#opened === opened) this.#set(outcome);
    }

    /** The person does not want to wait any longer. */
    stop() { this.#over({ status: 'ready' }); }

    /** They have joined, or done something else. */
    leave() {
        this.#over({});
        this.#opened = null;
        this.#store.set({ joining: null });
    }

    /**
     * A call rings. Returns whether it is the awaited one, which ends the wait, and how to answer it.
     * @param {import('../../../calls/lifecycle/call-machine.js').IncomingCall} call
     */
    rings(call) {
        const judged = judgeRing(this.#asked, call);
        if (judged.isTheOne) this.leave();
        return judged;
    }

    /** @param {Partial<JoiningState>} change */
    #over(change) {
        this.#asked = null;
        this.#stopTimer();
        this.#set(change);
    }

    /** @param {Partial<JoiningState>} change */
    #set(change) { this.#store.set(({ joining }) => ({ joining: joining && { ...joining, problem: null, ...change } })); }
}
