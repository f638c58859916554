import { utf8 } from '../frames/bytes.js';

/**
 * The key with which one device seals what it sends, at one step of its ratchet; 32 bytes, overwritten by `wipe` (e2ee 5).
 */
export class SenderKey {
    static byteLength = 32;
    static lastStep = 63;
    #bytes;

    /** @param {Uint8Array} bytes taken over */
    constructor(bytes) { this.#bytes = bytes; }

    /** Passes the bytes to a closure, which must not keep them. */
    get bytes() { return this.#bytes; }

    /** The key of the next step (RFC 9605 section 5.1). */
    async ratcheted() {
        const input = await crypto.subtle.importKey('raw', this.#bytes, 'HKDF', false, ['deriveBits']);
        const derivation = { name: 'HKDF', hash: 'SHA-512', salt: new Uint8Array(), info: utf8('SFrame 1.0 Ratchet') };
        return new SenderKey(new Uint8Array(await crypto.subtle.deriveBits(derivation, input, 256)));
    }

    wipe() { this.#bytes.fill(0); }
}

/**
 * One generation of a device's sealing key, at one step.
 * @typedef {{ generation: number, step: number, key: SenderKey }} SealingKey
 */
