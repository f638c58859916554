/** In decibels: what is no louder is shown as nothing, and what is as loud fills the bar. */
const [softest, loudest] = [-60, -10];

/**
 * How far a bar is filled by sound as loud: 0 … 1, in steps that ears take for equal.
 * @param {ArrayLike<number>} samples from -1 to 1
 */
export function levelOf(samples) {
    let sum = 0;
    for (let index = 0; index < samples.length; index += 1) sum += samples[index] ** 2;
    const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
    return Math.min(1, Math.max(0, (decibels - softest) / (loudest - softest)));
}

/**
 * Tells how loud a microphone is, as often as the page is drawn, until the answer is called. One that is muted is heard here all
 * the same: who tests it is not heard by others for that.
 * @param {MediaStreamTrack} microphone
 * @param {(level: number) => void} told
 * @returns {() => void}
 */
export function watchLevel(microphone, told) {
    const own = microphone.clone();
    own.enabled = true;
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 1024 });
    context.createMediaStreamSource(new MediaStream([own])).connect(analyser);
    void context.resume().catch(() => {});
    const samples = new Float32Array(analyser.fftSize);
    let isOn = true;
    const look = () => {
        if (!isOn) return;
        analyser.getFloatTimeDomainData(samples);
        told(levelOf(samples));
        requestAnimationFrame(look);
    };
    look();
    return () => {
        isOn = false;
        own.stop();
        void context.close().catch(() => {});
    };
}
