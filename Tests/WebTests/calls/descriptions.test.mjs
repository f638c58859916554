import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPublisher } from '../../../Web/calls/room/remote-publisher.js';
import { codecPreferences, ownVideoCodecs } from '../../../Web/media/codecs.js';
import { withConstantBitRate, withoutAudioLevel } from '../../../Web/media/session-description.js';
import { settle } from './doubles/time.mjs';
import { connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

const lines = (...all) => `${all.join('\r\n')}\r\n`;

test('the audio level extension is removed from every session description', () => {
    const level = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
    const kept = ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=extmap:3 urn:ietf:params:rtp-hdrext:sdes:mid', 'a=rtpmap:111 opus/48000/2'];
    const removed = [`a=extmap:1 ${level}`, `a=extmap:14 ${level} vad=on`, `a=extmap:1/sendonly ${level}`, 'a=extmap:2/recvonly urn:ietf:params:rtp-hdrext:csrc-audio-level'];
    for (const line of removed) assert.equal(withoutAudioLevel(lines(kept[0], line, ...kept.slice(1))), lines(...kept), line);
    assert.equal(withoutAudioLevel(lines(...removed, ...kept, ...removed)), lines(...kept));
});

test('Opus is negotiated at a constant bitrate without DTX, whatever its payload type', () => {
    const wanted = 'cbr=1;usedtx=0;useinbandfec=1';
    const video = ['m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=rtpmap:96 VP8/90000', 'a=fmtp:96 x=1'];
    /** [lines of the audio section, whether its fmtp exists] */
    const table = [
        [['a=rtpmap:111 opus/48000/2', 'a=fmtp:111 minptime=10;useinbandfec=0'], `a=fmtp:111 minptime=10;${wanted}`],
        [['a=fmtp:109 maxplaybackrate=48000;usedtx=1;cbr=0', 'a=rtpmap:109 opus/48000/2'], `a=fmtp:109 maxplaybackrate=48000;${wanted}`],
        [['a=rtpmap:111 opus/48000/2'], `a=fmtp:111 ${wanted}`],
        [['a=rtpmap:8 PCMA/8000'], undefined],
    ];
    for (const [audio, expected] of table) {
        const changed = withConstantBitRate(lines('v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', ...audio, ...video)).split('\r\n');
        assert.equal(changed.find((line) => /a=fmtp:1(11|09) /.test(line)), expected);
        assert.ok(video.every((line) => changed.includes(line)));
    }
});

// 002-18
test('a publisher is identified by its display name, with the streams that can be decrypted', () => {
    const stream = (type, codec, mid, more = {}) => ({ type, codec, mid, ...more });
    const [audio, video] = [{ track: 'audio', codec: 'opus', mid: '0' }, { track: 'video', codec: 'h264', mid: '1' }];
    const whole = { id: 5, display: '2:Bo: the second', streams: [stream('audio', 'opus', '0'), stream('video', 'h264', '1')] };
    assert.deepEqual(readPublisher(whole), { feed: 5, userId: 2, streams: [audio, video] });
    const nobody = [null, 5, {}, { ...whole, id: '5' }, { ...whole, id: 1.5 }, { ...whole, display: '' }, { ...whole, display: 'Bo' }, { ...whole, display: '0:Bo' },
        { ...whole, display: '-2:Bo' }, { ...whole, display: ' 2:Bo' }, { ...whole, display: '2' }, { ...whole, display: '9007199254740993:Bo' }, { ...whole, display: null }];
    for (const publisher of nobody) assert.equal(readPublisher(publisher), null, JSON.stringify(publisher));
    const streams = [
        stream('audio', 'pcma', '0'), stream('video', 'vp9', '1'), stream('video', 'av1', '1'), stream('data', undefined, '2'), stream('audio', 'opus', 0),
        stream('audio', 'opus', '0', { disabled: true }), null, 'x', stream('video', 'constructor', '1'),
    ];
    assert.deepEqual(readPublisher({ ...whole, streams }), { feed: 5, userId: 2, streams: [] });
    assert.deepEqual(readPublisher({ ...whole, streams: 'x' })?.streams, []);
    // The second of a kind belongs to a shared screen; a third would be another place where a frame could be opened.
    const [screen, screenAudio] = [{ track: 'screen', codec: 'h264', mid: '2' }, { track: 'screenAudio', codec: 'opus', mid: '3' }];
    const sharing = [...whole.streams, stream('video', 'h264', '2'), stream('audio', 'opus', '3')];
    assert.deepEqual(readPublisher({ ...whole, streams: sharing })?.streams, [audio, video, screen, screenAudio]);
    assert.deepEqual(readPublisher({ ...whole, streams: [...sharing, stream('audio', 'opus', '7'), stream('video', 'vp8', '8')] })?.streams, [audio, video, screen, screenAudio]);
    const over = sharing.map((one, index) => (index < 2 ? one : { type: one.type, mid: one.mid, disabled: true }));
    assert.deepEqual(readPublisher({ ...whole, streams: over })?.streams, [audio, video], 'nothing is shared any more');
});

// Shared with the command line (Tests/ECallCallsTests/RemotePublisherTests.swift).
test('the order of a feed’s m-lines decides what each carries, as the vectors state', () => {
    const { publishers } = JSON.parse(readFileSync(new URL('../../Vectors/remote-publishers.json', import.meta.url), 'utf8'));
    assert.equal(publishers.length, 11);
    for (const { name, streams, read } of publishers) {
        assert.deepEqual(readPublisher({ id: 5, display: '2:Bo', streams })?.streams.map(({ track, codec, mid }) => `${track} ${codec} ${mid}`), read, name);
    }
});

test('only the call’s codec and retransmissions are offered', () => {
    const codec = (mimeType, sdpFmtpLine) => ({ mimeType, sdpFmtpLine });
    const baseline = codec('video/H264', 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f');
    const codecs = {
        audio: [codec('audio/opus'), codec('audio/red'), codec('audio/CN'), codec('audio/telephone-event')],
        video: [codec('video/VP8'), codec('video/rtx'), codec('video/H264', 'packetization-mode=0;profile-level-id=42e01f'),
            codec('video/H264', 'packetization-mode=1;profile-level-id=640c1f'), baseline, codec('video/red'), codec('video/ulpfec')],
    };
    const capabilities = (kind) => ({ codecs: codecs[kind], headerExtensions: [] });
    assert.deepEqual(codecPreferences('audio', 'opus', capabilities), [codecs.audio[0]]);
    assert.deepEqual(codecPreferences('video', 'h264', capabilities), [baseline, codecs.video[1]]);
    assert.deepEqual(codecPreferences('video', 'vp8', capabilities), codecs.video.slice(0, 2));
    assert.deepEqual(ownVideoCodecs(capabilities), ['h264', 'vp8']);
    assert.deepEqual(ownVideoCodecs(() => null), []);
});

test('a browser without the call’s codec joins with audio only, and reports it once', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo } = world;
    const { capabilities } = bo.platform;
    bo.platform.capabilities = (kind) => ({ ...capabilities(kind), codecs: capabilities(kind).codecs.filter(({ mimeType }) => mimeType !== 'video/H264') });
    await ana.calls.call([2], { video: true });
    await settle();
    await bo.calls.answer({ video: true });
    await world.clock.advance(1000);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    assert.deepEqual(bo.told('notice').map(({ text }) => text), ['This browser can’t send video that everyone in this call can play, so others can’t see you.']);
    assert.deepEqual([bo.engine.asked, bo.told('localMedia').at(-1).isCameraOn], [['audio'], false]);
    await assert.rejects(bo.calls.running().media.setCamera(true), { code: 'media' });
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});
