import { CallFailure } from '../model/call-failure.js';
import { cannotOpen, whyMissing } from './missing-media.js';

const wantedVideo = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
const wantedAudio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** @typedef {import('./missing-media.js').Why} Why */
/** @typedef {import('./missing-media.js').Device} Device */

/**
 * The camera and the microphone of this device during a call. Neither has to be there: who has no microphone sends nothing,
 * as who is muted does.
 */
export class OwnMedia {
    #platform;
    #unplugged;
    #isClosed = false;
    /** @type {boolean | null} what the person chose last; null before that */
    #wantsCamera = null;
    #wantsMute = false;
    /** Cameras that are being opened. */
    #opening = 0;
    /** @type {MediaStreamTrack | null} */
    #microphone = null;
    /** Whether it is known if there is a microphone. */
    #hasLooked = false;

    /**
     * @param {Pick<import('../platform.js').Platform, 'capture' | 'isAllowed' | 'makeStream'>} platform
     * @param {(device: Device) => void} [unplugged] a device is gone that was in use
     */
    constructor(platform, unplugged = () => {}) {
        this.#platform = platform;
        this.#unplugged = unplugged;
        this.stream = platform.makeStream();
    }

    /** What video is taken with now. */
    get camera() { return this.stream.getVideoTracks()[0] ?? null; }
    /** What is sent as audio; null while nobody hears this device. */
    get sound() { return this.#wantsMute ? null : this.#microphone; }
    /** Whether nobody hears this device: by choice, or for want of a microphone. */
    get isMuted() { return this.#wantsMute || (this.#hasLooked && this.#microphone === null); }
    /** Whether there is video, or will be in a moment. */
    get isCameraOn() { return this.camera !== null || (this.#opening > 0 && this.#wantsCamera !== false); }

    /**
     * Asks for the microphone, and for the camera where video is sent. What cannot be had is left out, and reported.
     * @param {boolean} video
     * @returns {Promise<Partial<Record<Device, Why>>>}
     */
    async open(video) {
        const wantsCamera = this.#wantsCamera ?? video;
        if (wantsCamera) this.#opening += 1;
        try {
            return await this.#open(wantsCamera);
        } finally {
            if (wantsCamera) this.#opening -= 1;
        }
    }

    /**
     * @param {boolean} wantsCamera
     * @returns {Promise<Partial<Record<Device, Why>>>}
     */
    async #open(wantsCamera) {
        const all = await this.#take(wantsCamera ? { audio: wantedAudio, video: wantedVideo } : { audio: wantedAudio });
        /** @type {Partial<Record<Device, Why>>} */
        const lacks = {};
        if (all !== null) {
            // Asked for together neither comes where one is missing.
            const sound = wantsCamera ? await this.#take({ audio: wantedAudio }) : all;
            if (sound !== null) lacks.microphone = sound;
            if (wantsCamera) {
                // Who has said no twice is not asked once more, but the camera may be allowed already.
                const isRefused = all === 'denied' && sound === 'denied' && !(await this.#platform.isAllowed('camera'));
                const picture = sound === null || isRefused ? all : await this.#take({ video: wantedVideo });
                if (picture !== null && this.#wantsCamera !== false) lacks.camera = picture;
            }
        }
        this.#hasLooked = true;
        return lacks;
    }

    /**
     * Opens devices, and keeps them.
     * @param {MediaStreamConstraints} constraints
     * @returns {Promise<Why | null>} why they cannot be had
     */
    async #take(constraints) {
        if (this.#isClosed) return null;
        try {
            const opened = await this.#platform.capture(constraints);
            for (const track of opened.getTracks()) this.#keep(track);
            return null;
        } catch (error) {
            return whyMissing(error);
        }
    }

    /**
     * Keeps what was opened, unless the person hung up meanwhile or wants it no more: then its light goes out at once.
     * @param {MediaStreamTrack} track
     */
    #keep(track) {
        const isThere = track.kind === 'audio' ? this.#microphone !== null : this.camera !== null;
        const isWanted = track.kind === 'audio' || this.#wantsCamera !== false;
        if (this.#isClosed || !isWanted || isThere) return track.stop();
        track.onended = () => this.#ended(track);
        if (track.kind === 'audio') {
            this.#microphone = track;
            track.enabled = !this.#wantsMute;
        }
        return this.stream.addTrack(track);
    }

    /** @param {MediaStreamTrack} track */
    #drop(track) {
        track.stop();
        this.stream.removeTrack(track);
    }

    /**
     * It was unplugged, or the browser took it away.
     * @param {MediaStreamTrack} track
     */
    #ended(track) {
        if (this.#isClosed || !this.stream.getTracks().includes(track)) return;
        this.#drop(track);
        if (track === this.#microphone) this.#microphone = null;
        else this.#wantsCamera = false;
        this.#unplugged(track.kind === 'audio' ? 'microphone' : 'camera');
    }

    /** Looks for a microphone where there was none. */
    async findMicrophone() {
        if (!this.#hasLooked || this.#microphone) return;
        const why = await this.#take({ audio: wantedAudio });
        if (why !== null) throw new CallFailure('media', cannotOpen('microphone', why));
    }

    /** @param {boolean} muted whether `sound` is nothing, whatever there is */
    setMuted(muted) {
        this.#wantsMute = muted;
        if (this.#microphone) this.#microphone.enabled = !muted;
    }

    /**
     * Opens or releases the camera, so that its light goes out too. The last choice counts, however long the camera takes.
     * @param {boolean} isOn
     */
    async setCamera(isOn) {
        this.#wantsCamera = isOn;
        if (!isOn) {
            for (const track of this.stream.getVideoTracks()) this.#drop(track);
        } else if (!this.camera && !this.#isClosed) {
            this.#opening += 1;
            const why = await this.#take({ video: wantedVideo });
            this.#opening -= 1;
            if (why === null) return;
            this.#wantsCamera = false;
            throw new CallFailure('media', cannotOpen('camera', why));
        }
    }

    close() {
        this.#isClosed = true;
        for (const track of this.stream.getTracks()) track.stop();
    }
}

