import { JanusError } from '../../protocol/errors.js';
import { readSound } from '../quality/reception.js';
import { ReceivingConnection } from './receiving-connection.js';
import { planSound } from './sound-plan.js';

/** In milliseconds: the delay before a failed request is repeated. */
const pause = 1000;

/** @typedef {{ feed: number, mid: string, sender: string }} SoundSource the feed and its stream, and whose device seals it */
/** @typedef {'audio' | 'screenAudio'} SoundTrack */
/**
 * @typedef {object} OpenLine
 * @property {string} mid
 * @property {number | null} feed whose it is, as Janus has it
 * @property {boolean} isSent
 * @property {number} slot its name in the worker
 * @property {MediaStreamTrack | null} track
 * @property {number | null} heard the person whose sound the track is for others; null while it is free
 */

/**
 * The audio of all others, or of all screens, on one connection. A participant who is muted or leaves frees the m-line for another without
 * a new description. The connection grows when more people are heard than it has m-lines.
 */
export class SoundReceiver {
    #parts;
    #of;
    /** @type {ReceivingConnection | null} */
    #connection = null;
    /** @type {Map<string, OpenLine>} */
    #lines = new Map();
    /** @type {SoundSource[]} */
    #wanted = [];
    /** @type {Map<number, SoundSource>} everything that was requested, by feed: identifies a track that starts */
    #asked = new Map();
    /** @type {Promise<void> | null} */
    #working = null;
    #isChanged = false;
    #hasWorked = false;
    #endPause = () => {};
    #isClosed = false;

    /**
     * @param {import('./receiving-connection.js').ReceivingParts} parts
     * @param {SoundTrack} of
     */
    constructor(parts, of) {
        this.#of = of;
        this.#parts = parts;
    }

    /** @param {SoundSource[]} wanted whom to hear from now on */
    receive(wanted) {
        this.#wanted = wanted;
        for (const line of this.#lines.values()) if (!wanted.some(({ feed }) => feed === line.heard)) this.#fallSilent(line);
        this.#isChanged = true;
        this.#working ??= this.#work().finally(() => { this.#working = null; });
    }

    async #work() {
        while (this.#isChanged && !this.#isClosed) {
            this.#isChanged = false;
            const connection = this.#connection;
            try {
                await this.#carryOut();
            } catch (error) {
                // If the connection broke meanwhile, the failure says nothing about it.
                if (isLoss(error) || connection !== this.#connection) await this.#waitAndTryAgain();
                else await this.#tryEach();
            }
        }
    }

    async #carryOut() {
        const { kept, moved, added, idle } = planSound([...this.#lines.values()], this.#wanted);
        for (const source of [...moved, ...kept].map((one) => one.source).concat(added)) this.#asked.set(source.feed, source);
        for (const { line, source } of moved) await this.#move(/** @type {OpenLine} */ (line), source);
        for (const { line, source } of kept) await this.#resume(/** @type {OpenLine} */ (line), source);
        const resumed = idle.map(({ mid }) => ({ mid, send: false }));
        if (resumed.length > 0) {
            await this.#connection?.ask({ request: 'configure', streams: resumed });
            for (const line of idle) line.isSent = false;
        }
        if (added.length > 0) await this.#add(added);
    }

    /** @param {SoundSource[]} sources */
    async #add(sources) {
        const streams = sources.map(({ feed, mid }) => ({ feed, mid }));
        if (this.#connection) return this.#connection.ask({ request: 'subscribe', streams });
        /** @type {ReceivingConnection} */
        const connection = new ReceivingConnection(this.#parts, {
            lines: (lines) => this.#linesAre(lines), track: (transceiver, track) => this.#received(transceiver, track),
            worked: () => { this.#hasWorked = true; }, broke: () => this.#broke(connection),
        });
        this.#connection = connection;
        try {
            return await connection.join(streams);
        } catch (error) {
            if (this.#connection === connection) this.#drop();
            throw error;
        }
    }

    /**
     * As soon as the switch is requested, the line decrypts for the new sender only.
     * @param {OpenLine} line
     * @param {SoundSource} source
     */
    async #move(line, source) {
        this.#fallSilent(line);
        this.#parts.worker.switchTo(line.slot, source);
        await this.#connection?.ask({ request: 'switch', streams: [{ feed: source.feed, mid: source.mid, sub_mid: line.mid }] });
        if (line.feed !== source.feed) throw new JanusError(0);
        line.isSent = true;
        this.#speak(line, source.feed);
    }

    /**
     * @param {OpenLine} line
     * @param {SoundSource} source
     */
    async #resume(line, source) {
        if (!line.isSent) await this.#connection?.ask({ request: 'configure', streams: [{ mid: line.mid, send: true }] });
        line.isSent = true;
        this.#speak(line, source.feed);
    }

    /** Janus refuses a request if it refuses any part: requesting each part alone shows which one. */
    async #tryEach() {
        for (const source of this.#wanted.filter(({ feed }) => ![...this.#lines.values()].some((line) => line.heard === feed))) {
            const { moved: [moved], kept: [kept] } = planSound([...this.#lines.values()].filter(({ heard, feed }) => heard === null || feed === source.feed), [source]);
            const [line] = [moved ?? kept].flatMap((one) => (one ? [/** @type {OpenLine} */ (one.line)] : []));
            this.#asked.set(source.feed, source);
            try {
                if (moved) await this.#move(line, source);
                else if (kept) await this.#resume(line, source);
                else await this.#add([source]);
            } catch (error) {
                if (this.#isClosed) return;
                if (isLoss(error)) return void await this.#waitAndTryAgain();
                this.#wanted = this.#wanted.filter(({ feed }) => feed !== source.feed);
                this.#parts.emit({ type: 'cannotReceive', feed: source.feed, of: this.#of });
            }
        }
    }

    /** The connection to Janus may be back in a moment. */
    async #waitAndTryAgain() {
        if (!this.#isClosed) await this.#pause();
        this.#isChanged = true;
    }

    /** @param {import('./receiving-connection.js').ReceivedLine[]} lines */
    #linesAre(lines) {
        for (const { mid, feed } of lines) {
            const known = this.#lines.get(mid);
            if (!known) this.#lines.set(mid, { mid, feed, isSent: true, slot: this.#parts.worker.newSlot(), track: null, heard: null });
            else if (known.feed !== feed) this.#isNow(known, feed);
        }
    }

    /**
     * Janus has assigned a line to another feed: as requested, or by using a free one for a new source.
     * @param {OpenLine} line
     * @param {number | null} feed
     */
    #isNow(line, feed) {
        this.#fallSilent(line);
        line.feed = feed;
        line.isSent = feed !== null;
        const source = this.#asked.get(feed ?? -1);
        if (!source) return;
        this.#parts.worker.switchTo(line.slot, source);
        this.#speak(line, source.feed);
    }

    /**
     * @param {RTCRtpTransceiver} transceiver
     * @param {MediaStreamTrack} track
     */
    #received(transceiver, track) {
        const line = this.#lines.get(transceiver.mid ?? '');
        const source = this.#asked.get(line?.feed ?? -1);
        // Tracks that weren't requested are rejected and go nowhere.
        if (!line || !source || track.kind !== 'audio') {
            transceiver.direction = 'inactive';
            return track.stop();
        }
        this.#parts.worker.open(transceiver.receiver, { slot: line.slot, feed: source.feed, sender: source.sender, track: this.#of, codec: 'opus' });
        line.track = track;
        return this.#speak(line, source.feed);
    }

