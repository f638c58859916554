import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitingActions } from '../../../Web/features/calls/incoming/waiting-actions.js';
import { CallFailure } from '../../../Web/calls/model/call-failure.js';
import { APIError } from '../../../Web/protocol/errors.js';
import { newCall } from '../../../Web/features/calls/call-state.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { titleOf } from '../../../Web/page/title.js';
import { english, said } from '../english.mjs';
import { settle } from './doubles/time.mjs';

const second = { id: 9, room: 5, caller: 3, callerDevice: 33, callerName: 'Cai', isVideo: true, videoCodec: 'h264', isVerified: true, isNewDevice: false, canReply: true };

/** In a call with Bo, beside which Cai's rings; the controller does as specified. */
function bench(failure = null, session = {}) {
    const [store, log] = [new Store(initialState(0)), []];
    store.set({ call: newCall({ phase: 'inCall', id: 7, peer: { userId: 2, name: 'Bo' }, isVideo: true, isOutgoing: true, isCameraOn: true }) });
    const answer = (name) => async (options) => {
        log.push([name, options]);
        if (failure) throw new CallFailure(failure);
    };
    const controller = { answerWaiting: answer('answer'), declineWaiting: answer('decline') };
    const actions = waitingActions(store, { signedIn: { calls: controller, session } }, () => log.push(['goOn', undefined]));
    actions.waitingChanged(second);
    return { store, log, actions, notices: () => store.state.notices.map(({ text }) => said(text)) };
}

test('a second call is shown until it stops ringing', () => {
    const { store, actions } = bench();
    assert.deepEqual(store.state.waiting, { id: 9, peer: { userId: 3, name: 'Cai' }, isVideo: true, isVerified: true, isNewDevice: false, canReply: true, doubt: null, replying: null, members: [], isBusy: false });
    const members = [{ userId: 4, name: 'Dia', status: 'joined', isHost: false, isMuted: false, isVideoEnabled: false, isSelf: false, volume: 100, isHeard: true }];
    actions.waitingPeople({ type: 'waitingPeople', callId: 8, members });
    assert.deepEqual(store.state.waiting.members, [], 'of another call');
    actions.waitingPeople({ type: 'waitingPeople', callId: 9, members });
    assert.equal(titleOf(store.state, english), '☎ Cai and Dia are calling — ECall');
    actions.waitingChanged(null);
    actions.waitingPeople({ type: 'waitingPeople', callId: 9, members });
    assert.equal(store.state.waiting, null);
});

test('a second call is answered once, with the camera as it is, and the end of the call it replaces is not shown', async () => {
    const { log, actions } = bench();
    actions.answerWaiting(true);
    actions.answerWaiting(false);
    actions.declineWaiting();
    assert.deepEqual([actions.givesWay(7), actions.givesWay(9)], [true, false]);
    await settle();
    assert.deepEqual([log, actions.givesWay(7)], [[['answer', { video: true, holds: true }]], false]);
});

test('a failed answer is reported, rings on and can be retried; a call already on hold is resumed instead', async () => {
    const { store, log, actions, notices } = bench('offline');
    actions.answerWaiting(false);
    await settle();
    assert.deepEqual([log.map(([name]) => name), store.state.waiting.isBusy, notices().length], [['answer'], false, 1]);
    store.set({ onHold: { id: 7, people: [{ userId: 2, name: 'Bo' }], isVideo: true } });
    actions.answerWaiting(true);
    await settle();
    assert.deepEqual(log.map(([name]) => name), ['answer', 'answer', 'goOn']);
});

test('the end of the call on hold is announced once, and of no other call', () => {
    const { store, actions, notices } = bench();
    store.set({ onHold: { id: 7, people: [{ userId: 2, name: 'Bo' }], isVideo: true } });
    actions.heldIsOver(8);
    assert.equal(store.state.onHold.id, 7);
    actions.heldIsOver(7);
    actions.heldIsOver(7);
    assert.deepEqual([store.state.onHold, notices()], [null, ['Your call on hold with Bo has ended.']]);
});

test('the call on hold is not checked while signed out', async () => {
    const [store, here] = [new Store(initialState(0)), { signedIn: null }];
    store.set({ onHold: { id: 7, people: [{ userId: 2, name: 'Bo' }], isVideo: true } });
    await waitingActions(store, here, () => {}).checkHeld();
    assert.equal(store.state.onHold.id, 7);
});

for (const [code, isOver] of [['ErrCallNotAvailable', true], ['ErrCallNotFound', true], ['offline', false], [null, false]]) {
    test(`after a reconnection the call on hold is ${isOver ? 'over' : 'there'} when the server answers ${code ?? 'with its participants'}`, async () => {
        const asked = [];
        const api = { send: async (endpoint, { id }) => {
            asked.push(`${endpoint.path} ${id}`);
            if (code) throw new APIError(code, 410);
            return { participants: [] };
        } };
        const { store, actions, notices } = bench(null, { api });
        await actions.checkHeld();
        assert.deepEqual(asked, []);
        store.set({ onHold: { id: 7, people: [{ userId: 2, name: 'Bo' }], isVideo: true } });
        await actions.checkHeld();
        assert.deepEqual([asked, store.state.onHold === null, notices()], [['/call/{id}/participants 7'], isOver, isOver ? ['Your call on hold with Bo has ended.'] : []]);
    });
}
