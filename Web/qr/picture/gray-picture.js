import { localMeans } from './local-means.js';

/** The amount by which edges are sharpened. */
const gain = 2;

/**
 * The brightness of a picture, row by row, from 0 to 255.
 * @typedef {{ width: number, height: number, light: Uint8Array }} GrayPicture
 */

/**
 * A canvas's picture in gray. Transparent pixels are white, as on paper.
 * @param {{ width: number, height: number, data: ArrayLike<number> }} image red, green, blue, alpha
 * @returns {GrayPicture}
 */
export function grayPicture({ width, height, data }) {
    const light = new Uint8Array(width * height);
    for (let at = 0, from = 0; at < light.length; at += 1, from += 4) {
        const gray = (77 * data[from] + 150 * data[from + 1] + 29 * data[from + 2]) >> 8;
        const alpha = data[from + 3];
        light[at] = alpha === 255 ? gray : 255 - Math.round(((255 - gray) * alpha) / 255);
    }
    return { width, height, light };
}

/**
 * Inverts the picture: a code may be light on dark.
 * @param {GrayPicture} picture
 * @returns {GrayPicture}
 */
export const inverted = ({ width, height, light }) => ({ width, height, light: light.map((value) => 255 - value) });

/**
 * Half as wide and high: each value is the mean of four, which halves noise.
 * @param {GrayPicture} picture
 * @returns {GrayPicture}
 */
export function halved({ width, height, light }) {
    const [newWidth, newHeight] = [width >> 1, height >> 1];
    const half = new Uint8Array(newWidth * newHeight);
    for (let y = 0, at = 0; y < newHeight; y += 1) {
        for (let x = 0, from = 2 * y * width; x < newWidth; x += 1, from += 2, at += 1) {
            half[at] = (light[from] + light[from + 1] + light[from + width] + light[from + width + 1] + 2) >> 2;
        }
    }
    return { width: newWidth, height: newHeight, light: half };
}

/**
 * The picture with sharpened edges, for a blurred one.
 * @param {GrayPicture} picture
 * @param {number} radius of the blur in pixels
 * @returns {GrayPicture}
 */
export function deblurred({ width, height, light }, radius) {
    const means = localMeans({ width, height, light }, radius);
    const sharp = new Uint8ClampedArray(light.length);
    for (let at = 0; at < light.length; at += 1) sharp[at] = light[at] + gain * (light[at] - means[at]);
    return { width, height, light: new Uint8Array(sharp.buffer) };
}
