import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { RaisedHands } from '../../../Web/calls/members/raised-hands.js';
import { hears, connected } from './doubles/world.mjs';

test('raised hands keep the order in which they were raised, as the vectors say', async () => {
    const { own, steps } = JSON.parse(await readFile(new URL('../../Vectors/raised-hands.json', import.meta.url), 'utf8'));
    assert.equal(steps.length, 12);
    const hands = new RaisedHands();
    for (const [index, { set, take, raised, lowered, order }] of steps.entries()) {
        if (set !== undefined) hands.set(own, set);
        if (take) assert.deepEqual(hands.take(take, own), { raised, lowered }, `step ${index}`);
        assert.deepEqual(hands.order, order, `step ${index}`);
    }
});

/** The people who were reported to have raised and lowered their hands. */
const moved = (person) => person.told('hand').map(({ userId, isOn }) => [userId, isOn]);
const hands = (person) => person.members.filter(({ hand }) => hand !== null).sort((one, other) => one.hand - other.hand).map(({ userId }) => userId);
const reactions = (person) => person.told('reaction').map(({ userId, reaction }) => `${userId} ${reaction}`);

test('a raised hand and a reaction are seen by all in order, and media stays unaffected', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, server, clock } = world;
    /** The reports that pass through the server. */
    const texts = [];
    server.change = (signal) => {
        if (signal.kind === 'report') texts.push(signal.body);
        return signal;
    };
    /** The workers' reports on how media arrive: gestures may cause none but the one about gestures. */
    const reported = [];
    for (const person of [ana, bo, cy]) person.engine.worker.onEvent(({ type, actions }) => { if (type === 'keyActions') reported.push(...actions.filter((one) => one.type === 'reported')); });
    await clock.advance(3000);
    const before = reported.length;
    ana.calls.running().gestures.setHand(true);
    await clock.advance(100);
    for (const person of [ana, bo, cy]) assert.deepEqual(hands(person), [1]);
    cy.calls.running().gestures.setHand(true);
    await clock.advance(100);
    for (const person of [ana, bo, cy]) assert.deepEqual(hands(person), [1, 3]);
    assert.deepEqual(moved(bo), [[1, true], [3, true]]);
    bo.calls.running().gestures.react('applause');
    await clock.advance(100);
    for (const person of [ana, bo, cy]) assert.deepEqual(reactions(person), ['2 applause']);
    ana.calls.running().gestures.setHand(false);
    await clock.advance(1100);
    for (const person of [ana, bo, cy]) assert.deepEqual(hands(person), [3]);
    assert.deepEqual(moved(bo).at(-1), [1, false]);
    // Two equal reactions are shown twice, a repeated report once.
    bo.calls.running().gestures.react('applause');
    await clock.advance(12_000);
    for (const person of [ana, bo, cy]) assert.deepEqual(reactions(person), ['2 applause', '2 applause']);
    assert.deepEqual(reported.slice(before), [], 'who has said nothing of media says nothing by a gesture');
    assert.equal(new Set(texts.map((text) => text.split('.')[1].length)).size, 1, 'all are as long as another');
    assert.ok(texts.length >= 8);
    for (const [one, other] of [[ana, bo], [bo, cy], [cy, ana]]) assert.ok(await hears(one, other));
    // A participant who leaves no longer has a raised hand; that is not reported separately.
    await cy.calls.hangUp();
    await clock.advance(100);
    assert.deepEqual([hands(bo), moved(bo).at(-1)], [[], [1, false]]);
    await ana.calls.hangUp();
    assert.throws(() => ana.calls.running().gestures.setHand(true), { code: 'noCall' });
    assert.throws(() => ana.calls.running().gestures.react('heart'), { code: 'noCall' });
});
