import { withTimeout } from '../media/clock.js';
import { CallFailure } from './model/call-failure.js';
import { endpoints } from '../protocol/http/endpoints.js';

/** What the server is told of the ends of calls: that this device leaves, or does not come. What fails it learns otherwise. */
export class EndReports {
    #api;
    /** @type {Promise<unknown> | null} of the call that ends now */
    #request = null;
    /** @type {number | null} the call that was left here last */
    #left = null;

    /** @param {Pick<import('../protocol/http/api-client.js').APIClient, 'send'>} api */
    constructor(api) { this.#api = api; }

    /**
     * @param {number} id
     * @param {'no_answer' | 'busy' | 'connection_lost'} [reason] where nobody has declined, or hung up
     */
    async tell(id, reason) { await this.send(id, reason).catch(() => {}); }

    /**
     * The same where the person waits for it.
     * @param {number} id
     * @param {'no_answer' | 'busy' | 'connection_lost'} [reason]
     * @throws {CallFailure}
     */
    async send(id, reason) {
        try {
            await this.#api.send(endpoints.endCall, { body: { callId: id, ...(reason ? { reason } : {}) } });
        } catch (error) {
            throw CallFailure.from(error);
        }
    }

    /**
     * The call of this device ends.
     * @param {number} id
     * @param {'no_answer' | 'busy' | 'connection_lost'} [reason]
     * @param {Promise<unknown>} [first] what the server is to hear before
     */
    leave(id, reason, first) {
        this.#left = id;
        this.#request = first ? first.then(() => this.tell(id, reason)) : this.tell(id, reason);
    }

    /**
     * Whether it was left here, whatever the server has heard.
     * @param {number} id
     */
    hasLeft(id) { return id === this.#left; }

    /**
     * Returns once the server has heard of the end, or after a while.
     * @param {number} time in milliseconds
     * @param {import('../media/clock.js').Clock} clock
     */
    async settled(time, clock) {
        if (this.#request) await withTimeout(this.#request, time, clock);
        this.#request = null;
    }
}
