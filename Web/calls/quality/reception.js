/** How long the shortest round trip is remembered, in milliseconds: a new route may be longer. */
const memory = 30_000;

/**
 * What the network did to one received track since its connection was made: `frames` are the pictures that came out, `frozen`
 * for how long they stood still. Times in seconds.
 * @typedef {{ lost: number, received: number, bytes: number, jitter: number, freezes: number, frames: number, frozen: number }} TrackReception
 */
/**
 * What it did to what one person sends; the round trip in seconds. `wanted`: which layer of their video is to be shown as
 * large as it is, null where it is not to be seen. `screen`: what they share, where it is received.
 * @typedef {{ audio: TrackReception | null, video: TrackReception | null, screen?: TrackReception | null, roundTrip: number | null, wanted?: number | null }} Reception
 */

/**
 * What the media server says of a track that is sent, the last time it said anything: the share that was lost.
 * @typedef {{ loss: number, jitter: number }} TrackSending
 */
/** @typedef {{ audio: TrackSending | null, video: TrackSending | null, roundTrip: number | null, isSlow?: boolean }} Sending `isSlow`: the processor does not suffice for the video */

/**
 * What a connection that sends says of it.
 * @param {RTCStatsReport} stats
 * @returns {Sending}
 */
export function readSending(stats) {
    /** @type {Sending} */
    const sending = { audio: null, video: null, roundTrip: null };
    for (const report of stats.values()) {
        if (report.type === 'outbound-rtp' && report.qualityLimitationReason === 'cpu') sending.isSlow = true;
        if (report.type !== 'remote-inbound-rtp' || (report.kind !== 'audio' && report.kind !== 'video')) continue;
        sending[/** @type {'audio' | 'video'} */ (report.kind)] = { loss: report.fractionLost ?? 0, jitter: report.jitter ?? 0 };
        if (typeof report.roundTripTime === 'number') sending.roundTrip = Math.max(sending.roundTrip ?? 0, report.roundTripTime);
    }
    return sending;
}

/**
 * What the network did to one person's sound, and how loud it is after it was opened and decoded: 0 … 1, null where the browser
 * does not say.
 * @typedef {TrackReception & { level: number | null }} SoundReception
 */

/**
 * What the connection for the sound of all says of it: each track by its id and by its mid.
 * @param {RTCStatsReport} stats
 */
export function readSound(stats) {
    /** @type {Map<string, SoundReception>} */
    const tracks = new Map();
    for (const report of stats.values()) {
        if (report.type !== 'inbound-rtp' || report.kind !== 'audio') continue;
        const reception = { ...trackOf(report), level: typeof report.audioLevel === 'number' ? report.audioLevel : null };
        for (const name of [report.trackIdentifier, report.mid]) if (typeof name === 'string') tracks.set(name, reception);
    }
    return { tracks, roundTrip: readReception(stats).roundTrip };
}

/**
 * @param {Record<string, number | undefined>} report
 * @returns {TrackReception}
 */
const trackOf = (report) => ({
    lost: Math.max(0, report.packetsLost ?? 0), received: report.packetsReceived ?? 0, bytes: report.bytesReceived ?? 0,
    jitter: report.jitter ?? 0, freezes: report.freezeCount ?? 0, frames: report.framesDecoded ?? 0, frozen: report.totalFreezesDuration ?? 0,
});

/**
 * What a connection that receives says of it.
 * @param {RTCStatsReport} stats
 * @returns {Reception}
 */
export function readReception(stats) {
    /** @type {Reception} */
    const reception = { audio: null, video: null, roundTrip: null };
    for (const report of stats.values()) {
        if (report.type === 'inbound-rtp' && (report.kind === 'audio' || report.kind === 'video')) {
            reception[/** @type {'audio' | 'video'} */ (report.kind)] = trackOf(report);
        }
        if (report.type === 'candidate-pair' && report.nominated && report.state === 'succeeded') {
            reception.roundTrip = report.currentRoundTripTime ?? null;
        }
    }
    return reception;
}

/** The queue on a way: its round trip above the shortest one of late. */
export class QueueMeter {
    /** @type {{ roundTrip: number, at: number }[]} */
    #seen = [];

    /**
     * @param {number | null} roundTrip in seconds
     * @param {number} now
     */
    take(roundTrip, now) {
        if (roundTrip === null) return 0;
        this.#seen = [...this.#seen.filter(({ at }) => now <= at + memory), { roundTrip, at: now }];
        return roundTrip - Math.min(...this.#seen.map((each) => each.roundTrip));
    }
}
