import { DownlinkRate } from './downlink-rate.js';
import { LineLayer } from './line-layer.js';
import { LinePictures } from './line-pictures.js';
import { topLayer } from '../room/layers.js';
import { QueueMeter } from './reception.js';
import { arrivalOf, clamp, lossSince, waitFor } from './report-pace.js';

/** @typedef {import('./reception.js').Reception} Reception */
/** @typedef {import('./reception.js').TrackReception} TrackReception */
/** @typedef {import('../../keys/channels/reception-report.js').ReceptionReport} ReceptionReport */

/** The shortest interval between two checks that can be compared, in milliseconds. */
const shortest = 400;

/**
 * Reports to senders how the network treated their tracks since the last reports. A lower capacity is reported at once, a clearly higher
 * one soon, everything else every few seconds: reports are rate-limited, so unimportant ones would delay important ones.
 */
export class ReceptionReports {
    /** @type {Map<string, Line>} */
    #lines = new Map();
    #pictures = new LinePictures();

    /** How many pictures the connection carries; null for any number. */
    get mostPictures() { return this.#pictures.most; }

    /**
     * @param {Map<string, Reception>} receptions by the address of the sender
     * @param {number} now
     * @returns {Record<string, ReceptionReport>} for those whose video is received, or is not to be
     */
    make(receptions, now) {
        for (const address of [...this.#lines.keys()]) if (!receptions.has(address)) this.#lines.delete(address);
        /** @type {Record<string, ReceptionReport>} */
        const reports = {};
        for (const [address, reception] of receptions) {
            const line = this.#lines.get(address) ?? new Line();
            this.#lines.set(address, line);
            const report = line.look(reception, now);
            if (report) reports[address] = report;
        }
        const pictures = [...this.#lines.values()].flatMap(({ pictures: seen, limit, loss }) => seen.map((share) => ({ limit: limit === null ? null : limit * share, loss })));
        this.#pictures.take(pictures, leastOf([...this.#lines.values()].flatMap(({ losses }) => losses)), Math.max(receptions.size, pictures.length), now);
        return reports;
    }

    /** The layer to receive from each sender whose video is received. */
    get layers() { return new Map([...this.#lines].flatMap(([address, { layer }]) => (layer === null ? [] : [/** @type {[string, number]} */ ([address, layer])]))); }
}

/** The report for a video that isn't shown. */
const unseen = Object.freeze({ video: { loss: 0, jitter: 0 }, audio: { loss: 0, jitter: 0 }, bitrate: 0, freezes: 0, layer: null });

/** The reception from one sender. */
class Line {
    #rate = new DownlinkRate();
    #carries = new LineLayer();
    /** @type {number | null} which layer is received; null for none */
    layer = null;
    /** @type {number[]} the visible pictures, by their share of the connection: a screen has most of it (`ReceiverLimits`) */
    pictures = [];
    /** The share of packets that was lost before the last check. */
    loss = 0;
    /** @type {number[]} of each track of which anything was to come */
    losses = [];
    #queue = new QueueMeter();
    /** @type {{ video: TrackReception, at: number } | null} */
    #looked = null;
    /** @type {Reception | null} */
    #before = null;
    /** @type {{ reception: Reception, report: ReceptionReport, at: number } | null} */
    #said = null;

    /** The bitrate that the connection carries of it, in bits a second; null if unlimited. */
    get limit() { return this.#rate.rate; }

    /**
     * @param {Reception} reception
     * @param {number} now
     */
    look(reception, now) {
        const { audio, screen = null, wanted = topLayer } = reception;
        const camera = wanted === null ? null : reception.video;
        // The connection carries both tracks, and the report is about both.
        const video = camera && screen ? both(camera, screen) : screen ?? reception.video;
        this.pictures = camera && screen ? [0.75, 0.25] : camera ?? screen ? [1] : [];
        const before = this.#before;
        this.losses = [lossSince(video, before?.video), lossSince(audio, before?.audio)].flatMap((loss) => loss ?? []);
        this.#before = { ...reception, video };
        if (wanted === null && !screen) {
            this.layer = null;
            this.#said = null;
            return unseen;
        }
        // Known before any media arrive: the layer to be shown is requested.
        this.layer = wanted === null ? null : Math.min(wanted, this.#carries.most);
        // A sender that was told that its video isn't shown may send nothing: the video is requested before anything arrives.
        if (!video) return reception.wanted === undefined ? null : { ...unseen, layer: this.layer };
        this.#estimate(video, reception.roundTrip, now);
        this.layer = wanted === null ? null : Math.min(wanted, this.#carries.most);
        const bitrate = Math.floor((this.#rate.rate ?? 0) / 1000);
        const said = this.#said;
        if (said && said.report.layer === this.layer && now < said.at + waitFor(bitrate, said.report.bitrate)) return said.report;
        const then = said?.reception ?? { video: null, audio: null };
        const report = {
            video: arrivalOf(video, then.video), audio: audio ? arrivalOf(audio, then.audio) : { loss: 0, jitter: 0 },
            bitrate, freezes: clamp(video.freezes - (then.video?.freezes ?? 0)), layer: this.layer,
        };
        this.#said = { reception: { ...reception, video }, report, at: now };
        return report;
    }

    /**
     * @param {TrackReception} video
     * @param {number | null} roundTrip
     * @param {number} now
     */
    #estimate(video, roundTrip, now) {
        const last = this.#looked;
        // The counters of a replacing connection start from zero.
        const isSame = last !== null && video.received >= last.video.received;
        if (isSame && now < last.at + shortest) return;
        if (isSame) {
            const bitrate = ((video.bytes - last.video.bytes) * 8000) / (now - last.at);
            const loss = lossSince(video, last.video) ?? 0;
            this.loss = loss;
            this.#rate.take({ bitrate, loss, queue: this.#queue.take(roundTrip, now) }, now);
            this.#carries.take({ loss, freezes: Math.max(0, video.freezes - last.video.freezes), rate: this.#rate.rate }, this.layer ?? topLayer, now);
        }
        this.#looked = { video, at: now };
    }
}

/**
 * The sum of the reception of two tracks of one sender.
 * @param {TrackReception} one
 * @param {TrackReception} other
 * @returns {TrackReception}
 */
const both = (one, other) => ({
    lost: one.lost + other.lost, received: one.received + other.received, bytes: one.bytes + other.bytes, jitter: Math.max(one.jitter, other.jitter),
    freezes: one.freezes, frames: one.frames, frozen: one.frozen,
});

/** @param {number[]} losses */
const leastOf = (losses) => (losses.length > 0 ? Math.min(...losses) : 0);
