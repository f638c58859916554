/**
 * A slot as it is: whom it shows or showed last, and whether it shows them now. It is for one track, as for one codec: frames of
 * a camera are opened by other keys than those of a screen.
 * @typedef {{ id: number, feed: number | null, codec: string, track?: string, isShown: boolean }} SlotState
 */
/**
 * @template Wanted
 * @typedef {{ shown: { id: number, picture: Wanted }[], idle: number[], made: Wanted[], ended: number[] }} SlotPlan `ended` make room for what is made
 */

/**
 * Which slots show whom: who is shown keeps the slot; the others, in order, get the slot that was theirs last, else one that
 * is idle, else a new one while there may be more, else one in place of an idle slot that carries another codec or track. Pure.
 * @template {{ feed: number, codec: string, track?: string }} Wanted
 * @param {SlotState[]} slots
 * @param {Wanted[]} pictures by importance
 * @param {number} most how many slots there may be
 * @returns {SlotPlan<Wanted>}
 */
export function planSlots(slots, pictures, most) {
    const wanted = pictures.slice(0, most);
    /** @type {Map<Wanted, SlotState>} */
    const given = new Map();
    const take = (/** @type {Wanted} */ picture, /** @type {SlotState | undefined} */ slot) => { if (slot) given.set(picture, slot); };
    const suits = (/** @type {SlotState} */ slot, /** @type {Wanted} */ picture) => slot.codec === picture.codec && slot.track === picture.track;
    const isFree = (/** @type {SlotState} */ slot) => ![...given.values()].includes(slot);
    for (const picture of wanted) take(picture, slots.find((slot) => slot.isShown && slot.feed === picture.feed && suits(slot, picture)));
    for (const picture of wanted) if (!given.has(picture)) take(picture, slots.find((slot) => isFree(slot) && slot.feed === picture.feed && suits(slot, picture)));
    for (const picture of wanted) if (!given.has(picture)) take(picture, slots.find((slot) => isFree(slot) && suits(slot, picture)));
    const left = wanted.filter((picture) => !given.has(picture));
    const others = slots.filter(isFree);
    const room = Math.max(0, most - slots.length);
    const ended = others.slice(0, Math.max(0, Math.min(left.length - room, others.length))).map(({ id }) => id);
    return {
        shown: [...given].map(([picture, { id }]) => ({ id, picture })), made: left.slice(0, room + ended.length), ended,
        idle: others.filter(({ id, isShown }) => isShown && !ended.includes(id)).map(({ id }) => id),
    };
}

/** Windows that are as small as a phone's have so many slots, others so many. */
const counts = { phone: 9, desktop: 25 };
const phoneSide = 600;

/**
 * How many slots a window has at most.
 * @param {{ width: number, height: number }} window
 */
export const slotCount = ({ width, height }) => (Math.min(width, height) < phoneSide ? counts.phone : counts.desktop);
