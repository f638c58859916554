import { endpoints } from '../../protocol/http/endpoints.js';
import { APIError } from '../../protocol/errors.js';
import { pastCall } from './past-call.js';

/** @typedef {import('./past-call.js').PastCall} PastCall */
/**
 * The requested calls; a name is a part of that of someone else in the call.
 * @typedef {{ isMissed: boolean, name: string }} HistoryFilter
 */
/** @typedef {{ calls: PastCall[], total: number, next: string | null }} HistoryPage newest first; `next` asks for those before them */

/** Calls per response, and per deletion (wire-protocol 1.10, 31). */
const [pageSize, largestPage] = [30, 100];

/** The calls of this account that are over, or in progress without this device (wire-protocol 4.10). */
export class HistoryService {
    #api;
    #people;

    /** @param {{ api: Pick<import('../../protocol/http/api-client.js').APIClient, 'send' | 'page'>, people?: Pick<import('../../session/people-store.js').PeopleStore, 'nameOf'> }} session */
    constructor({ api, people }) {
        this.#api = api;
        this.#people = people;
    }

    /**
     * @param {HistoryFilter} filter
     * @param {string | null} [before] what `next` of the page before said
     * @returns {Promise<HistoryPage>}
     */
    async page({ isMissed, name }, before = null) {
        const query = {
            size: String(pageSize), ...(isMissed ? { isMissed: 'true' } : {}), ...(name.trim() ? { displayName: name.trim() } : {}),
            ...(before ? { before } : {}),
        };
        const { answer, total, next } = await this.#api.page(endpoints.callHistory, { query });
        if (!Array.isArray(answer)) throw new APIError('undecodable', 200);
        return { calls: answer.map((record) => this.#underKeptNames(pastCall(record))), total, next };
    }

    /**
     * People who were met before have the name stored here.
     * @param {PastCall} call
     * @returns {PastCall}
     */
    #underKeptNames(call) { return { ...call, people: call.people.map((one) => ({ ...one, name: this.#people?.nameOf(one.userId, one.name) ?? one.name })) }; }

    /**
     * Removes calls from this account's history only.
     * @param {number[]} ids
     */
    async remove(ids) { await this.#api.send(endpoints.deleteCallHistory, { body: { callIds: ids } }); }

    /** All of them, however many there are. */
    async removeAll() {
        for (;;) {
            const { answer } = await this.#api.page(endpoints.callHistory, { query: { size: String(largestPage) } });
            if (!Array.isArray(answer)) throw new APIError('undecodable', 200);
            const { deleted } = answer.length > 0
                ? await this.#api.send(endpoints.deleteCallHistory, { body: { callIds: answer.map(({ id }) => id) } }) : { deleted: [] };
            // Otherwise a server that deletes nothing would be asked forever.
            if (!Array.isArray(deleted) || deleted.length === 0) return;
        }
    }
}
