import { bigEndian, concat, utf8 } from '../../frames/bytes.js';
import { agree } from '../entering/join-secrets.js';
import { ciphertextLength } from '../entering/ml-kem.js';
import { hashBytes } from '../signing/object-hash.js';
import { replyBytes, replyOf } from './call-reply.js';

/** @typedef {import('../entering/join.js').Join} Join */
/**
 * The parts of a channel whose randomness no library lets a test choose.
 * @typedef {object} ChannelWrapping
 * @property {(secret: Uint8Array, recipient: CryptoKey) => Promise<Uint8Array | null>} wrap RSA-OAEP-SHA256 of 32 bytes
 * @property {(wrapped: Uint8Array) => Promise<Uint8Array | null>} unwrap with this device's key
 * @property {(publicKey: Uint8Array) => Promise<{ secret: Uint8Array, ciphertext: Uint8Array } | null>} encapsulate
 */

/**
 * The key from one join to another, and the key of the reports in that direction, which have numbers of their own.
 * @typedef {{ secret: CryptoKey, reports: CryptoKey }} ChannelKey
 */

/** @typedef {{ secret: CryptoKey, label: 'RXM' | 'RX', context: Uint8Array }} Agreement */

const salt = utf8('ECall channel v2');
/** The nonce of the only reply sealed with its key. */
const firstNonce = { name: 'AES-GCM', iv: new Uint8Array(12) };

/**
 * The randomness of real calls.
 * @param {CryptoKey | null} privateKey RSA, of this device; null if nothing is opened
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
            if (!privateKey) return null;
            try { return new Uint8Array(await crypto.subtle.decrypt(oaep, privateKey, wrapped)); } catch { return null; }
        },
        async encapsulate(publicKey) { return await kem?.encapsulate(publicKey) ?? null; },
    };
}

/** One end of a channel: its own entry, the other device's, and the call (e2ee 4). */
export class KeyChannel {
    #call;
    #own;
    #secrets;
    #wrapping;

    /**
     * @param {number} call
     * @param {Join} own
     * @param {import('../entering/join-secrets.js').JoinSecrets} secrets
     * @param {ChannelWrapping} wrapping
     */
    constructor(call, own, secrets, wrapping) {
        this.#call = call;
        this.#own = own;
        this.#secrets = secrets;
        this.#wrapping = wrapping;
    }

    /**
     * Makes the channel to another device; null if its public keys permit no agreement.
     * @param {Join} peer
     * @param {Uint8Array} secret 32 fresh random bytes, overwritten
     */
    async open(peer, secret) {
        if (this.#own.isForReply || peer.isForReply) return null;
        const made = await this.#agreeTo(peer, secret);
        return made && { key: await channelKey(made.agreement), wrapped: made.wrapped, encapsulated: made.encapsulated };
    }

    /**
     * @param {Join} peer
     * @param {Uint8Array} secret
     */
    async #agreeTo(peer, secret) {
        const agreed = await agree(this.#secrets, peer.x);
        const wrapped = agreed && await this.#wrapping.wrap(secret, peer.identity.rsa);
        const isHybrid = mustBeHybrid(this.#own, peer);
        const made = isHybrid && wrapped && peer.m ? await this.#wrapping.encapsulate(peer.m) : null;
        if (!agreed || !wrapped || (isHybrid && !made)) return null;
        const encapsulated = made?.ciphertext ?? new Uint8Array();
        const agreement = await this.#derive(this.#own, peer, [made?.secret ?? null, agreed, secret], concat(wrapped, encapsulated));
        return { agreement, wrapped, encapsulated };
    }

    /**
     * The channel that another device has opened to this one; null on every failure. The first message it opens authenticates it.
     * @param {import('./open-message.js').OpenMessage} message
     * @param {Join} peer
     */
    async accept(message, peer) {
        if (this.#own.isForReply || peer.isForReply) return null;
        const agreement = await this.#agreeWith(message, peer);
        return agreement && channelKey(agreement);
    }

    // MARK: A reply

    /**
     * Seals a reply to the join of an invitation, with an entry that is used for nothing else; null if nothing can be sealed to its keys.
     * @param {import('./call-reply.js').CallReply} reply
     * @param {Join} inviter
     * @param {Uint8Array} secret 32 fresh random bytes, overwritten
     */
    async sealReply(reply, inviter, secret) {
        if (!this.#own.isForReply || inviter.isForReply) return null;
        const made = await this.#agreeTo(inviter, secret);
        if (!made) return null;
        const sealed = await crypto.subtle.encrypt(firstNonce, await replyKey(made.agreement), replyBytes(reply));
        const { wrapped, encapsulated } = made;
        return { join: this.#own, open: { from: this.#own.hash, to: inviter.hash, wrapped, encapsulated, sealed: new Uint8Array(sealed) } };
    }

    /**
     * Opens a reply to this device's join; null on every failure, and for an unknown kind.
     * @param {import('./reply-message.js').ReplyMessage} message
     */
    async openReply({ join, open }) {
        const agreement = join.isForReply && !this.#own.isForReply ? await this.#agreeWith(open, join) : null;
        if (!agreement) return null;
        try {
            return replyOf(new Uint8Array(await crypto.subtle.decrypt(firstNonce, await replyKey(agreement), open.sealed)));
        } catch {
            return null;
        }
    }

    // MARK: Agreeing

    /**
     * @param {import('./open-message.js').OpenMessage} message
     * @param {Join} peer
     */
    async #agreeWith(message, peer) {
        const isHybrid = mustBeHybrid(peer, this.#own);
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
     * s3 | s1 | s2, the input of key derivation; all of them are overwritten.
     * @param {Join} from
     * @param {Join} to
     * @param {(Uint8Array | null)[]} secrets
     * @param {Uint8Array} sent
     * @returns {Promise<Agreement>}
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
            const secret = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveKey']);
            return { secret, label: secrets[0] ? 'RXM' : 'RX', context };
        } finally {
            for (const bytes of [input, ...parts]) bytes.fill(0);
        }
    }
}

/**
 * Whether ML-KEM is required in a channel. No one opens a channel to the join of a reply, so it needs no ML-KEM key.
 * @param {Join} sender
 * @param {Join} receiver
 */
const mustBeHybrid = (sender, receiver) => receiver.m !== null && (sender.m !== null || sender.isForReply);

/**
 * HKDF-SHA512: each use of the agreed secret has its own key.
 * @param {Agreement} agreement
 * @param {'' | ' report' | ' reply'} use
 */
const derived = ({ secret, label, context }, use) => crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-512', salt, info: concat(utf8(label + use), context) }, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'],
);

/**
 * @param {Agreement} agreement
 * @returns {Promise<ChannelKey>}
 */
async function channelKey(agreement) {
    const [secret, reports] = await Promise.all([derived(agreement, ''), derived(agreement, ' report')]);
    return { secret, reports };
}

/** @param {Agreement} agreement */
const replyKey = (agreement) => derived(agreement, ' reply');