    /**
     * @param {OpenLine} line
     * @param {number} feed
     */
    #speak(line, feed) {
        if (!line.track || line.heard === feed || !this.#wanted.some((wanted) => wanted.feed === feed)) return;
        line.heard = feed;
        this.#parts.emit({ type: 'began', feed, track: line.track, of: this.#of });
    }

    /** @param {OpenLine} line */
    #fallSilent(line) {
        const { heard, track } = line;
        line.heard = null;
        if (heard !== null && track) this.#parts.emit({ type: 'ended', feed: heard, track, of: this.#of });
    }

    /** @param {ReceivingConnection} connection a connection that worked is replaced; one that never did is given up */
    #broke(connection) {
        if (this.#isClosed || this.#connection !== connection) return;
        const wanted = this.#wanted;
        const hasWorked = this.#hasWorked;
        this.#drop();
        if (hasWorked) this.receive(wanted);
        else for (const { feed } of wanted) this.#parts.emit({ type: 'cannotReceive', feed, of: this.#of });
    }

    #drop() {
        this.#connection?.close();
        this.#connection = null;
        this.#hasWorked = false;
        for (const line of this.#lines.values()) {
            this.#fallSilent(line);
            line.track?.stop();
        }
        this.#lines.clear();
    }

    /** @returns {Promise<void>} */
    #pause() {
        return new Promise((resolve) => {
            const callOff = this.#parts.platform.clock.after(pause, resolve);
            this.#endPause = () => { callOff(); resolve(); };
        });
    }

    /** @returns {Promise<{ roundTrip: number | null, tracks: Map<number, import('../quality/reception.js').SoundReception> }>} */
    async receptions() {
        const stats = await this.#connection?.stats();
        if (!stats) return { roundTrip: null, tracks: new Map() };
        const { roundTrip, tracks } = readSound(stats);
        const found = [...this.#lines.values()].flatMap(({ mid, track, heard }) => {
            const reception = tracks.get(track?.id ?? '') ?? tracks.get(mid);
            /** @type {[number, import('../quality/reception.js').SoundReception][]} */
            const entry = heard !== null && reception ? [[heard, reception]] : [];
            return entry;
        });
        return { roundTrip, tracks: new Map(found) };
    }

    close() {
        this.#isClosed = true;
        this.#endPause();
        this.#drop();
    }
}

/** @param {unknown} error */
const isLoss = (error) => error instanceof JanusError && error.isLoss;
