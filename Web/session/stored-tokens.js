/** @typedef {import('../protocol/http/api-client.js').Tokens} Tokens */

/**
 * @implements {Tokens}
 */
export class StoredTokens {
    #database;
    #onDead;
    /** @type {string | null} the access token that was used last: a page that closes cannot wait for its database */
    latest = null;

    /**
     * @param {import('./database.js').KeyValueStore} database
     * @param {() => void | Promise<void>} onDead
     */
    constructor(database, onDead) {
        this.#database = database;
        this.#onDead = onDead;
    }

    /** @returns {Promise<string | null>} */
    async access() {
        this.latest = (await this.#database.get('tokens'))?.accessToken ?? null;
        return this.latest;
    }

    /** @returns {Promise<string | null>} */
    async refresh() { return (await this.#database.get('tokens'))?.refreshToken ?? null; }
    /** @param {{ accessToken: string, refreshToken: string }} pair */
    async replace({ accessToken, refreshToken }) {
        await this.#database.put('tokens', { accessToken, refreshToken });
        this.latest = accessToken;
    }

    async dead() {
        this.latest = null;
        await this.#onDead();
    }
}
