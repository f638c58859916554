/**
 * Keeps bytes from looking like a start code (ITU-T H.264 section 7.4.1.1): 00 00 before a byte below 4 becomes 00 00 03.
 * @param {Uint8Array} bytes
 * @param {number} zeros how many of the clear bytes just before are zero: the run continues
 * @returns {Uint8Array}
 */
export function escape(bytes, zeros) {
    const output = new Uint8Array(bytes.length + Math.ceil(bytes.length / 2) + 1);
    let length = 0;
    let run = zeros;
    for (const byte of bytes) {
        if (run >= 2 && byte <= 3) {
            output[length++] = 3;
            run = 0;
        }
        output[length++] = byte;
        run = byte === 0 ? run + 1 : 0;
    }
    return output.slice(0, length);
}

/**
 * The bytes without their escapes; null if they contain a start code or an unnecessary escape.
 * @param {Uint8Array} bytes
 * @param {number} zeros
 * @returns {Uint8Array | null}
 */
export function unescape(bytes, zeros) {
    const output = new Uint8Array(bytes.length);
    let length = 0;
    let run = zeros;
    for (let index = 0; index < bytes.length; index += 1) {
        let byte = bytes[index];
        if (run >= 2 && byte <= 3) {
            if (byte !== 3 || index + 1 >= bytes.length || bytes[index + 1] > 3) return null;
            index += 1;
            byte = bytes[index];
            run = 0;
        }
        output[length++] = byte;
        run = byte === 0 ? run + 1 : 0;
    }
    return output.slice(0, length);
}
