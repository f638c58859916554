/** The start code that is written; three-byte ones are read as well (ITU-T H.264 Annex B). */
export const startCode = Uint8Array.of(0, 0, 0, 1);

/**
 * The NAL units of a byte stream, without start codes and trailing zero bytes; empty ones are left out. Null when
 * something other than zeros comes before the first start code.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array[] | null}
 */
export function nalUnits(bytes) {
    /** @type {Uint8Array[]} */
    const units = [];
    let start = -1;
    const close = (/** @type {number} */ end) => {
        while (end > Math.max(start, 0) && bytes[end - 1] === 0) end -= 1;
        if (start < 0) return end === 0;
        if (end > start) units.push(bytes.subarray(start, end));
        return true;
    };
    let index = 0;
    while (index + 2 < bytes.length) {
        // The third byte tells the minimum distance to the next start code.
        if (bytes[index + 2] > 1) index += 3;
        else if (bytes[index + 2] === 0) index += 1;
        else {
            if (bytes[index] === 0 && bytes[index + 1] === 0) {
                if (!close(index)) return null;
                start = index + 3;
            }
            index += 3;
        }
    }
    return start >= 0 && close(bytes.length) ? units : null;
}
