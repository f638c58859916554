import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundActions, soundsOf } from '../../../Web/features/sounds/sound-actions.js';
import { newCall, reduceCall } from '../../../Web/features/calls/call-state.js';
import { CallSounds } from '../../../Web/features/sounds/call-sounds.js';
import { momentOf, neverHeard, ringOf } from '../../../Web/features/sounds/sound-rules.js';
import { loudest, rounds, sounds } from '../../../Web/sounds/sounds.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { follow } from '../calls/doubles/members.mjs';
import { withMembers } from '../gallery/participants.js';

const now = 1_700_000_000_000;
const on = { rings: true, inCalls: true };
const person = (userId) => ({ userId, name: `P${userId}` });
/** A call that Bo made and this person answered a minute ago, with this many others in it. */
const call = (others, change = {}) => newCall(withMembers({
    phase: 'inCall', id: 7, peer: person(2), isVideo: true, isOutgoing: false, startedAt: now - 60_000,
    participants: Array.from({ length: others }, (_, index) => person(index + 2)), ...change,
}));
const page = (shown, change = {}) => ({ call: shown, waiting: null, sounds: on, ...change });
const waiting = { id: 9, peer: person(3), isVideo: false, isVerified: true, isBusy: false };
const ended = (reason) => ({ phase: 'ended', reason, participants: [] });

for (const [what, state, ring] of [
    ['no call', page(null), null],
    ['an incoming call', page(call(0, { phase: 'incoming' })), 'incoming'],
    ['the same without ringing', page(call(0, { phase: 'incoming' }), { sounds: { rings: false, inCalls: true } }), null],
    ['the same without sounds in calls', page(call(0, { phase: 'incoming' }), { sounds: { rings: true, inCalls: false } }), 'incoming'],
    ['an outgoing call', page(call(0, { phase: 'outgoing' })), 'outgoing'],
    ['the same without sounds in calls', page(call(0, { phase: 'outgoing' }), { sounds: { rings: true, inCalls: false } }), null],
    ['the same without ringing', page(call(0, { phase: 'outgoing' }), { sounds: { rings: false, inCalls: true } }), 'outgoing'],
    ['an outgoing call found busy', page(call(0, { phase: 'outgoing', endWaits: true })), null],
    ['an answered call', page(call(0, { phase: 'joining' })), null],
    ['a running call', page(call(1)), null],
    ['a call being left', page(call(0, { phase: 'ending' })), null],
    ['an ended call', page(call(0, ended('hungUp'))), null],
    ['a second call beside it', page(call(1), { waiting }), 'waiting'],
    ['the same without ringing', page(call(1), { waiting, sounds: { rings: false, inCalls: true } }), null],
]) {
    test(`the ring of a state: ${what}: ${ring}`, () => assert.equal(ringOf(state), ring));
}

const outgoing = call(0, { phase: 'outgoing', isOutgoing: true, startedAt: null, id: null });
for (const [what, before, after, moment, change = {}] of [
    ['nothing happens', call(2), call(2, { isMuted: true }), null],
    ['a participant joins', call(1), call(2), 'joined'],
    ['several join', call(1), call(5), 'joined'],
    ['one joins as another leaves', call(2), call(2, { participants: [person(2), person(9)] }), 'joined'],
    ['a participant joins 0.9 s after another', call(1), call(2), null, { last: { joined: now - 900, left: -Infinity } }],
    ['a participant joins 1 s after another', call(1), call(2), 'joined', { last: { joined: now - 1000, left: -Infinity } }],
    ['a participant joins just after another left', call(1), call(2), 'joined', { last: { joined: -Infinity, left: now } }],
    ['a participant leaves', call(3), call(2), 'left'],
    ['a participant leaves 0.9 s after another', call(3), call(2), null, { last: { joined: -Infinity, left: now - 900 } }],
    ['the last one leaves', call(1), call(0), null],
    ['the eighth joins', call(6), call(7), 'joined'],
    ['the ninth joins', call(7), call(8), null],
    ['the ninth leaves', call(8), call(7), null],
    ['the eighth leaves', call(7), call(6), 'left'],
    ['the callee answers', outgoing, call(1, { isOutgoing: true, startedAt: now }), 'joined'],
    ['the next answers 1.5 s later', call(1, { isOutgoing: true, startedAt: now - 1500 }), call(2, { isOutgoing: true, startedAt: now - 1500 }), 'joined'],
    ['the person joins those who are there', call(0, { phase: 'joining', startedAt: null }), call(3, { startedAt: now }), null],
    ['the others there are told a moment later', call(1, { startedAt: now - 500 }), call(2, { startedAt: now - 500 }), null],
    ['the caller comes back into it', call(1, { isOutgoing: true, isReturn: true, startedAt: now - 500 }), call(2, { isOutgoing: true, isReturn: true, startedAt: now - 500 }), null],
    ['a participant joins a call that is being left', call(1, { phase: 'ending' }), call(2, { phase: 'ending' }), null],
    ['the person hangs up', call(1, { phase: 'ending' }), call(0, ended('hungUp')), 'ended'],
    ['the other hangs up', call(1), call(0, ended('remoteHungUp')), 'ended'],
    ['the callee declines', outgoing, call(0, { id: 7, ...ended('declined') }), 'ended'],
    ['no one answers', outgoing, call(0, ended('notAnswered')), 'ended'],
    ['the callee is busy', outgoing, call(0, ended('busy')), 'ended'],
    ['it cannot be made', outgoing, { ...outgoing, ...ended('failed') }, 'failed'],
    ['the connection is lost', call(1), call(0, ended('connectionLost')), 'failed'],
    ['the other is lost', call(1), call(0, ended('remoteLost')), 'failed'],
    ['the person is removed', call(2), call(0, ended('removed')), 'failed'],
    ['it is answered on another device', call(0, { phase: 'incoming' }), call(0, ended('answeredElsewhere')), null],
    ['it is answered on another device first', call(0, { phase: 'joining' }), call(0, ended('answeredElsewhere')), null],
    ['it is declined on another device', call(0, { phase: 'incoming' }), call(0, ended('declinedElsewhere')), null],
    ['the person declines', call(0, { phase: 'incoming' }), call(0, ended('declined')), null],
    ['the caller cancels', call(0, { phase: 'incoming' }), call(0, ended('cancelled')), null],
    ['it waits for another', call(1), call(0, ended('onHold')), null],
    ['its end is told again', call(0, ended('hungUp')), call(0, ended('hungUp')), null],
    ['its screen is closed', call(0, ended('hungUp')), null, null],
    ['it is gone at once', call(1), null, null],
    ['another takes its place', call(1), call(2, { id: 8 }), null],
    ['a participant joins, without sounds in calls', call(1), call(2), null, { sounds: { rings: true, inCalls: false } }],
    ['the other hangs up, without sounds in calls', call(1), call(0, ended('remoteHungUp')), null, { sounds: { rings: true, inCalls: false } }],
    ['a participant joins, without ringing', call(1), call(2), 'joined', { sounds: { rings: false, inCalls: true } }],
]) {
    test(`the one-time sound of a change: ${what}: ${moment}`, () => {
        const { last = neverHeard(), ...around } = change;
        assert.equal(momentOf(page(before, around), page(after, around), last, now), moment);
    });
}

