/** @typedef {'incoming' | 'outgoing' | 'waiting'} Tone */

/**
 * Frequencies, how long each sounds in seconds, and how loud.
 * @type {Record<Tone, [number[], number, number]>}
 */
const bursts = { incoming: [[659, 784, 988], 0.18, 0.12], outgoing: [[440], 0.9, 0.04], waiting: [[587, 587], 0.15, 0.04] };

/** Rings by itself while a call comes in, softly while one goes out, and twice beside a call that is on; no audio files. */
export class RingTone {
    /** @type {AudioContext & { setSinkId?: (id: string) => Promise<void> } | null} */
    #context = null;
    #output;
    /** The loudspeaker that rings now, by its id. */
    #sink = '';
    /** @type {ReturnType<typeof setInterval> | undefined} */
    #timer;
    /** @type {Tone | null} */
    #kind = null;

    /** @param {() => string} output the loudspeaker to ring by; empty: as the system has it */
    constructor(output = () => '') { this.#output = output; }

    /** @param {Tone | null} kind */
    play(kind) {
        if (kind === this.#kind) return;
        this.#kind = kind;
        clearInterval(this.#timer);
        if (kind === null) {
            void this.#context?.close().catch(() => {});
            this.#context = null;
            this.#sink = '';
            return;
        }
        try {
            this.#context ??= new AudioContext();
        } catch {
            // A device without audio still shows the call.
            return;
        }
        const context = this.#context;
        const burst = () => this.#burst(...bursts[kind]);
        if (context.state === 'running') burst();
        else void context.resume().then(burst, () => {});
        this.#timer = setInterval(burst, kind === 'incoming' ? 2500 : 4000);
    }

    /**
     * @param {number[]} frequencies one after the other
     * @param {number} length of each, in seconds
     * @param {number} volume
     */
    #burst(frequencies, length, volume) {
        const context = this.#context;
        if (!context) return;
        if (context.state !== 'running') {
            // Before the first click browsers let no page sound; what is begun now would sound all at once then.
            void context.resume().catch(() => {});
            return;
        }
        this.#followOutput();
        frequencies.forEach((frequency, index) => {
            const begin = context.currentTime + index * length;
            const oscillator = new OscillatorNode(context, { frequency, type: 'sine' });
            const gain = new GainNode(context, { gain: 0 });
            gain.gain.setValueAtTime(0, begin);
            gain.gain.linearRampToValueAtTime(volume, begin + 0.03);
            gain.gain.linearRampToValueAtTime(0, begin + length);
            oscillator.connect(gain).connect(context.destination);
            oscillator.start(begin);
            oscillator.stop(begin + length);
        });
    }

    #followOutput() {
        const id = this.#output();
        if (id === this.#sink) return;
        this.#sink = id;
        // Where a tone cannot be sent elsewhere it is heard as the system has it.
        void this.#context?.setSinkId?.(id).catch(() => {});
    }
}
