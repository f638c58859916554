import { SilentCapture } from '../../../calls/capture/silent-capture.js';
import { systemClock } from '../../../media/clock.js';
import { openLevelMeter } from '../../../media/level-meter.js';
import { openPictureMeter } from '../../../media/picture-meter.js';
import { participantsOf } from '../people/people-state.js';

/** @typedef {import('../../../calls/capture/silent-capture.js').CaptureNotice} CaptureNotice */
/** @typedef {import('../../../state/state.js').State} State */

/** Between two checks, in milliseconds. */
const interval = 1000;
/** Samples per check: at 48 kHz most of the time between two checks. */
const samples = 32_768;

/**
 * A monitored device of a call, for as long as it is the same one.
 * @template {{ close: () => void }} Meter
 */
class Watched {
    /** @type {MediaStreamTrack | null} */
    track = null;
    /** @type {Meter | null} */
    meter = null;
    #open;
    #changed;

    /**
     * @param {(track: MediaStreamTrack) => Meter} open
     * @param {() => void} changed the system has muted or unmuted it
     */
    constructor(open, changed) {
        this.#open = open;
        this.#changed = changed;
    }

    /**
     * Returns whether the track has changed.
     * @param {MediaStreamTrack | null} track
     * @param {boolean} isMeasured
     */
    set(track, isMeasured) {
        const isAnother = track !== this.track;
        if (isAnother) {
            this.close();
            this.track = track;
            for (const type of ['mute', 'unmute']) track?.addEventListener(type, this.#changed);
        }
        if (!isMeasured) this.#endMeter();
        else if (track !== null && this.meter === null) this.#measure(track);
        return isAnother;
    }

    /** @param {MediaStreamTrack} track */
    #measure(track) {
        try {
            this.meter = this.#open(track);
        } catch {
            // A browser may have reached its limit of audio contexts: the level is unknown then.
        }
    }

    #endMeter() {
        this.meter?.close();
        this.meter = null;
    }

    close() {
        this.#endMeter();
        for (const type of ['mute', 'unmute']) this.track?.removeEventListener(type, this.#changed);
        this.track = null;
    }
}

/**
 * Checks once a second what the person sends in a call, on this device only, and reports when a microphone or camera that is on delivers
 * nothing; at once when the system mutes the microphone.
 */
export class CaptureWatch {
    #told;
    #clock;
    #isVisible;
    #microphone;
    #camera;
    #rule = new SilentCapture();
    /** @type {State['call']} */
    #call = null;
    #isOn = false;
    #shown = '';
    #callOff = () => {};

    /**
     * @param {object} options
     * @param {(notices: CaptureNotice[]) => void} options.told whenever they change
     * @param {import('../../../media/clock.js').Clock} [options.clock]
     * @param {() => boolean} [options.isVisible] whether the page is to be seen: browsers draw no pictures else
     * @param {(track: MediaStreamTrack) => Pick<import('../../../media/level-meter.js').LevelMeter, 'peak' | 'close'>} [options.listen]
     * @param {(track: MediaStreamTrack) => import('../../../media/picture-meter.js').PictureMeter} [options.look]
     */
    constructor({ told, clock = systemClock, isVisible = () => document.visibilityState === 'visible', listen = (track) => openLevelMeter(track, samples), look = openPictureMeter }) {
        this.#told = told;
        this.#clock = clock;
        this.#isVisible = isVisible;
        this.#microphone = new Watched(listen, () => this.#look());
        this.#camera = new Watched(look, () => this.#look());
    }

    /** @param {Pick<State, 'call'>} state */
    update({ call }) {
        const isOn = call !== null && call.phase === 'inCall' && participantsOf(call).length > 0;
        if (!isOn && !this.#isOn) return;
        const before = this.#call;
        this.#call = isOn ? call : null;
        if (isOn !== this.#isOn) return isOn ? this.#start() : this.#stop();
        // Only these changes of a call are handled at once.
        if (call?.isMuted !== before?.isMuted || call?.isCameraOn !== before?.isCameraOn || call?.ownStream !== before?.ownStream) this.#look();
        return undefined;
    }

    #start() {
        this.#isOn = true;
        this.#rule = new SilentCapture();
        this.#look();
    }

    #stop() {
        this.#isOn = false;
        this.#callOff();
        this.#microphone.close();
        this.#camera.close();
        this.#tell([]);
    }

    #look() {
        if (!this.#call) return;
        this.#callOff();
        this.#callOff = this.#clock.after(interval, () => this.#look());
        const { ownStream, isMuted, isCameraOn } = this.#call;
        const isVisible = this.#isVisible();
        const [microphone, camera] = [ownStream?.getAudioTracks()[0] ?? null, ownStream?.getVideoTracks()[0] ?? null];
        const isAnotherMicrophone = this.#microphone.set(microphone, !isMuted);
        const isAnotherCamera = this.#camera.set(camera, isCameraOn && isVisible);
        const now = this.#clock.now();
        // The state of the previous device doesn't apply to this one.
        if (isAnotherMicrophone || isAnotherCamera) this.#rule.take({ ...(isAnotherMicrophone ? {} : this.#ofMicrophone(isMuted)), ...(isAnotherCamera ? {} : this.#ofCamera(isCameraOn && isVisible)) }, now);
        this.#rule.take({ ...this.#ofMicrophone(isMuted), ...this.#ofCamera(isCameraOn && isVisible) }, now);
        this.#tell(this.#rule.notices);
    }

    /** @param {boolean} isMuted by the person */
    #ofMicrophone(isMuted) {
        const { track, meter } = this.#microphone;
        return track === null ? {} : { microphone: { isOn: !isMuted, isMuted: track.muted, peak: meter?.peak() ?? null } };
    }

    /** @param {boolean} isOn */
    #ofCamera(isOn) {
        const { track, meter } = this.#camera;
        return track === null || meter === null ? {} : { camera: { isOn, ...meter.look() } };
    }

    /** @param {CaptureNotice[]} notices */
    #tell(notices) {
        const key = notices.join();
        if (key === this.#shown) return;
        this.#shown = key;
        this.#told(notices);
    }
}
