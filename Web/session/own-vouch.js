import { loadPublishedKeys } from '../calls/keys/published-keys.js';
import { mostLinks } from '../keys/entering/join.js';
import { readVouch } from '../keys/identity/statements.js';

/** @typedef {import('../calls/keys/published-keys.js').PublishedKeys} PublishedKeys */
/** @typedef {import('../keys/identity/signed-identity.js').SignedIdentity} SignedIdentity */

/**
 * The vouch of another device of the same person for this one. It is part of this device's joins (e2ee 3), and therefore stored. The server
 * distributes it and cannot make one; others check its signature against the keys they know.
 */
export class OwnVouch {
    #parts;

    /**
     * @param {object} parts
     * @param {Pick<import('./database.js').KeyValueStore, 'get' | 'put'>} parts.database
     * @param {Pick<import('../protocol/http/api-client.js').APIClient, 'send'>} parts.api
     * @param {Pick<import('./device-identity.js').DeviceIdentity, 'registered'>} parts.identity
     * @param {number} parts.userId
     */
    constructor(parts) { this.#parts = parts; }

    /**
     * The vouch, followed by the links of its chain, as in a join; '' if there is none for exactly this identity.
     * @param {Pick<SignedIdentity, 'hash'>} identity
     */
    async text({ hash }) {
        const kept = await this.#parts.database.get('ownVouch');
        return kept?.identity === hash ? kept.text : '';
    }

    /** Requests it. No call waits for it. */
    async refresh() {
        const { identity } = await this.#parts.identity.registered();
        await this.take(await loadPublishedKeys(this.#parts, [this.#parts.userId]), identity);
    }

    /**
     * Stores the newest vouch that another published device of the person has signed.
     * @param {Pick<PublishedKeys, 'devices' | 'vouches'>} published of the person
     * @param {SignedIdentity} identity
     */
    async take(published, identity) {
        const text = await chainFor(identity, published);
        if (text !== await this.text(identity)) await this.#parts.database.put('ownVouch', { identity: identity.hash, text });
    }
}

/**
 * The newest vouch for a device, and the chain that makes the vouching device the person's: each is older than the one before, so that the
 * chain ends.
 * @param {SignedIdentity} identity
 * @param {Pick<PublishedKeys, 'devices' | 'vouches'>} published
 */
async function chainFor(identity, published) {
    const parts = [await newestFor(identity, published)];
    while (parts[0] && parts.length < 1 + 2 * mostLinks) {
        const voucher = published.devices.get(readVouch(parts[parts.length - 1]).by);
        const vouch = voucher && await newestFor(voucher, published);
        if (!voucher || !vouch) break;
        parts.push(voucher.text, vouch);
    }
    return parts.join('~');
}

/**
 * @param {SignedIdentity} identity
 * @param {Pick<PublishedKeys, 'devices' | 'vouches'>} published
 */
async function newestFor(identity, { devices, vouches }) {
    for (const text of [...vouches].reverse()) {
        const vouch = attempt(() => readVouch(text));
        const voucher = vouch && vouch.by !== identity.address ? devices.get(vouch.by) : undefined;
        // A device that signed in later cannot judge this one: otherwise an intruder could keep it from vouching for its person's devices.
        if (vouch?.identity === identity.hash && voucher && voucher.createdAt < identity.createdAt && await vouch.object.isSignedBy(voucher.sign)) return text;
    }
    return '';
}

/**
 * @template Value
 * @param {() => Value} read
 */
function attempt(read) {
    try { return read(); } catch { return null; }
}
