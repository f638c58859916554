import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallMachine } from '../../Web/calls/lifecycle/call-machine.js';
import { newCall, reduceCall } from '../../Web/features/calls/call-state.js';
import { textOf } from '../../Web/dom/h.js';
import { callEndedView } from '../../Web/features/calls/call-ended.js';
import { endLabels, endedWell, phaseLabel, refusalLabel } from '../../Web/features/calls/call-labels.js';
import { stage } from '../../Web/features/calls/stage/tiles.js';
import { drawn } from '../../Web/dom/drawn.js';
import { participantsOf } from '../../Web/features/calls/people/people-state.js';
import { follow } from './calls/doubles/members.mjs';
import { english, said } from './english.mjs';

const call = { id: 7, room: 5, caller: 1, callerDevice: 11, callerName: 'Ana', isVideo: true, videoCodec: 'h264' };
const placed = [{ type: 'placed' }];
const ringingOut = [...placed, { type: 'started', id: 7 }];
const ringingIn = [{ type: 'invited', call }];
const joining = [...ringingIn, { type: 'answered' }];
const inCall = [...joining, { type: 'joined', id: 7 }];

/** [how the state was reached, event, names of the actions, end of the call]: the twin of the table in Swift. */
const endings = [
    [placed, { type: 'hungUp' }, ['tearDown'], 'cancelled'],
    [placed, { type: 'failed', problem: 'x' }, ['tearDown'], 'failed'],
    [ringingOut, { type: 'hungUp' }, ['tellServer', 'tearDown'], 'cancelled'],
    [ringingOut, { type: 'ended', id: 7 }, ['tearDown'], 'notAnswered'],
    [placed, { type: 'failed', problem: 'x', reason: 'busy' }, ['tearDown'], 'busy'],
    [ringingOut, { type: 'failed', problem: 'x' }, ['tellServer', 'tearDown'], 'failed'],
    [ringingIn, { type: 'declined' }, ['stopRingTimer', 'tellServer', 'tearDown'], 'declined'],
    [ringingIn, { type: 'hungUp' }, ['stopRingTimer', 'tellServer', 'tearDown'], 'declined'],
    [ringingIn, { type: 'ended', id: 7 }, ['stopRingTimer', 'tearDown'], 'cancelled'],
    [ringingIn, { type: 'cancelled', id: 7 }, ['stopRingTimer', 'tearDown'], 'answeredElsewhere'],
    [ringingIn, { type: 'ringTimedOut', id: 7 }, ['tellServer', 'tearDown'], 'notAnswered'],
    [ringingIn, { type: 'abandoned' }, ['stopRingTimer', 'tearDown'], 'cancelled'],
    [inCall, { type: 'abandoned' }, ['tellServer', 'tearDown'], 'hungUp'],
    [joining, { type: 'hungUp' }, ['tellServer', 'tearDown'], 'hungUp'],
    [joining, { type: 'ended', id: 7 }, ['tearDown'], 'remoteHungUp'],
    [joining, { type: 'cancelled', id: 7 }, ['tearDown'], 'answeredElsewhere'],
    [joining, { type: 'connectionLost' }, ['tellServer', 'tearDown'], 'connectionLost'],
    [inCall, { type: 'hungUp' }, ['tellServer', 'tearDown'], 'hungUp'],
    [inCall, { type: 'ended', id: 7 }, ['tearDown'], 'remoteHungUp'],
    [inCall, { type: 'failed', problem: 'x' }, ['tellServer', 'tearDown'], 'failed'],
];

test('each event ends each state as specified, once', () => {
    for (const [before, event, actions, reason] of endings) {
        const machine = new CallMachine();
        for (const step of before) machine.handle(step);
        const what = `${machine.state.name} ${event.type}`;
        assert.deepEqual(machine.handle(event).map(({ type }) => type), actions, what);
        // No event during teardown changes anything.
        for (const [, late] of endings) assert.deepEqual(machine.handle(late), [], `${what}, then ${late.type}`);
        assert.deepEqual(machine.handle({ type: 'tornDown' }).map(({ reason: told }) => told), [reason], what);
        assert.ok(machine.isIdle);
        assert.deepEqual(machine.handle({ type: 'tornDown' }), []);
    }
});

/**
 * [how the state was reached, signal, the server's reason, what the person is told]; for unknown and missing reasons, the signal alone
 * decides.
 */
