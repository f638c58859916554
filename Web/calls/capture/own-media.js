import { constraintsOf, facingOf } from '../../media/device-choice.js';
import { deviceOfEffect, switchEffect, whenConfigured } from '../../media/track-effects.js';
import { text } from '../../texts/text.js';
import { CallFailure } from '../model/call-failure.js';
import { cannotOpen, whyMissing } from './missing-media.js';

const wantedVideo = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
const wantedAudio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** @typedef {import('./missing-media.js').Why} Why */
/** @typedef {import('./missing-media.js').Device} Device */
/** @typedef {import('../../media/device-choice.js').Wish} Wish */

/**
 * Returns the constraints for a device: the sizes that calls need, whichever device it is.
 * @param {Device} device
 * @param {Wish} wish
 * @param {'must' | 'may'} [how]
 * @returns {MediaStreamConstraints}
 */
export const asked = (device, wish, how) => (device === 'camera' ? { video: { ...wantedVideo, ...constraintsOf(wish, how) } } : { audio: { ...wantedAudio, ...constraintsOf(wish, how) } });

/**
 * The camera and the microphone of this device during a call. Either may be absent: a device without a microphone sends no audio, like a
 * muted one.
 */
export class OwnMedia {
    #platform;
    #unplugged;
    #changed;
    #isClosed = false;
    /** @type {boolean | null} what the person chose last; null before that */
    #wantsCamera = null;
    #wantsMute = false;
    /** The number of cameras that are being opened. */
    #opening = 0;
    /** @type {MediaStreamTrack | null} */
    #microphone = null;
    /** Whether it is known if there is a microphone. */
    #hasLooked = false;

    /**
     * @param {Pick<import('../platform.js').Platform, 'capture' | 'isAllowed' | 'makeStream' | 'wish'>} platform
     * @param {(device: Device, track: MediaStreamTrack) => void} [unplugged] a device is gone that was in use
     * @param {() => void} [changed] the browser or the system has changed an effect of a device
     */
    constructor(platform, unplugged = () => {}, changed = () => {}) {
        this.#platform = platform;
        this.#unplugged = unplugged;
        this.#changed = changed;
        this.stream = platform.makeStream();
    }

