import { endpoints } from '../../protocol/http/endpoints.js';
import { ringingCall } from '../calls/incoming/ringing-call.js';

/** @typedef {import('./call-request.js').CallRequest} CallRequest */
/** @typedef {Pick<import('../../state/state.js').State, 'call' | 'waiting' | 'connection'>} CallState */
/**
 * @typedef {object} AskedParts
 * @property {Pick<import('../../protocol/http/api-client.js').APIClient, 'send'>} api
 * @property {number} ownUser
 * @property {() => CallState} state
 * @property {Pick<import('../../state/actions.js').Actions, 'answer' | 'decline' | 'declineWaiting'>} actions
 * @property {() => void} over reports that the call is over
 * @property {import('../../media/clock.js').Clock} clock
 */

/** Executes the person's choice about a call once it rings here: the page may have been opened for that. */
export class AskedCall {
    #parts;
    /** @type {CallRequest | null} */
    #request = null;
    #hasLooked = false;
    #stopTimer = () => {};

    /** @param {AskedParts} parts */
    constructor(parts) { this.#parts = parts; }

    /** @param {CallRequest} request */
    take(request) {
        const { clock } = this.#parts;
        this.#request = request;
        this.#hasLooked = false;
        this.#stopTimer();
        this.#stopTimer = clock.after(request.until - clock.date(), () => this.#isOver(request));
        this.update();
    }

    update() {
        const request = this.#request;
        if (request === null) return;
        const { state, actions } = this.#parts;
        const { call, waiting, connection } = state();
        if (ringingCall({ call, waiting })?.id !== request.callId) {
            // The person is in that call already.
            if (call?.id === request.callId && call.phase !== 'ended') return this.stop();
            if (connection === 'connected') void this.#look(request);
            return;
        }
        this.stop();
        const isBeside = call?.id !== request.callId;
        if (request.kind === 'decline') return isBeside ? actions.declineWaiting() : actions.decline();
        // The person decides about the running call. The camera stays off: no one has seen it yet.
        if (!isBeside) actions.answer(false);
    }

    stop() {
        this.#request = null;
        this.#stopTimer();
    }

    /**
     * It does not ring here, or not yet: the server knows which call rings.
     * @param {CallRequest} request
     */
    async #look(request) {
        // A call that rings later comes as a signal.
        if (this.#hasLooked) return;
        this.#hasLooked = true;
        const { api, ownUser } = this.#parts;
        const { callId } = request;
        try {
            if (request.kind === 'decline') {
                this.stop();
                return void await api.send(endpoints.endCall, { body: { callId } });
            }
            const { participants } = await api.send(endpoints.participants, { id: callId });
            if (!participants?.some(({ userId, status }) => userId === ownUser && status === 'inviting')) this.#isOver(request);
        } catch (error) {
            // The server reports an ended call as gone.
            if (Number(/** @type {{ status?: number }} */ (error).status) >= 400) this.#isOver(request);
        }
    }

    /** @param {CallRequest} request */
    #isOver(request) {
        if (this.#request !== request) return;
        this.stop();
        if (request.kind === 'answer') this.#parts.over();
    }
}
