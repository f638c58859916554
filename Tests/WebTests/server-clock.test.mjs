import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { isTooOld } from '../../Web/calls/setup/invitation-check.js';
import { ServerClock, clockNotice } from '../../Web/protocol/server-clock.js';

const vectors = JSON.parse(await readFile(new URL('../Vectors/server-time.json', import.meta.url), 'utf8'));

for (const { name, observations, asks } of vectors.cases) {
    test(`the server's time and what is said of the wall clock are as the vectors have them: ${name}`, () => {
        const moment = { now: 0, clock: 0 };
        const clock = new ServerClock({ now: () => moment.now, date: () => moment.clock });
        for (const { date, sentAt, receivedAt } of observations) clock.observe(date, sentAt, receivedAt);
        for (const { now, clock: wall, serverTime, notice } of asks) {
            Object.assign(moment, { now, clock: wall });
            assert.equal(clock.now(), serverTime);
            assert.deepEqual(clockNotice(clock.difference()), notice);
        }
    });
}

test('an invite rings for 90 s of the server’s time, and one of the future rings', () => {
    assert.equal(vectors.invites.length, 6);
    for (const { issuedAt, serverTime, rings } of vectors.invites) assert.equal(!isTooOld(issuedAt, serverTime), rings);
});
