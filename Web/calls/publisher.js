import { codecPreferences } from '../media/codecs.js';
import { withConstantBitRate, withoutAudioLevel } from '../media/session-description.js';
import { connectTrickle } from './trickle.js';

/**
 * @typedef {object} PublisherOptions
 * @property {MediaStream} stream
 * @property {'h264' | 'vp8'} videoCodec
 * @property {boolean} hasVideo whether pictures are sent at all, now or later
 * @property {RTCIceServer[]} iceServers
 * @property {import('../media/call-worker.js').CallWorker} worker
 * @property {Pick<import('./platform.js').Platform, 'makeConnection' | 'capabilities'>} platform
 * @property {(state: RTCPeerConnectionState) => void} changed
 */

const videoBitRate = 1_000_000;

/** The connection that sends: sealed from its first frame on. */
export class Publisher {
    /** @type {RTCRtpSender | null} */
    #video = null;
    /** @type {ReturnType<typeof connectTrickle> | null} */
    #trickle = null;
    #connection;
    #options;

    /** @param {PublisherOptions} options */
    constructor(options) {
        this.#options = options;
        const { iceServers, platform, changed } = options;
        this.#connection = platform.makeConnection({ iceServers, bundlePolicy: 'max-bundle' });
        this.#connection.onconnectionstatechange = () => changed(this.#connection.connectionState);
        try {
            this.#addTracks(options);
        } catch (error) {
            this.#connection.close();
            throw error;
        }
    }

    /** @param {PublisherOptions} options */
    #addTracks({ stream, hasVideo, worker, platform, videoCodec }) {
        const [microphone] = stream.getAudioTracks();
        const audio = this.#connection.addTransceiver(microphone ?? 'audio', { direction: 'sendonly', streams: [stream] });
        audio.setCodecPreferences(codecPreferences('audio', 'opus', platform.capabilities));
        worker.seal(audio.sender, 'audio', 'opus');
        if (!hasVideo) return;
        const [camera] = stream.getVideoTracks();
        const sendEncodings = [{ maxBitrate: videoBitRate }];
        const video = this.#connection.addTransceiver(camera ?? 'video', { direction: 'sendonly', streams: [stream], sendEncodings });
        video.setCodecPreferences(codecPreferences('video', videoCodec, platform.capabilities));
        worker.seal(video.sender, 'video', videoCodec);
        this.#video = video.sender;
    }

    /**
     * Offers everything to the room.
     * @param {import('../protocol/janus-handle.js').JanusHandle} handle
     */
    async publish(handle) {
        const trickle = connectTrickle(this.#connection, handle);
        this.#trickle = trickle;
        await this.#connection.setLocalDescription(await this.#connection.createOffer());
        const sdp = withoutAudioLevel(this.#connection.localDescription?.sdp ?? '');
        const { hasVideo, videoCodec } = this.#options;
        const body = { request: 'publish', audio: true, video: hasVideo, ...(hasVideo ? { videocodec: videoCodec } : {}) };
        const { jsep } = await handle.request(body, { type: 'offer', sdp, e2ee: true });
        trickle.ownIsKnown();
        await this.#connection.setRemoteDescription({ type: 'answer', sdp: withConstantBitRate(jsep?.sdp ?? '') });
        trickle.remoteIsKnown();
    }

    /**
     * Sends another camera's pictures, or none.
     * @param {MediaStreamTrack | null} camera
     */
    async replaceVideo(camera) { await this.#video?.replaceTrack(camera); }

    /** Has the encoder make a key frame, where only the sender can be asked (Chromium). */
    async makeKeyFrame() {
        const sender = /** @type {any} */ (this.#video);
        const parameters = sender?.getParameters();
        if (!parameters?.encodings?.length) return;
        await sender.setParameters(parameters, { encodingOptions: parameters.encodings.map(() => ({ keyFrame: true })) }).catch(() => {});
    }

    close() {
        this.#trickle?.stop();
        this.#connection.onconnectionstatechange = null;
        this.#connection.close();
    }
}
