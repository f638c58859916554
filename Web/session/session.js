import { APIClient } from '../protocol/http/api-client.js';
import { endpoints } from '../protocol/http/endpoints.js';
import { Listeners } from '../protocol/listeners.js';
import { ServerClock } from '../protocol/server-clock.js';
import { SignalingClient } from '../protocol/signaling/signaling-client.js';
import { KeptInvitation } from '../calls/lifecycle/kept-invitation.js';
import { CredentialStorage } from './credential-storage.js';
import { Database } from './database.js';
import { declared, describeDevice } from './device-description.js';
import { DeviceIdentity } from './device-identity.js';
import { OwnVouch } from './own-vouch.js';
import { PeopleStore } from './people-store.js';
import { PinStore } from './pin-store.js';
import { proofOfPerson } from './proof-of-device.js';
import { StoredTokens } from './stored-tokens.js';

/**
 * @typedef {{ userId: number, deviceId: number, displayName: string, email?: string, phoneNumber?: string, needsName?: boolean, deletedAt?: string | null }} Account
 * `needsName`: the name is what the server made up, because the person gave none; `deletedAt`: when the account will be deleted
 */
/**
 * The environment of a session; tests give their own.
 * @typedef {object} Environment
 * @property {import('./database.js').KeyValueStore} database
 * @property {string} origin
 * @property {typeof fetch} [fetch]
 * @property {ServerClock} [serverClock] one for all sessions of a page
 * @property {() => string} [language] of the page now, a tag (BCP 47)
 * @property {(url: string, protocols: string[]) => WebSocket} [makeSocket]
 */

/** The longest this device waits for the server when it signs out, in milliseconds. */
const logoutTimeout = 5000;

/**
 * Missing parts are taken from the page.
 * @param {Partial<Environment>} [given]
 * @returns {Promise<Environment>}
 */
export async function completeEnvironment(given = {}) {
    return { ...given, origin: given.origin ?? location.origin, database: given.database ?? await Database.open() };
}

/** This device, signed in: its account, its keys, and its connections to the server. */
export class Session {
    #environment;
    #tokens;
    #credentials;
    /** @type {Listeners<['person' | 'server']>} */
    #signedOut = new Listeners();
    #hasEnded = false;
    /** The last report of the language. @type {Promise<void>} */
    #declaring = Promise.resolve();
    /** The person is signing out: the server's answers change nothing any more. */
    #isLeaving = false;