const reasons = [
    [ringingOut, 'ended', 'no_answer', 'notAnswered'], [ringingOut, 'ended', 'declined', 'declined'], [ringingOut, 'ended', 'busy', 'busy'],
    [ringingOut, 'ended', 'cancelled', 'cancelled'], [ringingOut, 'ended', 'toString', 'notAnswered'], [ringingOut, 'ended', 7, 'notAnswered'],
    [ringingIn, 'ended', 'no_answer', 'notAnswered'], [ringingIn, 'ended', 'cancelled', 'cancelled'], [ringingIn, 'ended', 'declined', 'declinedElsewhere'],
    [ringingIn, 'cancelled', 'answered_elsewhere', 'answeredElsewhere'], [ringingIn, 'cancelled', 'declined', 'declinedElsewhere'],
    [ringingIn, 'cancelled', 'no_answer', 'notAnswered'], [ringingIn, 'cancelled', 'cancelled', 'cancelled'], [ringingIn, 'cancelled', 'news', 'answeredElsewhere'],
    [joining, 'ended', 'no_answer', 'notAnswered'], [joining, 'ended', 'cancelled', 'cancelled'], [joining, 'cancelled', 'declined', 'declinedElsewhere'],
    [ringingIn, 'ended', 'removed', 'cancelled'], [joining, 'ended', 'removed', 'removed'], [inCall, 'ended', 'removed', 'removed'],
    [joining, 'ended', 'connection_lost', 'remoteLost'], [inCall, 'ended', 'connection_lost', 'remoteLost'], [inCall, 'ended', 'hung_up', 'remoteHungUp'],
    [inCall, 'ended', 'no_answer', 'remoteHungUp'], [inCall, 'cancelled', 'declined', 'answeredElsewhere'],
];
test('each reason of the server has its own words', () => {
    for (const [before, type, reason, told] of reasons) {
        const machine = new CallMachine();
        for (const step of before) machine.handle(step);
        machine.handle({ type, id: 7, reason });
        assert.equal(machine.state.reason, told, `${type} ${reason}`);
    }
});

test('an unanswered ring is reported to the server as no answer, not as a decline', () => {
    const machine = new CallMachine();
    for (const step of ringingIn) machine.handle(step);
    assert.deepEqual(machine.handle({ type: 'ringTimedOut', id: 7 })[0], { type: 'tellServer', id: 7, reason: 'no_answer' });
    const talking = new CallMachine();
    for (const step of inCall) talking.handle(step);
    assert.deepEqual(talking.handle({ type: 'connectionLost' })[0], { type: 'tellServer', id: 7, reason: 'connection_lost' });
});

test('the end screen states what happened from the reader’s side, and names only those who acted', () => {
    const words = (reason, isOutgoing, startedAt = null) => {
        const { title, sentence } = endLabels({ reason, isOutgoing, startedAt, problem: null, peer: { userId: 2, name: 'Bo' } });
        return `${said(title)}. ${said(sentence) ?? ''}`.trim();
    };
    assert.equal(words('notAnswered', true), 'No answer. Bo didn’t answer.');
    assert.equal(words('notAnswered', false), 'Missed call. Bo called you.');
    assert.equal(words('cancelled', false), 'Missed call. Bo called you.');
    assert.equal(words('declined', true), 'Declined. Bo declined the call.');
    assert.match(words('failed', true), /^Call failed\./);
    assert.match(words('failed', false), /^Couldn’t answer the call\./);
    assert.match(words('failed', false, 0), /^Call dropped\./);
    assert.equal(words('busy', true), 'Busy. Bo is in another call. Try again later.');
    assert.equal(words('remoteLost', true, 0), 'Connection lost. Bo’s connection was lost. Try calling again.');
    assert.match(words('connectionLost', true, 0), /^Connection lost\. The connection couldn’t be restored\./);
    assert.equal(words('removed', false, 0), 'Removed from the call. You were removed from this call. You can come back only if someone in the call invites you.');
    assert.deepEqual(['declined', 'busy', 'removed', 'noAnswer'].map((status) => said(refusalLabel('Bo', status))),
        ['Bo declined.', 'Bo is in another call.', 'Bo is no longer being called.', 'Bo didn’t answer.']);
});

