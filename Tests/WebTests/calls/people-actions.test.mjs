import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callActions } from '../../../Web/features/calls/call-actions.js';
import { newCall, reduceCall } from '../../../Web/features/calls/call-state.js';
import { peopleActions } from '../../../Web/features/calls/people/people-actions.js';
import { CallFailure } from '../../../Web/calls/model/call-failure.js';
import { callable, mostPeople, nobodyChosen, placesLeft, whoCanBeChosen } from '../../../Web/features/calls/people/people-state.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { callName, callerLabels, endLabels } from '../../../Web/features/calls/call-labels.js';
import { joinableCall } from '../../../Web/features/calls/running/joinable.js';
import { factsOf } from '../../../Web/features/calls/people/people-labels.js';
import { titleOf } from '../../../Web/page/title.js';
import { english, said } from '../english.mjs';
import { ClockDouble, settle } from './doubles/time.mjs';
import { record } from '../gallery/participants.js';
import { follow } from './doubles/members.mjs';

globalThis.location = { hash: '' };
globalThis.history = { replaceState() {} };

const person = (userId, name, status = 'joined', change = {}) => record({ userId, name, status, isSelf: userId === 1, ...change });
const contacts = { status: 'ready', value: [2, 3, 4, 5].map((id) => ({ contactId: id, contactName: `User ${id}`, isFavorite: false, lastInteraction: null, isBlocked: id === 5 })), problem: null };
const inCall = (people, change = {}) => newCall({ phase: 'inCall', id: 7, peer: { userId: 2, name: 'User 2' }, isVideo: true, isOutgoing: true, startedAt: 1, members: people, ...change });

function bench(calls, call = inCall([person(1, 'Ana', 'joined', { isHost: true }), person(2, 'User 2')])) {
    const store = new Store({ ...initialState(0), contacts, call });
    const placed = [];
    const actions = peopleActions(store, { signedIn: { calls: { current: calls } } }, (people, video) => placed.push([people.map(({ userId }) => userId), video]));
    return { store, placed, actions, notices: () => store.state.notices.map(({ text }) => said(text)) };
}

// 004-43
test('chosen contacts are called together in the order of choice, and the choice is then empty', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { store, placed, actions } = bench(null, null);
    actions.choose(2, true);
    actions.callChosen(false);
    actions.startChoosing('call');
    actions.callChosen(true);
    for (const [id, isChosen] of [[3, true], [2, true], [2, true], [4, true], [4, false], [5, true], [99, true]]) actions.choose(id, isChosen);
    actions.searchToChoose('us');
    assert.deepEqual([placed, store.state.choosing.search], [[], 'us']);
    actions.callChosen(true);
    assert.deepEqual([placed, store.state.choosing], [[[[3, 2], true]], null], 'neither who is blocked nor who is no contact');
});

test('no more contacts can be chosen than a call holds', () => {
    const full = Array.from({ length: mostPeople }, (_, index) => index + 100);
    for (const [choosing, call, left] of [
        [nobodyChosen('call'), null, 49], [{ ...nobodyChosen('call'), userIds: full.slice(0, 49) }, null, 0],
        [nobodyChosen('add'), inCall([person(1, 'Ana'), person(2, 'Bo'), person(3, 'Cy', 'ringing'), person(4, 'Dia', 'left')]), 47],
        [nobodyChosen('add'), inCall([person(1, 'Ana'), ...full.slice(1).map((id) => person(id, 'x'))]), 0],
    ]) assert.equal(placesLeft(choosing, call), left);
    const state = { contacts, call: inCall([person(1, 'Ana'), person(2, 'Bo'), person(3, 'Cy', 'declined')]) };
    assert.deepEqual(whoCanBeChosen(state, nobodyChosen('add')).map(({ contactId }) => contactId), [3, 4]);
    assert.deepEqual(callable([{ userId: 2 }, { userId: 5 }, { userId: 8 }], contacts.value), [{ userId: 2, name: 'User 2' }]);
});

