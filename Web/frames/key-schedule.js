import { bigEndian, concat, utf8 } from './bytes.js';

const salt = utf8('ECall SFrame v2');

/**
 * The SFrame base key of one track of the device that sends, for HKDF (e2ee 8). Its bytes are overwritten.
 * @param {Uint8Array} senderKey
 * @param {number} callId
 * @param {string} device `"<userId>_<deviceId>"`
 * @param {string} track
 */
export async function baseKeyOf(senderKey, callId, device, track) {
    const texts = [device, track].map(utf8).map((bytes) => concat(bigEndian(BigInt(bytes.length), 2), bytes));
    const info = concat(utf8('base key'), Uint8Array.of(0), bigEndian(BigInt(callId), 8), ...texts);
    const input = await crypto.subtle.importKey('raw', senderKey, 'HKDF', false, ['deriveBits']);
    const bytes = new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-512', salt, info }, input, 256));
    try {
        return await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits']);
    } finally {
        bytes.fill(0);
    }
}
