"""A microphone or a camera that is on and gives no signal is reported to its user, until it does."""
import pytest

pytestmark = pytest.mark.waiting

#: Devices that deliver what `bench.gives` says: silence or a tone, and a picture that is black, moves, or is frozen.
STAND_IN = """
    globalThis.gives = { sound: false, picture: 'black' };
    navigator.mediaDevices.getUserMedia = async ({ audio, video }) => {
        const stream = new MediaStream();
        if (audio) {
            const context = new AudioContext();
            const [tone, gain, out] = [context.createOscillator(), context.createGain(), context.createMediaStreamDestination()];
            tone.connect(gain).connect(out);
            tone.start();
            setInterval(() => { gain.gain.value = gives.sound ? 0.2 : 0; }, 50);
            await context.resume();
            stream.addTrack(out.stream.getAudioTracks()[0]);
        }
        if (video) {
            const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
            const drawing = canvas.getContext('2d');
            let count = 0;
            setInterval(() => {
                if (gives.picture === 'still') return;
                count += 1;
                drawing.fillStyle = gives.picture === 'black' ? `rgb(0 0 ${count % 2})` : `hsl(${count * 40} 80% 60%)`;
                drawing.fillRect(0, 0, 320, 240);
            }, 100);
            stream.addTrack(canvas.captureStream(10).getVideoTracks()[0]);
        }
        return stream;
    };
"""
MUTED = "the system or your headset has muted the microphone"
SILENT = "Your microphone has been silent for 10 seconds."
BLACK = "Your video is black."
FROZEN = "Your video hasn’t changed for 10 seconds."


def reads(person, *sentences, seconds=20):
    """Checks that the call's notices are exactly these."""
    person.page.wait(
        f"(() => {{ const said = document.querySelector('.call-silent').innerText; return {list(sentences)!r}.every((words) => said.includes(words))"
        f" && document.querySelectorAll('.call-silent > p').length === {len(sentences)}; }})()",
        f"{person.name} reads {sentences}", seconds)


@pytest.mark.limit(120)
def test_silent_or_black_capture_is_reported(cast):
    """Ana's microphone is silent and her camera black; then both have a signal; then her picture freezes; then the system mutes her."""
    ana, bo = cast.page(), cast.page()
    ana.page.context.add_init_script(STAND_IN)
    cast.together(ana, bo)
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    ana.wait_phase("inCall")
    reads(ana, SILENT, BLACK)
    assert bo.page.evaluate("document.querySelector('.call-silent').childElementCount") == 0
    ana.page.evaluate("Object.assign(gives, { sound: true, picture: 'moves' })")
    reads(ana, seconds=5)
    ana.page.evaluate("Object.assign(gives, { picture: 'still' })")
    reads(ana, FROZEN)
    ana.page.evaluate("Object.assign(gives, { picture: 'moves' })")
    reads(ana, seconds=5)
    mute = """(isMuted) => {
        const [track] = ecallInspection.state.call.ownStream.getAudioTracks();
        Object.defineProperty(track, 'muted', { get: () => isMuted, configurable: true });
        track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
    }"""
    ana.page.evaluate(f"({mute})(true)")
    reads(ana, MUTED, seconds=1)
    ana.page.evaluate(f"({mute})(false)")
    reads(ana, seconds=1)
