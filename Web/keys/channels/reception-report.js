import { bigEndian, concat } from '../../frames/bytes.js';
import { decodeBase64URL, encodeBase64URL } from '../signing/base64url.js';
import { isInteger } from '../signing/signed-payload.js';

/** @typedef {import('./key-channel.js').ChannelKey} ChannelKey */
/**
 * What arrives of one track: the share that is lost, in 65 536 parts, and the interarrival jitter in milliseconds.
 * @typedef {{ loss: number, jitter: number }} Arrival
 */
/**
 * How a sender's media arrives at a receiver (e2ee 5, `report`): `bitrate` is what of its
 * video the line can carry, in kilobits a second, 0 while nothing was too much; `freezes` since the report before, `layer` null for none.
 * @typedef {{ video: Arrival, audio: Arrival, bitrate: number, freezes: number, layer: number | null }} ReceptionReport
 */
/**
 * Brings a report to the sender it is about: `n.sealed`, n from 0, apart from the numbers of keys.
 * @typedef {{ n: number, sealed: Uint8Array }} ReportMessage
 */

const version = 1;
const noLayer = 255;
/** The bytes of a report: what is not used is zero, so that its length tells nothing. */
const reportLength = 64;
const sealedLength = reportLength + 16;

/** @param {ReceptionReport} report */
function bytesOf({ video, audio, bitrate, freezes, layer }) {
    const written = concat(
        Uint8Array.of(version), ...[video.loss, video.jitter, audio.loss, audio.jitter].map((value) => bigEndian(BigInt(value), 2)),
        bigEndian(BigInt(bitrate), 4), bigEndian(BigInt(freezes), 2), Uint8Array.of(layer ?? noLayer),
    );
    return concat(written, new Uint8Array(reportLength - written.length));
}

/**
 * Null for another length or version.
 * @param {Uint8Array} bytes
 * @returns {ReceptionReport | null}
 */
function reportOf(bytes) {
    if (bytes.length !== reportLength || bytes[0] !== version) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return {
        video: { loss: view.getUint16(1), jitter: view.getUint16(3) }, audio: { loss: view.getUint16(5), jitter: view.getUint16(7) },
        bitrate: view.getUint32(9), freezes: view.getUint16(13), layer: bytes[15] === noLayer ? null : bytes[15],
    };
}

/**
 * Null for anything but the one text of a report.
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
 * Seals a report as keys are sealed, under the channel's key for reports; answers the text. The caller answers for using
 * each n once.
 * @param {ReceptionReport} report
 * @param {number} n
 * @param {ChannelKey} channel
 */
export async function sealReport(report, n, channel) {
    const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters(n), channel.reports, bytesOf(report)));
    return `${n}.${encodeBase64URL(sealed)}`;
}

/**
 * Opens it; null on every failure.
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
