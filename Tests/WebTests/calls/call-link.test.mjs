import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { callLinkActions } from '../../../Web/features/calls/link/call-link-actions.js';
import { newCall } from '../../../Web/features/calls/call-state.js';
import { peopleActions } from '../../../Web/features/calls/people/people-actions.js';
import { isSameSecret, newSecret, secretOf } from '../../../Web/calls/link/call-secret.js';
import { KeptCallLinks } from '../../../Web/calls/link/kept-call-link.js';
import { judgeRequest } from '../../../Web/calls/link/link-request.js';
import { callLink, fragmentOfCall, openedCall } from '../../../Web/contacts/call-link.js';
import { readCallLink } from '../../../Web/contacts/pasted-link.js';
import { decodeSignal } from '../../../Web/protocol/signaling/signals.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { said } from '../english.mjs';
import { memory } from './doubles/person.mjs';
import { ClockDouble, settle } from './doubles/time.mjs';

const secret = 'aB3'.repeat(14) + 'x';
const origin = 'https://calls.example.org';
const vectors = JSON.parse(readFileSync(new URL('../../Vectors/call-links.json', import.meta.url), 'utf8'));

test('32 bytes become a number in base 62, padded to 43 characters, as in Swift', () => {
    const filled = (byte) => new Uint8Array(32).fill(byte);
    for (const [bytes, text] of [
        [filled(0), '0'.repeat(43)], [Uint8Array.of(...filled(0).slice(1), 61), `${'0'.repeat(42)}z`], [Uint8Array.of(...filled(0).slice(1), 62), `${'0'.repeat(41)}10`],
        [filled(0xff), 'yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1'], [Uint8Array.from({ length: 32 }, (_, index) => index), '003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf'],
    ]) assert.equal(secretOf(bytes), text);
    const made = Array.from({ length: 200 }, () => newSecret());
    assert.ok(new Set(made).size === 200 && made.every((one) => /^[0-9A-Za-z]{43}$/.test(one)));
});

test('the bytes of a secret are wiped once the link is made', () => {
    let drawn;
    assert.equal(newSecret((bytes) => { drawn = bytes.fill(7); return bytes; }), secretOf(new Uint8Array(32).fill(7)));
    assert.ok(drawn.every((byte) => byte === 0));
});

test('a secret equals only itself', () => {
    for (const [one, other, isSame] of [
        [secret, secret, true], [secret, `y${secret.slice(1)}`, false], [secret, `${secret.slice(0, 42)}y`, false], [secret, secret.slice(1), false],
        [secret, `${secret}x`, false], [secret, '', false], ['', '', false], [secret, secret.toLowerCase(), false],
    ]) assert.equal(isSameSecret(one, other), isSame, other);
});

const link = { callId: 17, userId: 5, secret };
for (const [fragment, opened] of [
    [`#/call/17/5/${secret}`, link], [`/call/17/5/${secret}`, link], ['#/call', null], ['', null], [`#/calls/17/5/${secret}`, null], [`#/add/${secret}`, null],
    ['#/call/', 'damaged'], ['#/call/17', 'damaged'], ['#/call/17/5', 'damaged'], [`#/call/17/5/${secret.slice(1)}`, 'damaged'], [`#/call/17/5/${secret}.`, link],
    [`#/call/17/5/${secret}/`, link], [`#/call/17/5/${secret}x`, 'damaged'], [`#/call/17/5/${secret}/more`, 'damaged'], [`#/call/0/5/${secret}`, 'damaged'], [`#/call/17/05/${secret}`, 'damaged'], [`#/call/-1/5/${secret}`, 'damaged'],
    [`#/call/9007199254740991/5/${secret}`, { ...link, callId: 9007199254740991 }], [`#/call/9007199254740992/5/${secret}`, 'damaged'], [`#/call/17/x/${secret}`, 'damaged'],
]) {
    test(`the fragment '${fragment}' ${opened === null ? 'opens no call' : opened === 'damaged' ? 'is a damaged link' : 'opens a call'}`, () => assert.deepEqual(openedCall(fragment), opened));
}

