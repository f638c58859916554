/**
 * The modules of a symbol, row by row, 1 for dark (ISO/IEC 18004 section 4).
 * @typedef {{ size: number, dark: Uint8Array }} Modules
 */

/**
 * The mirror image: rows become columns.
 * @param {Modules} modules
 * @returns {Modules}
 */
export function mirrored({ size, dark }) {
    const mirror = new Uint8Array(dark.length);
    for (let y = 0; y < size; y += 1) {
        for (let x = 0; x < size; x += 1) mirror[x * size + y] = dark[y * size + x];
    }
    return { size, dark: mirror };
}
