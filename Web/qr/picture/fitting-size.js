/**
 * The size of a picture, reduced if a side is too long; at least one pixel.
 * @param {{ width: number, height: number }} picture
 * @param {number} longest
 */
export function fittingSize({ width, height }, longest) {
    const scale = Math.min(1, longest / Math.max(width, height));
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
