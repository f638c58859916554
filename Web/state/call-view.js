import { noSpotlight, spoken, withoutPerson } from './spotlight.js';

/** @typedef {import('../views/calls/stage-layout.js').Corner} Corner */
/** @typedef {import('../views/calls/stage-layout.js').StageSize} StageSize */
/**
 * How the person looks at a call.
 * @typedef {object} CallView
 * @property {'auto' | 'grid' | 'speaker'} mode `auto`: all alike, unless somebody shares a screen
 * @property {number | import('../views/calls/stage-layout.js').ScreenId | null} pinned whom the person wants to see large, or whose screen
 * @property {number} page the page of tiles, from 0
 * @property {Corner} corner where the own picture lies over that of the other
 * @property {StageSize | null} size of the stage; null before it was drawn
 * @property {Record<string, number>} shapes width by height of pictures, by user and 'own'
 * @property {import('./spotlight.js').Spotlight} spotlight
 * @property {boolean} isIdle nothing was moved or pressed for a while
 * @property {boolean} isFull the page fills the screen
 * @property {boolean} showsKeys
 */

/**
 * A call as one begins to look at it; the stage may be that of the call before.
 * @param {CallView} [before]
 * @returns {CallView}
 */
export const newView = (before) => ({
    mode: 'auto', pinned: null, page: 0, corner: before?.corner ?? 'bottom-end', size: before?.size ?? null, shapes: {}, spotlight: noSpotlight(),
    isIdle: false, isFull: before?.isFull ?? false, showsKeys: false,
});

/**
 * Others speak than before.
 * @param {CallView} view
 * @param {number[]} spoke
 * @param {number[]} speak
 * @param {number} now Unix milliseconds
 * @returns {CallView}
 */
export const viewSpoken = (view, spoke, speak, now) => ({ ...view, spotlight: spoken(view.spotlight, spoke, speak, now) });

/**
 * Somebody has left: nothing of theirs is looked at any more.
 * @param {CallView} view
 * @param {number} userId
 * @returns {CallView}
 */
export function viewWithout(view, userId) {
    const { [userId]: _, ...shapes } = view.shapes;
    return viewWithoutScreen({ ...view, shapes, pinned: view.pinned === userId ? null : view.pinned, spotlight: withoutPerson(view.spotlight, userId) }, userId);
}

/**
 * Somebody shares their screen no more.
 * @param {CallView} view
 * @param {number} userId
 * @returns {CallView}
 */
export const viewWithoutScreen = (view, userId) => (view.pinned === `screen-${userId}` ? { ...view, pinned: null } : view);