test('sounds are quiet, short, and differ from one another', () => {
    for (const [name, { loud, notes }] of Object.entries(sounds)) {
        assert.ok(loud > 0.01 && loud <= loudest, name);
        // No two overlap, so that they do not add up.
        notes.forEach(([, begin], index) => assert.ok(index === 0 || begin >= notes[index - 1][1] + notes[index - 1][2] - 1e-9, name));
        const [, begin, length] = notes.at(-1);
        assert.ok(begin + length <= 1 && (rounds[name] ?? 2000) > 1000 * (begin + length), name);
    }
    const pitches = Object.values(sounds).map(({ notes }) => notes.map(([frequency]) => frequency).join());
    assert.equal(new Set(pitches).size, pitches.length);
});

/** A page whose sounds are recorded; each time it is a moment later. */
function listening() {
    const heard = [];
    let [time, rings] = [now, null];
    const told = new CallSounds({
        ring: (ring) => { if (ring !== rings) heard.push(rings = ring); }, once: (moment) => heard.push(moment),
    }, { date: () => time });
    return { heard, hear: (state, later = 0) => { time += later; told.update(state); } };
}

test('a group call plays its sounds from ringing to its end, one for several who join together', () => {
    const { heard, hear } = listening();
    let shown = { ...outgoing };
    let time = now;
    const tell = (event, later = 0) => {
        time += later;
        shown = follow(shown, event, time);
        hear(page(shown), later);
    };
    hear(page(null));
    hear(page(shown));
    tell({ type: 'ringing', canRing: true });
    tell({ type: 'joined', ...person(2) }, 3000);
    for (const [userId, later] of [[3, 300], [4, 300], [5, 300], [6, 5000]]) tell({ type: 'joined', ...person(userId) }, later);
    tell({ type: 'joined', ...person(6) }, 5000);
    for (const [userId, later] of [[3, 3000], [4, 300], [5, 1000]]) tell({ type: 'left', ...person(userId), isRemoved: false }, later);
    tell({ type: 'ended', reason: 'remoteHungUp', problem: null });
    hear(page(null), 4000);
    assert.deepEqual(heard, ['outgoing', null, 'joined', 'joined', 'left', 'left', 'ended']);
});

test('switching rings off ends a ring, and switching them on starts it', () => {
    const { heard, hear } = listening();
    const rings = call(0, { phase: 'incoming' });
    for (const isOn of [true, false, true]) hear(page(rings, { sounds: { rings: isOn, inCalls: true } }));
    assert.deepEqual(heard, ['incoming', null, 'incoming']);
});

test('each sound setting is stored separately, and all are on by default', () => {
    const store = new Store(initialState(0));
    const kept = [];
    const actions = soundActions(store, { kept: () => soundsOf(null), keep: (all) => kept.push(all) });
    assert.deepEqual(store.state.sounds, { rings: true, inCalls: true });
    actions.setRings(false);
    actions.setCallSounds(false);
    actions.setRings(true);
    assert.deepEqual(kept, [{ rings: false, inCalls: true }, { rings: false, inCalls: false }, { rings: true, inCalls: false }]);
    assert.deepEqual([soundsOf(JSON.stringify(kept[2])), store.state.sounds], [kept[2], kept[2]]);
    for (const other of ['', '{', 'null', '7', '[]', '{"rings":"no","inCalls":0}']) assert.deepEqual(soundsOf(other), on, other);
});
