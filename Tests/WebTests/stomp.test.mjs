import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StompDecoder, encodeFrame, header } from '../../Web/protocol/signaling/stomp.js';
import { StompSession } from '../../Web/protocol/signaling/stomp-session.js';

const bytes = (text) => new TextEncoder().encode(text);
const decoded = (pieces) => {
    const decoder = new StompDecoder();
    const outputs = [];
    for (const piece of pieces) decoder.decode(piece, outputs);
    return { decoder, outputs };
};
const message = 'MESSAGE\nsubscription:sub-77\ndestination:/x\\c:y\n\n{"type":"é"}\0';

test('frames come out the same byte by byte and at once', () => {
    const stream = bytes(`\n${encodeFrame('SEND', [['destination', '/a:b\\c\n']], '{"a":"é"}')}\r\n${message}CONNECTED\nversion:1.2\n\n\0\n`);
    const whole = decoded([stream]).outputs;
    const drops = decoded([...stream].map((byte) => Uint8Array.of(byte))).outputs;
    assert.deepEqual(drops, whole);
    assert.deepEqual(whole.map(({ type, frame }) => frame?.command ?? type), ['heartBeat', 'SEND', 'heartBeat', 'MESSAGE', 'CONNECTED', 'heartBeat']);
    assert.equal(header(whole[1].frame, 'destination'), '/a:b\\c\n');
    assert.equal(new TextDecoder().decode(whole[1].frame.body), '{"a":"é"}');
    assert.equal(header(whole[3].frame, 'destination'), '/x::y');
});

const refused = [
    ['send\n\n\0', 'malformedCommand'], [`${'A'.repeat(33)}\n`, 'commandTooLong'], ['SEND\r\r', 'strayCarriageReturn'],
    ['\rX', 'strayCarriageReturn'], ['SEND\nnocolon\n', 'malformedHeader'], ['SEND\n:v\n', 'malformedHeader'],
    ['SEND\na:\\t\n', 'undefinedEscape'], ['SEND\na:\\\n', 'undefinedEscape'], ['SEND\ncontent-length:-1\n\n', 'malformedContentLength'],
    ['SEND\ncontent-length:65537\n\n', 'bodyTooLarge'], ['SEND\ncontent-length:1\n\nab', 'missingTerminator'],
    ['RECEIPT\n\nx', 'unexpectedBody'], ['RECEIPT\ncontent-length:1\n\n', 'unexpectedBody'], [`SEND\n\n${'x'.repeat(65_537)}`, 'bodyTooLarge'],
    [`SEND\n${'a:b\n'.repeat(32)}c`, 'tooManyHeaders'], [`SEND\n${'a'.repeat(8193)}`, 'headerTooLong'], ['SEND\na\0', 'malformedHeader'],
];
for (const [text, code] of refused) {
    test(`${JSON.stringify(text.slice(0, 30))} is refused as ${code}, and nothing follows`, () => {
        const decoder = new StompDecoder();
        assert.throws(() => decoder.decode(bytes(text), []), { code });
        assert.throws(() => decoder.decode(bytes('\n'), []), { code });
    });
}

test('a frame does not continue in the next message', () => {
    assert.throws(() => decoded([bytes('SEND\n')]).decoder.endOfMessage(), { code: 'truncated' });
    decoded([bytes(message)]).decoder.endOfMessage();
});

test('header text that is no UTF-8 is refused', () => {
    assert.throws(() => decoded([Uint8Array.of(...bytes('SEND\na:'), 0xff, 0x0a)]), { code: 'malformedHeader' });
});

test('frames that cannot be written are refused', () => {
    assert.throws(() => encodeFrame('CONNECT', [['login', 'a\nb']]), { code: 'unescapableHeader' });
    assert.throws(() => encodeFrame('SEND', [['a', '\0']]), { code: 'malformedHeader' });
    assert.throws(() => encodeFrame('RECEIPT', [], 'x'), { code: 'unexpectedBody' });
    assert.match(encodeFrame('SEND', [['content-length', '9']], 'é'), /^SEND\ncontent-length:2\n\né\0$/);
});

const frame = (command, headers = [], body = '') => ({ type: 'frame', frame: { command, headers, body: bytes(body) } });
const connected = () => {
    const session = new StompSession({ login: 'device-77', passcode: 'p', headers: [['ecall-signals', '2']] });
    const [connect] = session.connect(0);
    assert.equal(connect.text, 'CONNECT\naccept-version:1.2\nhost:ecall\nlogin:device-77\npasscode:p\nheart-beat:10000,10000\necall-signals:2\n\n\0');
    assert.deepEqual(session.received(frame('CONNECTED', [['version', '1.2'], ['heart-beat', '10000,10000']]), 0), [{ type: 'connected' }]);
    return session;
};

test('beats are sent after 8 s, and silence of 20 s ends the session', () => {
    const session = connected();
    assert.deepEqual(session.tick(7999), []);
    assert.deepEqual(session.tick(8000), [{ type: 'send', text: '\n' }]);
    session.received({ type: 'heartBeat' }, 9000);
    assert.deepEqual(session.tick(28_999).map(({ type }) => type), ['send']);
    assert.deepEqual(session.tick(29_000), [{ type: 'close', reason: 'silent', message: '' }]);
    assert.deepEqual(session.send('{}', '/x', 29_001), []);
});

test('a server that does not answer CONNECT is given up after 10 s', () => {
    const session = new StompSession({ login: 'a', passcode: 'b' });
    session.connect(5);
    assert.equal(session.tick(10_005)[0].reason, 'connectTimeout');
});

test('messages of unknown subscriptions are nobody\'s; ERROR ends the session with its message', () => {
    const session = connected();
    session.subscribe('sub-77', '/x', 'subscribed', 1);
    const headers = (id) => [['subscription', id], ['destination', '/x']];
    assert.equal(session.received(frame('MESSAGE', headers('sub-77'), '{}'), 2)[0].type, 'message');
    assert.deepEqual(session.received(frame('MESSAGE', headers('other'), '{}'), 2), []);
    assert.deepEqual(session.received(frame('ERROR', [['message', 'a newer session of this device']]), 3),
        [{ type: 'close', reason: 'refused', message: 'a newer session of this device' }]);
});
