import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ReceivedFeeds, SubscriptionSlot } from '../../../Web/frames/subscription-slot.js';

const vectors = JSON.parse(readFileSync(new URL('../../Vectors/slots.json', import.meta.url), 'utf8'));

test('slots and feeds match the vectors', () => {
    assert.equal(vectors.slots.length + vectors.feeds.length, 2);
    for (const { first, steps } of vectors.slots) {
        const slot = new SubscriptionSlot(first);
        for (const step of steps) {
            if (step.switch) assert.equal(slot.switched(step.switch, step.at), step.changed, JSON.stringify(step));
            else assert.deepEqual([slot.isSettling(step.at), slot.sender], [step.settling, step.sender], JSON.stringify(step));
        }
    }
    for (const { steps } of vectors.feeds) {
        const feeds = new ReceivedFeeds();
        for (const step of steps) {
            if (step.began !== undefined) assert.equal(feeds.began(step.began, step.source), step.received, JSON.stringify(step));
            else assert.equal(feeds.ended(step.ended, step.source), step.next, JSON.stringify(step));
        }
    }
});
