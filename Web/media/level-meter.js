/**
 * @typedef {object} LevelMeter
 * @property {() => number} level root mean square, 0 … 1
 * @property {() => number | null} peak the largest absolute sample, 0 … 1; null while the browser gives none
 * @property {() => void} close
 */

/** Samples per check: 85 ms at 48 kHz, which is most of the time between two checks. */
const usualSize = 4096;

/**
 * Measures the level of a microphone, whether or not its track is on: by an enabled copy of it that isn't used elsewhere, and from which
 * only this one number is derived.
 * @param {MediaStreamTrack} track
 * @param {number} [size] samples per look
 * @returns {LevelMeter}
 */
export function openLevelMeter(track, size = usualSize) {
    const copy = track.clone();
    copy.enabled = true;
    const context = new AudioContext();
    // A browser lets it run once the person has interacted with the page, which they did to get here.
    void context.resume().catch(() => {});
    const source = context.createMediaStreamSource(new MediaStream([copy]));
    const analyser = new AnalyserNode(context, { fftSize: size });
    // It is connected to no output, so that the microphone isn't played back.
    source.connect(analyser);
    const samples = new Float32Array(size);
    return {
        level() {
            analyser.getFloatTimeDomainData(samples);
            return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / size);
        },
        peak() {
            if (context.state !== 'running') return null;
            analyser.getFloatTimeDomainData(samples);
            return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        },
        close() {
            source.disconnect();
            copy.stop();
            void context.close().catch(() => {});
        },
    };
}
