/** @param {...Uint8Array} parts */
export function concat(...parts) {
    const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of parts) {
        joined.set(part, offset);
        offset += part.length;
    }
    return joined;
}

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);

/**
 * A whole number, most significant byte first.
 * @param {bigint} value
 * @param {number} length in bytes
 */
export function bigEndian(value, length) {
    const bytes = new Uint8Array(length);
    for (let index = length - 1, rest = value; index >= 0; index -= 1, rest >>= 8n) bytes[index] = Number(rest & 0xffn);
    return bytes;
}
