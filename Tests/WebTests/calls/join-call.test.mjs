import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callActions } from '../../../Web/features/calls/call-actions.js';
import { callLinkActions } from '../../../Web/features/calls/link/call-link-actions.js';
import { newCall } from '../../../Web/features/calls/call-state.js';
import { joinCallActions } from '../../../Web/features/calls/link/join-call-actions.js';
import { judgeRing } from '../../../Web/calls/link/asked-call-link.js';
import { openedCall } from '../../../Web/contacts/call-link.js';
import { APIError } from '../../../Web/protocol/errors.js';
import { ringOf } from '../../../Web/features/sounds/sound-rules.js';
import { placeInCall } from '../../../Web/features/calls/link/call-link-state.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { said } from '../english.mjs';
import { ClockDouble, settle } from './doubles/time.mjs';
import { connected, hears, makeWorld, connect } from './doubles/world.mjs';

globalThis.location = { hash: '' };
globalThis.history = { replaceState() {} };

const secret = 'aB3'.repeat(14) + 'x';
const link = { callId: 7, userId: 1, secret };
const ring = { id: 7, room: 5, caller: 1, callerDevice: 11, callerName: 'User 1', isVideo: true, videoCodec: 'h264', isVerified: true, canReply: true };
const asked = { callId: 7, userId: 1, video: true };

for (const [what, waits, call, isTheOne, taken] of [
    ['that is awaited', asked, ring, true, { video: true }],
    ['that is awaited, without a camera', { ...asked, video: false }, ring, true, { video: false }],
    ['that is awaited, and not signed by a known device', asked, { ...ring, isVerified: false }, true, null],
    ['of another call', asked, { ...ring, id: 8 }, false, null],
    ['of another caller', asked, { ...ring, caller: 2 }, false, null],
    ['while none is awaited', null, ring, false, null],
]) test(`a ring ${what} ${taken ? 'is answered' : 'rings'}`, () => assert.deepEqual(judgeRing(waits, call), { isTheOne, taken }));

for (const [what, state, place] of [
    ['in no call', { call: null, running: null }, null], ['in it here', { call: newCall({ phase: 'inCall', id: 7, peer: { userId: 1, name: '' }, isVideo: true, isOutgoing: true }), running: null }, 'here'],
    ['out of it', { call: newCall({ phase: 'ended', id: 7, peer: { userId: 1, name: '' }, isVideo: true, isOutgoing: true }), running: null }, null],
    ['in another', { call: newCall({ phase: 'inCall', id: 8, peer: { userId: 1, name: '' }, isVideo: true, isOutgoing: true }), running: null }, null],
    ['in it, to return to', { call: null, running: { id: 7 } }, 'running'], ['in another, to return to', { call: null, running: { id: 8 } }, null],
]) test(`the situation of a user who opens a link: ${what}`, () => assert.equal(placeInCall(state, { ...link, status: 'ready', problem: null }), place));

/** A page with an opened link; the server answers as specified. */
function bench({ answer = async () => ({ success: true }), change = {}, opens = link } = {}) {
    const contacts = { status: 'ready', value: [{ contactId: 1, contactName: 'User 1', isFavorite: false, lastInteraction: null }], problem: null };
    const store = new Store({ ...initialState(0), contacts, ...change });
    const [clock, log] = [new ClockDouble(), []];
    const api = { send: async (endpoint, options) => { log.push(['send', endpoint.path, options]); return answer(); } };
    const signedIn = { session: { api } };
    const actions = joinCallActions(store, { signedIn }, {
        before: (planned, ask) => { log.push(['before', planned]); ask(); }, answer: (video) => log.push(['answer', video]), clock,
        actions: () => ({ go: (route) => log.push(['go', route]), joinAgain: (call) => log.push(['joinAgain', call]) }),
    });
        const leads = actions.openCallLink(opens);
    log.length = 0;
    return { store, actions, signedIn, clock, log, leads, told: (name) => log.filter(([one]) => one === name).map(([, ...values]) => values), status: () => store.state.joining?.status ?? null };
}
const incoming = (change = {}) => ({ type: 'incoming', call: { ...ring, ...change }, ringsUntil: 1 });

