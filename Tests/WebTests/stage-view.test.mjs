import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newCall, reduceCall } from '../../Web/features/calls/call-state.js';
import { idleTime, stageActions } from '../../Web/features/calls/stage/stage-actions.js';
import { noScreens } from '../../Web/features/calls/stage/screens.js';
import { drawn } from '../../Web/dom/drawn.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { leavesPictures } from '../../Web/features/calls/call-controls.js';
import { callKeys, keyAction } from '../../Web/features/calls/keyboard/call-keys.js';
import { cornerAfter } from '../../Web/features/calls/stage/corner-handle.js';
import { fitOf, shapeOf } from '../../Web/features/calls/stage/picture-fit.js';
import { isSpeakerView, mainTile, sceneOf, tilesOf } from '../../Web/features/calls/stage/stage-scene.js';
import { peoplePanel } from '../../Web/features/calls/people/people-panel.js';
import { sharingBar } from '../../Web/features/calls/stage/screen-tile.js';
import { stageLayout } from '../../Web/features/calls/stage/stage-layout.js';
import { nearestIn } from '../../Web/features/calls/stage/stage-watch.js';
import { stage } from '../../Web/features/calls/stage/tiles.js';
import { english } from './english.mjs';
import { follow } from './calls/doubles/members.mjs';
import { record } from './gallery/participants.js';

