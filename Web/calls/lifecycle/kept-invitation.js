/** @typedef {{ signal: import('../../protocol/signaling/signals.js').CallInvitation, isVerified: boolean, isNewDevice?: boolean, until: number, signer?: import('../entry/invitation-check.js').CallerDevice }} Ringing `until` in Unix milliseconds; `signer`: the device that has signed it */
/** @typedef {Ringing & { device: string }} Kept */

const name = 'ringing';

/**
 * The invitation that this device rings for, stored so that a reloaded page, or the window that takes over, keeps ringing: the server sends
 * it once.
 */
export class KeptInvitation {
    #database;

    /** @param {Pick<import('../../session/database.js').KeyValueStore, 'get' | 'put' | 'remove'>} database */
    constructor(database) { this.#database = database; }

    /**
     * @param {string} device the address of this one
     * @param {Ringing} ringing
     */
    async keep(device, ringing) { await this.#database.put(name, { device, ...ringing }); }

    /**
     * The invitation that still rings, as far as this device knows.
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
