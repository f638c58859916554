import { decodeBase64URL, encodeBase64URL } from '../signing/base64url.js';
import { isAcceptable } from '../signing/signing-keys.js';

/** @typedef {import('./safety-number.js').Shown} Shown */
/**
 * Why a text isn't a device's code: not a code, that of two devices, impossible ids, an invalid key.
 * @typedef {'notACode' | 'pairCode' | 'malformedAddress' | 'malformedKey'} DeviceCodeProblem
 */

/**
 * The QR code of one device, for its person's other devices to vouch for it (e2ee 1).
 * @param {Shown} device
 */
export const deviceCodeOf = ({ address, sign }) => `ecall:2:${address}:${sign}`;

/**
 * @param {string} text
 * @returns {(Shown & { userId: number, deviceId: number, problem?: undefined }) | { problem: DeviceCodeProblem }}
 */
export function readDeviceCode(text) {
    const parts = text.split(':');
    if (parts.length < 4 || parts[0] !== 'ecall' || parts[1] !== '2') return { problem: 'notACode' };
    if (parts.length > 4) return { problem: 'pairCode' };
    const [, , address, sign] = parts;
    const [userId, deviceId] = (/^([1-9][0-9]*)_([1-9][0-9]*)$/.exec(address) ?? []).slice(1).map(Number);
    if (!Number.isSafeInteger(userId) || !Number.isSafeInteger(deviceId)) return { problem: 'malformedAddress' };
    const bytes = decodeBase64URL(sign);
    if (!bytes || encodeBase64URL(bytes) !== sign || !isAcceptable(sign)) return { problem: 'malformedKey' };
    return { address, sign, userId, deviceId };
}