test('a pasted call link is opened if it belongs to this server', () => {
    const text = callLink(origin, link);
    assert.equal(text, `${origin}/#/call/17/5/${secret}`);
    for (const [typed, read] of [
        [text, link], [`  ${text}\n`, link], [text.replace('/#', '/?fbclid=1#'), link], [text.replace('https', 'HTTPS').replace('calls.ex', 'CALLS.ex'), link], [text.replace('/#', '#'), link],
        [`${text}x`, 'damaged'], [text.replace('calls.', 'other.'), 'otherServer'], [text.replace('calls.', 'me@calls.'), null], [text.replace('https:', 'javascript:'), null],
        [`${origin}/share/contact/${secret}`, null], [secret, null], ['', null], [`${text}${'x'.repeat(3000)}`, null],
    ]) assert.deepEqual(readCallLink(typed, origin), read, typed);
});

test('call links are parsed by the same rule as in Swift', () => {
    assert.ok(vectors.links.length > 20 && vectors.admissions.length > 10);
    for (const row of vectors.links) {
        const expected = row.problem === undefined ? { callId: row.call, userId: row.maker, secret: row.secret, ...(row.by === undefined ? {} : { by: row.by }) } : row.problem === 'notALink' ? null : row.problem;
        assert.deepEqual(readCallLink(row.text, 'https://calls.example.org'), expected, row.name);
    }
});

test('the signal is parsed when complete and dropped when a field is missing', () => {
    const read = (signal) => decodeSignal(new TextEncoder().encode(JSON.stringify(signal)));
    const request = { type: 'invitation_requested', callId: 7, senderId: 3, token: secret };
    assert.deepEqual(read({ ...request, more: 1 }), request);
    for (const name of ['callId', 'senderId', 'token']) assert.equal(read({ ...request, [name]: undefined }), null, name);
    for (const change of [{ callId: 0 }, { senderId: '3' }, { token: 5 }, { token: secret.slice(1) }]) assert.equal(read({ ...request, ...change }), null);
});

const person = (userId, status) => ({ userId, name: `User ${userId}`, status, isHost: userId === 1, isMuted: false, isVideoEnabled: true, isSelf: userId === 1, volume: 100, isHeard: true });
const contacts = [2, 3, 4, 5, 6].map((id) => ({ contactId: id, contactName: `User ${id}`, isFavorite: false, lastInteraction: null, isBlocked: id === 5 }));
const inCall = (change = {}) => newCall({ phase: 'inCall', id: 7, peer: { userId: 2, name: 'User 2' }, isVideo: true, isOutgoing: true, startedAt: 1, members: [person(1, 'joined'), person(2, 'joined')], ...change });
const known = { shared: { callId: 7, secret }, call: inCall(), contacts, trusts: ['known'], invitedAt: null, now: 100_000 };
const standing = (status) => ({ call: inCall({ members: [person(1, 'joined'), person(3, status)] }) });

