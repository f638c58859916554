import { KeptCallLinks } from '../../../calls/link/kept-call-link.js';
import { callLink } from '../../../contacts/call-link.js';

/** @typedef {import('../../../state/store.js').Store<import('../../../state/state.js').State>} PageStore */
/** @typedef {import('../../../calls/link/link-request.js').SharedCall} SharedCall */

/** The link to a call that this page shares: part of the state, and stored for the next load of the page. */
export class SharedCallLink {
    #store;
    #here;
    /** @type {SharedCall | null} */
    current = null;
    /** @type {number | null} the call for which it was checked whether this device shares a link to it */
    #looked = null;

    /**
     * @param {PageStore} store
     * @param {import('../../../state/here.js').Reach<'session'>} here
     */
    constructor(store, here) {
        this.#store = store;
        this.#here = here;
    }

    get #kept() {
        const from = this.#here.signedIn?.session;
        return from && new KeptCallLinks(from.database, from.deviceAddress);
    }

    /** @param {SharedCall} made */
    begin(made) {
        this.#show(made);
        // If it cannot be stored, it ends when the page is reloaded.
        void this.#kept?.keep(made).catch(() => {});
    }

    /** @param {number} callId */
    end(callId) {
        void this.#kept?.forget(callId).catch(() => {});
        if (this.current?.callId === callId) this.#hide();
    }

    /**
     * Must be called with each change of the state: the link may have been shared before the page was reloaded, or before the call was put
     * on hold.
     */
    watch() {
        const { call } = this.#store.state;
        const id = call?.phase === 'inCall' ? call.id : null;
        if (id === this.#looked) return;
        this.#looked = id;
        if (id !== null && this.current?.callId !== id) void this.#recall(id);
    }

    /** The person signed out here, or another window is the device. */
    leave() {
        this.#looked = null;
        this.#hide();
    }

    /** @param {number} callId */
    async #recall(callId) {
        const secret = await this.#kept?.secretOf(callId).catch(() => null);
        const { call } = this.#store.state;
        if (secret && this.current?.callId !== callId && call?.id === callId && call.phase === 'inCall') this.#show({ callId, secret });
    }

    /** @param {SharedCall} shared */
    #show(shared) {
        const from = this.#here.signedIn?.session;
        if (!from) return;
        this.current = shared;
        const link = callLink(from.origin, { ...shared, userId: from.account.userId, by: from.account.displayName });
        this.#store.set({ callLink: { callId: shared.callId, link, wasCopied: false } });
    }

    #hide() {
        this.current = null;
        this.#store.set({ callLink: null });
    }
}
