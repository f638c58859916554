import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decodeSignal, encodeSignal } from '../../Web/protocol/signaling/signals.js';

const vectors = JSON.parse(readFileSync(new URL('../Vectors/signals.json', import.meta.url), 'utf8'));
const bytes = ({ text, padding }) => new TextEncoder().encode(padding ? text.replace('%', 'x'.repeat(padding)) : text);

test('a decoded signal encodes to the same bytes, as in Swift', () => {
    assert.equal(vectors.signals.length, 128);
    for (const row of vectors.signals) {
        const signal = decodeSignal(bytes(row));
        assert.ok(signal, row.name);
        assert.equal(encodeSignal(signal), row.padding ? row.encoded.replace('%', 'x'.repeat(row.padding)) : row.encoded, row.name);
    }
});

test('an invalid signal is dropped, as in Swift', () => {
    assert.equal(vectors.dropped.length, 96);
    for (const row of vectors.dropped) assert.equal(decodeSignal(bytes(row)), null, row.name);
});

test('properties inherited by every object are not fields of a signal', () => {
    assert.equal(decodeSignal(bytes({ text: '{"type":"constructor"}' })), null);
    assert.equal(decodeSignal(bytes({ text: '{"type":"call_ended","__proto__":{"callId":7}}' })), null);
    assert.deepEqual(decodeSignal(Uint8Array.of(0xff)), null);
});