/** [case, request, known facts, outcome] */
const requests = [
    ['by a contact with the right secret', {}, {}, 'invite'],
    ['before their devices are loaded', {}, { trusts: null }, 'invite'],
    ['with another secret', { token: `y${secret.slice(1)}` }, {}, 'wrongSecret'],
    ['without a secret', { token: '' }, {}, 'wrongSecret'],
    ['after it was withdrawn', {}, { shared: null }, 'notShared'],
    ['to another call, with its secret', { callId: 8 }, {}, 'notShared'],
    ['to a held call', {}, { call: inCall({ id: 8 }) }, 'notShared'],
    ['after the call', {}, { call: null }, 'notShared'],
    ['as the call ends', {}, { call: inCall({ phase: 'ending' }) }, 'notShared'],
    ['after its end', {}, { call: inCall({ phase: 'ended' }) }, 'notShared'],
    ['by a stranger', { senderId: 9 }, {}, 'stranger'],
    ['before the contacts are loaded', {}, { contacts: [] }, 'stranger'],
    ['by a blocked person', { senderId: 5 }, {}, 'blocked'],
    ...vectors.admissions.map(({ trusts, verdict }) => [`by a person whose devices are ${trusts.join(' and ') || 'none'}`, {}, { trusts }, verdict]),
    ...['joined', 'reconnecting', 'onHold', 'ringing'].map((status) => [`by a participant: ${status}`, {}, standing(status), 'isThere']),
    ...['left', 'declined', 'noAnswer', 'busy'].map((status) => [`by a former participant or callee: ${status}`, {}, standing(status), 'invite']),
    ['by a removed participant', {}, standing('removed'), 'putOut'],
    ['again within half a minute', {}, { invitedAt: 70_001 }, 'again'],
    ['again after that', {}, { invitedAt: 70_000 }, 'invite'],
];
for (const [what, request, change, verdict] of requests) {
    test(`a request ${what}: ${verdict}`, () => assert.equal(judgeRequest({ callId: 7, senderId: 3, token: secret, ...request }, { ...known, ...change }), verdict));
}

for (const [what, by, written, read] of [
    ['a name', 'Ana Ruiz', '?by=Ana%20Ruiz', 'Ana Ruiz'],
    ['no name', '', '', undefined],
    ['a name of signs', 'A/B?c=d&e#f', '?by=A%2FB%3Fc%3Dd%26e%23f', 'A/B?c=d&e#f'],
    ['a name in two lines with an override of direction', 'Ana\n\u202eBo', '?by=Ana%20Bo', 'Ana Bo'],
    ['a long name, not cut within a letter', `${'a'.repeat(38)}😀😀`, `?by=${'a'.repeat(38)}%E2%80%A6`, `${'a'.repeat(38)}…`],
]) {
    test(`a link carries ${what}`, () => {
        const fragment = fragmentOfCall({ callId: 7, userId: 1, secret, by });
        assert.equal(fragment, `#/call/7/1/${secret}${written}`);
        assert.deepEqual(openedCall(fragment), { callId: 7, userId: 1, secret, ...(read === undefined ? {} : { by: read }) });
    });
}

test('a badly encoded name is ignored', () => assert.deepEqual(openedCall(`#/call/7/1/${secret}?by=%E0%A4%A`), { callId: 7, userId: 1, secret }));

/** A page in a call; `trusts` by user, `invite` as the server does it. */
function bench({ call = inCall(), trusts = {}, invite = async (users) => users, database = memory(), browser = { clipboard: { writeText: async () => {} } } } = {}) {
    const store = new Store({ ...initialState(0), call, contacts: { status: 'ready', value: contacts, problem: null } });
    const [clock, asked] = [new ClockDouble(), []];
    let number = 0;
    const session = { origin, account: { userId: 1 }, deviceAddress: '1_11', database };
    const inviteMore = async (users) => { asked.push(users); return invite(users); };
    const actions = callLinkActions(store, { signedIn: { session, calls: { current: { entry: { inviteMore } } } } }, {
        say: said, browser, clock, secret: () => `${secret.slice(0, 42)}${number++}`,
        devicesOf: async (_, userId) => ({ devices: (trusts[userId] ?? ['known']).map((trust) => ({ trust })), hasOlderApps: false }),
    });
    store.onChange(() => actions.watchCallLink());
    actions.watchCallLink();
    const request = (senderId, token = store.state.callLink?.link.split('/').at(-1) ?? '', callId = 7) => {
        actions.invitationRequested({ type: 'invitation_requested', callId, senderId, token });
        return settle();
    };
    return { store, actions, clock, asked, session, request, notices: () => store.state.notices.map(({ text }) => said(text)) };
}

