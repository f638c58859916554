import { codecPreferences } from '../../media/codecs.js';

/**
 * @typedef {{ video: MediaStreamTrack, audio: MediaStreamTrack | null }} SharedScreen a person's shared screen, and its sound if there is
 *     any
 */
/**
 * The parameter that TypeScript's library doesn't declare yet: https://www.w3.org/TR/mst-content-hint/#degradation-preference-when-encoding
 * @typedef {RTCRtpSendParameters & { degradationPreference?: string }} DegradingParameters
 */

/** In bits a second, while no receiver has reported its capacity. */
export const unheardScreenRate = 1_200_000;
/** A shared screen changes little at a time, and motion in it is still shown well enough. */
const mostFrames = 30;

/**
 * The smallest divisor of each side of a screen, by bitrate: otherwise a single picture takes a slow connection seconds, and its lost
 * packets are retransmitted forever.
 */
const scales = [{ below: 200_000, scale: 3 }, { below: 500_000, scale: 2 }];
/** The multiple of the bitrate at which it was scaled down that is needed to scale it up again: each change costs a whole picture. */
const margin = 1.3;

/**
 * @param {number} rate in bits a second
 * @param {number} former what the sides were divided by
 */
export function screenScale(rate, former) {
    const found = scales.find(({ below, scale }) => rate < (scale <= former ? below * margin : below));
    return found?.scale ?? 1;
}

/**
 * The m-lines of a shared screen, on the connection that sends. They are added with the first share and stay: nothing is sent on them while
 * nothing is shared. Each share is encrypted with new keys.
 */
export class ScreenSender {
    #connection;
    #options;
    /** @type {Record<'video' | 'audio', RTCRtpTransceiver | null>} */
    #lines = { video: null, audio: null };
    #rate = unheardScreenRate;
    #scale = 1;

    /**
     * @param {RTCPeerConnection} connection
     * @param {Pick<import('./publisher.js').PublisherOptions, 'worker' | 'platform' | 'videoCodec'>} options
     */
    constructor(connection, options) {
        this.#connection = connection;
        this.#options = options;
    }

    get video() { return this.#lines.video?.sender ?? null; }

    /**
     * Sends this stream from now on; null sends nothing.
     * @param {SharedScreen | null} screen
     * @returns {{ needsOffer: boolean, done: Promise<unknown> }} whether the room is to be told
     */
    carry(screen) {
        const video = this.#put('video', screen?.video ?? null);
        const audio = this.#put('audio', screen?.audio ?? null);
        return { needsOffer: video.needsOffer || audio.needsOffer, done: Promise.all([video.done, audio.done]) };
    }

    /**
     * @param {'video' | 'audio'} kind
     * @param {MediaStreamTrack | null} track
     */
    #put(kind, track) {
        const line = this.#lines[kind];
        if (!line) return track ? this.#add(kind, track) : { needsOffer: false, done: Promise.resolve() };
        const wanted = track ? 'sendonly' : 'inactive';
        const needsOffer = line.direction !== wanted;
        // The browser may give the track another source then, and the run of the previous share is over.
        if (track && needsOffer) this.#seal(kind, line.sender);
        line.direction = wanted;
        return { needsOffer, done: line.sender.replaceTrack(track) };
    }

    /**
     * @param {'video' | 'audio'} kind
     * @param {MediaStreamTrack} track
     */
    #add(kind, track) {
        const { platform, videoCodec } = this.#options;
        const sendEncodings = kind === 'video' ? [{ maxBitrate: this.#rate, scaleResolutionDownBy: this.#scale, maxFramerate: mostFrames, priority: /** @type {const} */ ('high') }] : undefined;
        const line = this.#connection.addTransceiver(track, { direction: 'sendonly', ...(sendEncodings ? { sendEncodings } : {}) });
        line.setCodecPreferences(codecPreferences(kind, kind === 'video' ? videoCodec : 'opus', platform.capabilities));
        this.#seal(kind, line.sender);
        this.#lines[kind] = line;
        return { needsOffer: true, done: Promise.resolve() };
    }

    /**
     * @param {'video' | 'audio'} kind
     * @param {RTCRtpSender} sender
     */
    #seal(kind, sender) {
        if (kind === 'video') this.#options.worker.seal(sender, 'screen', this.#options.videoCodec);
        else this.#options.worker.seal(sender, 'screenAudio', 'opus');
    }

    /** @param {number} rate in bits a second, at most */
    limit(rate) {
        this.#rate = rate;
        this.#scale = screenScale(rate, this.#scale);
    }

    /**
     * If the bitrate is too low, the frame rate drops first, so that text stays legible.
     * @param {RTCRtpSendParameters} parameters
     */
    adjust(parameters) {
        /** @type {DegradingParameters} */ (parameters).degradationPreference = 'maintain-resolution';
        for (const encoding of parameters.encodings) Object.assign(encoding, { maxBitrate: this.#rate, scaleResolutionDownBy: this.#scale });
    }
}
