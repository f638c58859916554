import { CallFailure } from './call-failure.js';

const wantedVideo = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 } };
const wantedAudio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** The camera and the microphone of this device during a call. */
export class OwnMedia {
    #capture;
    #isMuted = false;
    #isClosed = false;

    /** @param {Pick<import('./platform.js').Platform, 'capture' | 'makeStream'>} platform */
    constructor({ capture, makeStream }) {
        this.#capture = capture;
        this.stream = makeStream();
    }

    /**
     * Asks for the microphone, and for the camera where pictures are sent.
     * @param {boolean} video
     */
    async open(video) {
        const opened = await capture(this.#capture, { audio: wantedAudio, video: video ? wantedVideo : false });
        // Hung up while the person was asked.
        if (this.#isClosed) for (const track of opened.getTracks()) track.stop();
        for (const track of opened.getTracks()) this.stream.addTrack(track);
        this.setMuted(this.#isMuted);
    }

    /** @param {boolean} muted */
    setMuted(muted) {
        this.#isMuted = muted;
        for (const track of this.stream.getAudioTracks()) track.enabled = !muted;
    }

    /**
     * Opens or releases the camera, so that its light goes out too.
     * @param {boolean} isOn
     * @returns {Promise<MediaStreamTrack | null>} what is to be sent
     */
    async setCamera(isOn) {
        for (const track of this.stream.getVideoTracks()) {
            if (isOn) return track;
            track.stop();
            this.stream.removeTrack(track);
        }
        if (!isOn) return null;
        const [camera] = (await capture(this.#capture, { video: wantedVideo })).getVideoTracks();
        if (this.#isClosed) camera.stop();
        this.stream.addTrack(camera);
        return camera;
    }

    close() {
        this.#isClosed = true;
        for (const track of this.stream.getTracks()) track.stop();
    }
}

/**
 * @param {import('./platform.js').Platform['capture']} open
 * @param {MediaStreamConstraints} constraints
 */
async function capture(open, constraints) {
    try {
        return await open(constraints);
    } catch (error) {
        const { name } = /** @type {DOMException} */ (error);
        const what = constraints.video ? (constraints.audio ? 'Camera and microphone' : 'The camera') : 'The microphone';
        if (name === 'NotAllowedError') throw new CallFailure('media', `${what} may not be used. Allow it in the browser and try again.`);
        if (name === 'NotFoundError') throw new CallFailure('media', `${what} could not be found. Connect it and try again.`);
        throw new CallFailure('media', `${what} could not be started. Close what else uses it and try again.`);
    }
}
