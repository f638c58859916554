import { VideoSlot } from './video-slot.js';

/** So many connections of a tab's life are kept for what cannot do without: sending, and the sound of all. */
const reserve = 20;
/** So often in a row a connection is made for somebody on which nothing comes. */
const mostEmpty = 3;

/** @typedef {import('./video-slot.js').Picture} Picture */

/** The pool of connections for video: made when first needed, moved from then on. One that breaks is replaced alone. */
export class VideoSlots {
    #parts;
    #most;
    /** @type {Map<number, VideoSlot>} */
    #slots = new Map();
    /** @type {Picture[]} */
    #wanted = [];
    #nextID = 1;
    /** @type {Map<string, number>} on how many connections in a row nothing came of whom */
    #empty = new Map();
    #isClosed = false;

    /**
     * @param {import('./receiving-connection.js').ReceivingParts} parts
     * @param {() => number} most how many there may be
     */
    constructor(parts, most) {
        this.#parts = parts;
        this.#most = most;
    }

    /** @param {Picture[]} pictures by importance: whose video to receive from now on */
    receive(pictures) {
        this.#wanted = pictures;
        this.#carryOut();
    }

    #carryOut() {
        if (this.#isClosed) return;
        const states = [...this.#slots.values()].map(({ id, feed, codec, track, isShown }) => ({ id, feed, codec, track, isShown }));
        const { shown, idle, made, ended } = planSlots(states, this.#wanted, this.#most());
        for (const id of ended) this.#end(id);
        for (const id of idle) this.#slots.get(id)?.show(null);
        for (const { id, picture } of shown) this.#slots.get(id)?.show(picture);
        for (const picture of made) this.#make(picture);
    }

    /** @param {Picture} picture */
    #make(picture) {
        if (this.#parts.platform.connectionsLeft() <= reserve) return this.#parts.emit({ type: 'exhausted' });
        const id = this.#nextID++;
        const slot = new VideoSlot(id, picture, this.#parts, () => this.#broke(id));
        this.#slots.set(id, slot);
        return undefined;
    }

    /** @param {number} id whose connection is of no use any more: of one that never worked whom it was for is given up */
    #broke(id) {
        const slot = this.#slots.get(id);
        if (this.#isClosed || !slot) return;
        const { isShown, feed, track } = slot;
        this.#end(id);
        if (isShown && feed !== null && this.#isHopeless(slot, `${feed} ${track}`)) this.#parts.emit({ type: 'cannotReceive', feed, of: track });
        this.#carryOut();
    }

    /**
     * @param {VideoSlot} slot whose connection is of no use any more
     * @param {string} whose
     */
    #isHopeless({ hasWorked, isEmpty }, whose) {
        if (!isEmpty) return !hasWorked;
        const count = (this.#empty.get(whose) ?? 0) + 1;
        this.#empty.set(whose, count);
        return count >= mostEmpty;
    }

    /** @param {number} id */
    #end(id) {
        this.#slots.get(id)?.close();
        this.#slots.delete(id);
    }

    /**
     * The key of somebody's video is missing, or no more.
     * @param {number} feed
     * @param {string} track
     * @param {boolean} isMissing
     */
    keyIsMissing(feed, track, isMissing) { for (const slot of this.#slots.values()) if (slot.isShown && slot.feed === feed && slot.track === track) slot.pause(isMissing); }

    /** @param {{ slot: number, feed: number, timestamp: number | null }} event the first picture of somebody was opened */
    opened(event) {
        for (const slot of this.#slots.values()) {
            if (slot.feed === event.feed) this.#empty.delete(`${event.feed} ${slot.track}`);
            void slot.opened(event);
        }
    }

    /**
     * What the network did so far to the cameras and screens that are shown, by feeds.
     * @returns {Promise<Map<number, import('../quality/reception.js').Reception>>}
     */
    async receptions() {
        const found = await Promise.all([...this.#slots.values()].filter(({ isShown }) => isShown).map(async (slot) => {
            const { feed, track } = slot;
            const reception = await slot.reception().catch(() => null);
            return reception && feed !== null && slot.feed === feed ? [{ feed, track, reception }] : [];
        }));
        /** @type {Map<number, import('../quality/reception.js').Reception>} */
        const receptions = new Map();
        for (const { feed, track, reception } of found.flat()) {
            const known = receptions.get(feed) ?? { audio: null, video: null, roundTrip: reception.roundTrip };
            receptions.set(feed, { ...known, [track]: reception.video });
        }
        return receptions;
    }

    close() {
        this.#isClosed = true;
        for (const id of [...this.#slots.keys()]) this.#end(id);
    }
}

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