test('a link is made once, shown, copied and withdrawn, and the next one differs', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const copied = [];
    const { store, actions, request, asked, notices } = bench({ browser: { clipboard: { writeText: async (text) => { copied.push(text); } } } });
    actions.makeCallLink();
    actions.makeCallLink();
    const { link: first } = store.state.callLink;
    assert.equal(first, `${origin}/#/call/7/1/${secret.slice(0, 42)}0`);
    actions.copyCallLink();
    await settle();
    assert.deepEqual([copied, store.state.callLink.wasCopied], [[first], true]);
    actions.withdrawCallLink();
    assert.deepEqual([store.state.callLink, notices()], [null, ['The call link was deleted. No one can join with it any more.']]);
    await request(3, first.split('/').at(-1));
    actions.makeCallLink();
    assert.notEqual(store.state.callLink.link, first);
    await request(3, first.split('/').at(-1));
    assert.deepEqual(asked, [], 'nobody comes by one that was withdrawn');
    assert.equal(actions.shareCallLink, null, 'where the browser cannot');
});

test('no link is made without a running call', () => {
    for (const call of [null, inCall({ phase: 'outgoing', id: null }), inCall({ phase: 'ended' })]) {
        const { store, actions } = bench({ call });
        actions.makeCallLink();
        assert.equal(store.state.callLink, null);
    }
});

test('a contact who asks by the link is rung once with one notice; anyone not allowed is neither rung nor announced', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { store, actions, request, asked, notices, clock } = bench({ trusts: { 4: ['held:newDevice'], 6: ['new'] } });
    await request(3, secret);
    actions.makeCallLink();
    for (const [sender, token] of [[9], [5], [2], [3, secret], [3, '']]) await request(sender, token);
    await request(3, undefined, 8);
    assert.deepEqual([asked, notices()], [[], []]);
    assert.equal(actions.comesByLink(3), false);
    await Promise.all([request(3), request(3)]);
    await request(3);
    assert.deepEqual([asked, notices(), actions.comesByLink(3)], [[[3]], ['User 3 is joining with your link.'], true]);
    await clock.advance(30_000);
    assert.equal(actions.comesByLink(3), false);
    await request(3);
    assert.deepEqual(asked, [[3], [3]]);
    actions.callLinkTold({ type: 'joined', callId: 7, userId: 3, name: 'User 3' });
    await request(3);
    assert.equal(asked.length, 3, 'who has come, and left at once, comes again');
    await request(4);
    await request(6);
    assert.deepEqual([asked.length, notices().slice(-2)], [3, ['User 4 opened your link on a device you haven’t confirmed.', 'User 6 wants to join with your link. You haven’t been in a call together yet.']]);
    const { act } = store.state.notices.at(-1);
    assert.deepEqual([said(act.label), act.action, act.userId, actions.comesByLink(6)], ['Add User 6', 'ringAgain', 6, false]);
});

test('a person who asked by the link is invited by it, even when added by hand', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { store, actions, request } = bench({ trusts: { 4: ['held:newDevice'] } });
    actions.makeCallLink();
    await request(5);
    assert.deepEqual(store.state.call.askedByLink, [], 'nobody who may not');
    await request(4);
    await request(4);
    assert.deepEqual(store.state.call.askedByLink, [4]);
    const invited = [];
    const people = peopleActions(store, { signedIn: { calls: { current: { entry: { inviteMore: async (users, how) => { invited.push([users, how]); return users; } } } } } });
    people.ringAgain(4);
    people.ringAgain(3);
    await settle();
    assert.deepEqual(invited, [[[4], { isByLink: true }], [[3], { isByLink: false }]]);
});

test('withdrawing the link while the asker’s devices are loading invites no one', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { actions, store, asked } = bench();
    actions.makeCallLink();
    actions.invitationRequested({ type: 'invitation_requested', callId: 7, senderId: 3, token: store.state.callLink.link.split('/').at(-1) });
    actions.withdrawCallLink();
    await settle();
    assert.deepEqual(asked, []);
});

