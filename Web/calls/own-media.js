import { CallFailure } from './call-failure.js';

const wantedVideo = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 } };
const wantedAudio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** The camera and the microphone of this device during a call. */
export class OwnMedia {
    #capture;
    #isClosed = false;
    /** @type {boolean | null} what the person chose last; null before that */
    #wantsCamera = null;
    isMuted = false;

    /** @param {Pick<import('./platform.js').Platform, 'capture' | 'makeStream'>} platform */
    constructor({ capture, makeStream }) {
        this.#capture = capture;
        this.stream = makeStream();
    }

    /** What pictures are taken with now. */
    get camera() { return this.stream.getVideoTracks()[0] ?? null; }

    /**
     * Asks for the microphone, and for the camera where pictures are sent.
     * @param {boolean} video
     */
    async open(video) {
        const opened = await capture(this.#capture, { audio: wantedAudio, video: (this.#wantsCamera ?? video) ? wantedVideo : false });
        for (const track of opened.getAudioTracks()) this.#take(track);
        for (const track of opened.getVideoTracks()) this.#take(track, this.#wantsCamera ?? video);
        this.setMuted(this.isMuted);
    }

    /**
     * Keeps what was opened, unless the person hung up meanwhile or wants it no more: then its light goes out at once.
     * @param {MediaStreamTrack} track
     * @param {boolean} [isWanted]
     */
    #take(track, isWanted = true) {
        const isThere = this.stream.getTracks().some(({ kind }) => kind === track.kind);
        if (this.#isClosed || !isWanted || isThere) track.stop();
        else this.stream.addTrack(track);
    }

    /** @param {boolean} muted */
    setMuted(muted) {
        this.isMuted = muted;
        for (const track of this.stream.getAudioTracks()) track.enabled = !muted;
    }

    /**
     * Opens or releases the camera, so that its light goes out too. The last choice counts, however long the camera takes.
     * @param {boolean} isOn
     */
    async setCamera(isOn) {
        this.#wantsCamera = isOn;
        if (!isOn) {
            for (const track of this.stream.getVideoTracks()) {
                track.stop();
                this.stream.removeTrack(track);
            }
        } else if (!this.camera && !this.#isClosed) {
            const opened = await capture(this.#capture, { video: wantedVideo });
            for (const track of opened.getVideoTracks()) this.#take(track, this.#wantsCamera);
        }
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
