import { DownlinkRate } from './downlink-rate.js';
import { QueueMeter } from './reception.js';

/** @typedef {import('./reception.js').Reception} Reception */
/** @typedef {import('./reception.js').TrackReception} TrackReception */
/** @typedef {import('../../keys/channels/reception-report.js').ReceptionReport} ReceptionReport */

/** Two looks that are nearer say nothing, in milliseconds. */
const shortest = 400;
/** Between reports that can wait, in milliseconds. */
const interval = 4000;
/** Before it is said that the line carries clearly more, in milliseconds. */
const moreInterval = 2000;

/**
 * Makes reports for senders of what the network did to their tracks since the last ones. That less can be carried is said at
 * once, that clearly more can soon, everything else every few seconds: reports have their pace, and what matters would else wait behind what does not.
 */
export class ReceptionReports {
    /** @type {Map<string, Line>} */
    #lines = new Map();

    /**
     * @param {Map<string, Reception>} receptions by the address of the sender
     * @param {number} now
     * @returns {Record<string, ReceptionReport>} for those whose video is received
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
        return reports;
    }
}

/** What comes from one sender. */
class Line {
    #rate = new DownlinkRate();
    #queue = new QueueMeter();
    /** @type {{ video: TrackReception, at: number } | null} */
    #looked = null;
    /** @type {{ reception: Reception, report: ReceptionReport, at: number } | null} */
    #said = null;

    /**
     * @param {Reception} reception
     * @param {number} now
     */
    look(reception, now) {
        const { video, audio } = reception;
        if (!video) return null;
        this.#estimate(video, reception.roundTrip, now);
        const bitrate = Math.floor((this.#rate.rate ?? 0) / 1000);
        const said = this.#said;
        if (said && now < said.at + waitFor(bitrate, said.report.bitrate)) return said.report;
        const before = said?.reception ?? { video: null, audio: null };
        const report = {
            video: arrivalOf(video, before.video), audio: audio ? arrivalOf(audio, before.audio) : { loss: 0, jitter: 0 },
            bitrate, freezes: clamp(video.freezes - (before.video?.freezes ?? 0)), layer: 0,
        };
        this.#said = { reception, report, at: now };
        return report;
    }

    /**
     * @param {TrackReception} video
     * @param {number | null} roundTrip
     * @param {number} now
     */
    #estimate(video, roundTrip, now) {
        const last = this.#looked;
        // A connection that takes the place of another begins to count anew.
        const isSame = last !== null && video.received >= last.video.received;
        if (isSame && now < last.at + shortest) return;
        if (isSame) {
            const bitrate = ((video.bytes - last.video.bytes) * 8000) / (now - last.at);
            this.#rate.take({ bitrate, loss: lossOf(video, last.video), queue: this.#queue.take(roundTrip, now) }, now);
        }
        this.#looked = { video, at: now };
    }
}

/**
 * For how long what the line carries now can wait after what was said, in milliseconds; 0 bits a second is without limit.
 * @param {number} bitrate
 * @param {number} before
 */
function waitFor(bitrate, before) {
    if (bitrate > 0 && (before === 0 || bitrate < before * 0.9)) return 0;
    return before > 0 && (bitrate === 0 || bitrate > before * 1.25) ? moreInterval : interval;
}

/** @param {number} value */
const clamp = (value) => Math.min(0xffff, Math.max(0, value));

/**
 * @param {TrackReception} now
 * @param {TrackReception | null} before
 */
function lossOf(now, before) {
    const lost = Math.max(0, now.lost - (before?.lost ?? 0));
    const expected = lost + Math.max(0, now.received - (before?.received ?? 0));
    return expected > 0 ? lost / expected : 0;
}

/**
 * Rounded, so that what hardly changes is not sent again.
 * @param {TrackReception} now
 * @param {TrackReception | null} before
 */
function arrivalOf(now, before) {
    return { loss: clamp(Math.round(lossOf(now, before) * 64) * 1024), jitter: clamp(Math.round(now.jitter * 100) * 10) };
}