test('the end screen offers the action that fits the call’s direction, and shows the name once', () => {
    const over = (change) => newCall({ phase: 'ended', peer: { userId: 2, name: 'Bo' }, isVideo: false, isOutgoing: true, startedAt: null, endedAt: 9, ...change });
    const screen = (change, isSuspended) => textOf(drawn([callEndedView(over(change), {}, isSuspended)], english)[0], english).replaceAll(/\s+/g, ' ').trim();
    assert.equal(screen({ reason: 'declined' }), 'B Declined Bo declined the call. Call again Close');
    assert.equal(screen({ reason: 'failed', startedAt: 1, connectedAt: 9, problem: 'The operator has suspended this account' }, true), 'B Call dropped Bo 0:00 Duration: 0 seconds The operator has suspended this account Close');
    assert.equal(screen({ reason: 'cancelled', isOutgoing: false }), 'B Missed call Bo called you. Call back Close');
    assert.equal(screen({ reason: 'cancelled', isOutgoing: false, startedAt: 9 }), 'B Missed call Bo called you. Call back Close', 'answered at the same moment');
    assert.equal(screen({ reason: 'answeredElsewhere', startedAt: 1, connectedAt: 9 }), 'B Answered on another device Bo 0:00 Duration: 0 seconds The call continues there. Close');
    assert.equal(screen({ reason: 'cancelled' }), 'B Call cancelled Bo Call again Close');
    assert.deepEqual(['hungUp', 'remoteHungUp', 'cancelled', 'declined', 'busy', 'notAnswered', 'remoteLost', 'connectionLost', 'failed'].filter((reason) => endedWell(over({ reason }))), ['hungUp', 'remoteHungUp', 'cancelled']);
    assert.equal(endedWell(over({ reason: 'cancelled', isOutgoing: false })), false, 'it was missed');
});

test('a participant who left a running group call rejoins it instead of calling its members', () => {
    let call = newCall({ phase: 'outgoing', id: 7, peer: { userId: 2, name: 'Bo' }, isVideo: true, isOutgoing: true });
    for (const event of [2, 3].map((userId) => ({ type: 'joined', userId, name: `P${userId}` }))) call = follow(call, event, 1);
    const done = [];
    const actions = { joinAgain: ({ id, isVideo, people }) => done.push([id, isVideo, people.map(({ userId }) => userId)]), callAgain: () => done.push('called') };
    const end = (call, reason) => {
        const [{ children }] = drawn([callEndedView(reduceCall(call, { type: 'ended', callId: 7, reason, problem: null }, 9), actions)], english);
        children[1].children[0].props.onclick();
        return textOf({ children }, english).replaceAll(/\s+/g, ' ').trim();
    };
    assert.match(end(call, 'hungUp'), /^B You left the call .* Rejoin Close$/);
    assert.match(end(follow(call, { type: 'left', userId: 3 }, 2), 'hungUp'), / Call ended .* Call again Close$/);
    assert.match(end(call, 'remoteHungUp'), /Call ended .* Call again/);
    assert.deepEqual(done, [[7, true, [2, 3]], 'called', 'called']);
});

test('events of another call are ignored, and a second invitation is refused unless it is the same one', () => {
    for (const before of [ringingIn, joining, inCall]) {
        const machine = new CallMachine();
        for (const step of before) machine.handle(step);
        for (const type of ['ended', 'cancelled', 'remoteJoined', 'joined', 'ringTimedOut']) assert.deepEqual(machine.handle({ type, id: 8 }), []);
        assert.deepEqual(machine.handle({ type: 'invited', call: { ...call, id: 8 } }), [{ type: 'refuse', id: 8 }]);
        assert.deepEqual(machine.handle({ type: 'invited', call }), []);
    }
});

const other = { ...call, id: 8 };
const invited = { type: 'invited', call: other };
/** [how the state was reached, with another caller's call under way, event, actions]: the twin of the table in Swift. */
const next = [
    [placed, { type: 'started', id: 7 }, ['announceRinging 7', 'refuse 8']],
    [[...placed, { type: 'failed', problem: 'x', reason: 'busy' }], { type: 'tornDown' }, ['announceEnded busy', 'announceIncoming', 'startRingTimer 8']],
    [[...inCall, { type: 'hungUp' }], { type: 'tornDown' }, ['announceEnded hungUp', 'announceIncoming', 'startRingTimer 8']],
];
test('a call that arrives while one is placed or ends rings once that has failed or ended, one at most', () => {
    const line = ({ type, id, reason }) => [type, reason ?? id].filter((part) => part !== undefined).join(' ');
    for (const [before, event, actions] of next) {
        const waits = (...more) => {
            const machine = new CallMachine();
            for (const step of before) machine.handle(step);
            for (const step of [invited, ...more]) assert.ok(machine.handle(step).every(({ type }) => type === 'tearDown' || type === 'tellServer'));
            return machine;
        };
        assert.deepEqual(waits().handle(invited), [], 'the same once more');
        assert.deepEqual(waits().handle({ type: 'invited', call: { ...call, id: 9 } }), [{ type: 'refuse', id: 9 }]);
        assert.deepEqual(waits().handle(event).map(line), actions);
        for (const over of ['ended', 'cancelled']) assert.deepEqual(waits({ type: over, id: 8 }).handle(event).map(line), actions.slice(0, 1), over);
        assert.deepEqual(waits({ type: 'abandoned' }).next, null);
    }
});

