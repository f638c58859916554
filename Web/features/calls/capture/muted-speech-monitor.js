import { MutedSpeechDetector } from '../../../calls/capture/muted-speech-detector.js';
import { systemClock } from '../../../media/clock.js';
import { openLevelMeter } from '../../../media/level-meter.js';
import { participantsOf } from '../people/people-state.js';

/** Between two measurements, in milliseconds. */
const interval = 100;

/**
 * Listens to the microphone while the person is muted in a call, on this device alone, and reports when they speak.
 * @typedef {object} MutedSpeechOptions
 * @property {(isUnheard: boolean) => void} told whenever that changes
 * @property {import('../../../media/clock.js').Clock} [clock]
 * @property {(track: MediaStreamTrack) => import('../../../media/level-meter.js').LevelMeter} [open]
 */
export class MutedSpeechMonitor {
    #told;
    #clock;
    #open;
    /** @type {MediaStreamTrack | null} */
    #track = null;
    /** @type {import('../../../media/level-meter.js').LevelMeter | null} */
    #meter = null;
    #speech = new MutedSpeechDetector();
    #isUnheard = false;
    #callOff = () => {};

    /** @param {MutedSpeechOptions} options */
    constructor({ told, clock = systemClock, open = openLevelMeter }) {
        this.#told = told;
        this.#clock = clock;
        this.#open = open;
    }

    /** @param {Pick<import('../../../state/state.js').State, 'call'>} state */
    update({ call }) {
        const isMuted = call !== null && call.isMuted && call.phase === 'inCall' && participantsOf(call).length > 0;
        const track = isMuted ? call.ownStream?.getAudioTracks()[0] ?? null : null;
        if (track === this.#track) return;
        this.#stop();
        this.#track = track;
        if (track === null) return;
        try {
            this.#meter = this.#open(track);
        } catch {
            // A browser may have reached its limit of audio contexts: no notice is shown then.
            return;
        }
        this.#speech = new MutedSpeechDetector();
        this.#wait();
    }

    #wait() { this.#callOff = this.#clock.after(interval, () => this.#look()); }

    #look() {
        if (this.#meter) this.#set(this.#speech.take(this.#meter.level(), this.#clock.now()));
        this.#wait();
    }

    #stop() {
        this.#callOff();
        this.#meter?.close();
        this.#meter = null;
        this.#set(false);
    }

    /** @param {boolean} isUnheard */
    #set(isUnheard) {
        if (isUnheard === this.#isUnheard) return;
        this.#isUnheard = isUnheard;
        this.#told(isUnheard);
    }
}