    get camera() { return this.stream.getVideoTracks()[0] ?? null; }
    get microphone() { return this.#microphone; }
    /** The audio track that is sent; null while this device is muted. */
    get sound() { return this.#wantsMute ? null : this.#microphone; }
    /** Whether no audio is sent: by choice, or because there is no microphone. */
    get isMuted() { return this.#wantsMute || (this.#hasLooked && this.#microphone === null); }
    /** Whether there is video, or is about to be. */
    get isCameraOn() { return this.camera !== null || (this.#opening > 0 && this.#wantsCamera !== false); }

    /**
     * Asks for the microphone, and for the camera if video is sent. Unavailable devices are left out and reported.
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
        const microphone = asked('microphone', this.#platform.wish('microphone'));
        const camera = asked('camera', this.#platform.wish('camera'));
        const all = await this.#take(wantsCamera ? { ...microphone, ...camera } : microphone);
        /** @type {Partial<Record<Device, Why>>} */
        const lacks = {};
        if (all !== null) {
            // If both are requested together and one is missing, neither opens.
            const sound = wantsCamera ? await this.#take(microphone) : all;
            if (sound !== null) lacks.microphone = sound;
            if (wantsCamera) {
                // After two refusals the person is not asked again, but the camera may be allowed already.
                const isRefused = all === 'denied' && sound === 'denied' && !(await this.#platform.isAllowed('camera'));
                const picture = sound === null || isRefused ? all : await this.#take(camera);
                if (picture !== null && this.#wantsCamera !== false) lacks.camera = picture;
            }
        }
        this.#hasLooked = true;
        return lacks;
    }

    /**
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
     * Keeps the opened track, unless the person hung up or turned it off meanwhile: then it is stopped at once, and its light goes out.
     * @param {MediaStreamTrack} track
     */
    #keep(track) {
        const isThere = track.kind === 'audio' ? this.#microphone !== null : this.camera !== null;
        const isWanted = track.kind === 'audio' || this.#wantsCamera !== false;
        if (this.#isClosed || !isWanted || isThere) return track.stop();
        track.onended = () => this.#ended(track);
        whenConfigured(track, () => { if (!this.#isClosed && this.stream.getTracks().includes(track)) this.#changed(); });
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
     * The device was unplugged, or the browser took it away.
     * @param {MediaStreamTrack} track
     */
    #ended(track) {
        if (this.#isClosed || !this.stream.getTracks().includes(track)) return;
        this.#drop(track);
        if (track === this.#microphone) this.#microphone = null;
        this.#unplugged(track.kind === 'audio' ? 'microphone' : 'camera', track);
    }

    /**
     * Opens the system's default in place of a device that is gone, muted as before; null if there is no other.
     * @param {Device} device
     * @returns {Promise<MediaStreamTrack | null>}
     */
    async findAnother(device) {
        if (this.#current(device) !== null) return null;
        if (device === 'camera' && this.#wantsCamera === false) return null;
        if (device === 'camera') this.#opening += 1;
        const why = await this.#take(asked(device, null));
        if (device === 'camera') {
            this.#opening -= 1;
            if (why !== null) this.#wantsCamera = false;
        }
        return this.#current(device);
    }

    /** @param {Device} device */
    #current(device) { return device === 'camera' ? this.camera : this.#microphone; }

    /**
     * Switches to another device of a kind that is in use. The old device stays if the new one cannot be opened.
     * @param {Device} device
     * @param {Wish} wish
     * @param {() => Promise<void>} carry has the call send what is here now
     */
    async switchTo(device, wish, carry) {
        const before = this.#current(device);
        if (before === null || this.#isClosed) return;
        let { track, why } = await this.#openAnother(device, wish);
        if (why === 'notReadable' && facingOf(before.getSettings?.() ?? {}) !== null) {
            // Most phones can use only one camera at a time.
            before.stop();
            ({ track, why } = await this.#openAnother(device, wish));
            if (track === null) await this.#takeBack(device, before, carry);
        }
        if (track === null) throw new CallFailure('media', cannotOpen(device, why ?? 'notReadable'));
        await this.#putInPlace(device, track, carry);
    }

    /**
     * Switches an effect of the device in use. Throws if its track doesn't take it.
     * @param {import('../../media/track-effects.js').Effect} effect
     * @param {boolean} isOn
     */
    async setEffect(effect, isOn) {
        const track = this.#current(deviceOfEffect(effect));
        if (track === null || this.#isClosed || await switchEffect(track, effect, isOn)) return;
        throw new CallFailure('media', text('capture.effectLater'));
    }

    /**
     * @param {Device} device
     * @param {Wish} wish
     * @returns {Promise<{ track: MediaStreamTrack, why: null } | { track: null, why: Why }>}
     */
    async #openAnother(device, wish) {
        try {
            const [track] = (await this.#platform.capture(asked(device, wish, 'must'))).getTracks();
            return { track, why: null };
        } catch (error) {
            return { track: null, why: whyMissing(error) };
        }
    }

    /**
     * The old device was closed for the new one, which could not be opened.
     * @param {Device} device
     * @param {MediaStreamTrack} before
     * @param {() => Promise<void>} carry
     */
    async #takeBack(device, before, carry) {
        const { track } = await this.#openAnother(device, { id: before.getSettings().deviceId ?? '' });
        if (track !== null) return this.#putInPlace(device, track, carry);
        this.#drop(before);
        if (before === this.#microphone) this.#microphone = null;
        else this.#wantsCamera = false;
        return carry();
    }

    /**
     * The opened track replaces the one in use, unless the person no longer wants one of that kind.
     * @param {Device} device
     * @param {MediaStreamTrack} track
     * @param {() => Promise<void>} carry
     */
    async #putInPlace(device, track, carry) {
        const before = this.#current(device);
        if (before !== null) {
            before.onended = null;
            this.stream.removeTrack(before);
            if (before === this.#microphone) this.#microphone = null;
        }
        this.#keep(track);
        // Stop the old track only afterwards, so that nothing goes dark in between.
        await carry();
        before?.stop();
    }

    /** Looks for a microphone if there was none before. */
    async findMicrophone() {
        if (!this.#hasLooked || this.#microphone) return;
        const why = await this.#take(asked('microphone', this.#platform.wish('microphone')));
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
            const why = await this.#take(asked('camera', this.#platform.wish('camera')));
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