test('the tile of a reconnecting participant shows and announces it', () => {
    let state = reduceCall(null, { type: 'incoming', call }, 1000);
    state = follow(state, { type: 'joined', userId: 2, name: 'Bo' }, 2000);
    const told = () => JSON.stringify(drawn([stage(state, null, '')], english));
    assert.ok(!/reconnecting/i.test(told()));
    state = follow(state, { type: 'reached', userId: 2, isOn: false }, 3000);
    assert.equal(said(state.announcement), 'Bo is reconnecting.');
    assert.match(told(), /"aria-label":"Bo, reconnecting"/);
    assert.match(told(), /"tile-note"[^\]]*Bo is reconnecting\./);
    const held = { ...state, members: state.members.map((one) => ({ ...one, isOnHold: true })) };
    assert.match(JSON.stringify(drawn([stage(held, null)], english)), /Bo put the call on hold\. You won’t hear each other until they return\./);
    state = follow(state, { type: 'reached', userId: 2, isOn: true }, 4000);
    assert.equal(said(state.announcement), 'Bo is back.');
    assert.ok(!/reconnecting/i.test(told()));
});

test('a reconnected participant is announced once, and only after a reconnection', () => {
    let state = reduceCall(null, { type: 'incoming', call }, 1000);
    const heard = (event, now) => {
        state = follow({ ...state, announcement: '' }, { userId: 2, name: 'Bo', ...event }, now);
        return said(state.announcement);
    };
    const stands = (name, now) => heard({ type: 'reached', isOn: name === 'connected' }, now);
    assert.equal(stands('connected', 1500), '', 'who is not in the call');
    heard({ type: 'joined' }, 2000);
    assert.equal(stands('connected', 2000), '', 'who was never away');
    assert.deepEqual([stands('reconnecting', 3000), stands('reconnecting', 3500), stands('connected', 3999)], ['Bo is reconnecting.', '', ''], 'too short to be away');
    assert.deepEqual([stands('reconnecting', 5000), stands('connected', 6000)], ['Bo is reconnecting.', 'Bo is back.']);
    // Off hold, they are back once they are in the call again.
    stands('reconnecting', 7000);
    assert.equal(heard({ type: 'updated', isOnHold: true }, 7000), 'Bo put the call on hold.');
    assert.equal(heard({ type: 'updated', isOnHold: false }, 9000), '');
    assert.equal(stands('connected', 9500), 'Bo is back.');
    heard({ type: 'updated', isOnHold: true }, 10_000);
    assert.deepEqual([stands('connected', 11_000), heard({ type: 'updated', isOnHold: false }, 12_000)], ['', 'Bo is back.']);
});

test('the callee is shown as ringing only once a device rings, and as being called until then', () => {
    const begun = newCall({ phase: 'outgoing', peer: { userId: 2, name: 'Bo' }, isVideo: true, isOutgoing: true });
    const label = (canRing) => said(phaseLabel(reduceCall(begun, { type: 'ringing', callId: 7, canRing }, 0)));
    assert.deepEqual([said(phaseLabel(begun)), label(false), label(true)], ['Calling…', 'Calling…', 'Ringing…']);
});

test('the call on screen follows the events, and tiles keep their places', () => {
    let state = reduceCall(null, { type: 'incoming', call }, 1000);
    assert.equal(state.phase, 'incoming');
    assert.equal(state.ringsUntil, 61_000);
    const join = (userId) => { state = follow(state, { type: 'joined', userId, name: `P${userId}` }, 2000); };
    [2, 3, 4].forEach(join);
    state = follow(state, { type: 'left', userId: 3 }, 3000);
    join(5);
    assert.deepEqual(participantsOf(state).map(({ userId, slot }) => [userId, slot]), [[2, 0], [4, 1], [5, 2]]);
    assert.equal(state.startedAt, 2000);
    state = follow(state, { type: 'updated', userId: 4, isMuted: true }, 3000);
    assert.deepEqual(participantsOf(state).map(({ isMuted }) => isMuted), [false, true, false]);
    state = reduceCall(state, { type: 'ended', reason: 'remoteHungUp', problem: null }, 9000);
    assert.deepEqual([state.phase, state.reason, state.endedAt, participantsOf(state)], ['ended', 'remoteHungUp', 9000, []]);
    assert.equal(follow(null, { type: 'joined', userId: 2, name: 'P' }, 0), null);
});
