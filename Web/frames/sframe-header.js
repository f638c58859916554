/**
 * The SFrame header: which key sealed a frame, and its counter under that key (RFC 9605 section 4.3).
 * @typedef {{ keyID: bigint, counter: bigint }} SFrameHeader
 */

/** @param {bigint} value */
function lengthOf(value) {
    let length = 1;
    for (let rest = value >> 8n; rest > 0n; rest >>= 8n) length += 1;
    return length;
}

/**
 * The one encoding of a header.
 * @param {SFrameHeader} header
 * @returns {Uint8Array}
 */
export function encodeHeader({ keyID, counter }) {
    const bytes = [0];
    // Four bits: the value itself below 8, else the extension bit and the length minus one.
    const append = (/** @type {bigint} */ value) => {
        if (value < 8n) return Number(value);
        const length = lengthOf(value);
        for (let shift = BigInt(length - 1) * 8n; shift >= 0n; shift -= 8n) bytes.push(Number((value >> shift) & 0xffn));
        return 0x8 | (length - 1);
    };
    const high = append(keyID);
    bytes[0] = (high << 4) | append(counter);
    return Uint8Array.from(bytes);
}

/**
 * Reads a header from the front of bytes; null if they aren't a header. Strict: every pair of values has one encoding.
 * @param {Uint8Array} bytes
 * @returns {{ header: SFrameHeader, length: number } | null}
 */
export function decodeHeader(bytes) {
    if (bytes.length === 0) return null;
    let position = 1;
    const read = (/** @type {number} */ flags) => {
        if ((flags & 0x8) === 0) return BigInt(flags);
        const end = position + (flags & 0x7) + 1;
        // A leading zero, or a value that fits the flags, would be a second encoding.
        if (end > bytes.length || bytes[position] === 0) return null;
        let value = 0n;
        for (; position < end; position += 1) value = (value << 8n) | BigInt(bytes[position]);
        return value < 8n ? null : value;
    };
    const keyID = read(bytes[0] >> 4);
    if (keyID === null) return null;
    const counter = read(bytes[0] & 0x0f);
    return counter === null ? null : { header: { keyID, counter }, length: position };
}
