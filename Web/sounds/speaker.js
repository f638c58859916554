import { sounds } from './sounds.js';

/** @typedef {import('./sounds.js').Sound} Sound */
/** @typedef {import('../media/audio-outputs.js').WithOutput} WithOutput */
/** @typedef {AudioContext & { setSinkId?: (id: string) => Promise<void> }} Context */
/** In seconds: how long a note fades in, so that it does not click. */
const attack = 0.03;

/**
 * Schedules a sound in an audio context.
 * @param {BaseAudioContext} context
 * @param {AudioNode} destination
 * @param {Sound} sound
 * @returns {Promise<void>} once it was heard
 */
export function writeSound(context, destination, sound) {
    const { loud, notes } = sounds[sound];
    const now = context.currentTime;
    const oscillators = notes.map(([frequency, after, length]) => {
        const begin = now + after;
        const oscillator = new OscillatorNode(context, { frequency, type: 'sine' });
        const gain = new GainNode(context, { gain: 0 });
        gain.gain.setValueAtTime(0, begin);
        gain.gain.linearRampToValueAtTime(loud, begin + attack);
        gain.gain.linearRampToValueAtTime(0, begin + length);
        oscillator.connect(gain).connect(destination);
        oscillator.start(begin);
        oscillator.stop(begin + length);
        return oscillator;
    });
    return new Promise((resolve) => { oscillators.at(-1)?.addEventListener('ended', () => resolve(), { once: true }); });
}

/** The loudspeaker that the person chose. Its sounds go nowhere else: its own audio context is not connected to any call. */
export class Speaker {
    /** @type {Context} */
    #context = new AudioContext();
    /** @type {AudioNode} */
    #destination = this.#context.destination;
    /** By its ID; empty for the system's default. */
    #output = '';
    /** @type {WithOutput | null} */
    #element = null;

    /**
     * @param {string} output its id; empty: as the system has it
     * @returns {Promise<void>} once the browser lets it sound, before the first click of the person not at all
     */
    async ready(output) {
        if (this.#context.state !== 'running') await this.#context.resume();
        if (output === this.#output) return;
        this.#output = output;
        try {
            if (this.#context.setSinkId) await this.#context.setSinkId(output);
            else await this.#byElement(output);
        } catch {
            // If it is gone or cannot be chosen, the system's default is used.
            this.#destination = this.#context.destination;
        }
    }

    /** @param {Sound} sound */
    play(sound) { return writeSound(this.#context, this.#destination, sound); }

    close() {
        if (this.#element) this.#element.srcObject = null;
        this.#element = null;
        if (this.#context.state !== 'closed') void this.#context.close().catch(() => {});
    }

    /**
     * If a context has no choice of output, an element has.
     * @param {string} output
     */
    async #byElement(output) {
        const element = this.#element ?? /** @type {WithOutput} */ (new Audio());
        this.#element = element;
        await element.setSinkId(output);
        const destination = this.#context.createMediaStreamDestination();
        element.srcObject = destination.stream;
        await element.play();
        this.#destination = destination;
    }
}
