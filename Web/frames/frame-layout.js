import { concat } from './bytes.js';
import { nalUnits, startCode } from './annex-b.js';
import { escape, unescape } from './emulation-prevention.js';
import { BitReader } from './bit-reader.js';

/** @typedef {'opus' | 'h264' | 'vp8'} FrameCodec */
/**
 * A frame before it is sealed: the parameter sets sent in clear before it, its clear bytes (the SFrame metadata), the bytes to encrypt, and
 * whether a decoder can start with it.
 * @typedef {{ hints: Uint8Array, clear: Uint8Array, plaintext: Uint8Array, isKeyFrame: boolean }} PlainFrame
 */
/** @typedef {{ clear: Uint8Array, sealed: Uint8Array, isKeyFrame: boolean }} SealedFrame */

const none = new Uint8Array();
const nal = Object.freeze({ slice: 1, instantRefresh: 5, sequenceParameters: 7, pictureParameters: 8 });
/** Follows the ciphertext, so that the unit does not end in a zero byte. */
const terminator = 0x80;

/** @param {FrameCodec} codec */
export const hasKeyFrames = (codec) => codec !== 'opus';

/**
 * Splits an encoder's frame into its parts, or gives the reason why it cannot be sealed (e2ee 8.4).
 * @param {Uint8Array} frame
 * @param {FrameCodec} codec
 * @returns {PlainFrame | 'emptyFrame' | 'unsupportedFrame'}
 */
export function parseFrame(frame, codec) {
    if (frame.length === 0) return 'emptyFrame';
    if (codec === 'opus') return { hints: none, clear: none, plaintext: frame, isKeyFrame: true };
    if (codec === 'h264') return parseAccessUnit(frame);
    const clear = vp8ClearLength(frame[0]);
    if (frame.length < clear) return 'emptyFrame';
    return { hints: none, clear: frame.subarray(0, clear), plaintext: frame.subarray(clear), isKeyFrame: (frame[0] & 1) === 0 };
}

/**
 * @param {PlainFrame} frame
 * @param {Uint8Array} sealed
 * @param {FrameCodec} codec
 */
export function assembleFrame(frame, sealed, codec) {
    if (codec === 'opus') return sealed;
    if (codec === 'vp8') return concat(frame.clear, sealed);
    const body = escape(concat(sealed, Uint8Array.of(terminator)), trailingZeros(frame.clear));
    return concat(frame.hints, startCode, frame.clear, body);
}

/**
 * Splits a received payload into its parts; null if it isn't a sealed frame of this codec.
 * @param {Uint8Array} payload
 * @param {FrameCodec} codec
 * @returns {SealedFrame | null}
 */
export function splitFrame(payload, codec) {
    if (codec === 'opus') return { clear: none, sealed: payload, isKeyFrame: true };
    if (codec === 'h264') return splitAccessUnit(payload);
    const clear = payload.length > 0 ? vp8ClearLength(payload[0]) : 0;
    if (payload.length <= clear) return null;
    return { clear: payload.subarray(0, clear), sealed: payload.subarray(clear), isKeyFrame: (payload[0] & 1) === 0 };
}

/** @param {number} first */
const vp8ClearLength = (first) => ((first & 1) === 0 ? 10 : 3);

/**
 * H.264: the whole access unit is sealed and sent as one slice NAL unit, after copies of SPS and PPS.
 * @param {Uint8Array} frame
 * @returns {PlainFrame | 'unsupportedFrame'}
 */
function parseAccessUnit(frame) {
    const units = nalUnits(frame);
    if (!units) return 'unsupportedFrame';
    /** @type {Uint8Array[]} */
    const plaintext = [];
    /** @type {Uint8Array[]} */
    const hints = [];
    /** @type {Uint8Array | null} */
    let firstSlice = null;
    const parameterSets = new Set();
    for (const unit of units) {
        const type = unit[0] & 0x1f;
        if (type === nal.slice || type === nal.instantRefresh) firstSlice ??= unit;
        else if (type === nal.sequenceParameters || type === nal.pictureParameters) {
            hints.push(startCode, unit);
            parameterSets.add(type);
        } else continue;
        if (unit[0] & 0x80) return 'unsupportedFrame';
        plaintext.push(startCode, unit);
    }
    if (!firstSlice || !isReadableFirstSlice(firstSlice)) return 'unsupportedFrame';
    const isKeyFrame = (firstSlice[0] & 0x1f) === nal.instantRefresh;
    if (isKeyFrame && parameterSets.size < 2) return 'unsupportedFrame';
    return { hints: concat(...hints), clear: firstSlice.slice(0, 2), plaintext: concat(...plaintext), isKeyFrame };
}

/**
 * @param {Uint8Array} payload
 * @returns {SealedFrame | null}
 */
function splitAccessUnit(payload) {
    const slices = (nalUnits(payload) ?? []).filter((unit) => [nal.slice, nal.instantRefresh].includes(unit[0] & 0x1f));
    if (slices.length !== 1) return null;
    const [unit] = slices;
    if (unit.length <= 2 || unit[0] & 0x80) return null;
    const clear = unit.subarray(0, 2);
    const body = unescape(unit.subarray(2), trailingZeros(clear));
    if (!body || body.length === 0 || body[body.length - 1] !== terminator) return null;
    return { clear, sealed: body.subarray(0, body.length - 1), isKeyFrame: (unit[0] & 0x1f) === nal.instantRefresh };
}

/**
 * The number of zero bytes at the end of the two clear bytes: 0, 1 or 2.
 * @param {Uint8Array} clear
 */
const trailingZeros = (clear) => (clear[1] !== 0 ? 0 : clear[0] !== 0 ? 1 : 2);

/**
 * Whether first_mb_in_slice and pic_parameter_set_id are 0 for a parser that reads on into the ciphertext.
 * @param {Uint8Array} slice
 */
function isReadableFirstSlice(slice) {
    if (slice.length < 2) return false;
    const bits = new BitReader(slice.subarray(1, 5));
    const firstBlock = bits.readExpGolomb();
    const type = bits.readExpGolomb();
    return firstBlock === 0 && type !== null && type <= 9 && bits.readExpGolomb() === 0;
}
