import { planSlots } from './slot-plan.js';
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