test('joining by a link sends the secret to the server alone, and answers the ring', async () => {
    const { store, actions, clock, log, leads, told, status } = bench();
    assert.deepEqual([leads, store.state.joining], [{ name: 'joinCall' }, { status: 'ready', callId: 7, userId: 1, by: null, request: null, problem: null }]);
    actions.askToJoin(true);
    actions.askToJoin(false);
    await settle();
    assert.deepEqual(log, [
        ['before', { people: [{ userId: 1, name: 'User 1' }], isVideo: true }],
        ['send', '/call/{id}/request-invitation', { id: 7, body: { userId: 1, token: secret } }],
    ]);
    assert.equal(status(), 'asking');
    const event = actions.answeredByLink(incoming());
    assert.deepEqual([event.isTaken, told('answer')], [{ video: true }, []]);
    await settle();
    assert.deepEqual([told('answer'), status(), clock.waiting], [[[true]], null, 0]);
    assert.equal(actions.answeredByLink(incoming()).isTaken, undefined, 'once');
});

test('the ring may arrive before the server’s response, whatever that response is', async () => {
    let fail;
    const { actions, told, status, clock } = bench({ answer: () => new Promise((_, reject) => { fail = reject; }) });
    actions.askToJoin(false);
    await settle();
    assert.deepEqual(actions.answeredByLink(incoming()).isTaken, { video: false });
    fail(new APIError('offline'));
    await settle();
    assert.deepEqual([told('answer'), status(), clock.waiting], [[[false]], null, 0]);
});

test('a response to a cancelled request does not affect the next one', async () => {
    const answers = [];
    const { actions, status, clock } = bench({ answer: () => new Promise((resolve, reject) => { answers.push({ resolve, reject }); }) });
    for (const _ of [1, 2, 3]) {
        actions.askToJoin(true);
        await settle();
        actions.stopAsking();
    }
    answers[0].resolve({});
    await settle();
    assert.deepEqual([status(), clock.waiting], ['ready', 0]);
    actions.askToJoin(true);
    await settle();
    answers[1].reject(new APIError('ErrCallNotFound', 404));
    await settle();
    assert.equal(status(), 'asking');
    answers[3].resolve({});
    await settle();
    answers[2].reject(new APIError('offline'));
    await settle();
    assert.deepEqual([status(), clock.waiting], ['asking', 1]);
});

test('other calls ring while a request waits, and the wait goes on', async () => {
    const { actions, told, status } = bench();
    actions.askToJoin(true);
    await settle();
    for (const change of [{ id: 8 }, { caller: 2 }]) {
        const event = incoming(change);
        assert.equal(actions.answeredByLink(event), event);
    }
    await settle();
    assert.deepEqual([told('answer'), status()], [[], 'asking']);
});

test('a call that no known device has signed rings, and the link’s screen closes', async () => {
    const { actions, told, status } = bench();
    actions.askToJoin(true);
    await settle();
    const event = incoming({ isVerified: false });
    assert.equal(actions.answeredByLink(event), event);
    await settle();
    assert.deepEqual([told('answer'), told('go'), status()], [[], [[{ name: 'contacts' }]], null]);
});

test('a call by link rings as a second one beside a running call, and the user decides about the first', async () => {
    const call = newCall({ phase: 'inCall', id: 9, peer: { userId: 2, name: 'User 2' }, isVideo: true, isOutgoing: true });
    const { actions, told, status } = bench({ change: { call } });
    actions.askToJoin(true);
    await settle();
    assert.equal(actions.ringsByLink(ring), null);
    await settle();
    assert.deepEqual([told('answer'), told('go'), status()], [[], [[{ name: 'call', id: 9 }]], null]);
});

test('a request that no one accepts ends after forty seconds, and can be repeated', async () => {
    const { actions, clock, status, told } = bench();
    actions.askToJoin(true);
    await clock.advance(39_999);
    assert.equal(status(), 'asking');
    await clock.advance(1);
    assert.equal(status(), 'nobody');
    assert.equal(actions.answeredByLink(incoming()).isTaken, undefined, 'too late: it rings');
    actions.askToJoin(true);
    await settle();
    assert.deepEqual([status(), told('send').length], ['asking', 2]);
});

test('cancelling, or leaving the screen, does not answer a later ring', async () => {
    for (const [leave, after] of [['stopAsking', 'ready'], ['leaveCallLink', null]]) {
        const { actions, clock, status } = bench();
        actions.askToJoin(true);
        await settle();
        actions[leave]();
        assert.equal(status(), after);
        assert.equal(actions.answeredByLink(incoming()).isTaken, undefined, leave);
        await clock.advance(60_000);
        assert.equal(status(), after);
    }
});

