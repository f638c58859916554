import { noSpotlight, spoken, withoutPerson } from './spotlight.js';

/** In milliseconds: a person who is back or shares again this soon is pinned as before. */
const pinKept = 60_000;

/** @typedef {import('./stage-layout.js').Corner} Corner */
/** @typedef {import('./stage-layout.js').StageSize} StageSize */
/**
 * @typedef {object} CallView
 * @property {'auto' | 'grid' | 'speaker'} mode `auto`: grid view, unless someone shares a screen
 * @property {number | import('./stage-layout.js').ScreenId | null} pinned whom the person wants to see large, or whose screen
 * @property {{ id: NonNullable<CallView['pinned']>, at: number } | null} unpinned the tile that was pinned and has gone meanwhile, and when
 * @property {number} page the page of tiles, from 0
 * @property {Corner} corner where the own picture lies over that of the other
 * @property {boolean} isSwapped in a call of two, the own picture is the large one
 * @property {StageSize | null} size of the stage; null before it was drawn
 * @property {Record<string, number>} shapes width by height of pictures, by user, 'own' and screen
 * @property {import('./spotlight.js').Spotlight} spotlight
 * @property {boolean} isIdle nothing was moved or pressed for a while
 * @property {boolean} isFull the page fills the screen
 * @property {boolean} showsKeys
 */

/**
 * The initial view of a call; the stage may be that of the previous call.
 * @param {CallView} [before]
 * @returns {CallView}
 */
export const newView = (before) => ({
    mode: 'auto', pinned: null, unpinned: null, page: 0, corner: before?.corner ?? 'bottom-end', isSwapped: false, size: before?.size ?? null, shapes: {}, spotlight: noSpotlight(),
    isIdle: false, isFull: before?.isFull ?? false, showsKeys: false,
});

/**
 * @param {CallView} view
 * @param {number[]} spoke
 * @param {number[]} speak
 * @param {number} now Unix milliseconds
 * @returns {CallView}
 */
export const viewSpoken = (view, spoke, speak, now) => ({ ...view, spotlight: spoken(view.spotlight, spoke, speak, now) });

/**
 * Someone has left: their part of the view is dropped.
 * @param {CallView} view
 * @param {number} userId
 * @param {number} now Unix milliseconds
 * @returns {CallView}
 */
export function viewWithout(view, userId, now) {
    const { [userId]: _, ...shapes } = view.shapes;
    return without(viewWithoutScreen({ ...view, shapes, spotlight: withoutPerson(view.spotlight, userId) }, userId, now), userId, now);
}

/**
 * @param {CallView} view
 * @param {number} userId
 * @param {number} now Unix milliseconds
 */
export function viewWithoutScreen(view, userId, now) {
    const id = /** @type {const} */ (`screen-${userId}`);
    const { [id]: _, ...shapes } = view.shapes;
    return without({ ...view, shapes }, id, now);
}

/**
 * @param {CallView} view
 * @param {NonNullable<CallView['pinned']>} id
 * @param {number} now Unix milliseconds
 * @returns {CallView}
 */
const without = (view, id, now) => (view.pinned === id ? { ...view, pinned: null, unpinned: { id, at: now } } : view);

/**
 * Someone has joined, or shares their screen: a lost connection doesn't lose its pin, unless the person has chosen otherwise since.
 * @param {CallView} view
 * @param {NonNullable<CallView['pinned']>} id
 * @param {number} now Unix milliseconds
 * @returns {CallView}
 */
export function viewWith(view, id, now) {
    const { pinned, unpinned } = view;
    return pinned === null && unpinned?.id === id && now - unpinned.at < pinKept ? { ...view, pinned: id, unpinned: null } : view;
}
