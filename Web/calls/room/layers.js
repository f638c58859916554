/**
 * The simulcast layers of video by number, 0 the lowest: each layer's RID, the factor by which it scales down the camera's picture, and its
 * highest bitrate in bits a second.
 */
export const layers = Object.freeze([
    { rid: 'l', scale: 4, bitrate: 150_000 },
    { rid: 'm', scale: 2, bitrate: 500_000 },
    { rid: 'h', scale: 1, bitrate: 1_200_000 },
]);
export const topLayer = layers.length - 1;

/** The media server takes the first RID of a description as the highest layer. */
export const describedLayers = Object.freeze([...layers].reverse());

/** @typedef {(number | null)[]} LayerPlan bits a second for each layer, null for one that is not sent */

/** The picture heights, in pixels, up to which a layer suffices. */
const heights = [240, 480];

/**
 * The lowest layer that suffices for a picture of this height.
 * @param {number} height in pixels of the screen
 */
export const layerForHeight = (height) => heights.filter((limit) => height > limit).length;

/**
 * The layer that is sent before a receiver has requested one: the more participants there are, the smaller each is shown.
 * @param {number} others how many are in the call beside this device
 */
export const startLayer = (others) => (others <= 1 ? topLayer : others <= 4 ? 1 : 0);
