import { decodeKeyText, pkcs1Of } from '../keys/key-text.js';
import { makeIdentity, readIdentity } from '../keys/identity/signed-identity.js';
import { makeSigningKeyPair } from '../keys/signing/signing-keys.js';
import { endpoints } from '../protocol/http/endpoints.js';
import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';

/** @typedef {import('../keys/identity/signed-identity.js').SignedIdentity} SignedIdentity */
/** @typedef {{ identity: SignedIdentity, signing: import('../keys/signing/signing-keys.js').SigningKeyPair }} OwnIdentity */

const tooOld = text('errors.input.browserTooOld');

/** The identity by which others know this device: an Ed25519 pair besides its RSA key, and the object that names both (e2ee 1). */
export class DeviceIdentity {
    #parts;
    /** @type {Promise<OwnIdentity> | null} */
    #making = null;

    /**
     * @param {object} parts
     * @param {import('./database.js').KeyValueStore} parts.database
     * @param {Pick<import('../protocol/http/api-client.js').APIClient, 'send'>} parts.api
     * @param {import('../keys/device-key.js').DeviceKey} parts.deviceKey
     * @param {string} parts.address
     * @param {() => number} parts.now Unix milliseconds
     * @param {string} [parts.says] what a new identity claims this device to be
     */
    constructor(parts) { this.#parts = parts; }

    /**
     * The identity, as registered with the server. One that could not be registered is registered at the next request.
     * @returns {Promise<OwnIdentity>}
     * @throws {InputError | import('../protocol/errors.js').APIError}
     */
    async registered() {
        this.#making ??= this.#make().finally(() => { this.#making = null; });
        const own = await this.#making;
        const { database, api } = this.#parts;
        if (await database.get('registeredIdentity') !== own.identity.hash) {
            await api.send(endpoints.registerDevice, { body: { identity: own.identity.text } });
            await database.put('registeredIdentity', own.identity.hash);
        }
        return own;
    }

    /** @returns {Promise<OwnIdentity>} */
    async #make() {
        const { database, deviceKey, address, now, says } = this.#parts;
        const signing = await this.#signingPair();
        const text = await database.get('identity');
        const kept = text ? await readIdentity(text).catch(() => null) : null;
        const isForThisKey = await database.get('identityKey') === deviceKey.publicKeyHash;
        if (kept && kept.address === address && kept.sign === signing.sign && isForThisKey) return { identity: kept, signing };
        const rsa = pkcs1Of(decodeKeyText(deviceKey.publicKeyText));
        const identity = await makeIdentity({ address, serial: (kept?.serial ?? 0) + 1, rsa, createdAt: now(), says }, signing);
        await database.put('identity', identity.text);
        await database.put('identityKey', deviceKey.publicKeyHash);
        return { identity, signing };
    }

    /** A device that predates identities gets one. */
    async #signingPair() {
        const { database } = this.#parts;
        const kept = await database.get('signingKey');
        if (kept) return kept;
        const pair = await makeSigningKeyPair().catch(() => { throw new InputError('browserTooOld', tooOld); });
        await database.put('signingKey', pair);
        return pair;
    }
}
