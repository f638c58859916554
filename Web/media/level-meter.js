/**
 * @typedef {object} LevelMeter
 * @property {() => number} level root mean square, 0 … 1
 * @property {() => number | null} peak the largest absolute sample, 0 … 1; null while the browser gives none
 * @property {() => void} close
 */

/** Samples that are looked at: at 48 kHz 85 ms, which is most of the time between two looks. */
const usualSize = 4096;

/**
 * Listens to how loud a microphone is, whether or not its track is on: by a copy of it that is on, that nothing else is given,
 * and of which nothing but this one number is made.
 * @param {MediaStreamTrack} track
 * @param {number} [size] samples that are looked at
 * @returns {LevelMeter}
 */
export function openLevelMeter(track, size = usualSize) {
    const copy = track.clone();
    copy.enabled = true;
    const context = new AudioContext();
    // A browser lets it run once the person has touched the page, which they did to come here.
    void context.resume().catch(() => {});
    const source = context.createMediaStreamSource(new MediaStream([copy]));
    const analyser = new AnalyserNode(context, { fftSize: size });
    // It leads nowhere: what is heard here is not played either.
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
