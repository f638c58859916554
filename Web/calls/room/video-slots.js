import { JanusError } from '../../protocol/errors.js';
import { readReception } from '../quality/reception.js';
import { ReceivingConnection } from './receiving-connection.js';

/** This many connections of a tab's lifetime are reserved for indispensable uses: sending, and everyone's audio. */
const reserve = 20;
/** How many times in a row a connection is recreated for someone if nothing arrives on it. */
const mostEmpty = 3;
/** In milliseconds: the delay before a failed request is repeated. */
const pause = 1000;
/** The layer that Janus chooses by default. */
const highest = 2;
/** In milliseconds: how long the requested layer may take to arrive before it is requested again; doubled each time. */
const layerTime = 1000;
const mostTries = 3;

/**
 * A requested video: the feed and its stream, the device that encrypts it, and the layer.
 * @typedef {{ feed: number, mid: string, sender: string, track: VideoTrack, codec: import('../../media/codecs.js').VideoCodec, layer: number }} Picture
 */
/** @typedef {'video' | 'screen'} VideoTrack */
/** @typedef {import('./receiving-connection.js').ReceivedLine & { layer: number, isSent: boolean }} SlotLine the m-line as Janus has it */

/** The pool of video connections: each is created when first needed and reused from then on. One that breaks is replaced on its own. */
export class VideoSlots {
    #parts;
    #most;
    /** @type {Map<number, VideoSlot>} */
    #slots = new Map();
    /** @type {Picture[]} */
    #wanted = [];
    #nextID = 1;
    /** @type {Map<string, number>} on how many connections in a row nothing was received, by feed */
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

