import { withTimeout } from '../../media/clock.js';
import { APIError } from '../../protocol/errors.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { CallFailure } from '../model/call-failure.js';

/** @typedef {OwedEnd['reason']} Reason if the person neither declined nor hung up */

/** How long a connection or a new call waits for pending reports, in milliseconds. */
const reportTime = 5000;

/**
 * Reports to the server that this device leaves a call, or doesn't answer it. A report stays pending until the server has acknowledged it,
 * across reloads of the page: the server may have been unreachable when the person hung up.
 */
export class EndReports {
    #api;
    #kept;
    #settled;
    /** @type {Map<number, Reason>} by call: ends that the server has not answered */
    #owed;
    /** @type {Map<number, Promise<void>>} by call: reports under way */
    #sending = new Map();
    /** @type {Promise<unknown> | null} of the call that ends now */
    #request = null;
    /** @type {Set<number>} the calls that were left here, whatever the server has heard */
    #left;

    /**
     * @param {Pick<import('../../protocol/http/api-client.js').APIClient, 'send'>} api
     * @param {KeptEnds} [kept]
     * @param {() => void} [settled] nothing is owed any more
     */
    constructor(api, kept = { load: () => [], save: () => {} }, settled = () => {}) {
        this.#api = api;
        this.#settled = settled;
        this.#kept = kept;
        this.#owed = new Map(kept.load().map(({ id, reason }) => [id, reason]));
        this.#left = new Set(this.#owed.keys());
    }

    /**
     * If this fails, the server finds out otherwise.
     * @param {number} id
     * @param {Reason} [reason]
     */
    async tell(id, reason) { await this.send(id, reason).catch(() => {}); }

    /**
     * The same, but the person waits for it.
     * @param {number} id
     * @param {Reason} [reason]
     * @throws {CallFailure}
     */
    async send(id, reason) {
        try {
            await this.#send(id, reason);
        } catch (error) {
            throw CallFailure.from(error);
        }
    }

    /**
     * @param {number} id
     * @param {Reason} [reason]
     */
    async #send(id, reason) { await this.#api.send(endpoints.endCall, { body: { callId: id, ...(reason ? { reason } : {}) } }); }

    /**
     * @param {number} id
     * @param {Reason} [reason]
     * @param {Promise<unknown>} [first] what the server is to hear before
     */
    leave(id, reason, first) {
        this.#left.add(id);
        this.#owed.set(id, reason);
        this.#save();
        this.#request = first ? first.then(() => this.#deliver(id)) : this.#deliver(id);
    }

    /**
     * This device enters the call, perhaps again: an earlier end no longer counts.
     * @param {number} id
     */
    comesIn(id) {
        this.#left.delete(id);
        this.#sending.delete(id);
        if (this.#owed.delete(id)) this.#save();
    }

    /** Whether an end has yet to be reported to the server. */
    get isOwed() { return this.#owed.size > 0; }

    /**
     * Sends pending reports; returns once the server has answered, or after a while.
     * @param {import('../../media/clock.js').Clock} clock
     */
    async report(clock) {
        if (this.isOwed) await withTimeout(Promise.all([...this.#owed.keys()].map((id) => this.#deliver(id))), reportTime, clock);
    }

    /** @param {number} id */
    #deliver(id) {
        const sending = this.#sending.get(id) ?? this.#tryOnce(id);
        this.#sending.set(id, sending);
        return sending.finally(() => { if (this.#sending.get(id) === sending) this.#sending.delete(id); });
    }

    /** @param {number} id */
    async #tryOnce(id) {
        try {
            await this.#send(id, this.#owed.get(id));
        } catch (error) {
            // It can be reported when the server is back.
            if (!(error instanceof APIError && error.isFinal)) return;
        }
        if (!this.#owed.delete(id)) return;
        this.#save();
        if (!this.isOwed) this.#settled();
    }

    #save() { this.#kept.save([...this.#owed].map(([id, reason]) => (reason ? { id, reason } : { id }))); }

    /**
     * Whether the call was left here, whatever the server knows.
     * @param {number} id
     */
    hasLeft(id) { return this.#left.has(id); }

    /**
     * Returns once the server knows of the end, or after a while.
     * @param {number} time in milliseconds
     * @param {import('../../media/clock.js').Clock} clock
     */
    async settled(time, clock) {
        if (this.#request) await withTimeout(this.#request, time, clock);
        this.#request = null;
    }
}

const name = 'owed-ends';
/** How many are stored; the server frees seats by itself after a minute. */
const most = 16;

/** @typedef {{ id: number, reason?: 'no_answer' | 'busy' | 'connection_lost' }} OwedEnd the end of a call that the server has not acknowledged */
/**
 * Keeps the ends that the server hasn't acknowledged, for when the page is loaded again.
 * @typedef {{ load: () => OwedEnd[], save: (owed: OwedEnd[]) => void }} KeptEnds
 */

const reasons = new Set([undefined, 'no_answer', 'busy', 'connection_lost']);

/**
 * The ends of one device. Written synchronously, which IndexedDB cannot guarantee to a closing page.
 * @param {string} device its address
 * @returns {KeptEnds}
 */
export const keptEnds = (device) => ({
    load() {
        try {
            const kept = JSON.parse(localStorage.getItem(name) ?? 'null');
            if (kept?.device !== device || !Array.isArray(kept.owed)) return [];
            return kept.owed.filter((/** @type {OwedEnd | null} */ one) => Number.isSafeInteger(one?.id) && reasons.has(one?.reason)).slice(-most);
        } catch {
            return [];
        }
    },
    save(owed) {
        try {
            if (owed.length === 0) localStorage.removeItem(name);
            else localStorage.setItem(name, JSON.stringify({ device, owed: owed.slice(-most) }));
        } catch {
            // Kept in memory only, as long as the page lives.
        }
    },
});
