/** @typedef {import('./link-request.js').SharedCall} SharedCall */
/** @typedef {SharedCall & { device: string }} KeptCallLink `device`: the address of the one that shares it */

const name = 'callLinks';
/** One for the running call, and one for a call on hold. */
const most = 2;

/** The links to calls that this device shares, stored so that they stay valid if the page is reloaded during the call. */
export class KeptCallLinks {
    #database;
    #device;

    /**
     * @param {Pick<import('../../session/database.js').KeyValueStore, 'get' | 'put' | 'remove'>} database
     * @param {string} device the address of this one
     */
    constructor(database, device) {
        this.#database = database;
        this.#device = device;
    }

    /** @returns {Promise<KeptCallLink[]>} the newest first */
    async #own() { return ((await this.#database.get(name)) ?? []).filter(({ device }) => device === this.#device); }

    /** @param {number} callId */
    async secretOf(callId) { return (await this.#own()).find((one) => one.callId === callId)?.secret ?? null; }

    /** @param {SharedCall} shared */
    async keep({ callId, secret }) {
        const others = (await this.#own()).filter((one) => one.callId !== callId);
        await this.#database.put(name, [{ device: this.#device, callId, secret }, ...others].slice(0, most));
    }

    /** @param {number} callId */
    async forget(callId) {
        const own = await this.#own();
        const others = own.filter((one) => one.callId !== callId);
        if (others.length === 0) await this.#database.remove(name);
        else if (others.length < own.length) await this.#database.put(name, others);
    }
}
