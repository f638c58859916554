/** @typedef {'notice.microphoneMutedBySystem' | 'notice.microphoneSilent' | 'notice.cameraBlack' | 'notice.cameraFrozen'} CaptureNotice */
/**
 * The output of a microphone and a camera since the previous look. Levels and brightness never leave the device. `isOn`: the person hasn't
 * muted it, or turned it off.
 * @typedef {object} CaptureLook
 * @property {{ isOn: boolean, isMuted: boolean, peak: number | null }} [microphone] absent without a microphone. `isMuted`: by the system
 *     or the headset; `peak`: the largest absolute sample as a share of the loudest, null if unknown
 * @property {{ isOn: boolean, picture: number | null, luma: number | null }} [camera] absent without a camera. `picture`: stays the same
 *     while no picture arrives, or the pixels don't change; `luma`: its mean, 0 black … 1 white; null before the first
 */

/** In milliseconds: how long a state must last, and the gap between two checks after which nothing is known. */
const [patience, longestGap] = [10_000, 3000];
/** The level of a sample that is above the last of 16 bits. */
const silentBelow = 0.00005;
/** Some headsets send digital silence while no one speaks: after this many notices no more are given. */
const silentTimes = 3;
const [blackBelow, blackEndsAt] = [0.02, 0.03];

/**
 * Decides from periodic checks, about one a second, when a microphone or camera that is on delivers nothing, and when it delivers again.
 * Pure; the twin of SilentCapture.swift (Tests/Vectors/silent-capture.json).
 */
export class SilentCapture {
    /** @type {number | null} */
    #lookedAt = null;
    /** @type {CaptureNotice | null} */
    #ofMicrophone = null;
    /** @type {CaptureNotice | null} */
    #ofCamera = null;
    /** @type {number | null} */
    #silentSince = null;
    #silences = 0;
    /** @type {number | null | undefined} of the last picture; undefined before the first look at a camera that is on */
    #picture = undefined;
    /** @type {number | null} */
    #sameSince = null;
    /** @type {number | null} */
    #darkSince = null;

    /** The notices to show now; the microphone's comes first. */
    get notices() { return [this.#ofMicrophone, this.#ofCamera].flatMap((notice) => notice ?? []); }

    /**
     * @param {CaptureLook} look
     * @param {number} now milliseconds of a monotonic clock
     */
    take({ microphone, camera }, now) {
        if (this.#lookedAt !== null && now - this.#lookedAt > longestGap) [this.#silentSince, this.#sameSince, this.#darkSince] = [null, null, null];
        this.#lookedAt = now;
        this.#ofMicrophone = this.#heard(microphone, now);
        this.#ofCamera = this.#seen(camera, now);
    }

    /**
     * @param {CaptureLook['microphone']} microphone
     * @param {number} now
     * @returns {CaptureNotice | null}
     */
    #heard(microphone, now) {
        const { isOn, isMuted, peak } = microphone ?? { isOn: false, isMuted: false, peak: null };
        const wasSilent = this.#ofMicrophone === 'notice.microphoneSilent';
        if (!isOn || isMuted || peak === null || peak >= silentBelow) {
            this.#silentSince = null;
            if (isOn && isMuted) return 'notice.microphoneMutedBySystem';
            return isOn && peak === null && wasSilent ? this.#ofMicrophone : null;
        }
        this.#silentSince ??= now;
        if (wasSilent) return this.#ofMicrophone;
        if (now - this.#silentSince < patience || this.#silences >= silentTimes) return null;
        this.#silences += 1;
        return 'notice.microphoneSilent';
    }

    /**
     * @param {CaptureLook['camera']} camera
     * @param {number} now
     * @returns {CaptureNotice | null}
     */
    #seen(camera, now) {
        if (!camera?.isOn) {
            [this.#picture, this.#sameSince, this.#darkSince] = [undefined, null, null];
            return null;
        }
        const { picture, luma } = camera;
        const isSame = this.#picture === picture;
        this.#picture = picture;
        this.#sameSince = isSame ? this.#sameSince ?? now : now;
        const wasBlack = this.#ofCamera === 'notice.cameraBlack';
        if (luma === null || luma >= (wasBlack ? blackEndsAt : blackBelow)) {
            this.#darkSince = null;
            const isFrozen = now - this.#sameSince >= patience || (isSame && this.#ofCamera === 'notice.cameraFrozen');
            return isFrozen ? 'notice.cameraFrozen' : null;
        }
        // A picture that is black and frozen is reported as black only.
        this.#darkSince ??= now;
        return wasBlack || now - this.#darkSince >= patience ? 'notice.cameraBlack' : null;
    }
}
