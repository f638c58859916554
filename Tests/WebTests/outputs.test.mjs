import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputActions } from '../../Web/features/outputs/output-actions.js';
import { drawn } from '../../Web/dom/drawn.js';
import { patchProps } from '../../Web/dom/props.js';
import { outputOf, outputsAmong } from '../../Web/media/audio-outputs.js';
import { Speaker } from '../../Web/sounds/speaker.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import * as views from '../../Web/signed-in.js';
import { pageView } from '../../Web/page/page.js';
import { english, said } from './english.mjs';
import { states } from './gallery/states.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const [speaker, headset] = [{ id: 'one', name: 'Speaker' }, { id: 'two', name: 'Headset' }];
const inCall = { phase: 'inCall' };

/** A browser with these loudspeakers, which a test plugs in and unplugs. */
function bench({ kept = null, call = inCall, ...port } = {}) {
    const world = { list: [speaker, headset], kept, refuses: false, asked: headset };
    const store = new Store({ ...initialState(0), call });
    let tell = () => {};
    const actions = outputActions(store, {
        canChoose: true, canAsk: false, list: async () => world.list, ask: async () => world.asked, kept: () => world.kept,
        attempt: async () => { if (world.refuses) throw new Error('gone'); },
        onChange: (listener) => { tell = listener; }, keep: (output) => { world.kept = output; }, ...port,
    });
    actions.watchOutputs();
    return {
        world, store, actions, notices: () => store.state.notices.map(({ text }) => said(text)), outputs: () => store.state.outputs,
        async plug(...list) {
            world.list = list;
            tell();
            await settled();
        },
    };
}

test('each loudspeaker is listed once, and none while the browser hides them', () => {
    const device = (deviceId, label, kind = 'audiooutput') => ({ kind, deviceId, label });
    assert.deepEqual(outputsAmong([device('default', 'Default'), device('communications', 'Calls'), device('one', 'Speaker'), device('mic', 'Mic', 'audioinput')]), [speaker]);
    assert.equal(outputsAmong([device('', ''), device('mic', 'Mic', 'audioinput')]), null);
});

test('a stored loudspeaker is read back, and malformed values are ignored', () => {
    assert.deepEqual(outputOf(JSON.stringify(headset)), headset);
    for (const kept of [null, '', '{', 'null', '7', '{"id":""}', '{"id":"two"}', '{"id":1,"name":"x"}']) assert.equal(outputOf(kept), null, kept);
});

// 000-39
test('the chosen loudspeaker is used and stored, and choosing the system default forgets it', async () => {
    const { actions, outputs, world } = bench();
    await settled();
    assert.deepEqual([outputs().found, outputs().inUse], [[speaker, headset], '']);
    actions.chooseOutput(headset);
    await settled();
    assert.deepEqual([outputs().inUse, world.kept], ['two', headset]);
    actions.chooseOutput(null);
    await settled();
    assert.deepEqual([outputs().inUse, world.kept], ['', null]);
});

test('a loudspeaker with a changed id is recognized by its name', async () => {
    const { outputs, plug } = bench({ kept: { id: 'old', name: 'Headset' } });
    await settled();
    assert.equal(outputs().inUse, 'two');
    await plug(speaker);
    assert.equal(outputs().inUse, '');
});

// 000-39
test('a loudspeaker unplugged in a call is reported once, and used again when it returns', async () => {
    const { outputs, notices, plug, store } = bench({ kept: headset });
    await settled();
    assert.equal(outputs().inUse, 'two', 'the one of last time');
    await plug(speaker);
    assert.deepEqual([outputs().inUse, notices()], ['', ['Headset was disconnected, so the call uses the system default. Reconnect it, or choose another loudspeaker.']]);
    store.set({ notices: [] });
    await plug(speaker);
    await plug(speaker, headset);
    assert.deepEqual([outputs().inUse, notices()], ['two', []]);
    await plug(speaker);
    assert.deepEqual([outputs().inUse, notices().length], ['', 1], 'once more, of the next time');
});

test('an unplugged loudspeaker is not reported outside a call, nor one that the browser hides', async () => {
    for (const call of [null, { phase: 'incoming' }, { phase: 'ended' }]) {
        const { outputs, notices, plug } = bench({ kept: headset, call });
        await plug(speaker);
        assert.deepEqual([outputs().inUse, outputs().chosen, notices()], ['', headset, []]);
    }
    const { notices, outputs } = bench({ kept: headset, list: async () => null });
    await settled();
    assert.deepEqual([outputs().found, outputs().inUse, notices()], [[], '', []]);
});

test('a loudspeaker that cannot be used changes nothing, and the notice says what to do', async () => {
    const { actions, outputs, notices, world } = bench();
    world.refuses = true;
    actions.chooseOutput(headset);
    await settled();
    assert.deepEqual([outputs().inUse, world.kept, notices()], ['', null, ['Headset can’t be used. Reconnect it, or choose another loudspeaker.']]);
});

