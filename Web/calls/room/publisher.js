import { codecPreferences } from '../../media/codecs.js';
import { readSending } from '../reception/reception.js';
import { withConstantBitRate, withoutAudioLevel } from '../../media/session-description.js';
import { connectTrickle } from './trickle.js';

/**
 * @typedef {object} PublisherOptions
 * @property {MediaStream} stream
 * @property {MediaStreamTrack | null} microphone what is sent as audio; null while nobody hears this device
 * @property {'h264' | 'vp8'} videoCodec
 * @property {boolean} hasVideo whether video is sent from the start; it may be added later
 * @property {RTCIceServer[]} iceServers
 * @property {import('../../media/call-worker.js').CallWorker} worker
 * @property {Pick<import('../platform.js').Platform, 'makeConnection' | 'capabilities'>} platform
 * @property {Pick<import('../model/set-up-timeline.js').SetUpTimeline, 'mark' | 'watch'>} timeline
 * @property {(state: RTCPeerConnectionState) => void} changed
 */
/**
 * What TypeScript's library does not know yet: https://www.w3.org/TR/webrtc-extensions/#rtcrtpencodingoptions-dictionary
 * @typedef {{ encodingOptions: { keyFrame: boolean }[] }} SetParameterOptions
 */
/** @typedef {RTCRtpSender & { setParameters: (values: RTCRtpSendParameters, options: SetParameterOptions) => Promise<void> }} KeyFrameSender */

/** In bits a second: at most, and while no receiver has said what it can take. */
const videoBitRate = 1_000_000;
const unheardBitRate = 350_000;

/** The connection that sends: sealed from its first frame on. */
export class Publisher {
    /** @type {RTCRtpSender | null} */
    #audio = null;
    /** @type {RTCRtpSender | null} */
    #video = null;
    /** @type {import('../../protocol/janus/janus-handle.js').JanusHandle | null} */
    #handle = null;
    /** @type {Promise<unknown>} one offer at a time */
    #negotiating = Promise.resolve();
    /** @type {Promise<unknown>} one change of what is sent at a time */
    #changing = Promise.resolve();
    #limit = unheardBitRate;
    /** @type {ReturnType<typeof connectTrickle> | null} */
    #trickle = null;
    #connection;
    #options;

    /** @param {PublisherOptions} options */
    constructor(options) {
        this.#options = options;
        const { iceServers, platform, timeline, changed } = options;
        this.#connection = platform.makeConnection({ iceServers, bundlePolicy: 'max-bundle' });
        timeline.watch(this.#connection, 'send');
        this.#connection.onconnectionstatechange = () => changed(this.#connection.connectionState);
        try {
            this.#addTracks(options);
        } catch (error) {
            this.#connection.close();
            throw error;
        }
    }

    /** @param {PublisherOptions} options */
    #addTracks({ stream, microphone, hasVideo, worker, platform }) {
        const audio = this.#connection.addTransceiver(microphone ?? 'audio', { direction: 'sendonly', streams: [stream] });
        audio.setCodecPreferences(codecPreferences('audio', 'opus', platform.capabilities));
        worker.seal(audio.sender, 'audio', 'opus');
        this.#audio = audio.sender;
        if (hasVideo) this.#addVideo(stream.getVideoTracks()[0] ?? null);
    }

    /** @param {MediaStreamTrack | null} camera */
    #addVideo(camera) {
        const { stream, worker, platform, videoCodec } = this.#options;
        const sendEncodings = [{ maxBitrate: this.#limit }];
        const video = this.#connection.addTransceiver(camera ?? 'video', { direction: 'sendonly', streams: [stream], sendEncodings });
        video.setCodecPreferences(codecPreferences('video', videoCodec, platform.capabilities));
        worker.seal(video.sender, 'video', videoCodec);
        this.#video = video.sender;
    }

    /**
     * Offers everything to the room.
     * @param {import('../../protocol/janus/janus-handle.js').JanusHandle} handle
     */
    async publish(handle) {
        this.#handle = handle;
        this.#trickle = connectTrickle(this.#connection, handle);
        this.#negotiating = this.#negotiate(handle, 'publish');
        await this.#negotiating;
    }

    /**
     * @param {import('../../protocol/janus/janus-handle.js').JanusHandle} handle
     * @param {'publish' | 'configure'} request
     */
    async #negotiate(handle, request) {
        await this.#connection.setLocalDescription(await this.#connection.createOffer());
        const sdp = withoutAudioLevel(this.#connection.localDescription?.sdp ?? '');
        const hasVideo = this.#video !== null;
        const body = { request, audio: true, video: hasVideo, ...(hasVideo ? { videocodec: this.#options.videoCodec } : {}) };
        this.#options.timeline.mark('offer');
        const { jsep } = await handle.request(body, { type: 'offer', sdp, e2ee: true });
        this.#options.timeline.mark('accepted');
        this.#trickle?.ownIsKnown();
        await this.#connection.setRemoteDescription({ type: 'answer', sdp: withConstantBitRate(jsep?.sdp ?? '') });
        this.#trickle?.remoteIsKnown();
    }

    /**
     * Sends another camera's video, or none. The first of a call without video is offered to the room.
     * @param {MediaStreamTrack | null} camera
     */
    async replaceVideo(camera) {
        if (this.#video) return this.#video.replaceTrack(camera);
        if (!camera || this.#connection.connectionState === 'closed') return undefined;
        // Asked for while another offer is under way: that one may go without video, this one follows it.
        const handle = this.#handle;
        this.#addVideo(camera);
        if (!handle) return undefined;
        this.#negotiating = this.#negotiating.then(() => this.#negotiate(handle, 'configure'));
        return this.#negotiating;
    }

    /**
     * Sends another microphone's audio, or none at all.
     * @param {MediaStreamTrack | null} microphone
     */
    async replaceAudio(microphone) { await this.#audio?.replaceTrack(microphone); }

    /**
     * Sends no more bits of video in a second than the receivers can take.
     * @param {number | null} bitrate null for any
     */
    async limitVideo(bitrate) {
        this.#limit = Math.min(videoBitRate, bitrate ?? videoBitRate);
        await this.#change((encoding) => { encoding.maxBitrate = this.#limit; });
    }

    /** Has the encoder make a key frame, where only the sender can be asked (Chromium). */
    async makeKeyFrame() { await this.#change(() => {}, true); }

    /**
     * Changes what is sent, one change after the other: parameters count for one change only.
     * @param {(encoding: RTCRtpEncodingParameters) => void} change
     */
    async #change(change, keyFrame = false) {
        this.#changing = this.#changing.then(async () => {
            const sender = /** @type {KeyFrameSender | null} */ (this.#video);
            const parameters = sender?.getParameters();
            if (!parameters?.encodings?.length) return;
            parameters.encodings.forEach(change);
            // Firefox knows one argument, and may say so by an error.
            if (keyFrame) await sender?.setParameters(parameters, { encodingOptions: parameters.encodings.map(() => ({ keyFrame })) });
            else await /** @type {RTCRtpSender | null} */ (sender)?.setParameters(parameters);
        }).catch(() => {});
        await this.#changing;
    }

    /** What the media server says of what comes of it. */
    async sending() { return readSending(await this.#connection.getStats()); }

    close() {
        this.#trickle?.stop();
        this.#connection.onconnectionstatechange = null;
        this.#connection.oniceconnectionstatechange = null;
        this.#connection.close();
    }
}
