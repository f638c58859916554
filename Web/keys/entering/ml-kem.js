/**
 * The browser's ML-KEM-768 (FIPS 203), if it has one.
 * @typedef {object} MLKEM
 * @property {() => Promise<{ publicKey: Uint8Array, decapsulate: (ciphertext: Uint8Array) => Promise<Uint8Array | null> }>} generate
 * @property {(publicKey: Uint8Array) => Promise<{ secret: Uint8Array, ciphertext: Uint8Array } | null>} encapsulate
 */

/** @typedef {{ name: string }} Named */
/**
 * The additions of newer browsers to WebCrypto (W3C, "Modern Algorithms in the Web Cryptography API").
 * @typedef {object} ModernCrypto
 * @property {(algorithm: Named, key: CryptoKey) => Promise<{ sharedKey: ArrayBuffer, ciphertext: ArrayBuffer }>} encapsulateBits
 * @property {(algorithm: Named, key: CryptoKey, ciphertext: Uint8Array) => Promise<ArrayBuffer>} decapsulateBits
 * @property {(algorithm: Named, extractable: boolean, usages: string[]) => Promise<CryptoKeyPair>} generateKey
 * @property {(format: string, key: Uint8Array, algorithm: Named, extractable: boolean, usages: string[]) => Promise<CryptoKey>} importKey
 * @property {(format: string, key: CryptoKey) => Promise<ArrayBuffer>} exportKey
 */

const algorithm = { name: 'ML-KEM-768' };
export const publicKeyLength = 1184;
export const ciphertextLength = 1088;

/**
 * Whether the bytes have the form of a public key: coefficients below 3329 in 12 bits each (FIPS 203 section 7.2).
 * @param {Uint8Array} m
 */
export function isPublicKey(m) {
    if (m.length !== publicKeyLength) return false;
    for (let place = 0; place < publicKeyLength - 32; place += 3) {
        const low = m[place] | ((m[place + 1] & 0x0f) << 8);
        const high = (m[place + 1] >> 4) | (m[place + 2] << 4);
        if (low >= 3329 || high >= 3329) return false;
    }
    return true;
}

/**
 * The browser's implementation; null if it has none.
 * @returns {Promise<MLKEM | null>}
 */
export async function findMLKEM() {
    const subtle = /** @type {ModernCrypto} */ (/** @type {unknown} */ (crypto.subtle));
    if (typeof subtle.encapsulateBits !== 'function') return null;
    const generate = async () => {
        const pair = await subtle.generateKey(algorithm, false, ['encapsulateBits', 'decapsulateBits']);
        const publicKey = new Uint8Array(await subtle.exportKey('raw-public', pair.publicKey));
        const decapsulate = async (/** @type {Uint8Array} */ ciphertext) => {
            try { return new Uint8Array(await subtle.decapsulateBits(algorithm, pair.privateKey, ciphertext)); } catch { return null; }
        };
        return { publicKey, decapsulate };
    };
    const encapsulate = async (/** @type {Uint8Array} */ publicKey) => {
        try {
            const key = await subtle.importKey('raw-public', publicKey, algorithm, false, ['encapsulateBits']);
            const made = await subtle.encapsulateBits(algorithm, key);
            return { secret: new Uint8Array(made.sharedKey), ciphertext: new Uint8Array(made.ciphertext) };
        } catch {
            return null;
        }
    };
    try {
        await generate();
        return { generate, encapsulate };
    } catch {
        return null;
    }
}
