import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CaptureWatch } from '../../../Web/features/calls/capture/capture-watch.js';
import { SilentCapture } from '../../../Web/calls/capture/silent-capture.js';
import { lumaOf } from '../../../Web/media/picture-meter.js';
import { ClockDouble } from './doubles/time.mjs';

const { transcripts } = JSON.parse(readFileSync(new URL('../../Vectors/silent-capture.json', import.meta.url), 'utf8'));

test('there are at least 30 transcripts', () => assert.ok(transcripts.length >= 30));
for (const { name, input, says } of transcripts) {
    test(`a silent or black capture is detected: ${name}`, () => {
        const rule = new SilentCapture();
        const said = [];
        let before = [];
        for (const { at, ...look } of input) {
            rule.take(look, at * 1000);
            const { notices } = rule;
            for (const notice of before) if (!notices.includes(notice)) said.push({ at, notice, isOver: true });
            for (const notice of notices) if (!before.includes(notice)) said.push({ at, notice, isOver: false });
            before = notices;
        }
        assert.deepEqual(said, says);
    });
}

class Track extends EventTarget {
    muted = false;
    set(muted) {
        this.muted = muted;
        this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
    }
}

/** A call with a microphone and a camera whose output is given by `now`. */
function bench() {
    const clock = new ClockDouble();
    const [microphone, camera] = [new Track(), new Track()];
    const now = { peak: 0.1, picture: 0, luma: 0.5, isVisible: true, moves: true };
    const [told, open] = [[], []];
    const meter = (track, what) => {
        open.push(track);
        return { ...what, close: () => { open.splice(open.indexOf(track), 1); } };
    };
    const watch = new CaptureWatch({
        clock, told: (notices) => told.push(notices.join()), isVisible: () => now.isVisible,
        listen: (track) => meter(track, { peak: () => now.peak }),
        look: (track) => meter(track, { look: () => ({ picture: now.moves ? now.picture += 1 : now.picture, luma: now.luma }) }),
    });
    const stream = (sound, picture) => ({ getAudioTracks: () => (sound ? [sound] : []), getVideoTracks: () => (picture ? [picture] : []) });
    const ownStream = stream(microphone, camera);
    const call = (change = {}) => ({ call: { phase: 'inCall', members: [{ slot: 0 }], isMuted: false, isCameraOn: true, ownStream, ...change } });
    return { clock, watch, told, open, now, call, stream, microphone, camera };
}

test('a microphone muted by the system is reported at once, and so is its end, unless the user is muted', () => {
    const { watch, told, call, microphone } = bench();
    watch.update(call());
    microphone.set(true);
    microphone.set(false);
    assert.deepEqual(told, ['notice.microphoneMutedBySystem', '']);
    watch.update(call({ isMuted: true }));
    microphone.set(true);
    assert.equal(told.length, 2);
    watch.update(call());
    watch.update(call({ isMuted: true }));
    assert.deepEqual(told.slice(2), ['notice.microphoneMutedBySystem', '']);
});

test('ten seconds of silence or of black video are reported, until there is a signal', async () => {
    const { watch, told, call, now, clock } = bench();
    [now.peak, now.luma] = [0, 0];
    watch.update(call());
    await clock.advance(9900);
    assert.deepEqual(told, []);
    await clock.advance(200);
    assert.deepEqual(told, ['notice.microphoneSilent,notice.cameraBlack']);
    [now.peak, now.luma] = [0.1, 0.5];
    await clock.advance(1000);
    assert.deepEqual(told.slice(1), ['']);
    now.moves = false;
    await clock.advance(11_000);
    assert.deepEqual(told.slice(2), ['notice.cameraFrozen']);
});

test('the video of a hidden page is not analyzed', async () => {
    const { watch, told, call, now, clock, open, microphone } = bench();
    [now.moves, now.isVisible] = [false, false];
    watch.update(call());
    await clock.advance(20_000);
    assert.deepEqual([told, open], [[], [microphone]]);
});

test('capture is monitored only while another participant is in the call, by one meter a device; a new device starts over', async () => {
    const { watch, told, call, now, clock, open, stream, microphone, camera } = bench();
    watch.update({ call: null });
    watch.update(call({ members: [] }));
    watch.update(call({ phase: 'outgoing' }));
    assert.deepEqual(open, []);
    watch.update(call());
    watch.update(call());
    assert.deepEqual(open, [microphone, camera]);
    now.peak = 0;
    await clock.advance(11_000);
    assert.equal(told.at(-1), 'notice.microphoneSilent');
    const other = new Track();
    watch.update(call({ ownStream: stream(other, camera) }));
    assert.deepEqual([told.at(-1), open], ['', [camera, other]]);
    await clock.advance(11_000);
    assert.equal(told.at(-1), 'notice.microphoneSilent');
    watch.update(call({ isMuted: true, isCameraOn: false, ownStream: stream(other, null) }));
    assert.deepEqual([told.at(-1), open], ['', []]);
    watch.update({ call: null });
    assert.deepEqual([open, clock.waiting], [[], 0]);
    microphone.set(true);
    assert.equal(told.at(-1), '');
});

test('a browser without meters reports what it can detect without them', () => {
    const clock = new ClockDouble();
    const told = [];
    const refuse = () => { throw new Error('no more of them'); };
    const watch = new CaptureWatch({ clock, told: (notices) => told.push(notices.join()), isVisible: () => true, listen: refuse, look: refuse });
    const microphone = new Track();
    watch.update({ call: { phase: 'inCall', members: [{ slot: 0 }], isMuted: false, isCameraOn: false, ownStream: { getAudioTracks: () => [microphone], getVideoTracks: () => [] } } });
    microphone.set(true);
    assert.deepEqual(told, ['notice.microphoneMutedBySystem']);
});

test('the brightness of a picture is its average luma', () => {
    const close = (pixels, expected) => assert.ok(Math.abs(lumaOf(pixels) - expected) < 1e-6);
    close([0, 0, 0, 255], 0);
    close([255, 255, 255, 255], 1);
    close([255, 0, 0, 255, 0, 0, 255, 255], (0.299 + 0.114) / 2);
});