test('a notice says when a person who came by the link cannot be rung', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    for (const invite of [async () => [], async () => { throw new Error('busy'); }]) {
        const { actions, request, notices } = bench({ invite });
        actions.makeCallLink();
        await request(3);
        assert.deepEqual(notices(), ['User 3 can’t be called right now.']);
    }
});

test('the link ends with its call, and survives hold and a reload', async () => {
    const database = memory();
    const first = bench({ database });
    first.actions.makeCallLink();
    await settle();
    const { link: shown } = first.store.state.callLink;
    first.actions.callLinkTold({ type: 'ended', callId: 7, reason: 'onHold', problem: null, statistics: null });
    const anew = bench({ database, call: null });
    await settle();
    assert.equal(anew.store.state.callLink, null);
    anew.store.set({ call: inCall({ id: 8 }) });
    await settle();
    assert.equal(anew.store.state.callLink, null, 'that of another call');
    anew.store.set({ call: inCall() });
    await settle();
    assert.equal(anew.store.state.callLink.link, shown);
    await anew.request(3);
    assert.deepEqual(anew.asked, [[3]]);
    anew.actions.callLinkTold({ type: 'ended', callId: 7, reason: 'hungUp', problem: null, statistics: null });
    assert.equal(anew.store.state.callLink, null);
    await settle();
    assert.equal(await database.get('callLinks'), undefined);
});

/** A reloaded page before it is in the call again, to which Ana's link was shared. */
async function loadedAnew() {
    const database = memory();
    const first = bench({ database });
    first.actions.makeCallLink();
    await settle();
    const anew = bench({ database, call: null });
    const token = first.store.state.callLink.link.split('/').at(-1);
    return { ...anew, token, comesBack: () => { anew.store.set({ call: inCall() }); return settle(); } };
}

test('a request that arrives during a reload is answered once the page has rejoined the call', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { store, asked, request, token, comesBack, notices } = await loadedAnew();
    const { contacts: known } = store.state;
    store.set({ contacts: { ...known, value: null } });
    for (const [sender, shown] of [[3, token], [3, token], [9, token], [5, token], [4, secret]]) await request(sender, shown);
    store.set({ call: inCall({ phase: 'joining' }) });
    await settle();
    assert.deepEqual(asked, []);
    await comesBack();
    assert.deepEqual(asked, [], 'before it is known who the contacts are');
    store.set({ contacts: known });
    await settle();
    assert.deepEqual([asked, notices()], [[[3]], ['User 3 is joining with your link.']], 'and nobody who may not');
});

test('the last fifty requests are remembered during a reload', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    for (const [others, asked] of [[49, [[3]]], [50, []]]) {
        const page = await loadedAnew();
        await page.request(3, page.token);
        for (let number = 0; number < others; number += 1) await page.request(100 + number, page.token);
        await page.comesBack();
        assert.deepEqual(page.asked, asked);
    }
});

test('a request that is too old, or of an account that signed out meanwhile, is not rung', async () => {
    const late = await loadedAnew();
    await late.request(3, late.token);
    await late.clock.advance(40_000);
    await late.comesBack();
    const out = await loadedAnew();
    await out.request(3, out.token);
    out.actions.forgetCallLink();
    await out.comesBack();
    assert.deepEqual([late.asked, out.asked], [[], []]);
});

test('links are kept for the active and the held call, and only for this device', async () => {
    const database = memory();
    const own = new KeptCallLinks(database, '1_11');
    for (const callId of [6, 7, 8]) await own.keep({ callId, secret: `${callId}` });
    assert.deepEqual([await own.secretOf(6), await own.secretOf(7), await own.secretOf(8)], [null, '7', '8']);
    assert.equal(await new KeptCallLinks(database, '1_12').secretOf(8), null);
    await own.forget(6);
    await own.forget(8);
    assert.deepEqual([await own.secretOf(7), await own.secretOf(8)], ['7', null]);
});