    /** @param {number} id whose connection is unusable: a feed whose connection never worked is given up */
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
     * @param {number} feed
     * @param {string} track
     * @param {boolean} isMissing
     */
    keyIsMissing(feed, track, isMissing) { for (const slot of this.#slots.values()) if (slot.isShown && slot.feed === feed && slot.track === track) slot.pause(isMissing); }

    /** @param {{ slot: number, feed: number, timestamp: number | null }} event the first picture of someone was decrypted */
    opened(event) {
        for (const slot of this.#slots.values()) {
            if (slot.feed === event.feed) this.#empty.delete(`${event.feed} ${slot.track}`);
            void slot.opened(event);
        }
    }

    /** @returns {Promise<Map<number, import('../quality/reception.js').Reception>>} by feeds */
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
 * One receiving connection for video, which is switched from sender to sender without a new description. As soon as the switch is
 * requested, it decrypts for the new sender only, and shows nothing before a key frame of theirs was decrypted and drawn.
 */
export class VideoSlot {
    #parts;
    #broke;
    #connection;
    /** Its name in the worker. */
    #slot;
    /** @type {Picture | null} */
    #wanted = null;
    /** The key of the received video is missing: it cannot be shown. */
    #isPaused = false;
    /** @type {SlotLine | null} */
    #line = null;
    /** @type {MediaStreamTrack | null} */
    #track = null;
    /** @type {number | null} the person whose track it is for others; null while it is free */
    #shown = null;
    /** The feed for which the worker decrypts. */
    #openFor = 0;
    /** @type {Promise<void> | null} */
    #working = null;
    #endPause = () => {};
    /** @type {number | null} the layer that Janus passes on; null if it hasn't reported one, as of a sender with one layer */
    #relayed = null;
    #callOffLayer = () => {};
    #isClosed = false;
    hasWorked = false;
    /** Whether it was joined while nothing was sent to it: Janus then described no track, and media sent later produce none. */
    isEmpty = false;

    /**
     * @param {number} id
     * @param {Picture} picture
     * @param {import('./receiving-connection.js').ReceivingParts} parts
     * @param {() => void} broke it is of no use any more
     */
    constructor(id, picture, parts, broke) {
        this.id = id;
        this.codec = picture.codec;
        this.track = picture.track;
        this.#parts = parts;
        this.#broke = broke;
        this.#slot = parts.worker.newSlot();
        this.#connection = new ReceivingConnection(parts, {
            lines: ([line]) => { if (line) this.#line = { layer: highest, isSent: true, ...this.#line, ...line }; },
            track: (transceiver, track) => this.#received(transceiver, track),
            relayed: (layer) => this.#isRelayed(layer), worked: () => { this.hasWorked = true; }, broke,
        });
        this.show(picture);
    }

    /** The feed that it shows, or showed last. */
    get feed() { return this.#wanted?.feed ?? this.#line?.feed ?? null; }
    get isShown() { return this.#wanted !== null; }

    /** @param {Picture | null} picture null: no picture is received */
    show(picture) {
        const before = this.#wanted;
        this.#wanted = picture;
        if (picture?.feed !== before?.feed) {
            this.#hide();
            this.#isPaused = false;
        }
        this.#carryOut();
    }

    /**
     * Whether the key of the received video is missing.
     * @param {boolean} isPaused
     */
    pause(isPaused) {
        this.#isPaused = isPaused;
        this.#carryOut();
    }

    #carryOut() { this.#working ??= this.#work().finally(() => { this.#working = null; }); }

    async #work() {
        for (;;) {
            if (this.#isClosed) return;
            const wanted = this.#wanted;
            try {
                if (!await this.#step(wanted)) return;
            } catch (error) {
                if (this.#isClosed) return;
                const isLoss = error instanceof JanusError && error.isLoss;
                const isAboutSender = wanted !== null && this.#line?.feed !== wanted.feed;
                if (isAboutSender && !isLoss) {
                    if (wanted === this.#wanted) this.#parts.emit({ type: 'cannotReceive', feed: wanted.feed, of: this.track });
                } else await this.#pause();
                // It was never joined, and cannot be joined now. Other failed requests are repeated, so that paused video does not stay
                // paused.
                if (!this.#line) return this.#broke();
            }
        }
    }

    /**
     * Sends the next request towards the requested state; false when nothing is left to do.
     * @param {Picture | null} wanted
     */
    async #step(wanted) {
        const line = this.#line;
        if (!line) {
            if (!wanted) return false;
            this.#openFor = wanted.feed;
            await this.#connection.join([{ feed: wanted.feed, mid: wanted.mid, substream: wanted.layer }]);
            return this.#joinedWith(wanted.layer);
        }
        if (!this.#track) return this.#giveUp();
        if (wanted && (line.feed !== wanted.feed || line.feedMid !== wanted.mid)) {
            await this.#switch(line, wanted);
            return true;
        }
        const isSent = wanted !== null && !this.#isPaused;
        const layer = wanted?.layer ?? line.layer;
        if (wanted && this.#openFor !== wanted.feed) this.#openForNext(wanted);
        if (isSent === line.isSent && (!isSent || layer === line.layer)) return false;
        await this.#connection.ask({ request: 'configure', streams: [{ mid: line.mid, send: isSent, ...(isSent && layer !== line.layer ? { substream: layer } : {}) }] });
        Object.assign(this.#line ?? {}, { isSent, ...(isSent ? { layer } : {}) });
        this.#awaitLayer();
        return true;
    }

    /**
     * A feed that is still wanted, for instance of someone who shares again, is received on another connection in a moment, since Janus may
     * not know of it yet.
     */
    async #giveUp() {
        if (this.#wanted) await this.#pause();
        this.isEmpty = true;
        this.#broke();
        return false;
    }

    /** @param {number} layer */
    #isRelayed(layer) {
        this.#relayed = layer;
        if (layer !== this.#line?.layer) this.#awaitLayer();
    }

    /** Janus switches to a layer at a key frame, which it requests once; the request may be lost, or not be fulfilled. */
    #awaitLayer(tries = 0) {
        this.#callOffLayer();
        if (tries >= mostTries || this.#isClosed) return;
        this.#callOffLayer = this.#parts.platform.clock.after(layerTime * 2 ** tries, () => {
            const line = this.#line;
            if (!line?.isSent || this.#relayed === null || this.#relayed === line.layer) return;
            void this.#connection.ask({ request: 'configure', streams: [{ mid: line.mid, substream: line.layer }] }).catch(() => {});
            this.#awaitLayer(tries + 1);
        });
    }

    /** @param {number} layer */
    #joinedWith(layer) {
        if (this.#line) this.#line.layer = layer;
        this.#awaitLayer();
        return this.#line !== null;
    }

    /**
     * @param {{ mid: string }} line
     * @param {Picture} wanted
     */
    async #switch(line, wanted) {
        this.#openForNext(wanted);
        this.#relayed = null;
        await this.#connection.ask({ request: 'switch', streams: [{ feed: wanted.feed, mid: wanted.mid, sub_mid: line.mid }] });
        if (this.#line?.feed !== wanted.feed) throw new JanusError(0);
        this.#awaitLayer();
        Object.assign(this.#line, { layer: highest, isSent: true });
    }

    /** @param {Picture} picture */
    #openForNext({ feed, sender }) {
        this.#openFor = feed;
        this.#parts.worker.switchTo(this.#slot, { feed, sender });
    }

    /**
     * @param {RTCRtpTransceiver} transceiver
     * @param {MediaStreamTrack} track
     */
    #received(transceiver, track) {
        const wanted = this.#wanted;
        // Nothing had been sent on it for a while.
        if (track === this.#track) return undefined;
        // Tracks that weren't requested are rejected and go nowhere. Another feed may be wanted by now: the worker is told at the switch.
        if (!this.#line || track.kind !== 'video' || this.#track) {
            transceiver.direction = 'inactive';
            return track.stop();
        }
        this.#track = track;
        const first = wanted?.feed === this.#line.feed ? wanted : null;
        this.#parts.worker.open(transceiver.receiver, { slot: this.#slot, feed: first?.feed ?? 0, sender: first?.sender ?? '', track: this.track, codec: this.codec });
        // No one was shown on it before.
        if (first) this.#give(first.feed);
        return undefined;
    }

    /**
     * The worker has decrypted the first picture of someone.
     * @param {{ slot: number, feed: number, timestamp: number | null }} event
     */
    async opened({ slot, feed, timestamp }) {
        if (slot !== this.#slot || this.#wanted?.feed !== feed || !this.#track) return;
        // The frames that were let through before are still being drawn.
        if (this.#shown !== feed) await this.#parts.platform.pictureReached(this.#track, timestamp);
        if (this.#isClosed || this.#wanted?.feed !== feed) return;
        this.#give(feed);
        this.#parts.emit({ type: 'opened', feed, of: this.track });
    }

    /** @param {number} feed */
    #give(feed) {
        if (this.#shown === feed || !this.#track) return;
        this.#shown = feed;
        this.#parts.emit({ type: 'began', feed, track: this.#track, of: this.track });
    }

    #hide() {
        const feed = this.#shown;
        this.#shown = null;
        this.#openFor = 0;
        if (feed !== null && this.#track) this.#parts.emit({ type: 'ended', feed, track: this.#track, of: this.track });
    }

    /** @returns {Promise<void>} */
    #pause() {
        return new Promise((resolve) => {
            const callOff = this.#parts.platform.clock.after(pause, resolve);
            this.#endPause = () => { callOff(); resolve(); };
        });
    }

    async reception() {
        const stats = await this.#connection.stats();
        return stats && readReception(stats);
    }

    close() {
        if (this.#isClosed) return;
        this.#isClosed = true;
        this.#endPause();
        this.#callOffLayer();
        this.#hide();
        this.#connection.close();
        this.#track?.stop();
    }
}

/**
 * A slot's state: whom it shows or showed last, and whether it shows them now. A slot serves one kind of track and one codec: camera frames
 * are decrypted with other keys than screen frames.
 * @typedef {{ id: number, feed: number | null, codec: string, track?: string, isShown: boolean }} SlotState
 */
/**
 * @template Wanted
 * @typedef {{ shown: { id: number, picture: Wanted }[], idle: number[], made: Wanted[], ended: number[] }} SlotPlan `ended` make room for
 *     `made`
 */

/**
 * Assigns pictures to slots. A shown picture keeps its slot. The others, in order, get the slot they had last, else an idle one, else a new
 * one if there may be more, else one in place of an idle slot with another codec or kind of track. Pure.
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

/** The number of slots, for phone-sized windows and for others. */
const counts = { phone: 9, desktop: 25 };
const phoneSide = 600;

/** @param {{ width: number, height: number }} window */
export const slotCount = ({ width, height }) => (Math.min(width, height) < phoneSide ? counts.phone : counts.desktop);