for (const code of ['ErrCallNotFound', 'ErrUserAlreadyInCall', 'ErrTooManyRequests', 'offline']) {
    test(`the screen reports that the server refuses: ${code}`, async () => {
        const { actions, store, clock } = bench({ answer: async () => { throw new APIError(code, 400); } });
        actions.askToJoin(true);
        await settle();
        assert.deepEqual([store.state.joining.status, store.state.joining.problem.code, clock.waiting], ['failed', code, 0]);
        actions.returnByLink();
    });
}

test('a participant who opens the link is led to the call, or rejoins it', async () => {
    const here = bench({ change: { call: newCall({ phase: 'inCall', id: 7, peer: { userId: 1, name: 'User 1' }, isVideo: true, isOutgoing: true }) } });
    assert.deepEqual([here.leads, here.status()], [{ name: 'call', id: 7 }, null]);
    const { actions, told } = bench();
    actions.returnByLink();
    assert.deepEqual(told('joinAgain'), [[{ id: 7, people: [{ userId: 1, name: 'User 1' }], isVideo: false }]]);
});

test('a user with another call to return to returns to it or leaves it first', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { actions, log, store } = bench({ change: { running: { id: 9 } } });
    actions.askToJoin(true);
    assert.deepEqual([log, store.state.notices.map(({ text }) => said(text))], [[], ['You’re in a call. Return to it or leave it first.']]);
});

test('a link of another server sends no request', () => {
    const { leads, status } = bench({ opens: 'otherServer' });
    assert.deepEqual([leads, status()], [{ name: 'joinCall' }, 'otherServer']);
});

test('a stranger asks the owner of the link by number, once, and can join when they are contacts', async () => {
    const { store, actions, signedIn, status } = bench({ change: { contacts: { status: 'ready', value: [], problem: null } }, opens: { ...link, by: 'Ana' } });
    const asked = [];
    let answer = () => { throw new APIError('ErrTooManyRequests', 429); };
    signedIn.contacts = { ask: async (userId) => { asked.push(userId); answer(); } };
    const { joining } = store.state;
    assert.deepEqual([joining.by, joining.request], ['Ana', null]);
    actions.askToBeContact();
    actions.askToBeContact();
    assert.equal(store.state.joining.request, 'sending');
    await settle();
    assert.deepEqual([asked, store.state.joining.request, store.state.joining.problem.code], [[1], null, 'ErrTooManyRequests']);
    answer = () => {};
    actions.askToBeContact();
    await settle();
    actions.askToBeContact();
    assert.deepEqual([asked, store.state.joining.request, store.state.joining.problem, status()], [[1, 1], 'sent', null, 'ready']);
});

test('a damaged link sends no request, whatever was opened before', async () => {
    const { actions, log, status } = bench();
    assert.deepEqual(actions.openCallLink('damaged'), { name: 'joinCall' });
    log.length = 0;
    actions.askToJoin(true);
    await settle();
    assert.deepEqual([log, status()], [[], 'damaged']);
});

/** A person's page: what it shows, and its handling of their device's events and signals. */
function page(person, contacts, trusts = {}) {
    const store = new Store({ ...initialState(0), account: person.session.account, contacts: { status: 'ready', value: contacts.map((id) => ({ contactId: id, contactName: `User ${id}`, isFavorite: false, lastInteraction: null })), problem: null } });
    const rang = [];
    store.onChange(() => { if (ringOf(store.state) === 'incoming') rang.push(store.state.call.id); });
    const here = { signedIn: { calls: person.calls, session: Object.assign(Object.create(person.session), { origin: 'https://calls.example.org' }) } };
    const calls = callActions(store, here, { clock: person.world.clock });
    const sharing = callLinkActions(store, here, {
        say: said, clock: person.world.clock, browser: {},
        ...(trusts.of ? { devicesOf: async () => ({ devices: trusts.of.map((trust) => ({ trust })), hasOlderApps: false }) } : {}),
    });
    const joining = joinCallActions(store, here, {
        answer: (video) => calls.answer(video), clock: person.world.clock,
        before: (_, ask) => ask(), actions: () => ({ go() {}, joinAgain() {} }),
    });
    store.onChange(() => sharing.watchCallLink());
    person.calls.onEvent((event) => {
        if (event.type === 'waiting' || event.type === 'running') return;
        sharing.callLinkTold(event);
        calls.received(event.type === 'incoming' ? joining.answeredByLink(event) : event);
    });
    person.session.signaling.onSignal((signal) => { if (signal.type === 'invitation_requested') sharing.invitationRequested(signal); });
    return { store, calls, sharing, joining, rang };
}