test('the choice in the browser’s own picker counts, and closing it changes nothing', async () => {
    const { actions, outputs, world } = bench({ canAsk: true });
    actions.askForOutput();
    await settled();
    assert.equal(outputs().inUse, 'two');
    world.asked = null;
    actions.askForOutput();
    await settled();
    assert.equal(outputs().inUse, 'two');
});

test('the last requested device list counts', async () => {
    const answers = [];
    const { actions, outputs } = bench({ list: () => new Promise((resolve) => answers.push(resolve)) });
    actions.lookForOutputs();
    answers[1]([speaker]);
    answers[0]([speaker, headset]);
    await settled();
    assert.deepEqual(outputs().found, [speaker]);
});

test('a browser without output selection is not asked, whatever was stored', async () => {
    const { outputs } = bench({ kept: headset, canChoose: false, list: () => assert.fail('asked') });
    await settled();
    assert.deepEqual([outputs().chosen, outputs().found], [null, []]);
});

test('the choice is offered in calls and settings if the browser supports it, else a sentence explains', () => {
    const shown = (name, outputs) => JSON.stringify(drawn(pageView({ ...states[name], outputs: { ...states[name].outputs, ...outputs } }, new Proxy({}, { get: () => () => {} }), views), english));
    for (const name of ['call-devices', 'settings-sound', 'before-call-audio']) {
        const all = shown(name, { found: [speaker, headset] });
        assert.ok(all.includes('-loudspeaker') && all.includes('"Headset"') && !all.includes('"Another loudspeaker"'), name);
        assert.ok(shown(name, { canAsk: true }).includes('"Another loudspeaker"'), name);
        assert.ok(shown(name, { chosen: { id: 'x', name: 'Kitchen' } }).includes('"Kitchen, not connected"'), name);
        const none = shown(name, { canChoose: false });
        assert.ok(!none.includes('-loudspeaker') && none.includes('This browser plays calls on the system’s loudspeaker.'), name);
    }
});

// 000-39
test('participants’ audio plays on the chosen loudspeaker', () => {
    const state = { ...states['call-1'], outputs: { ...states['call-1'].outputs, inUse: 'two' } };
    const videos = JSON.stringify(drawn(pageView(state, new Proxy({}, { get: () => () => {} }), views), english)).match(/"output":"[^"]*"/g);
    assert.deepEqual(videos, ['"output":"two"']);
});

test('a video plays on the chosen loudspeaker, which is set once', () => {
    const told = [];
    const element = { sinkId: '', setSinkId: async (id) => { told.push(id); element.sinkId = id; } };
    patchProps(element, {}, { output: '' });
    patchProps(element, { output: '' }, { output: 'two' });
    patchProps(element, { output: 'two' }, { output: 'two' });
    patchProps(element, { output: 'two' }, { output: '' });
    assert.deepEqual(told, ['two', '']);
    patchProps({}, {}, { output: 'two' });
});

/** Runs with a browser whose audio is recorded. */
async function withAudio({ refuses = false, ...members }, body) {
    const told = [];
    const node = { connect: () => node, start() {}, stop() {}, addEventListener: (_, ended) => ended(), gain: { setValueAtTime() {}, linearRampToValueAtTime() {} } };
    const choose = async (id) => { told.push(id); if (refuses) throw new Error('gone'); };
    const audio = {
        AudioContext: class {
            state = 'suspended'; currentTime = 0; destination = 'system';
            async resume() { this.state = 'running'; }
            async close() { this.state = 'closed'; told.push('closed'); }
            createMediaStreamDestination() { return { stream: 'stream' }; }
            setSinkId = members.isByContext ? choose : undefined;
        },
        Audio: class { setSinkId = choose; async play() { told.push(`element with ${this.srcObject}`); } },
        OscillatorNode: function make() { return node; }, GainNode: function make() { return { ...node, connect: (to) => told.push(to) }; },
    };
    node.connect = (gain) => gain;
    Object.assign(globalThis, audio);
    try {
        await body(told);
    } finally {
        for (const name of Object.keys(audio)) delete globalThis[name];
    }
}

// 000-39
for (const [what, browser, expected] of [
    ['a context', { isByContext: true }, ['two', 'system']],
    ['an element, where a context has no choice', {}, ['two', 'element with stream', { stream: 'stream' }]],
    ['the system, where the chosen one is gone', { isByContext: true, refuses: true }, ['two', 'system']],
]) {
    test(`the ring plays on the chosen loudspeaker, by ${what}`, () => withAudio(browser, async (told) => {
        const speaker = new Speaker();
        await speaker.ready('two');
        await speaker.ready('two');
        await speaker.play('outgoing');
        speaker.close();
        speaker.close();
        assert.deepEqual(told, [...expected, 'closed']);
    }));
}

test('without a choice the ring plays on the system’s output', () => withAudio({ isByContext: true }, async (told) => {
    const speaker = new Speaker();
    await speaker.ready('');
    await speaker.play('outgoing');
    assert.deepEqual(told, ['system']);
}));
