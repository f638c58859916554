import { systemClock } from '../media/clock.js';
import { rounds, vibration } from './sounds.js';
import { Speaker } from './speaker.js';

/** @typedef {import('./sounds.js').Ring} Ring */
/**
 * @typedef {object} SoundPort
 * @property {() => Pick<Speaker, 'ready' | 'play' | 'close'>} open fails on a device without sound
 * @property {(pattern: number[]) => void} vibrate
 */

/** In milliseconds: a sound that the browser delays longer is dropped as outdated. */
const patience = 1000;

/** @type {SoundPort} */
const browser = {
    open: () => new Speaker(),
    vibrate(pattern) {
        // Before the person's first click, browsers refuse it and log a warning.
        const { userActivation, vibrate } = /** @type {Navigator & { userActivation?: { hasBeenActive: boolean } }} */ (navigator);
        if (userActivation?.hasBeenActive !== false) vibrate?.call(navigator, pattern);
    },
};

/** Rings until it is stopped, and plays single sounds. Without an output, nothing plays and nothing fails. */
export class SoundPlayer {
    #output;
    #port;
    #clock;
    /** @type {Ring | null} */
    #ring = null;
    /** @type {ReturnType<SoundPort['open']> | null} */
    #speaker = null;
    #waits = false;
    #callOff = () => {};

    /**
     * @param {() => string} output the loudspeaker to sound by; empty: as the system has it
     * @param {SoundPort} [port]
     * @param {Pick<import('../media/clock.js').Clock, 'after'>} [clock]
     */
    constructor(output, port = browser, clock = systemClock) {
        this.#output = output;
        this.#port = port;
        this.#clock = clock;
    }

    /** @param {Ring | null} ring */
    ring(ring) {
        if (ring === this.#ring) return;
        this.#callOff();
        this.#speaker?.close();
        if (this.#ring === 'incoming') this.#port.vibrate([]);
        this.#ring = ring;
        this.#waits = false;
        this.#speaker = ring && this.#open();
        if (ring) this.#round(ring);
    }

    /** @param {import('./sounds.js').Moment} moment */
    once(moment) {
        const speaker = this.#open();
        if (!speaker) return;
        let isLate = false;
        const callOff = this.#clock.after(patience, () => {
            isLate = true;
            speaker.close();
        });
        void speaker.ready(this.#output()).then(() => {
            callOff();
            return isLate ? undefined : speaker.play(moment);
        }).catch(callOff).finally(() => speaker.close());
    }

    #open() {
        try {
            return this.#port.open();
        } catch {
            return null;
        }
    }

    /** @param {Ring} ring */
    #round(ring) {
        this.#callOff = this.#clock.after(rounds[ring], () => this.#round(ring));
        if (ring === 'incoming') this.#port.vibrate([...vibration]);
        void this.#play(ring, this.#speaker);
    }

    /**
     * @param {Ring} ring
     * @param {ReturnType<SoundPort['open']> | null} speaker
     */
    async #play(ring, speaker) {
        // Rings that the browser holds back would later sound all at once.
        if (!speaker || this.#waits) return;
        this.#waits = true;
        const isReady = await speaker.ready(this.#output()).then(() => true, () => false);
        if (speaker !== this.#speaker) return;
        this.#waits = false;
        if (isReady) void speaker.play(ring);
    }
}
