import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { tellLimits } from '../../../Web/app/browser-limits.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { english } from '../english.mjs';

mock.timers.enable({ apis: ['setTimeout'] });

/** The sentences that a browser shows in a series of visits; each visit is given as whether it can call and has ML-KEM. */
async function visits(...kinds) {
    let kept = null;
    const told = [];
    for (const [canCall, isPostQuantum] of kinds) {
        const store = new Store(initialState(0));
        await tellLimits(store, { canCall: () => canCall, isPostQuantum: async () => isPostQuantum, told: () => kept, noteTold: (limit) => { kept = limit; } });
        told.push(store.state.notices.map(({ text }) => english.string(text)).join());
    }
    return told;
}

const noCalls = 'This browser doesn’t support encrypted calls. Update it, or use a different one.';
const noQuantum = 'Calls in this browser are encrypted, but not protected against future quantum computers. A newer browser may protect them.';

for (const [what, kinds, expected] of [
    ['has all', [[true, true]], ['']],
    ['cannot call: said once', [[false, false], [false, false]], [noCalls, '']],
    ['lacks ML-KEM: said once', [[true, false], [true, false]], [noQuantum, '']],
    ['can call after an update: the other limit is said', [[false, false], [true, false]], [noCalls, noQuantum]],
]) {
    test(`a browser that ${what}`, async () => assert.deepEqual(await visits(...kinds), expected));
}
