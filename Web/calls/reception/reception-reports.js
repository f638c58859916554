import { DownlinkRate } from './downlink-rate.js';
import { QueueMeter } from './reception.js';

/** @typedef {import('./reception.js').Reception} Reception */
/** @typedef {import('./reception.js').TrackReception} TrackReception */
/** @typedef {import('../../keys/channels/reception-report.js').ReceptionReport} ReceptionReport */

/** Two looks that are nearer say nothing, in milliseconds. */
const shortest = 500;

/** Makes reports for senders of what the network did to their tracks since the last ones. */
export class ReceptionReports {
    /** @type {Map<string, { reception: Reception, at: number, rate: DownlinkRate, queue: QueueMeter }>} */
    #senders = new Map();

    /**
     * @param {Map<string, Reception>} receptions by the address of the sender
     * @param {number} now
     * @returns {Record<string, ReceptionReport>} for those whose video is received
     */
    make(receptions, now) {
        for (const address of [...this.#senders.keys()]) if (!receptions.has(address)) this.#senders.delete(address);
        /** @type {Record<string, ReceptionReport>} */
        const reports = {};
        for (const [address, reception] of receptions) {
            const sender = this.#senders.get(address) ?? { reception, at: now, rate: new DownlinkRate(), queue: new QueueMeter() };
            const before = sender.reception;
            const { video, audio } = reception;
            // A connection that takes the place of another begins to count anew.
            if (video && before.video && video.received >= before.video.received && now >= sender.at + shortest) {
                const bitrate = ((video.bytes - before.video.bytes) * 8000) / (now - sender.at);
                sender.rate.take({ bitrate, loss: lossOf(video, before.video), queue: sender.queue.take(reception.roundTrip, now) }, now);
            }
            this.#senders.set(address, { ...sender, reception, at: now });
            if (!video) continue;
            reports[address] = {
                video: arrivalOf(video, before.video), audio: audio ? arrivalOf(audio, before.audio) : { loss: 0, jitter: 0 },
                bitrate: Math.floor((sender.rate.rate ?? 0) / 1000),
                freezes: clamp(video.freezes - (before.video?.freezes ?? 0)), layer: 0,
            };
        }
        return reports;
    }
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
