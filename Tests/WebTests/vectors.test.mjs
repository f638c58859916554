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
test('envelopes and device keys are those of the vectors', async () => {
    assert.deepEqual(await checkEnvelopes(await vectors('envelopes')), []);
});

test('ratchet, base keys and KIDs are those of the vectors', async () => {
    assert.deepEqual(await checkKeys(await vectors('keys')), []);
});

// 002-7, 002-22, 003-7
test('frames of each codec are those of the vectors, in both directions; damage and repetition are refused', async () => {
    assert.deepEqual(await checkFrames(await vectors('frames')), []);
});

// 002-23
test('headers and suite 5 are those of RFC 9605', async () => {
    const json = parseSFrame(await text('rfc9605'));
    assert.equal(json.header.length, 289);
    assert.deepEqual(await checkSFrame(json), []);
});

test('who is handed which key is that of the recorded flows, byte for byte', async () => {
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

test('replies of who rings are made and heard as in the vectors', async () => {
    const replies = await vectors('e2ee2-replies');
    assert.equal(replies.made.length, 3);
    assert.deepEqual(await checkReplies(replies.made), []);
    assert.deepEqual(await checkFlows(replies.flows), []);
});

test('reports are written and read as the vectors say; what is not known is none', async () => {
    assert.deepEqual(checkReports(await vectors('report-contents')), []);
});

test('signed objects, channels and keys of a call are those of the vectors, made and read', async () => {
    assert.deepEqual(await checkPrimitives(await vectors('e2ee2-primitives')), []);
});

test('what is no signed object of a call is refused for the recorded reason, and what a hostile server hands out changes nothing', async () => {
    const refusals = await vectors('e2ee2-refusals');
    assert.deepEqual(await checkRefusedObjects(refusals.objects), []);
    assert.deepEqual(await checkFlows(refusals.flows), []);
});

test('what becomes of frames is that of the recorded flows', async () => {
    assert.deepEqual(await checkFrameFlows(await vectors('frame-flows')), []);
});
