/**
 * A track that is played louder or softer than it arrives. The output is `track`, from the beginning to `close`.
 * @typedef {{ track: MediaStreamTrack, set: (percent: number) => void, close: () => void }} Amplified
 */

/** In seconds: the ramp of a change of volume. An instant change would be heard as a click. */
const ramp = 0.02;

/** Plays audio louder or softer than it arrives. Created on first use, and closed with the call. */
export class Amplifier {
    /** @type {AudioContext | null} */
    #context = null;

    /**
     * @param {MediaStreamTrack} source
     * @param {number} percent
     * @returns {Amplified}
     */
    amplify(source, percent) {
        this.#context ??= new AudioContext();
        const context = this.#context;
        // A browser lets it run once the person has interacted with the page, which they did to get here.
        void context.resume().catch(() => {});
        const stream = new MediaStream([source]);
        // Chromium decodes the audio of a connection only while an element plays it (crbug.com/933677).
        const pump = new Audio();
        pump.muted = true;
        pump.srcObject = stream;
        void pump.play().catch(() => {});
        const [input, gain, output] = [context.createMediaStreamSource(stream), context.createGain(), context.createMediaStreamDestination()];
        gain.gain.value = percent / 100;
        input.connect(gain).connect(output);
        return {
            track: output.stream.getAudioTracks()[0],
            set: (wanted) => { gain.gain.setTargetAtTime(wanted / 100, context.currentTime, ramp); },
            close: () => {
                input.disconnect();
                gain.disconnect();
                pump.srcObject = null;
                output.stream.getAudioTracks()[0].stop();
            },
        };
    }

    close() {
        void this.#context?.close().catch(() => {});
        this.#context = null;
    }
}
