import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { leastShown, noSpotlight, settled, spoken, withoutPerson } from '../../Web/features/calls/stage/spotlight.js';

/** Shared with Swift (CallStageTests.swift). */
const vectors = JSON.parse(readFileSync(new URL('../Vectors/spotlight.json', import.meta.url), 'utf8'));

test('the last speaker is shown large, and each for at least two seconds', () => {
    assert.equal(leastShown, vectors.leastShown);
    for (const { name, steps } of vectors.cases) {
        let spotlight = noSpotlight();
        /** @type {number[]} */
        let speakers = [];
        for (const { at, speakers: next, leaves, shown } of steps) {
            if (leaves !== undefined) {
                spotlight = withoutPerson(spotlight, leaves);
                speakers = speakers.filter((one) => one !== leaves);
            }
            if (next !== undefined) {
                spotlight = spoken(spotlight, speakers, next, at);
                speakers = next;
            }
            spotlight = settled(spotlight, at);
            assert.equal(spotlight.userId, shown, `${name} at ${at}`);
        }
    }
});