// 000-52
test('an added contact rings once however often the button is pressed, and a failure is reported', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const asked = [];
    let go;
    const { store, actions, notices } = bench({ entry: { inviteMore: (ids) => { asked.push(ids); return new Promise((resolve) => { go = () => resolve([3]); }); } } });
    actions.startChoosing('add');
    for (const id of [3, 4]) actions.choose(id, true);
    actions.addChosen();
    actions.addChosen();
    actions.choose(4, false);
    assert.deepEqual([store.state.choosing.isBusy, store.state.choosing.userIds], [true, [3, 4]]);
    go();
    await settle();
    assert.deepEqual([asked, store.state.choosing, notices()], [[[3, 4]], null, ['User 4 can’t be called right now.']]);
});

test('contacts who could not be added stay chosen, with the reason', async () => {
    const { store, actions } = bench({ entry: { inviteMore: async () => { throw new CallFailure('busy'); } } });
    actions.startChoosing('add');
    actions.choose(3, true);
    actions.addChosen();
    await settle();
    const { userIds, isBusy, problem } = store.state.choosing;
    assert.deepEqual([userIds, isBusy, said(problem.message)], [[3], false, 'They’re in another call. Try again later.']);
});

test('each action on a participant has one request at a time, and a refusal is reported', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const asked = [];
    const calls = {
        sync: { askToMute: async (id) => { asked.push(`mute ${id}`); }, remove: async (id) => { asked.push(`remove ${id}`); throw new CallFailure('notInCall'); } },
        subscriptions: { hear: (id, wish) => asked.push(`hear ${id} ${JSON.stringify(wish)}`) },
    };
    const { store, actions, notices } = bench(calls);
    for (let times = 0; times < 2; times += 1) actions.askToMute(2);
    await settle();
    void actions.removeFromCall(2);
    actions.setVolume(2, 130);
    actions.setVolume(9, 130);
    actions.setHeard(2, false);
    await settle();
    assert.deepEqual(asked, ['mute 2', 'remove 2', 'hear 2 {"volume":130}', 'hear 2 {"isHeard":false}']);
    assert.deepEqual(notices(), ['You asked User 2 to mute.', 'They’re not in this call.']);
});

test('several invitations are announced in one sentence, however many signals report them', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const store = new Store({ ...initialState(0), call: inCall([person(1, 'Ana'), person(2, 'Bo')]) });
    const clock = new ClockDouble();
    const { received } = callActions(store, { signedIn: null }, { clock });
    const notices = () => store.state.notices.map(({ text }) => said(text));
    for (const [userId, name] of [[3, 'Cy'], [4, 'Dia'], [5, 'Eli']]) received({ type: 'rings', callId: 7, userId, name });
    await clock.advance(1000);
    received({ type: 'rings', callId: 7, userId: 6, name: 'Fay' });
    await clock.advance(1000);
    assert.deepEqual(notices(), ['Calling Cy, Dia and 1 more person…', 'Calling Fay…']);
});

test('a participant’s joining and leaving is announced in a group; a removal is only a notice', () => {
    const people = [person(1, 'Ana'), person(2, 'Bo'), person(3, 'Cy')];
    let call = inCall(people);
    let now = 5;
    const step = (event) => { call = follow(call, event, now += 5000); return said(call.announcement); };
    assert.equal(step({ type: 'joined', userId: 2, name: 'Bo' }), '', 'that the first has come is that the call is connected');
    assert.equal(step({ type: 'joined', userId: 3, name: 'Cy' }), 'Cy joined the call.');
    assert.equal(step({ type: 'left', userId: 3, name: 'Cy', isRemoved: true }), 'Cy joined the call.');
    step({ type: 'joined', userId: 3, name: 'Cy' });
    assert.equal(step({ type: 'left', userId: 3, name: 'Cy', isRemoved: false }), 'Cy left the call.');
    call = reduceCall(call, { type: 'people', callId: 7, members: [person(1, 'Ana'), person(2, ''), person(3, '', 'left')] }, 5);
    assert.deepEqual(call.members.map(({ name }) => name), ['Ana', 'Bo', 'Cy'], 'a name that is not told stays');
    call = reduceCall(call, { type: 'ended', callId: 7, reason: 'remoteLost', problem: null }, 9);
    assert.equal(said(endLabels(call).sentence), 'Bo’s connection was lost. Try calling again.');
});

