/**
 * The zoom of a shared screen: its factor, and the offset of its centre from that of its tile, in pixels. Pure.
 * @typedef {{ scale: number, x: number, y: number }} Zoom
 */
/** @typedef {{ x: number, y: number }} Point from the middle of the place */
/** @typedef {{ width: number, height: number }} Size */

/** @type {Zoom} */
export const whole = Object.freeze({ scale: 1, x: 0, y: 0 });
const most = 8;
/** The factors of a double press, and of one key press. */
const [twice, step] = [2, 1.25];

/**
 * The size of a picture that is shown whole in a tile.
 * @param {Size} picture
 * @param {Size} place
 * @returns {Size}
 */
export function within(picture, place) {
    if (!(picture.width > 0 && picture.height > 0)) return place;
    const scale = Math.min(place.width / picture.width, place.height / picture.height);
    return { width: picture.width * scale, height: picture.height * scale };
}

/**
 * No edge of the picture moves into the tile, unless the picture is smaller than the tile.
 * @param {Zoom} zoom
 * @param {Size} shown the picture as it is without
 * @param {Size} place
 * @returns {Zoom}
 */
export function kept({ scale, x, y }, shown, place) {
    const times = Math.min(most, Math.max(1, scale));
    const [across, down] = [Math.max(0, shown.width * times - place.width) / 2, Math.max(0, shown.height * times - place.height) / 2];
    const between = (/** @type {number} */ value, /** @type {number} */ end) => Math.min(end, Math.max(-end, value)) || 0;
    return { scale: times, x: between(x, across), y: between(y, down) };
}

/**
 * Zooms by a factor while the picture's point at a position stays there.
 * @param {Zoom} zoom
 * @param {number} times
 * @param {Point} at
 * @returns {Zoom}
 */
export function enlarged({ scale, x, y }, times, at) {
    const next = Math.min(most, Math.max(1, scale * times));
    const by = next / scale;
    return { scale: next, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by };
}

/**
 * A double press: the tile is filled, at least at twice the size; another one shows the whole picture again.
 * @param {Zoom} zoom
 * @param {Point} at
 * @param {Size} shown
 * @param {Size} place
 * @returns {Zoom}
 */
export function pressedTwice(zoom, at, shown, place) {
    if (zoom.scale > 1) return whole;
    return enlarged(zoom, Math.max(twice, place.width / shown.width, place.height / shown.height), at);
}

/**
 * @param {Zoom} zoom
 * @param {string} key
 * @returns {Zoom | null} null for another key
 */
export function pressed(zoom, key) {
    if (key === '+' || key === '=') return enlarged(zoom, step, { x: 0, y: 0 });
    if (key === '-') return enlarged(zoom, 1 / step, { x: 0, y: 0 });
    return key === '0' ? whole : null;
}
