import { bigEndian, concat } from '../../frames/bytes.js';
import { decodeBase64URL, encodeBase64URL } from '../signing/base64url.js';
import { isInteger } from '../signing/signed-payload.js';
import { bytesOfGestures, gesturesOf } from './gestures.js';
import { bytesOfReception, receptionLength, receptionOf } from './reception-report.js';

/** @typedef {import('./key-channel.js').ChannelKey} ChannelKey */
/**
 * The content of a report (e2ee 5): the reception of the addressee's media, null if it is left unchanged, and the gestures that the sender
 * shows everyone.
 * @typedef {{ reception: import('./reception-report.js').ReceptionReport | null, gestures: import('./gestures.js').Gestures }} ReportContent
 */
/**
 * Carries a report to its addressee: `n.sealed`, n from 0, counted separately from the numbers of keys.
 * @typedef {{ n: number, sealed: Uint8Array }} ReportMessage
 */

const version = 1;
/** The bytes of a report: unused ones are zero, so that its length reveals nothing. */
const reportLength = 64;
const sealedLength = reportLength + 16;
const gesturesStart = 1 + receptionLength;
/** 0 if the report contains the reception; any other value if it doesn't. */
const scopeOffset = gesturesStart + 3;

/**
 * The values that a client without gestures reads if the reception is left out: as at the beginning of a call. It must not conclude that
 * its video isn't shown, since it would then send none, and no one would report any.
 * @type {Readonly<import('./reception-report.js').ReceptionReport>}
 */
export const unsaid = Object.freeze({ video: { loss: 0, jitter: 0 }, audio: { loss: 0, jitter: 0 }, bitrate: 350, freezes: 0, layer: 0 });

/**
 * @param {ReportContent} content
 */
export function bytesOfReport({ reception, gestures }) {
    const scope = reception ? 0 : 1;
    const written = concat(Uint8Array.of(version), bytesOfReception(reception ?? unsaid), bytesOfGestures(gestures), Uint8Array.of(scope));
    return concat(written, new Uint8Array(reportLength - written.length));
}

/**
 * Null for another length or version. Additions that a later client makes within the same version are ignored.
 * @param {Uint8Array} bytes
 * @returns {ReportContent | null}
 */
export function reportOf(bytes) {
    if (bytes.length !== reportLength || bytes[0] !== version) return null;
    return {
        reception: bytes[scopeOffset] === 0 ? receptionOf(bytes.subarray(1, gesturesStart)) : null,
        gestures: gesturesOf(bytes.subarray(gesturesStart, scopeOffset)),
    };
}

/**
 * Null for anything but the canonical form of a report.
 * @param {string} text
 * @returns {ReportMessage | null}
 */
export function readReportMessage(text) {
    const parts = text.split('.');
    if (parts.length !== 2 || !isInteger(parts[0])) return null;
    const sealed = decodeBase64URL(parts[1]);
    return sealed?.length === sealedLength ? { n: Number(parts[0]), sealed } : null;
}

/** @param {number} n */
const parameters = (n) => ({ name: 'AES-GCM', iv: bigEndian(BigInt(n), 12) });

/**
 * Seals a report like a key, with the channel's key for reports, and returns the message. The caller must use each n only once.
 * @param {ReportContent} content
 * @param {number} n
 * @param {ChannelKey} channel
 */
export async function sealReport(content, n, channel) {
    const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters(n), channel.reports, bytesOfReport(content)));
    return `${n}.${encodeBase64URL(sealed)}`;
}

/**
 * Null on every failure.
 * @param {ReportMessage} message
 * @param {ChannelKey} channel
 */
export async function openReport({ n, sealed }, channel) {
    try {
        return reportOf(new Uint8Array(await crypto.subtle.decrypt(parameters(n), channel.reports, sealed)));
    } catch {
        return null;
    }
}
