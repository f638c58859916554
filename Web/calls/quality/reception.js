/** How long the shortest round trip is remembered, in milliseconds: a new route may be longer. */
const memory = 30_000;

/**
 * Network statistics of one received track since its connection was made. `frames`: decoded pictures; `frozen`: how long they stood still.
 * Times in seconds.
 * @typedef {{ lost: number, received: number, bytes: number, jitter: number, freezes: number, frames: number, frozen: number }} TrackReception
 */
/**
 * Network statistics of the tracks of one person; the round trip in seconds. `wanted`: the layer of their video that is to be shown as
 * large as it is, null if it isn't shown. `screen`: their shared screen, if it is received.
 * @typedef {{ audio: TrackReception | null, video: TrackReception | null, screen?: TrackReception | null, roundTrip: number | null, wanted?: number | null }} Reception
 */

/**
 * The media server's last feedback on a sent track: the share that was lost.
 * @typedef {{ loss: number, jitter: number }} TrackSending
 */
/** @typedef {{ audio: TrackSending | null, video: TrackSending | null, roundTrip: number | null, isSlow?: boolean }} Sending `isSlow`: the processor does not suffice for the video */

/**
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
 * Network statistics of one person's audio, and its level after decryption and decoding: 0 … 1, null if the browser doesn't report it.
 * @typedef {TrackReception & { level: number | null }} SoundReception
 */

/**
 * Reads the statistics of the connection for everyone's audio: each track by its id and by its mid.
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

/** The queueing delay of a connection: its round trip minus the shortest recent one. */
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
