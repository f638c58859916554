/**
 * The layers in which video is sent, by their numbers, 0 the lowest: what they are called in a description, by how much the
 * picture of the camera is scaled down, and how many bits a second they take at most.
 */
export const layers = Object.freeze([
    { rid: 'l', scale: 4, bitrate: 150_000 },
    { rid: 'm', scale: 2, bitrate: 500_000 },
    { rid: 'h', scale: 1, bitrate: 1_200_000 },
]);
export const topLayer = layers.length - 1;

/** The media server takes the first of a description for the highest. */
export const describedLayers = Object.freeze([...layers].reverse());

/** @typedef {(number | null)[]} LayerPlan bits a second for each layer, null for one that is not sent */

/** Pictures that are as high in pixels, or less, are well shown by a layer. */
const heights = [240, 480];

/**
 * The lowest layer that shows a picture of this height well.
 * @param {number} height in pixels of the screen
 */
export const layerForHeight = (height) => heights.filter((limit) => height > limit).length;

/**
 * The layer that is sent before a receiver has said what it wants: the more others there are, the smaller each is shown.
 * @param {number} others how many are in the call beside this device
 */
export const startLayer = (others) => (others <= 1 ? topLayer : others <= 4 ? 1 : 0);
