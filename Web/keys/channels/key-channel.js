import { bigEndian, concat, utf8 } from '../../frames/bytes.js';
import { agree } from '../entering/join-secrets.js';
import { ciphertextLength } from '../entering/ml-kem.js';
import { hashBytes } from '../signing/object-hash.js';

/** @typedef {import('../entering/join.js').Join} Join */
/** @typedef {import('../entering/join-secrets.js').JoinSecrets} JoinSecrets */
/**
 * The parts of a channel whose randomness no library lets a test choose.
 * @typedef {object} ChannelWrapping
 * @property {(secret: Uint8Array, recipient: CryptoKey) => Promise<Uint8Array | null>} wrap RSA-OAEP-SHA256 of 32 bytes
 * @property {(wrapped: Uint8Array) => Promise<Uint8Array | null>} unwrap with this device's key
 * @property {(publicKey: Uint8Array) => Promise<{ secret: Uint8Array, ciphertext: Uint8Array } | null>} encapsulate
 */

/**
 * The key from one join to one other, and what seals reports on that way, which have numbers of their own.
 * @typedef {{ secret: CryptoKey, reports: CryptoKey }} ChannelKey
 */

const salt = utf8('ECall channel v2');

/**
 * The one that calls use.
 * @param {CryptoKey} privateKey RSA, of this device
 * @param {import('../entering/ml-kem.js').MLKEM | null} kem
 * @returns {ChannelWrapping}
 */
export function systemWrapping(privateKey, kem) {
    const oaep = { name: 'RSA-OAEP' };
    return {
        async wrap(secret, recipient) {
            try { return new Uint8Array(await crypto.subtle.encrypt(oaep, recipient, secret)); } catch { return null; }
        },
        async unwrap(wrapped) {
            try { return new Uint8Array(await crypto.subtle.decrypt(oaep, privateKey, wrapped)); } catch { return null; }
        },
        async encapsulate(publicKey) { return await kem?.encapsulate(publicKey) ?? null; },
    };
}

/** What one side of a channel has: its own entry, the other's, and the call (e2ee 4). */
export class KeyChannel {
    #call;
    #own;
    #secrets;
    #wrapping;

    /**
     * @param {number} call
     * @param {Join} own
     * @param {JoinSecrets} secrets
     * @param {ChannelWrapping} wrapping
     */
    constructor(call, own, secrets, wrapping) {
        this.#call = call;
        this.#own = own;
        this.#secrets = secrets;
        this.#wrapping = wrapping;
    }

    /**
     * Makes the channel to another; null where its public keys are none to agree with.
     * @param {Join} peer
     * @param {Uint8Array} secret 32 fresh random bytes, overwritten
     */
    async open(peer, secret) {
        const agreed = await agree(this.#secrets, peer.x);
        const wrapped = agreed && await this.#wrapping.wrap(secret, peer.identity.rsa);
        const isHybrid = Boolean(this.#own.m && peer.m);
        const made = isHybrid && wrapped && peer.m ? await this.#wrapping.encapsulate(peer.m) : null;
        if (!agreed || !wrapped || (isHybrid && !made)) return null;
        const encapsulated = made?.ciphertext ?? new Uint8Array();
        const key = await this.#derive(this.#own, peer, [made?.secret ?? null, agreed, secret], concat(wrapped, encapsulated));
        return { key, wrapped, encapsulated };
    }

    /**
     * The channel that another has opened to this device; null on every failure. What it opens shows whether it is right.
     * @param {import('./open-message.js').OpenMessage} message
     * @param {Join} peer
     */
    async accept(message, peer) {
        const isHybrid = Boolean(this.#own.m && peer.m);
        const { wrapped, encapsulated } = message;
        if (message.from !== peer.hash || message.to !== this.#own.hash) return null;
        if (encapsulated.length !== (isHybrid ? ciphertextLength : 0)) return null;
        const agreed = await agree(this.#secrets, peer.x);
        const secret = agreed && await this.#wrapping.unwrap(wrapped);
        const made = isHybrid && secret ? await this.#secrets.decapsulate?.(encapsulated) ?? null : null;
        if (!agreed || secret?.length !== 32 || (isHybrid && !made)) return null;
        return this.#derive(peer, this.#own, [made, agreed, secret], concat(wrapped, encapsulated));
    }

    /**
     * HKDF-SHA512 of s3 | s1 | s2, all of which are overwritten, once for keys and once for reports.
     * @param {Join} from
     * @param {Join} to
     * @param {(Uint8Array | null)[]} secrets
     * @param {Uint8Array} sent
     * @returns {Promise<ChannelKey>}
     */
    async #derive(from, to, secrets, sent) {
        const hashes = [from.identity.hash, to.identity.hash, from.hash, to.hash].map((hash) => hashBytes(hash) ?? new Uint8Array());
        const context = concat(
            Uint8Array.of(0), bigEndian(BigInt(this.#call), 8), ...hashes,
            new Uint8Array(await crypto.subtle.digest('SHA-256', sent)),
        );
        const parts = secrets.flatMap((part) => (part ? [part] : []));
        const input = concat(...parts);
        try {
            const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveKey']);
            const label = secrets[0] ? 'RXM' : 'RX';
            const [secret, reports] = await Promise.all([label, `${label} report`].map((text) => crypto.subtle.deriveKey(
                { name: 'HKDF', hash: 'SHA-512', salt, info: concat(utf8(text), context) }, key, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'],
            )));
            return { secret, reports };
        } finally {
            for (const bytes of [input, ...parts]) bytes.fill(0);
        }
    }
}
