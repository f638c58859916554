import { lossSince } from './report-pace.js';

/** @typedef {import('./reception.js').Reception} Reception */
/** @typedef {import('./reception.js').TrackReception} TrackReception */
/** @typedef {import('./quality-level.js').QualitySample} QualitySample */

/** In milliseconds: checks that are closer together aren't counted as a second. */
const second = 900;

/** Makes a sample for each second from the counters of one connection. Pure. */
export class LineSampler {
    /** @type {{ reception: Reception, at: number } | null} */
    #last = null;
    #hasCome = false;

    /**
     * @param {Reception} reception
     * @param {number} now
     * @param {boolean} hasVideo whether pictures are to be expected
     * @returns {QualitySample | null} null while no second has passed, or nothing has ever come
     */
    take(reception, now, hasVideo) {
        const last = this.#last;
        if (last && now < last.at + second) return null;
        this.#last = { reception, at: now };
        // A new connection counts from zero.
        if (!last || packets(reception) < packets(last.reception)) return null;
        const receiving = packets(reception) > packets(last.reception);
        this.#hasCome ||= receiving;
        if (!this.#hasCome) return null;
        const { audio, video, roundTrip } = reception;
        const jitter = (audio ?? video)?.jitter;
        return {
            receiving, lossAudio: lossSince(audio, last.reception.audio), lossVideo: hasVideo ? lossSince(video, last.reception.video) : null,
            rttMs: milliseconds(roundTrip), jitterMs: milliseconds(jitter ?? null),
            frozenMs: hasVideo ? frozenOf(video, last.reception.video, now - last.at) : null,
        };
    }
}

/**
 * The media server's feedback on this device's media.
 * @param {import('./reception.js').Sending} sending
 * @returns {QualitySample | null} null if it has reported nothing
 */
export function sampleOfSending({ audio, video, roundTrip }) {
    if (!audio && !video) return null;
    return {
        receiving: true, lossAudio: audio?.loss ?? null, lossVideo: video?.loss ?? null, rttMs: milliseconds(roundTrip),
        jitterMs: milliseconds(audio?.jitter ?? null), frozenMs: null,
    };
}

/**
 * A receiver's report on this device's media.
 * @param {import('../../keys/channels/reception-report.js').ReceptionReport} report
 * @returns {QualitySample}
 */
export function sampleOfReport({ audio, video, layer }) {
    const parts = 65_536;
    return {
        receiving: true, lossAudio: audio.loss / parts, lossVideo: layer === null ? null : video.loss / parts, rttMs: null,
        jitterMs: audio.jitter, frozenMs: null,
    };
}

/** @param {number | null} seconds */
const milliseconds = (seconds) => (seconds === null ? null : Math.round(seconds * 1000));
/** @param {Reception} reception */
const packets = ({ audio, video }) => (audio?.received ?? 0) + (video?.received ?? 0);

/**
 * Browsers count a freeze only when it ends; while it lasts, no picture arrives. Before the first picture, packets arrive for a moment
 * without one.
 * @param {TrackReception | null} now
 * @param {TrackReception | null} before
 * @param {number} time
 */
function frozenOf(now, before, time) {
    if (!now || !before || (before.frames === 0 && before.received === 0)) return null;
    if (now.frames === before.frames) return time;
    return Math.min(time, Math.round(Math.max(0, now.frozen - before.frozen) * 1000));
}
