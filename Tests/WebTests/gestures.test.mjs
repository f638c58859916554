import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCall, reduceCall } from '../../Web/features/calls/call-state.js';
import { GestureNews, gestureActions } from '../../Web/features/calls/gestures/gesture-actions.js';
import { ShownCall } from '../../Web/features/calls/call-actions.js';
import { reactions } from '../../Web/keys/channels/gestures.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { controls } from '../../Web/features/calls/call-controls.js';
import { handBar, handPlace, raisedHands, reactionRow } from '../../Web/features/calls/gestures/gestures.js';
import { stage } from '../../Web/features/calls/stage/tiles.js';
import { ClockDouble } from './calls/doubles/time.mjs';
import { said } from './english.mjs';
import { handsOf } from '../../Web/features/calls/people/people-state.js';
import { follow, toldOf } from './calls/doubles/members.mjs';

const own = 9;
const account = { userId: own, displayName: 'Me' };

/** A call in which these hands, or all, are down. */
const lowered = (call, ...users) => ({ ...call, members: call.members.map((one) => (users.length === 0 || users.includes(one.userId) ? { ...one, hand: null } : one)) });

/** A call with three others, and the announcements of their gestures. */
function bench() {
    const store = new Store({ ...initialState(0), account });
    let call = newCall({ phase: 'outgoing', peer: { userId: 1, name: 'P1' }, isVideo: true, isOutgoing: true });
    call = reduceCall(call, { type: 'connection', state: 'connected' }, 0);
    for (const userId of [1, 2, 3]) call = follow(call, { type: 'joined', userId, name: `P${userId}` }, 0);
    call = follow(call, { type: 'updated', userId: own, name: 'Me', isSelf: true }, 0);
    store.set({ call });
    const clock = new ClockDouble();
    const news = new GestureNews(new ShownCall(store, clock), clock);
    const take = (event) => {
        store.set(({ call: before }) => ({ call: reduceCall(before, event, 0) }));
        news.took(event);
    };
    let order = [];
    const hand = (userId, isRaised = true) => {
        order = isRaised ? [...order, userId] : order.filter((one) => one !== userId);
        for (const member of store.state.call.members) {
            const place = order.indexOf(member.userId);
            take(toldOf(store.state.call, { type: 'hand', userId: member.userId, place: place < 0 ? null : place + 1 }));
        }
        if (userId !== own) take({ type: 'hand', userId, name: `P${userId}`, isOn: isRaised });
        // It is announced once everything that happened at the same time was reported.
        return Promise.resolve();
    };
    const react = (userId, reaction) => take({ type: 'reaction', userId, reaction });
    return { store, clock, take, hand, react, heard: () => said(store.state.call.gestureSaid), call: () => store.state.call };
}

test('gestures are announced at most once a second: hands first, equal ones in one sentence, never one’s own', async () => {
    const { clock, hand, react, heard } = bench();
    await hand(1);
    assert.equal(heard(), 'P1 raised a hand.');
    react(2, 'heart');
    hand(3);
    hand(2);
    hand(own);
    await clock.advance(999);
    assert.equal(heard(), 'P1 raised a hand.', 'not within a second');
    await clock.advance(1);
    assert.equal(heard(), 'P3 and P2 raised a hand.');
    react(3, 'laugh');
    react(3, 'surprise');
    await clock.advance(1000);
    assert.equal(heard(), 'P2 and P3 reacted.');
    await clock.advance(1000);
    assert.equal(heard(), '');
    react(1, 'thumbsUp');
    assert.equal(heard(), 'P1: Thumbs up');
    // The same announcement is made again: the displayed text is replaced.
    react(1, 'thumbsUp');
    await clock.advance(1000);
    assert.equal(heard(), 'P1: Thumbs up');
    react(own, 'heart');
    hand(1, false);
    hand(2, false);
    await clock.advance(1000);
    assert.equal(heard(), 'P1 and P2 lowered their hands.');
    // A hand that was raised and lowered meanwhile was never shown.
    hand(1);
    hand(1, false);
    await clock.advance(1000);
    assert.equal(heard(), '');
    await hand(3, false);
    assert.equal(heard(), 'P3 lowered their hand.');
});

test('each reaction ends after four seconds, or with the call', async () => {
    const { clock, react, call, take } = bench();
    const shown = () => call().reactions.map(({ userId, reaction }) => `${userId} ${reaction}`);
    react(1, 'heart');
    await clock.advance(2500);
    react(own, 'heart');
    react(1, 'heart');
    assert.deepEqual(shown(), ['1 heart', '9 heart', '1 heart']);
    assert.equal(new Set(call().reactions.map(({ id }) => id)).size, 3);
    await clock.advance(1500);
    assert.deepEqual(shown(), ['9 heart', '1 heart']);
    react(2, 'laugh');
    await clock.advance(2500);
    assert.deepEqual(shown(), ['2 laugh']);
    take({ type: 'ended', reason: 'hungUp', problem: null });
    assert.deepEqual([call().reactions, handsOf(call())], [[], []]);
    await clock.advance(4000);
});

test('tiles, list and menu show raised hands in order, and reactions over their sender', () => {
    const { hand, react, call } = bench();
    hand(2);
    assert.deepEqual([handPlace(call(), 2), handPlace(call(), 1), handPlace(call(), own)], [1, null, null]);
    hand(own);
    react(1, 'celebration');
    const stageText = JSON.stringify(stage(call(), account, '', 0));
    assert.match(stageText, /hand\.statePlace/);
    assert.match(stageText, /"data-reaction":"celebration"/);
    assert.equal(raisedHands(lowered(call()), own), null);
    const list = JSON.stringify(raisedHands(call(), own));
    assert.ok(list.indexOf('P2') < list.indexOf('Me') && list.indexOf('P2') > 0, list);
    assert.match(JSON.stringify(handBar(call(), own, { toggleHand: () => {} })), /hand\.yours/);
    assert.doesNotMatch(JSON.stringify(handBar(lowered(call(), own), own, { toggleHand: () => {} })), /hand\.yours/);
    const menu = (shown) => JSON.stringify(controls(shown, own, {}));
    assert.match(menu(call()), /hand\.lower/);
    assert.match(menu(lowered(call())), /hand\.raise"/);
    for (const reaction of reactions) assert.ok(JSON.stringify(reactionRow(call(), { react: () => {} })).includes(`reaction.${reaction}`));
});

test('the hand is raised and lowered, and reactions are sent, while the call is active', async () => {
    const { store, hand } = bench();
    const asked = [];
    const calls = { current: { gestures: { setHand: (isRaised) => asked.push(isRaised), react: (reaction) => asked.push(reaction) } } };
    const actions = gestureActions(new ShownCall(store), { signedIn: { calls } });
    const flush = () => new Promise((resolve) => { setImmediate(resolve); });
    actions.toggleHand();
    await flush();
    hand(own);
    actions.toggleHand();
    actions.react('laugh');
    await flush();
    store.set(({ call }) => ({ call: { ...call, phase: 'ending' } }));
    actions.toggleHand();
    actions.react('heart');
    await flush();
    assert.deepEqual(asked, [true, false, 'laugh']);
});
