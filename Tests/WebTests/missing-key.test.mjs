import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MissingKey } from '../../Web/media/missing-key.js';

/** The reported changes during these events; a number advances that many milliseconds. */
function told(...happenings) {
    let now = 0, timer = null;
    const said = [];
    const key = new MissingKey((isMissing) => said.push(isMissing ? 'pause' : 'resume'), {
        after: (milliseconds, expire) => {
            timer = { expire, at: now + milliseconds };
            return () => { timer = null; };
        },
    });
    for (const happening of happenings) {
        if (typeof happening !== 'number') key[happening]();
        else if ((now += happening) >= (timer?.at ?? Infinity)) {
            const { expire } = timer;
            timer = null;
            expire();
        }
    }
    return said;
}

const table = [
    ['frames that open pause nothing', ['mayOpen', 'mayOpen'], []],
    ['a frame without key pauses once', ['frameLacksKey', 'frameLacksKey'], ['pause']],
    ['a key that comes ends the pause at once', ['frameLacksKey', 'mayOpen'], ['pause', 'resume']],
    ['without a key the pause ends after half a second', ['frameLacksKey', 499], ['pause']],
    ['the pause ends at half a second', ['frameLacksKey', 500], ['pause', 'resume']],
    ['each pause is twice as long as the one before', ['frameLacksKey', 500, 'frameLacksKey', 999], ['pause', 'resume', 'pause']],
    ['a key makes the next one short again', ['frameLacksKey', 500, 'mayOpen', 'frameLacksKey', 500], ['pause', 'resume', 'pause', 'resume']],
    ['a pause that was ended does not end again', ['frameLacksKey', 'mayOpen', 'frameLacksKey', 499], ['pause', 'resume', 'pause']],
    ['none is longer than four seconds',
        [...[500, 1000, 2000, 4000, 4000, 4000].flatMap((pause) => ['frameLacksKey', pause])], Array(6).fill(['pause', 'resume']).flat()],
    ['a stopped one reports nothing more', ['frameLacksKey', 'stop', 10_000], ['pause']],
];
for (const [name, happenings, expected] of table) test(name, () => assert.deepEqual(told(...happenings), expected));