/** A clock that advances only when told to. */
class HandClock {
    #time = 0;
    #timers = [];
    now = () => this.#time;
    date = () => this.#time;
    after(milliseconds, body) {
        const timer = { at: this.#time + milliseconds, body };
        this.#timers.push(timer);
        return () => { this.#timers = this.#timers.filter((one) => one !== timer); };
    }
    advance(milliseconds) {
        this.#time += milliseconds;
        for (const timer of this.#timers.filter(({ at }) => at <= this.#time)) {
            this.#timers = this.#timers.filter((one) => one !== timer);
            timer.body();
        }
    }
}

/** A call with this many others, all of whom are visible. */
function callOf(count, change = {}) {
    let call = newCall({ phase: 'outgoing', peer: { userId: 1, name: 'P1' }, isVideo: true, isOutgoing: true });
    call = reduceCall(call, { type: 'connection', state: 'connected' }, 0);
    for (let userId = 1; userId <= count; userId += 1) {
        call = follow(call, { type: 'joined', userId, name: `P${userId}` }, 0);
        call = reduceCall(call, { type: 'firstPicture', userId }, 0);
    }
    return { ...call, ...change, view: { ...call.view, ...change.view } };
}

test('those who still ring stay on the stage once one has answered, in one tile', () => {
    const withRinging = (call, ...users) => ({ ...call, members: [...call.members, ...users.map((userId) => record({ userId, name: `P${userId}`, status: 'ringing' }))] });
    const shown = (call) => {
        const { places } = stageLayout(sceneOf(call, 0));
        const words = JSON.stringify(drawn([stage(call, { userId: 7, displayName: 'Own' }, '', 0)], english));
        return [[...places.keys()], [8, 9].filter((userId) => words.includes(`P${userId}`)), words.includes('Ringing…')];
    };
    assert.deepEqual(shown(withRinging(callOf(1), 8, 9)), [[1, 'ringing', 'own'], [8, 9], true]);
    assert.deepEqual(shown(withRinging(callOf(3), 9)), [[1, 2, 3, 'ringing', 'own'], [9], true]);
    assert.deepEqual(shown(callOf(1)), [[1, 'own'], [], false], 'all have answered or will not come');
    const declined = { ...callOf(1), members: [...callOf(1).members, record({ userId: 8, name: 'P8', status: 'declined' })] };
    assert.deepEqual(shown(declined), [[1, 'own'], [], false]);
    // Before anyone has answered, they have a list of their own.
    assert.deepEqual(shown(withRinging(callOf(0), 8, 9))[0], ['own']);
});

test('the large tile is the pinned one, else a shared screen, else the last speaker, else the first', () => {
    let call = callOf(4);
    const large = () => [isSpeakerView(call), mainTile(call, 10_000)];
    assert.deepEqual(large(), [false, 1]);
    call = follow(call, { type: 'speaking', userIds: [3] }, 5000);
    assert.deepEqual(large(), [false, 3]);
    call = { ...call, members: call.members.map((one) => (one.userId === 2 ? { ...one, sharingSince: 1 } : one)) };
    assert.deepEqual(large(), [true, 'screen-2']);
    call = { ...call, view: { ...call.view, pinned: 4 } };
    assert.deepEqual(large(), [true, 4]);
    call = follow(call, { type: 'left', userId: 4 }, 6000);
    assert.deepEqual([call.view.pinned, ...large()], [null, true, 'screen-2']);
});

test('others’ joins and leaves are announced, without those who were there before', () => {
    let call = callOf(2);
    assert.equal(call.announcement, '');
    const said = (event, now) => {
        call = follow(call, event, now);
        return call.announcement === '' ? '' : english.string(call.announcement);
    };
    assert.equal(said({ type: 'joined', userId: 3, name: 'Cai' }, 1000), '');
    assert.equal(said({ type: 'joined', userId: 4, name: 'Dia' }, 3000), 'Dia joined the call.');
    assert.equal(said({ type: 'left', userId: 3 }, 4000), 'Cai left the call.');
});

test('tile heights are reported, with at least 720 for the only other participant', () => {
    const styles = (call) => Object.fromEntries(drawn([stage(call, null, '', 0)], english)[0].children.filter(({ props }) => props.class.startsWith('tile')).map(({ key, props }) => [key, { height: props.style['--h'], least: props['data-least'] }]));
    const alone = styles(callOf(1));
    assert.deepEqual(alone[1], { height: '800px', least: 720 });
    const pages = styles(callOf(48));
    assert.equal(pages[1].least, undefined);
    assert.deepEqual([pages[25].height === '0px', pages[26].height], [false, '0px']);
    const turned = styles(callOf(48, { view: { page: 1 } }));
    assert.deepEqual([turned[25].height, turned[26].height === '0px'], ['0px', false]);
});

test('controls hide after three seconds without movement, but nothing that the user must know', () => {
    const clock = new HandClock();
    const store = new Store({ ...initialState(0), call: callOf(2) });
    const actions = stageActions(store, noScreens, clock);
    const isIdle = () => store.state.call.view.isIdle;
    actions.stageSized({ width: 800, height: 600, top: 60, bottom: 90 });
    clock.advance(idleTime - 1);
    assert.equal(isIdle(), false);
    actions.stirred();
    clock.advance(idleTime - 1);
    assert.equal(isIdle(), false);
    clock.advance(1);
    assert.equal(isIdle(), true);
    actions.stirred();
    assert.equal(isIdle(), false);
    const idle = callOf(2, { view: { isIdle: true } });
    const held = idle.members.map((one) => ({ ...one, trust: 'held:newDevice' }));
    const unseen = idle.members.map((one) => ({ ...one, hasPicture: false }));
    for (const [change, expected] of [[{}, true], [{ connection: 'reconnecting' }, false], [{ phase: 'ending' }, false], [{ showsProtection: true }, false], [{ members: held }, false],
        [{ members: unseen }, false], [{ isUnheard: true }, false], [{ isTalking: true }, false], [{ view: { ...idle.view, showsKeys: true } }, false], [{ view: { ...idle.view, isIdle: false } }, false]]) {
        assert.equal(leavesPictures({ ...idle, ...change }), expected, JSON.stringify(Object.keys(change)));
    }
});

test('pages are turned within their number, and pinning returns to the first', () => {
    const store = new Store({ ...initialState(0), call: callOf(30) });
    const actions = stageActions(store, noScreens, new HandClock());
    const page = () => store.state.call.view.page;
    actions.previousPage();
    assert.equal(page(), 0);
    actions.nextPage();
    actions.nextPage();
    assert.equal(page(), 1);
    actions.pin(7);
    assert.deepEqual([page(), store.state.call.view.pinned], [0, 7]);
    actions.toggleSpeakerView();
    assert.deepEqual([store.state.call.view.mode, store.state.call.view.pinned], ['grid', null]);
    actions.toggleSpeakerView();
    assert.equal(store.state.call.view.mode, 'speaker');
});

test('shortcut keys act while the call is on screen, and not while typing', () => {
    const state = { ...initialState(0), call: callOf(1), route: { name: 'call', id: 1 } };
    const press = (key, change = {}, where = {}, of = state) => keyAction({ key, code: '', ctrlKey: false, altKey: false, metaKey: false, repeat: false, defaultPrevented: false, ...change }, of, { isTyping: false, isDialogOpen: false, ...where });
    assert.deepEqual(['m', 'M', 'v', 'p', 'f', 'l', '?', 'PageUp', 'PageDown', 'x'].map((key) => press(key)),
        ['toggleMute', 'toggleMute', 'toggleCamera', 'togglePeople', 'toggleFullScreen', 'toggleSpeakerView', 'toggleKeys', 'previousPage', 'nextPage', null]);
    // On keyboards without Latin letters the position counts; a letter with a diacritic is another one.
    assert.deepEqual([['ь', 'KeyM'], ['Ь', 'KeyM'], ['μ', 'KeyM'], ['ى', 'KeyN'], ['ş', 'KeyS'], ['ы', 'Semicolon']].map(([key, code]) => press(key, { code })),
        ['toggleMute', 'toggleMute', 'toggleMute', null, null, null]);
    for (const change of ['ctrlKey', 'altKey', 'metaKey', 'repeat', 'defaultPrevented']) assert.equal(press('m', { [change]: true }), null, change);
    assert.deepEqual([press('m', {}, { isTyping: true }), press('m', {}, { isDialogOpen: true })], [null, null]);
    assert.equal(press('m', {}, {}, { ...state, route: { name: 'contacts' } }), null);
    assert.equal(press('m', {}, {}, { ...state, call: null }), null);
    for (const phase of ['incoming', 'ending', 'ended']) assert.equal(press('m', {}, {}, { ...state, call: { ...state.call, phase } }), null, phase);
    assert.equal(new Set(callKeys.map(({ key }) => key)).size, callKeys.length);
});

test('pinning the only other participant is not offered, since it changes nothing', () => {
    const offersPin = (call) => {
        return /"Pin"/.test(JSON.stringify(drawn([peoplePanel({ ...initialState(0), call }, { ...call, phase: 'inCall', showsPeople: true }, {})], english)));
    };
    assert.deepEqual([callOf(1), callOf(2), follow(callOf(1), { type: 'sharing', userId: 1, isOn: true }, 0)].map(offersPin), [false, true, true]);
});

test('the small picture goes to another corner by the arrow keys', () => {
    for (const [corner, key, isFromRight, expected] of [
        ['bottom-end', 'ArrowUp', false, 'top-end'], ['bottom-end', 'ArrowLeft', false, 'bottom-start'], ['bottom-end', 'ArrowRight', false, 'bottom-end'],
        ['bottom-end', 'ArrowRight', true, 'bottom-start'], ['top-start', 'ArrowDown', true, 'bottom-start'], ['top-start', 'Enter', false, null],
    ]) assert.equal(cornerAfter(corner, key, isFromRight), expected, `${corner} ${key}`);
});

test('arrow keys lead to the nearest tile in their direction', () => {
    const places = [[0, 0], [100, 0], [200, 0], [50, 60], [150, 60]].map(([x, y]) => ({ x, y }));
    for (const [from, key, expected] of [[0, 'ArrowRight', 1], [0, 'ArrowLeft', -1], [1, 'ArrowDown', 3], [4, 'ArrowUp', 1], [3, 'ArrowRight', 4], [0, 'Enter', -1]]) {
        assert.equal(nearestIn(key, places[from], places), expected, `${key} from ${from}`);
    }
});

test('a picture is cropped to fill its tile while 85 % stay visible, and shapes are reported coarsely', () => {
    const size = (width, height) => ({ width, height });
    for (const [picture, place, expected] of [
        [size(640, 360), size(1280, 800), 'cover'], [size(640, 480), size(1280, 800), 'contain'], [size(360, 640), size(1280, 720), 'contain'], [size(640, 480), size(390, 281), 'cover'],
        [size(0, 0), size(100, 100), 'contain'], [size(360, 640), size(390, 844), 'contain'],
    ]) assert.equal(fitOf(picture, place), expected, JSON.stringify([picture, place]));
    assert.equal(shapeOf(size(320, 180)), shapeOf(size(318, 178)));
    assert.equal(shapeOf(size(0, 0)), 0);
});

describe('a shared screen', () => {
    const sharing = (call, userId, isSharing, now) => follow(call, { type: 'sharing', userId, isOn: isSharing }, now);

    test('has its own tile: the newest is large, others and people are beside it, with the first speaker visible', () => {
        let call = sharing(sharing(callOf(2), 1, true, 1000), 2, true, 2000);
        assert.deepEqual([tilesOf(call), mainTile(call, 0), isSpeakerView(call)], [['screen-2', 'screen-1', 1, 2], 'screen-2', true]);
        call = { ...call, view: { ...call.view, pinned: 'screen-1' } };
        assert.equal(mainTile(call, 0), 'screen-1');
        call = sharing(call, 1, false, 3000);
        assert.deepEqual([call.view.pinned, mainTile(call, 0), english.string(call.announcement)], [null, 'screen-2', 'P1 stopped sharing.']);
        call = follow(call, { type: 'left', userId: 2, name: 'P2', isRemoved: false }, 4000);
        assert.deepEqual([tilesOf(call), isSpeakerView(call)], [[1], false]);
        let many = sharing(callOf(30), 4, true, 1000);
        many = follow(many, { type: 'speaking', userIds: [25] }, 2000);
        const { main, places } = stageLayout(sceneOf(many, 9000));
        assert.deepEqual([main, places.has(25), places.has(1)], ['screen-4', true, true]);
    });

    // [what happens, at which time], who is pinned in the end
    const shares = (isSharing) => (call, now) => sharing(call, 1, isSharing, now);
    const leaves = (call, now) => follow(call, { type: 'left', userId: 2, name: 'P2', isRemoved: false }, now);
    const comes = (call, now) => follow(call, { type: 'joined', userId: 2, name: 'P2' }, now);
    for (const [what, pinned, steps, expected] of [
        ['a screen whose sharer returns', 'screen-1', [[shares(false), 1000], [shares(true), 20_000]], 'screen-1'],
        ['a screen that is shared again much later', 'screen-1', [[shares(false), 1000], [shares(true), 61_000]], null],
        ['a participant who returns', 2, [[leaves, 1000], [comes, 9000]], 2],
        ['a person, while another leaves and comes', 1, [[leaves, 1000], [comes, 2000]], 1],
        ['a screen, twice', 'screen-1', [[shares(false), 1000], [shares(true), 20_000], [shares(false), 50_000], [shares(true), 90_000]], 'screen-1'],
    ]) {
        test(`a pin after an interruption: ${what}`, () => {
            const call = sharing(callOf(2), 1, true, 0);
            const { view } = steps.reduce((now, [happens, at]) => happens(now, at), { ...call, view: { ...call.view, pinned } });
            assert.equal(view.pinned, expected);
        });
    }

    test('a pin does not return after the user chose otherwise meanwhile', () => {
        const store = new Store({ ...initialState(), call: sharing(callOf(2), 1, true, 0) });
        const actions = stageActions(store, noScreens, new HandClock());
        for (const choose of [() => actions.pin(null), () => actions.toggleSpeakerView(), () => actions.pin(2)]) {
            actions.pin('screen-1');
            store.set(({ call }) => ({ call: sharing(call, 1, false, 1000) }));
            choose();
            store.set(({ call }) => ({ call: sharing(call, 1, true, 2000) }));
            assert.notEqual(store.state.call.view.pinned, 'screen-1');
        }
    });

    test('of the only other participant is large, with both people beside it, neither cropped nor mirrored', () => {
        const call = sharing(callOf(1), 1, true, 1000);
        const { kind, places } = stageLayout(sceneOf(call, 0));
        assert.deepEqual([kind, [...places.keys()]], ['speaker', ['screen-1', 1, 'own']]);
        const text = JSON.stringify(drawn([stage(call, null, '', 0)], english));
        assert.match(text, /P1’s screen/);
        assert.doesNotMatch(text, /picture-screen picture-own/);
    });

    test('is announced once, and not again after a reconnection', () => {
        const call = sharing(callOf(2), 1, true, 1000);
        assert.equal(english.string(call.announcement), 'P1 is sharing their screen.');
        const away = reduceCall({ ...call, announcement: '' }, { type: 'connection', state: 'reconnecting' }, 2000);
        assert.equal(sharing(sharing(away, 1, false, 2000), 1, true, 3000).announcement, '');
        assert.equal(sharing(call, 9, true, 1000).announcement, call.announcement, 'of nobody who is not in the call');
    });

    test('has no tile for its sharer, who gets a bar with a stop button', () => {
        const call = reduceCall(callOf(1), { type: 'ownScreen', isSharing: true }, 0);
        assert.deepEqual(tilesOf(call), [1]);
        let pressed = 0;
        const bar = JSON.stringify(drawn([sharingBar({ ...call, phase: 'inCall' }, { toggleScreen: () => { pressed += 1; } })], english));
        assert.match(bar, /You’re sharing your screen\..*Stop/);
        assert.doesNotMatch(JSON.stringify(drawn([sharingBar({ ...call, isSharing: false }, { toggleScreen: null })], english)), /sharing your screen\./);
        assert.equal(reduceCall(call, { type: 'ended', reason: 'hungUp', problem: null }, 1).isSharing, false);
    });
});
