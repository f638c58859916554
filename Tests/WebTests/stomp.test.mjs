import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { negotiated, parseHeartBeat } from '../../Web/protocol/signaling/heart-beat.js';
import { StompDecoder, encodeFrame, header, stompLimits } from '../../Web/protocol/signaling/stomp.js';
import { StompSession } from '../../Web/protocol/signaling/stomp-session.js';

const vectors = JSON.parse(readFileSync(new URL('../Vectors/stomp.json', import.meta.url), 'utf8'));
const bytes = (text) => new TextEncoder().encode(text);
const text = (body) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);

test('the number of vectors has not changed', () => {
    const { encode, decode, heartBeats, negotiated: intervals, sessions } = vectors;
    assert.deepEqual([encode, decode, heartBeats, intervals, sessions].map(({ length }) => length), [45, 106, 21, 11, 44]);
});

for (const { name, command, headers, body, text: expected, error } of vectors.encode) {
    test(`a frame is encoded as the vectors state: ${name}`, () => {
        if (error === undefined) assert.equal(encodeFrame(command, headers, body), expected);
        else assert.throws(() => encodeFrame(command, headers, body), { code: error });
    });
}

/** The outputs of a fresh decoder for messages, each in pieces, and the code of the first error. */
function decoded(messages, pieces) {
    const decoder = new StompDecoder(vectors.decodeLimits);
    const outputs = [];
    const codes = messages.map((message) => {
        try {
            for (const piece of pieces(message)) decoder.decode(piece, outputs);
            decoder.endOfMessage();
            return undefined;
        } catch ({ code }) {
            return code;
        }
    });
    const first = codes.findIndex((code) => code !== undefined);
    assert.ok(first < 0 || codes.slice(first).every((code) => code === codes[first]), 'an error stays');
    const found = outputs.map(({ type, frame }) => type === 'heartBeat' ? type : { ...frame, body: text(frame.body) });
    return { outputs: found, error: codes[first] };
}

for (const { name, messages, outputs, error } of vectors.decode) {
    test(`messages are decoded as the vectors state: ${name}`, () => {
        const written = messages.map((message) => typeof message === 'string' ? bytes(message) : Uint8Array.from(Buffer.from(message.hex, 'hex')));
        assert.deepEqual(decoded(written, (message) => [message]), { outputs, error });
        assert.deepEqual(decoded(written, (message) => [...message].map((byte) => Uint8Array.of(byte))), { outputs, error });
    });
}

test('the default limits are those of the vectors', () => {
    assert.deepEqual({ ...stompLimits }, vectors.limits);
    const { body } = vectors.limits;
    new StompDecoder().decode(bytes(`SEND\n\n${'x'.repeat(body)}\0`), []);
    assert.throws(() => new StompDecoder().decode(bytes(`SEND\n\n${'x'.repeat(body + 1)}`), []), { code: 'bodyTooLarge' });
});

test('the first header of a name counts', () => {
    const frame = { command: 'SEND', headers: [['a', '1'], ['a', '2']], body: bytes('') };
    assert.deepEqual([header(frame, 'a'), header(frame, 'b')], ['1', undefined]);
});

test('heart-beats are parsed and negotiated as the vectors state', () => {
    const offer = ([sends, expects]) => ({ sends, expects });
    for (const { header: written, offer: expected } of vectors.heartBeats) assert.deepEqual(parseHeartBeat(written), expected && offer(expected), written);
    for (const { own, other, intervals } of vectors.negotiated) assert.deepEqual(negotiated(offer(own), offer(other)), offer(intervals), `${own} with ${other}`);
});

/** An action in the form of the vectors. */
function shown(action) {
    switch (action.type) {
    case 'send': return { send: action.text };
    case 'connected': return { connected: true };
    case 'receipt': return { receipt: action.id };
    case 'message': return { subscription: action.subscription, body: text(action.body) };
    default: return action.reason === 'refused' ? { close: 'refused', message: action.message } : { close: action.reason };
    }
}

/** A session's actions in one step of the vectors. */
const steps = {
    connect: (session, { now }) => session.connect(now),
    subscribe: (session, { now, id, destination, receipt }) => session.subscribe(id, destination, receipt, now),
    send: (session, { now, destination, body, receipt }) => session.send(body, destination, now, receipt),
    disconnect: (session, { now }) => session.disconnect(now),
    tick: (session, { now }) => session.tick(now),
    failed: (session) => session.failed(),
    receive: (session, { now, frame }) => session.received({ type: 'frame', frame: { ...frame, body: bytes(frame.body) } }, now),
    receiveHeartBeat: (session, { now }) => session.received({ type: 'heartBeat' }, now),
};

for (const { name, steps: course } of vectors.sessions) {
    test(`a session proceeds as the vectors state: ${name}`, () => {
        const session = new StompSession({ login: 'device-77', passcode: 'p', headers: [['ecall-signals', '2']] });
        for (const [index, step] of course.entries()) {
            const at = `step ${index + 1}, ${step.do}`;
            assert.deepEqual(steps[step.do](session, step).map(shown), step.then, at);
            assert.equal(session.deadline, step.deadline, `${at}: when to look again`);
        }
    });
}
