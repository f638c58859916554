import { deblurred, halved, inverted } from './gray-picture.js';

/** @typedef {import('./gray-picture.js').GrayPicture} GrayPicture */
/**
 * @typedef {object} Way
 * @property {(picture: GrayPicture) => GrayPicture} change what is done to it before
 * @property {number} surroundings which share of its longer side a pixel is compared with
 */

const asItIs = (/** @type {GrayPicture} */ picture) => picture;
const quartered = (/** @type {GrayPicture} */ picture) => halved(halved(picture));
/** Fits codes of any size that are in light of any unevenness, but for those that fill the picture with few modules. */
const usual = 1 / 8;
const wide = 1 / 2;

/** @type {Way[]} all ways that find what others do not, the most useful first */
export const waysToLook = [
    { change: asItIs, surroundings: usual },
    { change: inverted, surroundings: usual },
    { change: halved, surroundings: usual },
    { change: (picture) => deblurred(picture, 3), surroundings: usual },
    { change: (picture) => deblurred(picture, 6), surroundings: usual },
    { change: asItIs, surroundings: wide },
    { change: quartered, surroundings: wide },
    { change: (picture) => inverted(quartered(picture)), surroundings: wide },
];

/**
 * Those for one of many pictures that follow each other, as a camera takes them: the most useful, and each time another.
 * @param {number} number of the picture
 */
export const waysForFrame = (number) => [waysToLook[0], waysToLook[1 + (number % (waysToLook.length - 1))]];
