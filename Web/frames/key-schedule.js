import { bigEndian, concat, utf8 } from './bytes.js';

/** What one device can send; the names are in the key schedule. */
export const tracks = Object.freeze({ audio: 'audio', video: 'video', screen: 'screen', screenAudio: 'screenAudio' });

const salt = utf8('ECall SFrame v1');

/** @param {Uint8Array} info */
const derivation = (info) => ({ name: 'HKDF', hash: 'SHA-512', salt, info });

/**
 * What a call key is called: 32 bytes that identify it and do not reveal it (e2ee 3).
 * @param {CryptoKey} callKey for HKDF
 */
export async function nameOf(callKey) {
    return new Uint8Array(await crypto.subtle.deriveBits(derivation(utf8('key name')), callKey, 256));
}

/**
 * The 15 bits of the name that every frame carries.
 * @param {Uint8Array} name
 */
export const tagOf = (name) => ((name[0] << 8) | name[1]) >> 1;

/**
 * The SFrame base key of one track of one device in one call (e2ee 3), for HKDF. Its bytes are overwritten.
 * @param {CryptoKey} callKey for HKDF
 * @param {number} callId
 * @param {string} device `"<userId>_<deviceId>"`
 * @param {string} track
 */
export async function baseKeyOf(callKey, callId, device, track) {
    const texts = [device, track].map(utf8).map((bytes) => concat(bigEndian(BigInt(bytes.length), 2), bytes));
    const info = concat(utf8('base key'), Uint8Array.of(0), bigEndian(BigInt(callId), 8), ...texts);
    const bytes = new Uint8Array(await crypto.subtle.deriveBits(derivation(info), callKey, 256));
    try {
        return await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits']);
    } finally {
        bytes.fill(0);
    }
}

/**
 * A call key from its bytes, which stay the caller's to overwrite.
 * @param {Uint8Array} bytes 32
 */
export const importCallKey = (bytes) => crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits']);
