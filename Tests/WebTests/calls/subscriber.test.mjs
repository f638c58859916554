import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Subscriber } from '../../../Web/calls/room/subscriber.js';
import { ClockDouble, settle } from './doubles/time.mjs';
import { SetUpTimeline } from '../../../Web/calls/model/set-up-timeline.js';

/** A subscriber that has negotiated, and what it asks of Janus: each request is answered when the test says so. */
async function subscribed() {
    const [asked, clock] = [[], new ClockDouble()];
    const handle = {
        onEvent: () => () => {}, trickle: async () => {}, detach: async () => {},
        request: (body) => {
            if (body.request !== 'configure') {
                return Promise.resolve({ data: { streams: [{ mid: '0', feed_mid: '1' }] }, jsep: { type: 'offer', sdp: '' } });
            }
            return new Promise((resolve, reject) => {
                asked.push({ send: body.streams[0].send, mid: body.streams[0].mid, answer: () => resolve({ data: {} }), fail: () => reject(new Error('lost')) });
            });
        },
    };
    const connection = {
        setRemoteDescription: async () => {}, setLocalDescription: async () => {}, createAnswer: async () => ({}), close() {},
        localDescription: { sdp: '' }, addEventListener() {}, removeEventListener() {}, addIceCandidate: async () => {},
    };
    const subscriber = new Subscriber({
        publisher: { feed: 7, user: 2, streams: [{ mid: '1', track: 'video', codec: 'h264' }] }, sender: '2_22', room: 5,
        iceServers: [], worker: {}, timeline: new SetUpTimeline(clock), appeared() {}, worked() {}, broke() {},
        platform: { clock, makeConnection: () => connection, makeStream: () => ({ getTracks: () => [], addTrack() {} }) },
    });
    await subscriber.subscribe(handle);
    return { subscriber, asked, clock };
}

test('video that is paused and wanted again at once is asked for behind the answer to the pause', async () => {
    const { subscriber, asked } = await subscribed();
    for (const wanted of [false, true]) void subscriber.wantVideo(wanted);
    await settle();
    assert.deepEqual(asked.map(({ send }) => send), [false]);
    asked[0].answer();
    await settle();
    assert.deepEqual(asked.map(({ send, mid }) => [send, mid]), [[false, '0'], [true, '0']]);
    for (const wanted of [false, true, false, true]) void subscriber.wantVideo(wanted);
    asked[1].answer();
    await settle();
    assert.equal(asked.length, 2, 'what was wanted last is so already');
    void subscriber.wantVideo(false);
    await settle();
    assert.equal(asked.at(-1).send, false);
    subscriber.close();
});

test('a request that fails is sent again until it is answered, or nothing is received any more', async () => {
    const { subscriber, asked, clock } = await subscribed();
    void subscriber.wantVideo(true);
    await settle();
    asked[0].fail();
    await settle();
    assert.equal(asked.length, 1);
    await clock.advance(1000);
    assert.equal(asked.length, 2);
    asked[1].fail();
    await settle();
    subscriber.close();
    await settle();
    assert.equal(clock.waiting, 0);
    assert.equal(asked.length, 2);
});
