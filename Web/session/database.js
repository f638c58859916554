import { storageError } from './storage-full.js';

/**
 * The stored values, by name.
 * @typedef {object} NamedValues
 * @property {import('./session.js').Account} account
 * @property {import('../keys/device-key.js').DeviceKey} deviceKey
 * @property {import('../keys/signing/signing-keys.js').SigningKeyPair} signingKey
 * @property {string} identity what this device is known by, signed
 * @property {string} identityKey the hash of the key that it names
 * @property {string} registeredIdentity the hash of the identity that the server has
 * @property {number} entrySequence the number of this device's newest join or invite
 * @property {import('../key-distribution/device-pins.js').StoredPins} devicePins the identities of others, as first seen; written by `PinStore` alone
 * @property {import('../contacts/kept-people.js').KeptPeople} keptPeople whom this device has met, and by which names; written by `PeopleStore` alone
 * @property {{ identity: string, text: string }} ownVouch what another device has said for this one, and for which identity of it
 * @property {Record<string, number>} rungInvites the number of the newest invite that rang, by the address of its caller
 * @property {{ callId: number, people: number[], byLink?: number[] }} rungPeople whom this device has rung in its newest call
 * @property {{ accessToken: string, refreshToken: string }} tokens
 * @property {import('./page-sign-in.js').Departure} departure
 * @property {import('../calls/lifecycle/kept-invitation.js').Kept} ringing
 * @property {import('../calls/link/kept-call-link.js').KeptCallLink[]} callLinks
 * @property {number} seenCalls when the newest call of the history was that the person has seen in it, Unix milliseconds
 * @property {import('../features/calls/promises/promises.js').CallPromise[]} promises the calls that the person has promised on this device
 * @property {boolean} hasCalls whether the history had any when it was fetched last
 * @property {Shown} shownContacts
 * @property {Shown} shownCalls
 * @property {Shown} shownRequests the pending requests whose card was put away, or that were seen in their list
 * @property {unknown} notifications which the person wants; read by `notificationsOf`
 * @property {number} clockDifference how far the server's time was ahead of this device's wall clock when it was observed last, in milliseconds
 * @property {string} deviceWindow the window that is the device, by the id that the service worker knows it by
 * @property {import('../notifications/rules.js').ToldCall[]} toldCalls calls that the service worker was notified of, the newest first;
 *     written by it alone
 * @property {{ callId: number, at: number }[]} settledCalls calls that stopped ringing in a window, and when, in Unix milliseconds, the newest first; written by windows alone
 * @property {import('../features/notifications/call-request.js').CallRequest} callRequest the action that the person chose by a button of a
 *     call's notification
 * @property {import('../texts/languages.js').LanguageChoice} language as chosen, for the service worker; written by windows alone
 * @property {string} declaredLanguage the language of this device that the server knows, a tag (BCP 47)
 * @property {string} welcomedKey the hash of the key with which the first screen was shown
 */
/** @typedef {{ userId: number, list: unknown }} Shown the account, and the list in the format of a release of the page */
/**
 * The storage of this device's values that must survive a reload. They may be CryptoKeys.
 * @typedef {object} KeyValueStore
 * @property {<Name extends keyof NamedValues>(name: Name) => Promise<NamedValues[Name] | undefined>} get undefined if there is none
 * @property {<Name extends keyof NamedValues>(name: Name, value: NamedValues[Name]) => Promise<void>} put
 * @property {(name: keyof NamedValues) => Promise<void>} remove
 * @property {() => Promise<void>} clear
 */

const storeName = 'values';

/**
 * The only storage with secrets: IndexedDB.
 * @implements {KeyValueStore}
 */
export class Database {
    #connection;

    /** @param {IDBDatabase} connection */
    constructor(connection) {
        this.#connection = connection;
        // Another window with a newer version must not wait for this one.
        connection.onversionchange = () => connection.close();
    }

    static async open() {
        const request = indexedDB.open('ecall', 1);
        request.onupgradeneeded = () => request.result.createObjectStore(storeName);
        return new Database(await result(request));
    }

    /** @param {string} name */
    async get(name) {
        return result(this.#connection.transaction(storeName).objectStore(storeName).get(name));
    }

    /**
     * @param {string} name
     * @param {unknown} value
     */
    async put(name, value) { return this.#write((store) => store.put(value, name)); }
    /** @param {string} name */
    async remove(name) { return this.#write((store) => store.delete(name)); }
    async clear() { return this.#write((store) => store.clear()); }

    /**
     * Done when it is on the disk: losing a refresh token after its exchange would sign this device out.
     * @param {(store: IDBObjectStore) => void} change
     * @returns {Promise<void>}
     */
    #write(change) {
        return new Promise((resolve, reject) => {
            const transaction = this.#connection.transaction(storeName, 'readwrite', { durability: 'strict' });
            transaction.oncomplete = () => resolve();
            transaction.onabort = () => reject(storageError(transaction.error));
            change(transaction.objectStore(storeName));
            // Otherwise the browser waits until this page is idle, and a page that is closed before has written nothing.
            transaction.commit();
        });
    }
}

/**
 * @template Value
 * @param {IDBRequest<Value>} request
 * @returns {Promise<Value>}
 */
function result(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(storageError(request.error));
    });
}
