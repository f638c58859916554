import { ownVideoCodecs } from '../../media/codecs.js';
import { CallFailure } from '../model/call-failure.js';
import { fellBack, missingSentence } from './missing-media.js';
import { OwnMedia } from './own-media.js';
import { usedDevice } from './used-device.js';
import { text } from '../../texts/text.js';

/** In milliseconds: devices that are unplugged together are reported together. */
const unpluggingTime = 250;
const noPictures = text('call.notice.noPictures');

/** @typedef {Pick<import('../model/call-parts.js').CallParts, 'emit' | 'sync' | 'room'>} MediaParts */

/**
 * The options that a call's media start with.
 * @typedef {object} Beginning
 * @property {boolean} isVideo
 * @property {boolean} camera whether own video is sent at first
 * @property {boolean} [isMuted] whether this device starts muted
 * @property {boolean} [isReturn] whether the others know of this device from before
 */

/** The media that this device sends in one call: at the start, when the person changes them, and when devices are plugged in or out. */
export class CallMedia {
    #own;
    #platform;
    #parts;
    isVideo;
    #beginsWithCamera;
    #hasVideo;
    #isReturn;
    /** @type {'h264' | 'vp8' | null} the video codec that everyone in the call can receive; null before that is known */
    codec = null;
    /** @type {Set<import('./missing-media.js').Device>} what was unplugged just now: often both, as they are one device */
    #unplugged = new Set();
    #callOffNews = () => {};
    /** Whether the person wants to be muted: the last choice counts, however long the server takes. */
    #wantsMute;
    /** @type {Promise<unknown>} one choice at a time is reported */
    #choosing = Promise.resolve();
    /** @type {Promise<unknown>} one device takes the place of another at a time */
    #switching = Promise.resolve();
    /** The media state to report to the server, and the one last reported. */
    #status = { wanted: '', reported: '' };
    #isClosed = false;

    /**
     * @param {Beginning} media
     * @param {import('../platform.js').Platform} platform
     * @param {MediaParts} parts
     */
    constructor({ isVideo, camera, isMuted = false, isReturn = false }, platform, parts) {
        this.#own = new OwnMedia(platform, (device, track) => void this.#gone(device, track), () => this.#notify());
        this.#platform = platform;
        this.#parts = parts;
        this.isVideo = isVideo;
        this.#beginsWithCamera = camera;
        this.#hasVideo = isVideo || camera;
        this.#isReturn = isReturn;
        this.#wantsMute = isMuted;
        this.#own.setMuted(isMuted);
    }

