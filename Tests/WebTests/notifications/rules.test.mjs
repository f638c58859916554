import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPush } from '../../../Web/notifications/message.js';
import { decide } from '../../../Web/notifications/rules.js';
import { allNotifications, isQuiet, minuteIn, notificationsOf, timeOf, wantsNone } from '../../../Web/notifications/settings.js';
import { said } from '../english.mjs';

const vectors = JSON.parse(readFileSync(new URL('../../Vectors/notification-settings.json', import.meta.url), 'utf8'));
const now = 1_700_000_000_000;
const ring = { kind: 'ring', callId: 7, caller: '5_51', endsAt: now + 50_000, invite: 'x' };
const missed = { kind: 'missed', callId: 7, caller: '5_51' };
const over = { kind: 'over', callId: 7 };
const proven = { seq: 3, isVideo: true };
const known = { settings: allNotifications(), now, minute: 12 * 60, isSeen: false, calls: [], settled: [], proven: null, name: 'Ana' };
const off = (...kinds) => ({ settings: { ...allNotifications(), ...Object.fromEntries(kinds.map((kind) => [kind, false])) } });

/** The notification that is shown, briefly; then the one that is closed. */
function brief({ show, close }) {
    if (show === null) return close === null ? 'nothing' : `closes ${close}`;
    const { tag, title, body, isSilent, rings, data } = show;
    return `${tag} | ${said(title)} | ${said(body) ?? ''} | ${[rings && 'rings', isSilent && 'silent', data.kind].filter(Boolean).join(' ')}`;
}
const after = (pushes, change = {}) => pushes.reduce((before, push) => decide(push, { ...known, proven: push.kind === 'ring' ? proven : null, ...change, calls: before.calls }), { calls: [] });

const shown = [
    ['a ring that is proven', ring, { proven }, 'call-7 | Ana | Video call | rings ring'],
    ['an audio call', ring, { proven: { seq: 3, isVideo: false } }, 'call-7 | Ana | Audio call | rings ring'],
    ['a ring that proves nothing, though it says it is a contact', ring, {}, 'call-7 | Unverified caller | Caller not verified. This could be anyone. | rings ring'],
    ['a ring from a pinned device of a non-contact', ring, { proven, name: null }, 'call-7 | Unverified caller | Caller not verified. This could be anyone. | rings ring'],
    ['a ring that ends now', { ...ring, endsAt: now }, { proven }, 'call-7 | Ana | Missed call | silent calls'],
    ['a ring that ended long ago and proves nothing', { ...ring, endsAt: 1 }, {}, 'call-7 | Missed call |  | silent calls'],
    ['a ring in quiet hours', ring, { proven, settings: { ...allNotifications(), quiet: { isOn: true, from: 12 * 60, to: 13 * 60 } } }, 'call-7 | Ana | Video call | rings silent ring'],
    ['a ring, with calls switched off', ring, { proven, ...off('calls') }, 'call-7 | ECall | New activity | silent other'],
    ['a ring while the page is looked at', ring, { proven, isSeen: true }, 'nothing'],
    ['a missed call', missed, {}, 'call-7 | Ana | Missed call | silent calls'],
    ['a missed call of a stranger', missed, { name: null }, 'call-7 | Missed call |  | silent calls'],
    ['a missed call, with those switched off', missed, off('missed'), 'call-7 | ECall | New activity | silent other'],
    ['a missed call while the page is looked at', missed, { isSeen: true }, 'closes call-7'],
    ['the end of a call of which nothing was told', over, { name: null }, 'call-7 | Call | Answered or declined on another device | silent calls'],
    ['a request', { kind: 'friend_request' }, {}, 'request | New contact request |  | silent requests'],
    ['a request that was accepted', { kind: 'friend_accepted' }, {}, 'accepted | Your contact request was accepted |  | silent contacts'],
    ['a request, with those switched off', { kind: 'friend_request' }, off('requests'), 'request | ECall | New activity | silent other'],
    ['a request while the page is looked at', { kind: 'friend_request' }, { isSeen: true }, 'nothing'],
    ['an unknown push', null, {}, 'other | ECall | New activity | silent other'],
    ['an unknown push, while the page is visible', null, { isSeen: true }, 'nothing'],
];
for (const [what, push, change, wanted] of shown) test(`${what} shows the expected notification`, () => assert.equal(brief(decide(push, { ...known, ...change })), wanted));

