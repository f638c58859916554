/**
 * The global that `vendor/qrcode.js` (Debian's node-qrcode-generator, MIT) defines in every page.
 * @typedef {object} QRLibrary
 * @property {Record<string, (text: string) => number[]>} stringToBytesFuncs
 * @property {(text: string) => number[]} stringToBytes
 */
/** @typedef {{ addData: (text: string, mode: 'Byte') => void, make: () => void, getModuleCount: () => number, isDark: (row: number, column: number) => boolean }} QREncoder */

/**
 * The dark modules of a QR code (ISO/IEC 18004, error correction M) as one SVG path with modules 1 wide; null if the text is too long for a
 * code, or the library is not loaded.
 * @param {string} text
 * @returns {{ size: number, path: string } | null}
 */
export function qrCode(text) {
    const { qrcode } = /** @type {{ qrcode?: QRLibrary & ((version: 0, level: 'M') => QREncoder) }} */ (globalThis);
    if (!qrcode) return null;
    qrcode.stringToBytes = qrcode.stringToBytesFuncs['UTF-8'];
    const encoder = qrcode(0, 'M');
    try {
        encoder.addData(text, 'Byte');
        encoder.make();
    } catch {
        // It throws a string if no version can hold the text.
        return null;
    }
    const size = encoder.getModuleCount();
    return { size, path: pathOf(encoder, size) };
}

/**
 * Runs of dark modules in a row are joined.
 * @param {QREncoder} encoder
 * @param {number} size
 */
function pathOf(encoder, size) {
    let path = '';
    for (let row = 0; row < size; row += 1) {
        for (let column = 0; column < size; column += 1) {
            const start = column;
            while (column < size && encoder.isDark(row, column)) column += 1;
            if (column > start) path += `M${start} ${row}h${column - start}v1h${start - column}z`;
        }
    }
    return path;
}