/** Ana is in a call with Bo and shares a link; Cy has a page of their own. */
async function shared(contacts = { ana: [2, 3], cy: [1] }, trusts = { of: ['known'] }) {
    const world = await makeWorld('ana', 'bo', 'cy');
    const [ana, cy] = [page(world.ana, contacts.ana, trusts), page(world.cy, contacts.cy)];
    ana.store.set({ call: newCall({ phase: 'outgoing', peer: { userId: 2, name: 'User 2' }, isVideo: true, isOutgoing: true }) });
    await connect({ people: [world.ana, world.bo], clock: world.clock });
    ana.sharing.makeCallLink();
    const open = () => cy.joining.openCallLink(openedCall(new URL(ana.store.state.callLink.link).hash));
    return { world, ana, cy, open };
}

test('a contact who opens the link joins everyone, without a ring', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { world, ana, cy, open } = await shared();
    open();
    cy.joining.askToJoin(true);
    await world.clock.advance(3000);
    for (const [receiver, sender] of [['ana', 'cy'], ['cy', 'ana'], ['bo', 'cy'], ['cy', 'bo'], ['ana', 'bo']]) assert.ok(await hears(world[receiver], world[sender]), `${receiver} hears ${sender}`);
    assert.deepEqual([cy.rang, cy.store.state.call.phase, cy.store.state.joining], [[], 'inCall', null]);
    assert.ok(!world.ana.trust[3].startsWith('held') && !world.bo.trust[3].startsWith('held'));
    assert.ok(ana.store.state.notices.some(({ text }) => said(text) === 'User 3 is joining with your link.'));
    assert.equal(world.server.log.filter((line) => line.startsWith('11 inviteToCall')).length, 1);
});

test('a person who was never met joins once added, and by the link alone afterwards', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { world, ana, cy, open } = await shared(undefined, {});
    const invites = () => world.server.log.filter((line) => line.startsWith('11 inviteToCall')).length;
    open();
    cy.joining.askToJoin(false);
    await world.clock.advance(5000);
    assert.deepEqual([invites(), cy.store.state.joining.status, said(ana.store.state.notices.at(-1).text)], [0, 'asking', 'User 3 wants to join with your link. You haven’t been in a call together yet.']);
    await world.ana.calls.running().entry.inviteMore([3]);
    await world.clock.advance(3000);
    assert.ok(await hears(world.ana, world.cy) && await hears(world.cy, world.bo));
    assert.deepEqual([cy.rang, cy.store.state.call.phase], [[], 'inCall']);
    await world.cy.calls.hangUp();
    await world.clock.advance(1000);
    open();
    cy.joining.askToJoin(false);
    await world.clock.advance(3000);
    assert.deepEqual([invites(), cy.rang, await hears(world.ana, world.cy)], [2, [], true]);
});

test('a withdrawn link lets no one in, and no link lets in a stranger', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    for (const [contacts, withdraws] of [[{ ana: [2], cy: [1] }, false], [{ ana: [2, 3], cy: [1] }, true]]) {
        const { world, ana, cy, open } = await shared(contacts);
        open();
        if (withdraws) ana.sharing.withdrawCallLink();
        cy.joining.askToJoin(true);
        await world.clock.advance(40_000);
        assert.deepEqual([cy.store.state.joining.status, cy.store.state.call, cy.rang], ['nobody', null, []]);
        assert.ok(!world.server.log.some((line) => line.startsWith('11 inviteToCall')));
    }
});

test('a link to an ended call leads nowhere', async () => {
    const { world, cy, open } = await shared();
    open();
    await world.ana.calls.hangUp();
    cy.joining.askToJoin(true);
    await settle();
    assert.deepEqual([cy.store.state.joining.status, cy.store.state.joining.problem.code], ['failed', 'ErrCallNotFound']);
});

test('a request that reaches a device does not affect the call itself', async () => {
    const { ana, bo, server } = await connected('ana', 'bo');
    server.notify(11, { type: 'invitation_requested', callId: 7, senderId: 3, token: secret });
    await settle();
    assert.ok(await hears(ana, bo) && ana.ends.length === 0);
});
