import { codecPreferences } from '../../media/codecs.js';
import { readSending } from '../reception/reception.js';
import { withConstantBitRate, withoutAudioLevel } from '../../media/session-description.js';
import { describedLayers, layers, topLayer } from './layers.js';
import { connectTrickle } from './trickle.js';

/**
 * @typedef {object} PublisherOptions
 * @property {MediaStream} stream
 * @property {MediaStreamTrack | null} microphone what is sent as audio; null while nobody hears this device
 * @property {'h264' | 'vp8'} videoCodec
 * @property {boolean} hasVideo whether video is sent from the start; it may be added later
 * @property {import('./layers.js').LayerPlan | null} plan what of video is sent at first; null where nobody has said
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

/** In bits a second, while no receiver has said what it can take. */
const unheardBitRate = 350_000;
/** As large as to one who is alone with this device. */
const firstPlan = layers.map((_, layer) => (layer === topLayer ? unheardBitRate : null));

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
    #plan;
    /** @type {ReturnType<typeof connectTrickle> | null} */
    #trickle = null;
    #connection;
    #options;

    /** @param {PublisherOptions} options */
    constructor(options) {
        this.#options = options;
        this.#plan = options.plan ?? firstPlan;
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
        const sendEncodings = describedLayers.map(({ rid, scale }) => ({ rid, scaleResolutionDownBy: scale, ...this.#encodingOf(rid) }));
        const video = this.#connection.addTransceiver(camera ?? 'video', { direction: 'sendonly', streams: [stream], sendEncodings });
        video.setCodecPreferences(codecPreferences('video', videoCodec, platform.capabilities));
        worker.seal(video.sender, 'video', videoCodec, layers.map(({ rid }) => rid));
        this.#video = video.sender;
    }

    /**
     * Whether a layer is encoded, and with how many bits.
     * @param {string | undefined} rid
     */
    #encodingOf(rid) {
        const layer = layers.findIndex((one) => one.rid === rid);
        const bitrate = this.#plan[layer] ?? null;
        return { active: bitrate !== null, maxBitrate: bitrate ?? layers[layer]?.bitrate ?? unheardBitRate };
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
        // What was wanted while it was negotiated may not have been taken.
        void this.sendVideo(this.#plan);
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
     * Encodes the layers that receivers want, with no more bits than they can take.
     * @param {import('./layers.js').LayerPlan} plan
     */
    async sendVideo(plan) {
        this.#plan = plan;
        await this.#change((encoding) => { Object.assign(encoding, this.#encodingOf(encoding.rid)); });
    }

    /**
     * Has the encoder make a key frame, where only the sender can be asked (Chromium).
     * @param {number | null} source of the one layer that needs it; null where that is not known
     */
    async makeKeyFrame(source) {
        const rid = source === null ? null : await this.#ridOf(source);
        await this.#change(() => {}, (encoding) => rid === null || encoding.rid === rid);
    }

    /** @param {number} source */
    async #ridOf(source) {
        const stats = await this.#video?.getStats().catch(() => null);
        const own = [...stats?.values() ?? []].find(({ type, ssrc }) => type === 'outbound-rtp' && ssrc === source);
        return typeof own?.rid === 'string' ? own.rid : null;
    }

    /**
     * Changes what is sent, one change after the other: parameters count for one change only.
     * @param {(encoding: RTCRtpEncodingParameters) => void} change
     * @param {((encoding: RTCRtpEncodingParameters) => boolean) | null} [needsKeyFrame]
     */
    async #change(change, needsKeyFrame = null) {
        this.#changing = this.#changing.then(async () => {
            const sender = /** @type {KeyFrameSender | null} */ (this.#video);
            const parameters = sender?.getParameters();
            if (!parameters?.encodings?.length) return;
            parameters.encodings.forEach(change);
            // Firefox knows one argument, and may say so by an error.
            if (needsKeyFrame) await sender?.setParameters(parameters, { encodingOptions: parameters.encodings.map((encoding) => ({ keyFrame: needsKeyFrame(encoding) })) });
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
