import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { CallMachine } from '../../../Web/calls/lifecycle/call-machine.js';

const { events, states } = JSON.parse(await readFile(new URL('../../Vectors/call-machine.json', import.meta.url), 'utf8'));

/** An event of the vectors in the machine's form: invitations have a call, failures a sentence. */
function eventOf({ type, id, reason, rings }) {
    if (type === 'invited') return { type, call: { id } };
    if (type === 'failed') return { type, reason, problem: 'it went wrong' };
    return { type, ...(id === undefined ? {} : { id }), ...(reason === undefined ? {} : { reason }), ...(rings === undefined ? {} : { rings }) };
}

function stateOf({ state, next }) {
    const { name, id, reason, problem } = state;
    return {
        name, ...(id === undefined || id === null ? {} : { id }), ...(next === null ? {} : { next: next.id }),
        ...(name === 'ending' ? { reason, hasProblem: problem !== null } : {}),
    };
}

function actionOf({ type, id, call, reason, canRing, problem }) {
    const about = call?.id ?? id ?? null;
    return {
        type, ...(about === null ? {} : { id: about }), ...(reason === undefined ? {} : { reason }), ...(canRing === undefined ? {} : { canRing }),
        ...(type === 'announceEnded' ? { hasProblem: problem !== null } : {}),
    };
}

function reached(before) {
    const machine = new CallMachine();
    for (const event of before) machine.handle(eventOf(event));
    return machine;
}

const written = (value) => JSON.stringify(value, Object.keys(value).sort());

test('the page matches the Swift client in every reachable state and at every event', () => {
    assert.ok(states.length > 50 && events.length > 60);
    for (const { before, state, steps } of states) {
        assert.deepEqual(stateOf(reached(before)), state);
        const expected = new Map(steps.map((step) => [written(step.event), step]));
        for (const event of events) {
            const machine = reached(before);
            const actions = machine.handle(eventOf(event)).map(actionOf);
            const step = expected.get(written(event));
            assert.deepEqual([stateOf(machine), actions], step ? [step.after, step.actions] : [state, []], `${written(state)}, ${written(event)}`);
        }
    }
});