    /**
     * @param {Environment} environment
     * @param {Account} account
     * @param {import('../keys/device-key.js').DeviceKey} deviceKey
     */
    constructor(environment, account, deviceKey) {
        this.#environment = environment;
        this.account = Object.freeze({ ...account });
        this.deviceKey = deviceKey;
        this.origin = environment.origin;
        this.#tokens = new StoredTokens(environment.database, () => this.#endedByServer());
        this.serverClock = environment.serverClock ?? new ServerClock();
        this.api = new APIClient({ origin: environment.origin, tokens: this.#tokens, fetch: environment.fetch, serverClock: this.serverClock, language: environment.language });
        this.#credentials = new CredentialStorage(() => this.api.send(endpoints.credentials), { server: () => this.serverClock.now() / 1000 });
        this.signaling = new SignalingClient({ session: this, makeSocket: environment.makeSocket });
        this.database = environment.database;
        this.identity = new DeviceIdentity({ database: this.database, api: this.api, deviceKey, address: this.deviceAddress, now: () => Math.floor(this.serverClock.now()), says: describeDevice(globalThis.navigator?.userAgent ?? '').deviceName });
        this.invitations = new KeptInvitation(environment.database);
        this.people = new PeopleStore(this.database, () => Math.floor(this.serverClock.now()));
        this.pins = new PinStore(environment.database, (pins) => this.people.follow(pins));
        this.vouch = new OwnVouch({ database: this.database, api: this.api, identity: this.identity, userId: account.userId });
    }

    /**
     * The stored session; null if no one is signed in.
     * @param {Partial<Environment>} [given]
     */
    static async restore(given) {
        const environment = await completeEnvironment(given);
        const { database } = environment;
        const [account, deviceKey, tokens] = await Promise.all([
            database.get('account'), database.get('deviceKey'), database.get('tokens'),
        ]);
        return account && deviceKey && tokens ? new Session(environment, account, deviceKey) : null;
    }

    /**
     * The account that the server signed out: its keys are stored for its next sign-in. Null if there is none.
     * @param {Partial<Environment>} [given]
     * @returns {Promise<Account | null>}
     */
    static async kept(given) {
        const { database } = await completeEnvironment(given);
        const [account, tokens] = await Promise.all([database.get('account'), database.get('tokens')]);
        return account && !tokens ? account : null;
    }

    /**
     * Deletes what is stored, at the person's request.
     * @param {Partial<Environment>} [given]
     */
    static async forget(given) {
        await (await completeEnvironment(given)).database.clear();
    }

    /** `"<userId>_<deviceId>"` */
    get deviceAddress() {
        return `${this.account.userId}_${this.account.deviceId}`;
    }

    /** @param {string} displayName */
    async rename(displayName) {
        await this.#keepProfile(await this.api.send(endpoints.updateUser, { body: { displayName } }), { needsName: false });
    }

    /**
     * Replaces the address or number that the profile shows by a verified one (wire-protocol 9.1).
     * @param {{ email: string } | { phoneNumber: string }} address
     */
    async changeAddress(address) {
        const fields = await this.proofFor('replace-address');
        await this.#keepProfile(await this.api.send(endpoints.updateUser, { body: address, fields }));
    }

    /**
     * The header of a request that changes the account, or exports its stored data (wire-protocol 9.7).
     * @param {string} purpose
     */
    async proofFor(purpose) { return proofOfPerson(this, purpose); }

    /** Reports this device's language to the server, if it doesn't know it yet: messages to the person are written in it. */
    declareLanguage() {
        this.#declaring = this.#declaring.catch(() => {}).then(() => this.#declare());
        return this.#declaring;
    }

    async #declare() {
        const language = declared(this.#environment.language?.());
        if (language === undefined || await this.database.get('declaredLanguage') === language) return;
        await this.api.send(endpoints.registerDevice, { body: { language } });
        if (!this.#hasEnded) await this.database.put('declaredLanguage', language);
    }

    /** Whether this device has just got its key; true once. */
    async isNewDevice() {
        const { publicKeyHash } = this.deviceKey;
        if (await this.database.get('welcomedKey') === publicKeyHash) return false;
        await this.database.put('welcomedKey', publicKeyHash);
        return true;
    }

    /**
     * Stores what the page shows of this account, for when the server cannot be reached; nothing once the session has ended.
     * @param {'shownContacts' | 'shownCalls' | 'shownRequests'} name
     * @param {unknown} list
     */
    async keepShown(name, list) {
        if (!this.#hasEnded) await this.database.put(name, { userId: this.account.userId, list });
    }

    /**
     * The stored value of this account; it isn't validated.
     * @param {'shownContacts' | 'shownCalls' | 'shownRequests'} name
     * @returns {Promise<unknown>}
     */
    async shown(name) {
        const kept = await this.database.get(name);
        return kept?.userId === this.account.userId ? kept.list : undefined;
    }

    /** Fetches changes made on another device. */
    async refreshAccount() { await this.#keepProfile(await this.api.send(endpoints.user)); }

    /** Schedules the account for deletion in 15 days; until then this can be cancelled. */
    async scheduleDeletion() {
        const { deletedAt } = await this.api.send(endpoints.deleteUser, { fields: await this.proofFor('delete-account') });
        await this.#keepAccount({ deletedAt });
    }

    async cancelDeletion() {
        await this.api.send(endpoints.cancelDelete);
        await this.#keepAccount({ deletedAt: null });
    }

    /**
     * @param {import('../protocol/http/answers.js').Profile} profile
     * @param {{ needsName?: boolean }} [change]
     */
    async #keepProfile({ user: { displayName, email, phoneNumber, deletedAt = null } }, change = {}) {
        await this.#keepAccount({ displayName, email, phoneNumber, deletedAt, ...change });
    }

    /** @param {Partial<Account>} change */
    async #keepAccount(change) {
        if (this.#hasEnded) return;
        this.account = Object.freeze({ ...this.account, ...change });
        await this.#environment.database.put('account', this.account);
    }

    /**
     * The TURN and STOMP credentials, in memory only, fetched again before they expire.
     * @param {boolean} [refused] a server did not take the last ones
     */
    async credentials(refused = false) {
        if (refused) this.#credentials.invalidate();
        return this.#credentials.credentials();
    }

    /**
     * Notifies the server, for 5 s at most, and then deletes tokens, account and keys whether or not it answered.
     * @returns {Promise<boolean>} whether the server was notified
     */
    async signOut() {
        this.#isLeaving = true;
        this.signaling.stop();
        const wasNotified = await Promise.race([
            this.api.send(endpoints.logout).then(() => true, () => false),
            new Promise((resolve) => { setTimeout(() => resolve(false), logoutTimeout); }),
        ]);
        await this.#end('person', () => this.#environment.database.clear());
        return Boolean(wasNotified);
    }

    /**
     * Calls the listener once: the person signed out here, or the server ended the session.
     * @param {(by: 'person' | 'server') => void} listener
     */
    onSignedOut(listener) { return this.#signedOut.add(listener); }

    /**
     * Deletes only the tokens, which are no longer valid, and the stored lists, which no one may read. Keys stay until the person decides
     * otherwise: a server that lost its data, or a lost answer, must not cost anyone their keys.
     */
    async #endedByServer() {
        if (this.#isLeaving) return;
        const { database } = this.#environment;
        await this.#end('server', async () => {
            await Promise.all(/** @type {const} */ (['tokens', 'shownContacts', 'shownCalls', 'shownRequests', 'toldCalls', 'callRequest', 'callLinks']).map((name) => database.remove(name)));
        });
    }

    /**
     * @param {'person' | 'server'} by
     * @param {() => Promise<void>} clear
     */
    async #end(by, clear) {
        if (this.#hasEnded) return;
        this.#hasEnded = true;
        this.signaling.stop();
        this.#credentials.invalidate();
        try {
            await clear();
        } finally {
            this.#signedOut.notify(by);
        }
    }
}
