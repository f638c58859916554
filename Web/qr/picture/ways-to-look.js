import { deblurred, halved, inverted } from './gray-picture.js';

/** @typedef {import('./gray-picture.js').GrayPicture} GrayPicture */
/**
 * @typedef {object} Way
 * @property {(picture: GrayPicture) => GrayPicture} change what is done to it before
 * @property {number} surroundings which share of its longer side a pixel is compared with
 */

const asItIs = (/** @type {GrayPicture} */ picture) => picture;
const quartered = (/** @type {GrayPicture} */ picture) => halved(halved(picture));
/** Works for codes of any size in uneven light, except for those with few modules that fill the picture. */
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
 * The attempts for one of many successive pictures, as from a camera: the most useful ones, and a different one each time.
 * @param {number} number of the picture
 */
export const waysForFrame = (number) => [waysToLook[0], waysToLook[1 + (number % (waysToLook.length - 1))]];