test('the incoming call names its caller, its participants and the other callees', () => {
    const rung = (people, isVideo = true) => {
        const call = newCall({ phase: 'incoming', peer: { userId: 2, name: 'Bo' }, isVideo, isOutgoing: false, members: people });
        const { name, sentence, others } = callerLabels(call);
        // The title of the window names the same people.
        assert.equal(titleOf({ ...initialState(0), call }, english), `☎ ${said(sentence).replace(' with video', '')} — ECall`);
        return [said(name), said(sentence), said(others)];
    };
    const self = person(1, 'Ana', 'ringing');
    for (const [people, expected] of [
        [[], ['Bo', 'Bo is calling with video', null]],
        [[self, person(2, 'Bo')], ['Bo', 'Bo is calling with video', null]],
        [[self, person(2, 'Bo'), person(3, 'Cy', 'ringing')], ['Bo', 'Bo is calling with video', 'with Cy']],
        [[self, person(2, 'Bo'), person(3, 'Cy', 'declined')], ['Bo', 'Bo is calling with video', null]],
        [[self, person(2, 'Bo'), person(3, 'Cy'), person(4, 'Dia'), person(5, 'Eli'), person(6, 'Fay')], ['Bo, Cy and 3 others', 'Bo, Cy and 3 others are calling with video', null]],
        [[self, person(2, 'Bo'), person(3, 'Cy'), person(4, 'Dia', 'ringing'), person(5, 'Eli', 'ringing')], ['Bo and Cy', 'Bo and Cy are calling with video', 'with Dia and Eli']],
    ]) assert.deepEqual(rung(people), expected);
});

test('an unanswered group call says so, and is named after its callees', () => {
    const people = [person(1, 'Ana'), person(2, 'Bo', 'declined'), person(3, 'Cy', 'ringing'), person(4, 'Dia', 'ringing')];
    const call = inCall(people, { phase: 'ended', startedAt: null, reason: 'declined' });
    assert.deepEqual([said(endLabels(call).title), said(endLabels(call).sentence)], ['No answer', 'No one answered.']);
    assert.equal(said(callName({ ...call, phase: 'outgoing' })), 'Cy and Dia');
    assert.equal(said(endLabels({ ...call, reason: 'busy' }).sentence), 'They’re in another call. Try again later.');
});

test('each participant’s row gives the status that applies, and nothing else for one outside the call', () => {
    const facts = (one, change = {}) => factsOf({ ...one, ...change }, { isSharing: false, hand: [] }).map(said).join(', ');
    assert.equal(facts(person(2, 'Bo')), '');
    assert.equal(facts(person(2, 'Bo', 'reconnecting', { isHost: true, isMuted: true, volume: 150 }), { isSpeaking: true, isRecording: true, trust: 'verified' }),
        'reconnecting, started the call, speaking, muted, recording, volume 150 %, verified');
    assert.equal(facts(person(2, 'Bo', 'joined', { isHeard: false, volume: 150 }), { isSpeaking: false, isRecording: false, trust: 'held:newDevice' }), 'muted for you, not confirmed');
    assert.equal(facts(person(2, 'Bo'), { trust: 'known', keepsOut: true }), 'can’t hear you yet');
    for (const [status, word] of [['ringing', 'being called'], ['declined', 'declined'], ['noAnswer', 'didn’t answer'], ['busy', 'in another call'], ['left', 'left'], ['removed', 'removed']]) {
        assert.equal(facts(person(2, 'Bo', status, { isMuted: true, isHost: true })), word);
    }
});

test('a running call is offered unless the user is in one or dismissed it', () => {
    const goesOn = { id: 7, result: 'running', people: [] };
    const offered = (change) => joinableCall({ ...initialState(0), connection: 'connected', history: { all: { calls: [goesOn] } }, ...change })?.id ?? null;
    assert.deepEqual([offered({}), offered({ call: inCall([]) }), offered({ running: {} }), offered({ dismissedCall: 7 }), offered({ connection: 'offline' }), offered({ choosing: nobodyChosen('call') })], [7, null, null, null, null, null]);
    assert.deepEqual([offered({ route: { name: 'pastCall', id: 7 } }), offered({ route: { name: 'pastCall', id: 8 } })], [null, 7], 'once: there it is offered by itself');
});
