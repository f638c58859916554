/** Frequencies in hertz, one after the other, and how long each sounds in seconds. */
const [frequencies, length, volume] = [[523, 659, 784], 0.28, 0.2];

/**
 * Plays a short tone on a loudspeaker: through an element, the only output that can be chosen in every browser.
 * @param {string} output its id; empty: as the system has it
 */
export async function playTone(output) {
    const context = new AudioContext();
    const element = /** @type {import('./audio-outputs.js').WithOutput} */ (new Audio());
    try {
        if (output !== '') await element.setSinkId(output);
        await context.resume();
        const destination = context.createMediaStreamDestination();
        element.srcObject = destination.stream;
        await element.play();
        await sounded(context, destination);
    } finally {
        element.srcObject = null;
        await context.close();
    }
}

/**
 * @param {AudioContext} context
 * @param {AudioNode} destination
 * @returns {Promise<void>} once it has
 */
function sounded(context, destination) {
    const last = frequencies.map((frequency, index) => {
        const begin = context.currentTime + 0.1 + index * length;
        const oscillator = new OscillatorNode(context, { frequency });
        const gain = new GainNode(context, { gain: 0 });
        gain.gain.setValueAtTime(0, begin);
        gain.gain.linearRampToValueAtTime(volume, begin + 0.03);
        gain.gain.linearRampToValueAtTime(0, begin + length);
        oscillator.connect(gain).connect(destination);
        oscillator.start(begin);
        oscillator.stop(begin + length + 0.1);
        return oscillator;
    }).at(-1);
    return new Promise((resolve) => { last?.addEventListener('ended', () => resolve(), { once: true }); });
}
