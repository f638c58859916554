import { JanusError } from '../../protocol/errors.js';
import { readReception } from '../quality/reception.js';
import { ReceivingConnection } from './receiving-connection.js';

/** Before a request that failed is sent again, in milliseconds. */
const pause = 1000;
/** The layer that Janus goes for when nothing else is said. */
const highest = 2;
/** In milliseconds: how long the layer that is wanted may take to come before it is asked for again; twice as long each time. */
const layerTime = 1000;
const mostTries = 3;

/**
 * Whose video is wanted: the feed and its stream, the device that seals it, which of its layers.
 * @typedef {{ feed: number, mid: string, sender: string, track: VideoTrack, codec: import('../../media/codecs.js').VideoCodec, layer: number }} Picture
 */
/** @typedef {'video' | 'screen'} VideoTrack */
/** @typedef {import('./receiving-connection.js').ReceivedLine & { layer: number, isSent: boolean }} SlotLine the m-line as Janus has it */

/**
 * One receiving connection for video, which is moved from sender to sender without a new description. From asking for the
 * move on it opens for the new sender only, and shows nothing before a key frame of theirs was opened and drawn.
 */
export class VideoSlot {
    #parts;
    #broke;
    #connection;
    /** What it is called in the worker. */
    #slot;
    /** @type {Picture | null} */
    #wanted = null;
    /** The key of what comes is missing: nobody could see it. */
    #isPaused = false;
    /** @type {SlotLine | null} */
    #line = null;
    /** @type {MediaStreamTrack | null} */
    #track = null;
    /** @type {number | null} whose the track is for others; null while it is nobody's */
    #shown = null;
    /** For whom the worker opens. */
    #openFor = 0;
    /** @type {Promise<void> | null} */
    #working = null;
    #endPause = () => {};
    /** @type {number | null} the layer that Janus passes on; null where it has said nothing, as of a sender with one layer */
    #relayed = null;
    #callOffLayer = () => {};
    #isClosed = false;
    hasWorked = false;
    /** Whether it was joined as nothing was sent to it: Janus described no track then, and none comes of what is sent later. */
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

    /** Whom it shows, or showed last. */
    get feed() { return this.#wanted?.feed ?? this.#line?.feed ?? null; }
    get isShown() { return this.#wanted !== null; }

    /** @param {Picture | null} picture null: nobody's is received */
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
     * Whether the key of what comes is missing.
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
                // It was never joined, and cannot be once more. What else fails is sent again: video that was paused must not stay so.
                if (!this.#line) return this.#broke();
            }
        }
    }

    /**
     * The next request that brings what is nearer to what is wanted; false when nothing is left to do.
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

    /** Whoever is wanted all the same, as who shares again, is received on another connection: in a moment, for Janus may not know of it. */
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

    /** Janus moves to a layer with a key frame of it, which it asks for once; that may get lost, or not be made. */
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
        // As nothing was sent on it for a while.
        if (track === this.#track) return undefined;
        // Whatever was not asked for is refused, and goes nowhere. Who is wanted by now may be another: the worker is told at the switch.
        if (!this.#line || track.kind !== 'video' || this.#track) {
            transceiver.direction = 'inactive';
            return track.stop();
        }
        this.#track = track;
        const first = wanted?.feed === this.#line.feed ? wanted : null;
        this.#parts.worker.open(transceiver.receiver, { slot: this.#slot, feed: first?.feed ?? 0, sender: first?.sender ?? '', track: this.track, codec: this.codec });
        // Nobody was shown on it before.
        if (first) this.#give(first.feed);
        return undefined;
    }

    /**
     * The worker has opened the first picture of somebody.
     * @param {{ slot: number, feed: number, timestamp: number | null }} event
     */
    async opened({ slot, feed, timestamp }) {
        if (slot !== this.#slot || this.#wanted?.feed !== feed || !this.#track) return;
        // What was let through before is still being drawn.
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

    /** What the network did so far to what comes. */
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