const courses = [
    ['missed', [ring, missed], {}, 'call-7 | Ana | Missed call | silent calls'],
    ['taken elsewhere: under the name that rang', [ring, over], { name: 'Ana' }, 'call-7 | Ana | Answered or declined on another device | silent calls'],
    ['of which the end came first', [over, ring], {}, 'call-7 | Ana | Answered or declined on another device | silent calls'],
    ['whose ring comes twice, once late', [ring, missed, ring], {}, 'call-7 | Ana | Missed call | silent calls'],
    ['into which the person is called again', [ring, missed, { ...ring, endsAt: ring.endsAt + 30_000 }], {}, 'call-7 | Ana | Video call | rings ring'],
    ['that was taken in a window of this device', [ring], { settled: [{ callId: 7, at: now }] }, 'call-7 | Ana | You answered or declined this call. | silent calls'],
    ['that rings once more after it was declined here', [ring], { settled: [{ callId: 7, at: ring.endsAt - 60_001 }] }, 'call-7 | Ana | Video call | rings ring'],
    ['beside another that was taken', [ring], { settled: [{ callId: 8, at: now }] }, 'call-7 | Ana | Video call | rings ring'],
];
for (const [what, pushes, change, wanted] of courses) test(`a call ${what}`, () => assert.equal(brief(after(pushes, change)), wanted));

test('recent calls are remembered once each, newest first, up to a limit', () => {
    const calls = after(Array.from({ length: 40 }, (_, place) => ({ ...ring, callId: place + 1 }))).calls;
    assert.deepEqual([calls.length, calls[0].callId, calls[31].callId], [32, 40, 9]);
    assert.equal(after([ring, missed, ring, over]).calls.length, 1);
});

test('a push is parsed only when all fields are valid', () => {
    for (const push of [ring, missed, over, { kind: 'friend_request' }, { kind: 'friend_accepted' }]) assert.deepEqual(readPush(JSON.stringify({ ...push, more: 1 })), push);
    assert.deepEqual(readPush(JSON.stringify({ ...ring, invite: undefined })), { ...ring, invite: null });
    const others = [undefined, '', 'x', 'null', '[]', '1', '{}', ...[
        { kind: 'login' }, { ...ring, callId: '7' }, { ...ring, callId: 0 }, { ...ring, callId: 1.5 }, { ...ring, caller: '5' }, { ...ring, caller: '5_51_1' }, { ...ring, caller: 5 },
        { ...ring, endsAt: 'soon' }, { ...ring, invite: 7 }, { ...ring, invite: 'x'.repeat(4097) }, { ...missed, caller: '__proto__' }, { ...over, callId: -1 },
    ].map((one) => JSON.stringify(one))];
    for (const text of others) assert.equal(readPush(text), null, text?.slice(0, 80));
});

test('quiet hours may span midnight, and do not apply when switched off', () => {
    for (const [isOn, from, to, minute, is] of vectors.quiet) assert.equal(isQuiet({ ...allNotifications(), quiet: { isOn, from, to } }, minute), is, `${from} to ${to} at ${minute}`);
});

test('each valid part of the stored settings is used', () => {
    const kept = { calls: false, missed: true, requests: false, quiet: { isOn: true, from: 5, to: 6 } };
    for (const { kept: other, read } of vectors.kept) assert.deepEqual(notificationsOf(other), read);
    for (const other of [undefined, null, 7, 'x', []]) assert.deepEqual(notificationsOf(other), allNotifications());
    assert.deepEqual([allNotifications(), { ...kept, missed: false }].map(wantsNone), [false, true]);
});

test('times of day are parsed in the format of time fields', () => {
    for (const [minute, time] of [[0, '00:00'], [425, '07:05'], [1439, '23:59']]) assert.deepEqual([timeOf(minute), minuteIn(time), minuteIn(`${time}:30`)], [time, minute, minute]);
    for (const other of ['', '24:00', '12:60', '7:05', 'noon']) assert.equal(minuteIn(other), null, other);
});
