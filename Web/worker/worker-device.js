import { systemClock } from '../media/clock.js';
import { APIClient } from '../protocol/http/api-client.js';
import { ServerClock, clockNotice } from '../protocol/server-clock.js';
import { Database } from '../session/database.js';
import { deviceLock, seenLock } from '../session/release-locks.js';
import { StoredTokens } from '../session/stored-tokens.js';
import { bestLanguage } from '../texts/languages.js';
import { wantedLanguages } from './chosen-language.js';

/** @typedef {import('../session/database.js').KeyValueStore} KeyValueStore */

/** The device of this browser, for the worker: what the page has stored, its windows, and the server if no window is the device. */
export class WorkerDevice {
    #scope;
    #clock;
    #open;
    /** @type {Promise<KeyValueStore> | null} */
    #database = null;
    /** @type {Promise<unknown>} */
    #turn = Promise.resolve();

    /**
     * @param {import('./scope.js').WorkerScope} scope
     * @param {() => Promise<KeyValueStore>} [open] opens the page's storage
     * @param {Pick<import('../media/clock.js').Clock, 'now' | 'date'>} [clock]
     */
    constructor(scope, open = () => Database.open(), clock = systemClock) {
        this.#scope = scope;
        this.#clock = clock;
        this.#open = open;
    }

    /** @returns {Promise<KeyValueStore>} */
    async database() {
        this.#database ??= this.#open();
        try {
            return await this.#database;
        } catch (error) {
            this.#database = null;
            throw error;
        }
    }

    /**
     * Runs what reads and writes the known calls, one task at a time: the end of a call may follow it immediately.
     * @template Value
     * @param {() => Promise<Value>} work
     * @returns {Promise<Value>}
     */
    inTurn(work) {
        const done = this.#turn.then(work);
        this.#turn = done.catch(() => {});
        return done;
    }

    /**
     * The server's time, from the last known difference to this device's clock; Unix milliseconds.
     * @returns {Promise<{ now: number, isOff: boolean }>} `isOff`: the clock was wrong, and may have been set since
     */
    async time() {
        const difference = await (await this.database()).get('clockDifference') ?? 0;
        return { now: Math.floor(this.#clock.date() + difference), isOff: clockNotice(difference) !== null };
    }

    /** The server's current time, by asking it; without an answer, the time according to the known difference. Unix milliseconds. */
    async askTime() {
        const database = await this.database();
        const clock = new ServerClock(this.#clock);
        await this.#api(database, clock).then((api) => api.observeTime()).catch(() => {});
        const difference = clock.difference();
        if (difference !== null) await database.put('clockDifference', Math.round(difference));
        return (await this.time()).now;
    }

    /**
     * The windows, starting with the one that has declared itself the device.
     * @returns {Promise<import('./scope.js').WindowClient[]>}
     */
    async windows() {
        const [windows, device] = await Promise.all([this.#all(), this.database().then((database) => database.get('deviceWindow'))]);
        return [...windows].sort((one, other) => Number(other.id === device) - Number(one.id === device));
    }

    /** Whether the window that is the device is visible and connected: then it shows events itself. */
    async isSeen() {
        const [windows, { held }] = await Promise.all([this.#all(), this.#scope.navigator.locks.query()]);
        return windows.some(({ visibilityState }) => visibilityState === 'visible') && (held ?? []).some(({ name }) => name === seenLock);
    }

    #all() { return this.#scope.clients.matchAll({ type: 'window', includeUncontrolled: true }); }

    /**
     * Sends a request as this device, unless a window is the device: two at once must never exchange a refresh token. Meanwhile no window
     * becomes the device.
     * @param {(api: APIClient) => Promise<unknown>} ask
     * @returns {Promise<boolean>} false: a window is the device
     */
    async asDevice(ask) {
        return this.#scope.navigator.locks.request(deviceLock, { ifAvailable: true }, async (lock) => {
            if (lock === null) return false;
            await ask(await this.#api(await this.database()));
            return true;
        });
    }

    /**
     * @param {KeyValueStore} database
     * @param {ServerClock} [serverClock]
     */
    async #api(database, serverClock) {
        // The page itself finds out that the sign-in has ended, and says so.
        const tokens = new StoredTokens(database, () => {});
        const { locale } = bestLanguage(await wantedLanguages(this.#scope, database));
        return new APIClient({ origin: this.#scope.location.origin, tokens, fetch: this.#scope.fetch.bind(this.#scope), serverClock, language: () => locale });
    }
}
