import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCall } from '../../Web/features/calls/call-state.js';
import { watchKeys } from '../../Web/features/calls/keyboard/key-presses.js';
import { keyAction } from '../../Web/features/calls/keyboard/call-keys.js';
import { swipedTo, watchSwipes } from '../../Web/features/calls/stage/swipe.js';
import { initialState } from '../../Web/state/state.js';

const call = (change = {}) => ({ ...newCall({ phase: 'inCall', peer: { userId: 1, name: 'Bo' }, isVideo: true, isOutgoing: true }), isMuted: true, ...change });
const state = (change) => ({ ...initialState(0), call: call(change), route: { name: 'call', id: 1 } });
const space = { key: ' ', ctrlKey: false, altKey: false, metaKey: false, repeat: false };

test('the space bar unmutes only a muted participant in a call, and not while it presses a control', () => {
    const nowhere = { isTyping: false, isAtButton: false, isDialogOpen: false };
    for (const [change, where, event, expected] of [
        [{}, {}, {}, 'startTalking'], [{ isMuted: false }, {}, {}, null], [{ phase: 'outgoing' }, {}, {}, null], [{}, { isAtButton: true }, {}, null], [{}, { isTyping: true }, {}, null],
        [{}, { isDialogOpen: true }, {}, null], [{}, {}, { repeat: true }, null], [{}, {}, { ctrlKey: true }, null],
    ]) assert.equal(keyAction({ defaultPrevented: false, ...space, ...event }, state(change), { ...nowhere, ...where }), expected, JSON.stringify([change, where, event]));
});

/** A page with a mute button and another one; `focus` is the element that gets the keys, after a click or otherwise. */
function page() {
    const document = new EventTarget();
    const element = (talks) => ({ matches: (selector) => (selector.startsWith('[') ? talks : selector.includes('button')), closest: () => null });
    const [mute, other] = [element(true), element(false)];
    for (const one of [mute, other]) one.closest = () => one;
    const window = new EventTarget();
    Object.assign(document, { activeElement: null, querySelector: () => null, defaultView: window });
    const now = { state: state() };
    const done = [];
    const doing = (name) => () => { done.push(name); };
    watchKeys(() => now.state, { startTalking: doing('start'), stopTalking: doing('stop'), toggleMute: doing('toggle') }, document);
    const fire = (type, properties, target = document) => {
        const event = Object.assign(new Event(type, { cancelable: true }), properties);
        target.dispatchEvent(event);
        return event.defaultPrevented;
    };
    const at = (target, type) => {
        const event = new Event(type);
        Object.defineProperty(event, 'target', { value: target });
        document.dispatchEvent(event);
    };
    const focus = (one, isClick) => {
        if (isClick) at(one, 'pointerdown');
        document.activeElement = one;
        at(one, 'focusin');
    };
    return { fire, focus, mute, other, done, now, window };
}

test('holding the space bar unmutes until it is released, and its key repeat does nothing', () => {
    const { fire, done } = page();
    assert.deepEqual([fire('keydown', space), fire('keydown', { ...space, repeat: true }), fire('keyup', space)], [true, true, true]);
    assert.deepEqual(done, ['start', 'stop']);
    assert.deepEqual([fire('keyup', space), done.length], [false, 2]);
});

test('leaving the window with the space bar held mutes, since its release would not be seen', () => {
    for (const leave of [({ fire, window }) => fire('blur', {}, window), ({ fire }) => fire('visibilitychange', {})]) {
        const bench = page();
        bench.fire('keydown', space);
        leave(bench);
        assert.deepEqual(bench.done, ['start', 'stop']);
        bench.fire('keyup', space);
        assert.equal(bench.done.length, 2);
    }
});

test('the space bar presses a focused button, except the mute button that was clicked last', () => {
    for (const [which, isClick, expected] of [['mute', true, ['start', 'stop']], ['mute', false, []], ['other', true, []], ['other', false, []]]) {
        const bench = page();
        bench.focus(bench[which], isClick);
        bench.fire('keydown', space);
        bench.fire('keyup', space);
        assert.deepEqual(bench.done, expected, `${which} ${isClick}`);
    }
    const bench = page();
    bench.focus(bench.mute, true);
    bench.focus(bench.other, false);
    bench.focus(bench.mute, false);
    bench.fire('keydown', space);
    assert.deepEqual(bench.done, [], 'come back to by keys');
});

const from = { x: 200, y: 300, time: 1000 };
/** [across, down, milliseconds, from right to left, pages above each other, expected] */
const swipes = [
    [-120, 10, 200, false, false, 1], [120, 10, 200, false, false, -1], [-120, 10, 200, true, false, -1], [120, -10, 200, true, false, 1],
    [-40, 0, 100, false, false, 0], [-120, 100, 200, false, false, 0], [-120, 10, 900, false, false, 0],
    [0, -120, 200, false, false, 0], [0, -120, 200, false, true, 1], [10, 120, 200, false, true, -1], [-120, 10, 200, false, true, 1],
];
test('a swipe turns pages if it is far, fast and straight enough', () => {
    for (const [x, y, time, isFromRight, isDown, expected] of swipes) {
        assert.equal(swipedTo(from, { x: from.x + x, y: from.y + y, time: from.time + time }, { isFromRight, isDown }), expected, JSON.stringify([x, y, time, isFromRight, isDown]));
    }
});

test('a mouse, a second finger, or dragging the own picture turns no page', () => {
    globalThis.document = { documentElement: { dir: 'ltr' } };
    const stage = Object.assign(new EventTarget(), { dataset: {} });
    const turned = [];
    watchSwipes(stage, (step) => turned.push(step));
    const target = (isOwn) => ({ closest: () => (isOwn ? {} : null) });
    const fire = (type, { isOwn = false, ...properties }) => {
        const event = Object.assign(new Event(type), { pointerType: 'touch', isPrimary: true, pointerId: 1, clientY: 0, ...properties });
        Object.defineProperty(event, 'target', { value: target(isOwn) });
        stage.dispatchEvent(event);
    };
    const swipe = (begun = {}, between = () => {}) => {
        fire('pointerdown', { clientX: 300, ...begun });
        between();
        fire('pointerup', { clientX: 100, ...begun });
    };
    swipe();
    swipe({ pointerType: 'mouse' });
    swipe({ isOwn: true });
    swipe({}, () => fire('pointerdown', { clientX: 200, pointerId: 2, isPrimary: false }));
    swipe({}, () => fire('pointercancel', {}));
    assert.deepEqual(turned, [1]);
    delete globalThis.document;
});
