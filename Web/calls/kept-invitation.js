/** @typedef {{ device: string, signal: import('../protocol/signaling/signals.js').CallInvitation, until: number }} Kept */

const name = 'ringing';

/**
 * The invitation that this device rings for, kept so that a page that is reloaded, or the window that takes over, rings
 * on: the server sends it once. The key in it is wrapped for this device, as it came.
 */
export class KeptInvitation {
    #database;

    /** @param {Pick<import('../session/database.js').KeyValueStore, 'get' | 'put' | 'remove'>} database */
    constructor(database) { this.#database = database; }

    /**
     * @param {string} device the address of this one
     * @param {import('../protocol/signaling/signals.js').CallInvitation} signal
     * @param {number} until Unix milliseconds
     */
    async keep(device, signal, until) { await this.#database.put(name, { device, signal, until }); }

    /**
     * What still rings, as far as this device knows.
     * @param {string} device
     * @param {number} now Unix milliseconds
     * @returns {Promise<Kept | null>}
     */
    async current(device, now) {
        /** @type {Kept | undefined} */
        const kept = await this.#database.get(name);
        return kept && kept.device === device && kept.until > now ? kept : null;
    }

    async forget() { await this.#database.remove(name); }
}
