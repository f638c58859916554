import { bigEndian, concat, utf8 } from './bytes.js';
import { encodeHeader } from './sframe-header.js';

/** AES_256_GCM_SHA512_128, suite 5 (RFC 9605 section 4.5). */
const suite = 5n;
const tagLength = 16;
const nonceLength = 12;

/**
 * @param {'key' | 'salt'} purpose
 * @param {bigint} keyID
 */
const label = (purpose, keyID) => concat(utf8(`SFrame 1.0 Secret ${purpose} `), bigEndian(keyID, 8), bigEndian(suite, 2));

/** @param {Uint8Array} info */
const derivation = (info) => ({ name: 'HKDF', hash: 'SHA-512', salt: new Uint8Array(), info });

/** Key and salt of one KID, and the SFrame encryption under them (RFC 9605 sections 4.4.2 and 4.4.3). */
export class SFrameKey {
    #key;
    #salt;

    /**
     * @param {bigint} keyID
     * @param {CryptoKey} key
     * @param {Uint8Array} salt
     */
    constructor(keyID, key, salt) {
        this.keyID = keyID;
        this.#key = key;
        this.#salt = salt;
    }

    /**
     * @param {CryptoKey} baseKey for HKDF, with `deriveKey` and `deriveBits`
     * @param {bigint} keyID
     */
    static async derive(baseKey, keyID) {
        const [key, salt] = await Promise.all([
            crypto.subtle.deriveKey(
                derivation(label('key', keyID)), baseKey, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
            crypto.subtle.deriveBits(derivation(label('salt', keyID)), baseKey, nonceLength * 8),
        ]);
        return new SFrameKey(keyID, key, new Uint8Array(salt));
    }

    /**
     * Header, ciphertext and tag. The caller must use each counter only once.
     * @param {Uint8Array} plaintext
     * @param {bigint} counter
     * @param {Uint8Array} metadata
     */
    async seal(plaintext, counter, metadata) {
        const header = encodeHeader({ keyID: this.keyID, counter });
        const sealed = await crypto.subtle.encrypt(this.#parameters(counter, header, metadata), this.#key, plaintext);
        return concat(header, new Uint8Array(sealed));
    }

    /**
     * The plaintext after a decoded header; null if the frame is not authentic.
     * @param {Uint8Array} sealed header, ciphertext and tag
     * @param {number} headerLength
     * @param {bigint} counter
     * @param {Uint8Array} metadata
     * @returns {Promise<Uint8Array | null>}
     */
    async open(sealed, headerLength, counter, metadata) {
        if (sealed.length < headerLength + tagLength) return null;
        const parameters = this.#parameters(counter, sealed.subarray(0, headerLength), metadata);
        try {
            return new Uint8Array(await crypto.subtle.decrypt(parameters, this.#key, sealed.subarray(headerLength)));
        } catch {
            return null;
        }
    }

    /**
     * The nonce is the salt with the counter XORed into its last eight bytes.
     * @param {bigint} counter
     * @param {Uint8Array} header
     * @param {Uint8Array} metadata
     */
    #parameters(counter, header, metadata) {
        const iv = this.#salt.slice();
        bigEndian(counter, 8).forEach((byte, index) => { iv[nonceLength - 8 + index] ^= byte; });
        return { name: 'AES-GCM', iv, additionalData: concat(header, metadata), tagLength: tagLength * 8 };
    }
}
