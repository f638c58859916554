/** @typedef {'first' | 'known' | 'newDevice' | 'changed'} PinVerdict what a key is, compared with what was seen before */

/** What is remembered about the keys of peers: pinned on first use; a new device or a changed key is reported once (e2ee 8). */
export class KeyPins {
    #database;

    /** @param {import('../session/database.js').KeyValueStore} database */
    constructor(database) {
        this.#database = database;
    }

    /**
     * Compares the keys of one user's devices with what is pinned, and pins them.
     * @param {number} userId
     * @param {Map<number, string>} pins by device
     * @returns {Promise<Map<number, PinVerdict>>} by device
     */
    async note(userId, pins) {
        const name = /** @type {const} */ (`pins:${userId}`);
        /** @type {Record<string, string>} */
        const seen = (await this.#database.get(name)) ?? {};
        const isNewUser = Object.keys(seen).length === 0;
        /** @type {Map<number, PinVerdict>} */
        const verdicts = new Map();
        for (const [deviceId, pin] of pins) {
            const before = seen[deviceId];
            verdicts.set(deviceId, before === pin ? 'known' : before ? 'changed' : isNewUser ? 'first' : 'newDevice');
            seen[deviceId] = pin;
        }
        if ([...verdicts.values()].some((verdict) => verdict !== 'known')) await this.#database.put(name, seen);
        return verdicts;
    }
}
