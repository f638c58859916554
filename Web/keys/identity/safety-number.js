import { concat, utf8 } from '../../frames/bytes.js';
import { decodeBase64URL } from '../signing/base64url.js';

/** @typedef {{ sign: string, address: string }} Shown */

const iterations = 5200;

/** @param {Uint8Array} bytes */
const sha512 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-512', bytes));

/**
 * The 30 digits of one device (e2ee 1).
 * @param {Shown} device
 */
export async function digitsOf({ sign, address }) {
    const key = decodeBase64URL(sign) ?? new Uint8Array();
    let hash = await sha512(concat(Uint8Array.of(0, 0), key, utf8(address)));
    for (let round = 0; round < iterations; round += 1) hash = await sha512(concat(hash, key));
    return Array.from({ length: 6 }, (_, group) => {
        const number = hash.subarray(group * 5, group * 5 + 5).reduce((value, byte) => value * 256 + byte, 0);
        return String(number % 100_000).padStart(5, '0');
    }).join('');
}

/**
 * The 60 digits of a pair of devices, the same on both devices.
 * @param {Shown} one
 * @param {Shown} other
 */
export const safetyNumberOf = async (one, other) => (await Promise.all([digitsOf(one), digitsOf(other)])).sort().join('');

/**
 * The content of a QR code, this device first.
 * @param {Shown} own
 * @param {Shown} other
 */
export const codeTextOf = (own, other) => `ecall:2:${own.address}:${own.sign}:${other.address}:${other.sign}`;
