import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Publisher } from '../../../Web/calls/room/publisher.js';

/** The video that a publisher of this camera offers, and the layer names that its sealers get. */
function offered(camera) {
    let encodings = null;
    let rids = null;
    const connection = {
        addTransceiver: (track, { sendEncodings }) => {
            if (sendEncodings) encodings = sendEncodings;
            return { sender: {}, setCodecPreferences: () => {} };
        },
        close: () => {},
    };
    new Publisher({
        stream: { getVideoTracks: () => (camera ? [camera] : []) }, microphone: null, hasVideo: true, videoCodec: 'h264', iceServers: [],
        worker: { seal: (sender, track, codec, names) => { if (track === 'video') rids = names; } },
        platform: { makeConnection: () => connection, capabilities: () => ({ codecs: [] }) },
        timeline: { watch: () => {}, mark: () => {} }, changed: () => {},
    });
    return { encodings, rids };
}

const camera = (width, height) => ({ getSettings: () => ({ width, height }) });

describe('the simulcast layers of the own video', () => {
    for (const [name, track] of [['720p', camera(1280, 720)], ['960 × 540', camera(960, 540)], ['an upright phone', camera(720, 1280)], ['a camera that comes later', null]]) {
        test(`${name}: three layers, the highest first`, () => {
            const { encodings, rids } = offered(track);
            assert.deepEqual(encodings.map(({ rid, scaleResolutionDownBy }) => [rid, scaleResolutionDownBy]), [['h', 1], ['m', 2], ['l', 4]]);
            assert.deepEqual(rids, ['l', 'm', 'h']);
            assert.deepEqual(encodings.map(({ active }) => active), [true, false, false]);
        });
    }

    for (const [name, track] of [['640 × 480', camera(640, 480)], ['320 × 240', camera(320, 240)]]) {
        test(`${name}: a single layer, since browsers leave out lower layers of small pictures`, () => {
            const { encodings, rids } = offered(track);
            assert.equal(encodings.length, 1);
            assert.equal(encodings[0].rid, undefined);
            assert.deepEqual([encodings[0].active, encodings[0].maxBitrate], [true, 350_000]);
            assert.deepEqual(rids, []);
        });
    }
});
