import { concat } from '../../frames/bytes.js';

/**
 * The private keys of one entry into a call, used for no other (e2ee 3). In the page they cannot be exported.
 * @typedef {object} JoinSecrets
 * @property {CryptoKey} privateKey X25519
 * @property {Uint8Array} x the public half
 * @property {Uint8Array | null} m the public half of ML-KEM-768, if there is one
 * @property {((ciphertext: Uint8Array) => Promise<Uint8Array | null>) | null} decapsulate
 */

const algorithm = { name: 'X25519' };
const prefix = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20);

/**
 * @param {import('./ml-kem.js').MLKEM | null} kem null if ML-KEM isn't supported
 * @returns {Promise<JoinSecrets>}
 */
export async function drawJoinSecrets(kem) {
    const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey(algorithm, false, ['deriveBits']));
    const x = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    const made = await kem?.generate() ?? null;
    return { privateKey: pair.privateKey, x, m: made?.publicKey ?? null, decapsulate: made?.decapsulate ?? null };
}

/**
 * The keys derived from seeds, for vectors.
 * @param {Uint8Array} seed 32 bytes
 * @param {Uint8Array} x the public half
 * @param {{ m: Uint8Array, decapsulate: JoinSecrets['decapsulate'] } | null} kem
 * @returns {Promise<JoinSecrets>}
 */
export async function importJoinSecrets(seed, x, kem) {
    const privateKey = await crypto.subtle.importKey('pkcs8', concat(prefix, seed), algorithm, false, ['deriveBits']);
    return { privateKey, x, m: kem?.m ?? null, decapsulate: kem?.decapsulate ?? null };
}

/**
 * X25519 with another device's key; null if the result is all zero, as with a key of small order (RFC 7748 section 6.1).
 * @param {JoinSecrets} secrets
 * @param {Uint8Array} x
 * @returns {Promise<Uint8Array | null>}
 */
export async function agree(secrets, x) {
    try {
        const publicKey = await crypto.subtle.importKey('raw', x, algorithm, false, []);
        const shared = new Uint8Array(await crypto.subtle.deriveBits({ ...algorithm, public: publicKey }, secrets.privateKey, 256));
        return shared.some((byte) => byte !== 0) ? shared : null;
    } catch {
        return null;
    }
}
