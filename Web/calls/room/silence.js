/**
 * Audio that is silent, for a person without a microphone; null where the browser makes none. The context ends with the track.
 * @returns {MediaStreamTrack | null}
 */
export function makeSilence() {
    try {
        const context = new AudioContext();
        const destination = new MediaStreamAudioDestinationNode(context);
        // What nothing is connected to yields no audio at all, not even silence.
        const source = new ConstantSourceNode(context, { offset: 0 });
        source.connect(destination);
        source.start();
        const [track] = destination.stream.getAudioTracks();
        const stop = track.stop.bind(track);
        track.stop = () => {
            stop();
            void context.close().catch(() => {});
        };
        return track;
    } catch {
        return null;
    }
}
