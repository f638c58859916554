import { codecPreferences } from '../../media/codecs.js';
import { readSending } from '../quality/reception.js';
import { withConstantBitRate, withoutAudioLevel } from '../../media/session-description.js';
import { describedLayers, layers, topLayer } from './layers.js';
import { ScreenSender } from './screen-sender.js';
import { connectTrickle } from './trickle.js';

/**
 * @typedef {object} PublisherOptions
 * @property {MediaStream} stream
 * @property {MediaStreamTrack | null} microphone the audio track that is sent; null while this device is muted
 * @property {'h264' | 'vp8'} videoCodec
 * @property {boolean} hasVideo whether video is sent from the start; it may be added later
 * @property {import('./screen-sender.js').SharedScreen | null} screen what is shared from the start
 * @property {import('./layers.js').LayerPlan | null} plan the video layers that are sent at first; null if there is no plan yet
 * @property {RTCIceServer[]} iceServers
 * @property {import('../../media/call-worker.js').CallWorker} worker
 * @property {Pick<import('../platform.js').Platform, 'makeConnection' | 'capabilities'>} platform
 * @property {Pick<import('../model/set-up-timeline.js').SetUpTimeline, 'mark' | 'watch'>} timeline
 * @property {(state: RTCPeerConnectionState) => void} changed
 */
/**
 * The option that TypeScript's library doesn't declare yet: https://www.w3.org/TR/webrtc-extensions/#rtcrtpencodingoptions-dictionary
 * @typedef {{ encodingOptions: { keyFrame: boolean }[] }} SetParameterOptions
 */
/** @typedef {RTCRtpSender & { setParameters: (values: RTCRtpSendParameters, options: SetParameterOptions) => Promise<void> }} KeyFrameSender */

/** In bits a second, while no receiver has reported its capacity. */
const unheardBitRate = 350_000;
/** The size in a call of two. */
const firstPlan = layers.map((_, layer) => (layer === topLayer ? unheardBitRate : null));

/** Length of the shorter side, in pixels. */
const smallestForLayers = 540;

