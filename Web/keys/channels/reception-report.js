import { bigEndian, concat } from '../../frames/bytes.js';

/**
 * The reception of one track: the share of lost packets, in 65 536ths, and the interarrival jitter in milliseconds.
 * @typedef {{ loss: number, jitter: number }} Arrival
 */
/**
 * How a sender's media arrives at a receiver (e2ee 5, `report`): `bitrate` is what of its
 * video the line can carry, in kilobits a second, 0 while nothing was too much; `freezes` since the report before, `layer` null for none.
 * @typedef {{ video: Arrival, audio: Arrival, bitrate: number, freezes: number, layer: number | null }} ReceptionReport
 */

const noLayer = 255;
/** The number of bytes it takes in a report. */
export const receptionLength = 15;

/** @param {ReceptionReport} report */
export function bytesOfReception({ video, audio, bitrate, freezes, layer }) {
    return concat(
        ...[video.loss, video.jitter, audio.loss, audio.jitter].map((value) => bigEndian(BigInt(value), 2)),
        bigEndian(BigInt(bitrate), 4), bigEndian(BigInt(freezes), 2), Uint8Array.of(layer ?? noLayer),
    );
}

/**
 * @param {Uint8Array} bytes
 * @returns {ReceptionReport}
 */
export function receptionOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return {
        video: { loss: view.getUint16(0), jitter: view.getUint16(2) }, audio: { loss: view.getUint16(4), jitter: view.getUint16(6) },
        bitrate: view.getUint32(8), freezes: view.getUint16(12), layer: bytes[14] === noLayer ? null : bytes[14],
    };
}