    get stream() { return this.#own.stream; }
    /** The audio track that is sent; null while this device is muted. */
    get sound() { return this.#own.sound; }
    /** Whether this device's video is offered to the room, even while the camera is off. */
    get hasVideo() { return this.#hasVideo && this.#canSendPictures; }
    get #canSendPictures() { return this.codec === null || ownVideoCodecs(this.#platform.capabilities).includes(this.codec); }

    /** Opens the available devices; a missing one doesn't end the call, and is reported once. */
    async open() {
        const lacks = await this.#own.open(this.#beginsWithCamera && this.#canSendPictures);
        if (this.#isClosed) throw new CallFailure('noCall');
        this.#notify(lacks);
        if (this.#beginsWithCamera && !this.#canSendPictures) this.#parts.emit({ type: 'notice', text: noPictures });
    }

    /** @param {Parameters<typeof missingSentence>[0]} [lacks] */
    #notify(lacks = {}) {
        const { stream, isMuted, isCameraOn, microphone, camera } = this.#own;
        this.#parts.emit({ type: 'localMedia', stream, isMuted, isCameraOn, used: { microphone: usedDevice(microphone), camera: usedDevice(camera) } });
        const sentence = missingSentence(lacks);
        if (sentence !== null) this.#parts.emit({ type: 'notice', text: sentence });
    }

    /**
     * Switches the running call to another device. A muted microphone stays muted, and a camera that is off stays off. Throws if the device
     * cannot be opened; then nothing changes.
     * @param {import('./missing-media.js').Device} device
     * @param {import('../../media/device-choice.js').Wish} wish
     */
    async useDevice(device, wish) {
        await this.#oneByOne(() => this.#own.switchTo(device, wish, () => this.#carry(device)).finally(() => this.#notify()));
    }

    /**
     * Switches an effect of the device in use; nothing is opened for one that is off. Throws if the device does not take it.
     * @param {import('../../media/track-effects.js').Effect} effect
     * @param {boolean} isOn
     */
    async useEffect(effect, isOn) {
        await this.#oneByOne(() => this.#own.setEffect(effect, isOn).finally(() => this.#notify()));
    }

    /**
     * @template Result
     * @param {() => Promise<Result>} step
     * @returns {Promise<Result>}
     */
    #oneByOne(step) {
        const done = this.#switching.then(step);
        this.#switching = done.catch(() => {});
        return done;
    }

    /** @param {import('./missing-media.js').Device} device */
    async #carry(device) {
        if (this.#isClosed) return;
        await (device === 'camera' ? this.#parts.room.replaceVideo(this.#own.camera) : this.#parts.room.transport.replaceAudio(this.#own.sound));
    }

    /**
     * The device was unplugged: the system's default replaces it; if there is none, the call continues without.
     * @param {import('./missing-media.js').Device} device
     * @param {MediaStreamTrack} track
     */
    async #gone(device, track) {
        const other = await this.#oneByOne(() => this.#own.findAnother(device));
        if (this.#isClosed) return;
        if (other === null) return this.#lost(device);
        this.#notify();
        this.#parts.emit({ type: 'notice', text: fellBack(device, track.label, other.label) });
        await this.#carry(device).catch(() => {});
    }

    /**
     * The call continues without it.
     * @param {import('./missing-media.js').Device} device
     */
    async #lost(device) {
        this.#unplugged.add(device);
        this.#callOffNews();
        this.#callOffNews = this.#platform.clock.after(unpluggingTime, () => {
            this.#notify(Object.fromEntries([...this.#unplugged].map((each) => [each, 'unplugged'])));
            this.#unplugged.clear();
        });
        const { camera, sound } = this.#own;
        await Promise.all([this.#parts.room.replaceVideo(camera), this.#parts.room.transport.replaceAudio(sound)]).catch(() => {});
        await this.#parts.sync.updateOwn({ isMuted: this.#own.isMuted, isVideoEnabled: this.#own.camera !== null });
    }

    /**
     * Mutes at once and reports it; unmutes once the server permits it.
     * @param {boolean} muted
     */
    async setMuted(muted) {
        this.#wantsMute = muted;
        if (muted) await this.#fallSilent();
        const chosen = this.#choosing.then(() => (muted ? this.#parts.sync.updateOwn({ isMuted: true }) : this.#unmute()));
        this.#choosing = chosen.catch(() => {});
        await chosen;
    }

    async #fallSilent() {
        this.#own.setMuted(true);
        this.#notify();
        await this.#parts.room.transport.replaceAudio(null);
    }

    async #unmute() {
        if (!this.#own.isMuted) return this.#parts.sync.updateOwn({ isMuted: false });
        try {
            this.#own.setMuted(true);
            await this.#own.findMicrophone();
            if (this.#wantsMute || this.#isClosed) return undefined;
            // The number of people who can be unmuted at once is limited: nothing is sent before the server has counted this device.
            await this.#parts.sync.askToUpdateOwn({ isMuted: false });
            if (this.#wantsMute || this.#isClosed) return undefined;
            this.#own.setMuted(false);
            return await this.#parts.room.transport.replaceAudio(this.#own.sound);
        } catch (error) {
            this.#wantsMute = true;
            throw error;
        } finally {
            this.#notify();
        }
    }

    /** The limit was reached, so the server admitted this device muted. */
    async mutedByServer() {
        if (this.#own.isMuted) return;
        this.#wantsMute = true;
        await this.#fallSilent();
        this.#parts.emit({ type: 'notice', text: text('call.notice.joinedMuted') });
    }

    /** @param {boolean} isOn */
    async setCamera(isOn) {
        if (isOn && !this.#canSendPictures) {
            this.#notify();
            throw new CallFailure('media', noPictures);
        }
        await this.#own.setCamera(isOn).finally(() => this.#notify());
        const { camera } = this.#own;
        if (camera) this.#hasVideo = true;
        await this.#parts.room.replaceVideo(camera);
        await this.#parts.sync.updateOwn({ isVideoEnabled: this.#own.camera !== null });
    }

    /**
     * Reports to the server whether media flow (wire-protocol 4.8). Reports are sent in order, so the last one counts.
     * @param {'connected' | 'reconnecting'} status
     */
    async flows(status) {
        const isReporting = this.#status.wanted !== this.#status.reported;
        this.#status.wanted = status;
        if (isReporting) return;
        while (this.#status.wanted !== this.#status.reported && !this.#isClosed) {
            const isFirst = this.#status.reported === '';
            const { wanted } = this.#status;
            const { isMuted, camera } = this.#own;
            const isVideoEnabled = camera !== null;
            // The others assume unmuted audio, and video in a video call, unless they know otherwise from earlier.
            const choices = this.#isReturn ? { isMuted, isVideoEnabled } : { ...(isMuted ? { isMuted } : {}), ...(isVideoEnabled === this.isVideo ? {} : { isVideoEnabled }) };
            await this.#parts.sync.updateOwn({ status: wanted, ...(isFirst ? { ...choices, takesCalls: true } : {}) });
            this.#status.reported = wanted;
        }
    }

    close() {
        this.#isClosed = true;
        this.#callOffNews();
        this.#own.close();
    }
}
