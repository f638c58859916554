import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { checkEnvelopes } from './vectors/envelopes.mjs';
import { checkFrameFlows } from './vectors/frame-flows.mjs';
import { checkFrames, checkSFrame, parseSFrame } from './vectors/frames.mjs';
import { checkFlows } from './vectors/key-flows.mjs';
import { checkKeys } from './vectors/keys.mjs';
import { checkPrimitives } from './vectors/primitives.mjs';
import { checkReplies } from './vectors/replies.mjs';
import { checkReports } from './vectors/reports.mjs';
import { checkRefusedObjects } from './vectors/refusals.mjs';

const text = (name) => readFile(new URL(`../Vectors/${name}.json`, import.meta.url), 'utf8');
const vectors = async (name) => JSON.parse(await text(name));

// 002-1
test('envelopes and device keys match the vectors', async () => {
    assert.deepEqual(await checkEnvelopes(await vectors('envelopes')), []);
});

test('ratchet, base keys and KIDs match the vectors', async () => {
    assert.deepEqual(await checkKeys(await vectors('keys')), []);
});

// 002-7, 002-22, 003-7
test('frames of each codec match the vectors in both directions, and modified or repeated ones are refused', async () => {
    assert.deepEqual(await checkFrames(await vectors('frames')), []);
});

// 002-23
test('headers and suite 5 match RFC 9605', async () => {
    const json = parseSFrame(await text('rfc9605'));
    assert.equal(json.header.length, 289);
    assert.deepEqual(await checkSFrame(json), []);
});

test('keys are distributed as in the recorded flows, byte for byte', async () => {
    assert.deepEqual(await checkFlows(await vectors('e2ee2-flows')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-reports')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-gestures')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-recording')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-notes')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-answers')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-absences')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-meetings')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-proofs')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-invites')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-chains')), []);
    assert.deepEqual(await checkFlows(await vectors('e2ee2-matrix')), []);
});

test('replies of ringing devices are made and read as in the vectors', async () => {
    const replies = await vectors('e2ee2-replies');
    assert.equal(replies.made.length, 3);
    assert.deepEqual(await checkReplies(replies.made), []);
    assert.deepEqual(await checkFlows(replies.flows), []);
});

test('reports are encoded and decoded as the vectors state, and unknown ones are ignored', async () => {
    assert.deepEqual(checkReports(await vectors('report-contents')), []);
});

test('signed objects, channels and keys of a call match the vectors, encoded and decoded', async () => {
    assert.deepEqual(await checkPrimitives(await vectors('e2ee2-primitives')), []);
});

test('an invalid signed object is refused for the recorded reason, and a hostile server’s objects change nothing', async () => {
    const refusals = await vectors('e2ee2-refusals');
    assert.deepEqual(await checkRefusedObjects(refusals.objects), []);
    assert.deepEqual(await checkFlows(refusals.flows), []);
});

test('the outcome of each frame is that of the recorded flows', async () => {
    assert.deepEqual(await checkFrameFlows(await vectors('frame-flows')), []);
});
