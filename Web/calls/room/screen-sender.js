import { codecPreferences } from '../../media/codecs.js';

/** @typedef {{ video: MediaStreamTrack, audio: MediaStreamTrack | null }} SharedScreen what a person shares, and its sound where there is any */
/**
 * What TypeScript's library does not know yet: https://www.w3.org/TR/mst-content-hint/#degradation-preference-when-encoding
 * @typedef {RTCRtpSendParameters & { degradationPreference?: string }} DegradingParameters
 */

/** In bits a second, while no receiver has said what it can take. */
export const unheardScreenRate = 1_200_000;
/** What is shared changes little at a time; what moves in it is seen well enough. */
const mostFrames = 30;

/**
 * By what each side of a screen is divided at least, from so many bits a second down: one picture of it by itself is else more than
 * such a line carries in seconds, and what is lost of it is asked for again, for ever.
 */
const scales = [{ below: 200_000, scale: 3 }, { below: 500_000, scale: 2 }];
/** Of the rate at which it became smaller, before it is larger again: each change is a whole picture. */
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
 * The m-lines of what is shared, on the connection that sends. They come with the first share and stay: nothing is sent on
 * them while nothing is shared. Each share is sealed anew.
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
     * Sends this from now on; null: nothing.
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
        // The browser may give it another source then, and the run of the share before is over.
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
     * What there is too little of is taken from pictures a second first: letters stay legible.
     * @param {RTCRtpSendParameters} parameters
     */
    adjust(parameters) {
        /** @type {DegradingParameters} */ (parameters).degradationPreference = 'maintain-resolution';
        for (const encoding of parameters.encodings) Object.assign(encoding, { maxBitrate: this.#rate, scaleResolutionDownBy: this.#scale });
    }
}