/** The connection that sends. Everything is encrypted from the first frame on. */
export class Publisher {
    /** @type {RTCRtpSender | null} */
    #audio = null;
    /** @type {RTCRtpSender | null} */
    #video = null;
    /** @type {import('../../protocol/janus/janus-handle.js').JanusHandle | null} */
    #handle = null;
    /** @type {Promise<unknown>} one offer at a time */
    #negotiating = Promise.resolve();
    /** @type {Promise<unknown>} one change of the sent tracks at a time */
    #changing = Promise.resolve();
    #plan;
    #screen;
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
        this.#screen = new ScreenSender(this.#connection, options);
        this.#connection.onconnectionstatechange = () => changed(this.#connection.connectionState);
        try {
            this.#addTracks(options);
        } catch (error) {
            this.#connection.close();
            throw error;
        }
    }

    /** @param {PublisherOptions} options */
    #addTracks({ stream, microphone, hasVideo, screen, worker, platform }) {
        const audio = this.#connection.addTransceiver(microphone ?? 'audio', { direction: 'sendonly', streams: [stream] });
        audio.setCodecPreferences(codecPreferences('audio', 'opus', platform.capabilities));
        worker.seal(audio.sender, 'audio', 'opus');
        this.#audio = audio.sender;
        // A shared screen comes after a camera: clients that don't know screens take the first video for the person's.
        if (hasVideo || screen) this.#addVideo(stream.getVideoTracks()[0] ?? null);
        if (screen) this.#screen.carry(screen);
    }

    /** The mid by which Janus refers to the microphone. */
    get soundMid() { return this.#connection.getTransceivers?.().find(({ sender }) => sender === this.#audio)?.mid ?? null; }

    /** @param {MediaStreamTrack | null} camera */
    #addVideo(camera) {
        const { stream, worker, platform, videoCodec } = this.#options;
        const rids = hasRoomForLayers(camera) ? layers.map(({ rid }) => rid) : [];
        const sendEncodings = rids.length > 0
            ? describedLayers.map(({ rid, scale }) => ({ rid, scaleResolutionDownBy: scale, ...this.#encodingOf(rid) }))
            : [this.#encodingOf(undefined)];
        const video = this.#connection.addTransceiver(camera ?? 'video', { direction: 'sendonly', streams: [stream], sendEncodings });
        video.setCodecPreferences(codecPreferences('video', videoCodec, platform.capabilities));
        worker.seal(video.sender, 'video', videoCodec, rids);
        this.#video = video.sender;
    }

    /** @param {string | undefined} rid undefined if there is one layer, which is for everyone */
    #encodingOf(rid) {
        if (rid === undefined) {
            const most = Math.max(...this.#plan.map((bitrate) => bitrate ?? 0));
            return { active: most > 0, maxBitrate: most > 0 ? most : unheardBitRate };
        }
        const layer = layers.findIndex((one) => one.rid === rid);
        const bitrate = this.#plan[layer] ?? null;
        return { active: bitrate !== null, maxBitrate: bitrate ?? layers[layer]?.bitrate ?? unheardBitRate };
    }

    /** @param {import('../../protocol/janus/janus-handle.js').JanusHandle} handle */
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
        // A change requested during the negotiation may not have been applied.
        void this.sendVideo(this.#plan);
        void this.#adjustScreen();
    }

    /**
     * Sends another camera's video, or none. The first video of an audio call is offered to the room.
     * @param {MediaStreamTrack | null} camera
     */
    async replaceVideo(camera) {
        if (this.#video) return this.#video.replaceTrack(camera);
        if (!camera || this.#connection.connectionState === 'closed') return undefined;
        // Requested while another offer is under way: that one may go without video, and this one follows it.
        const handle = this.#handle;
        this.#addVideo(camera);
        if (!handle) return undefined;
        this.#negotiating = this.#negotiating.then(() => this.#negotiate(handle, 'configure'));
        return this.#negotiating;
    }

    /** @param {import('./screen-sender.js').SharedScreen | null} screen */
    async shareScreen(screen) {
        if (this.#connection.connectionState === 'closed') return undefined;
        if (screen && !this.#video) this.#addVideo(this.#options.stream.getVideoTracks()[0] ?? null);
        const { needsOffer, done } = this.#screen.carry(screen);
        await done;
        const handle = this.#handle;
        if (!needsOffer || !handle) return undefined;
        this.#negotiating = this.#negotiating.then(() => this.#negotiate(handle, 'configure'));
        return this.#negotiating;
    }

    /** @param {number} rate what of the screen receivers can take, in bits a second */
    async limitScreen(rate) {
        this.#screen.limit(rate);
        await this.#adjustScreen();
    }

    async #adjustScreen() { await this.#change(this.#screen.video, (parameters) => this.#screen.adjust(parameters)); }

    /** @param {MediaStreamTrack | null} microphone */
    async replaceAudio(microphone) { await this.#audio?.replaceTrack(microphone); }

    /** @param {import('./layers.js').LayerPlan} plan */
    async sendVideo(plan) {
        this.#plan = plan;
        await this.#change(this.#video, ({ encodings }) => { for (const encoding of encodings) Object.assign(encoding, this.#encodingOf(encoding.rid)); });
    }

    /**
     * Has the encoder produce a key frame, in browsers where only the sender can be asked (Chromium).
     * @param {string} track the camera's or the screen's
     * @param {number | null} source of the one layer that needs it; null if unknown
     */
    async makeKeyFrame(track, source) {
        const rid = source === null || track === 'screen' ? null : await this.#ridOf(source);
        await this.#change(track === 'screen' ? this.#screen.video : this.#video, () => {}, (encoding) => rid === null || encoding.rid === rid);
    }

    /** @param {number} source */
    async #ridOf(source) {
        const stats = await this.#video?.getStats().catch(() => null);
        const own = [...stats?.values() ?? []].find(({ type, ssrc }) => type === 'outbound-rtp' && ssrc === source);
        return typeof own?.rid === 'string' ? own.rid : null;
    }

    /**
     * Changes what is sent, one change at a time: parameters are valid for one change only.
     * @param {RTCRtpSender | null} of
     * @param {(parameters: RTCRtpSendParameters) => void} change
     * @param {((encoding: RTCRtpEncodingParameters) => boolean) | null} [needsKeyFrame]
     */
    async #change(of, change, needsKeyFrame = null) {
        this.#changing = this.#changing.then(async () => {
            const sender = /** @type {KeyFrameSender | null} */ (of);
            const parameters = sender?.getParameters();
            if (!parameters?.encodings?.length) return;
            change(parameters);
            // Firefox accepts one argument, and may throw on a second.
            if (needsKeyFrame) await sender?.setParameters(parameters, { encodingOptions: parameters.encodings.map((encoding) => ({ keyFrame: needsKeyFrame(encoding) })) });
            else await /** @type {RTCRtpSender | null} */ (sender)?.setParameters(parameters);
        }).catch(() => {});
        await this.#changing;
    }

    /** The media server's feedback on the sent media. */
    async sending() { return readSending(await this.#connection.getStats()); }

    close() {
        this.#trickle?.stop();
        this.#connection.onconnectionstatechange = null;
        this.#connection.oniceconnectionstatechange = null;
        this.#connection.close();
    }
}

/**
 * Browsers encode as many layers as the picture is large enough for, and leave out the lower ones; the media server then has nothing for
 * receivers that request those (Chromium 156: three from 960 × 540). A smaller picture is sent in one layer.
 * @param {MediaStreamTrack | null} camera
 */
function hasRoomForLayers(camera) {
    const { width, height } = camera?.getSettings?.() ?? {};
    return !width || !height || Math.min(width, height) >= smallestForLayers;
}
