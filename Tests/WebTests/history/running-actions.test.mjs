import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callActions } from '../../../Web/features/calls/call-actions.js';
import { runningActions } from '../../../Web/features/calls/running/running-actions.js';
import { newCall } from '../../../Web/features/calls/call-state.js';
import { joinableCall } from '../../../Web/features/calls/running/joinable.js';
import { CallFailure } from '../../../Web/calls/model/call-failure.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { said } from '../english.mjs';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';

const running = (change = {}) => ({ id: 7, place: 'here', isHeld: false, isVideo: true, people: [{ userId: 5, name: 'Bo' }], ...change });

/** The page's address, and its changes. */
function withAddress() {
    globalThis.location = { hash: '' };
    globalThis.history = { replaceState: (_, __, address) => { location.hash = address; } };
}

/** The actions over a controller that finds `call`, and does as specified. */
function bench({ left = null, resume = async () => ({ callMediaType: 'video' }), goesOn = null } = {}) {
    withAddress();
    const [store, clock, log] = [new Store(initialState(0)), new ClockDouble(), []];
    const controller = {
        call: running(), failure: null,
        look: async () => {
            log.push('look');
            bench.actions.found(controller.call);
        },
        resume: async (id) => {
            log.push(`resume ${id}`);
            await Promise.resolve();
            return resume(store);
        },
        leaveRunning: async (id, reason = 'by a person') => {
            log.push(`leave ${id} ${reason}`);
            if (controller.failure) throw new CallFailure(controller.failure);
        },
    };
    const bench = { store, clock, log, controller, actions: runningActions(store, { signedIn: { calls: controller } }, clock, () => (left === null ? null : clock.date() - left), async () => {
        await Promise.resolve();
        store.set(({ history }) => ({ history: { ...history, all: { ...history.all, calls: goesOn === null ? [] : [goesOn] } } }));
    }) };
    return bench;
}
const notices = ({ store }) => store.state.notices.map(({ text }) => said(text));

for (const [what, left, seconds] of [['left by its page 4 s ago', 4000, 11], ['lost without a word', null, 60]]) {
    test(`a call that was ${what} can be resumed for ${seconds} s, and is then left`, async () => {
        const world = bench({ left });
        const { store, clock, log, actions, controller } = world;
        actions.found(controller.call);
        assert.equal(store.state.running.until - clock.date(), seconds * 1000);
        await clock.advance(seconds * 1000 - 1);
        assert.ok(!log.includes('leave 7 connection_lost') && store.state.running !== null);
        await clock.advance(1);
        await settle();
        assert.deepEqual([log.at(-1), store.state.running, notices(world)], ['leave 7 connection_lost', null, ['The call with Bo has ended.']]);
    });
}

test('the end of a resumable call is detected, shown, and announced once', async () => {
    const world = bench();
    world.actions.found(world.controller.call);
    world.controller.call = null;
    await world.clock.advance(5000);
    await settle();
    assert.deepEqual([world.log, world.store.state.running, notices(world)], [['look'], null, ['The call with Bo has ended.']]);
    await world.clock.advance(60_000);
    assert.deepEqual([world.log.length, world.clock.waiting], [1, 0], 'nothing is asked for any more');
});

const group = { id: 7, isOutgoing: false, isVideo: true, isGroup: true, result: 'running', startedAt: 0, duration: 0, people: [{ userId: 5, name: 'Bo', tookPart: true }, { userId: 6, name: 'Cy', tookPart: true }] };
/** The page's offer to return, in one tap. */
const offered = ({ store }) => (store.state.running ? 'return' : joinableCall(store.state)?.id === 7 ? 'join' : null);

for (const [what, lose] of [
    ['after this device has given up its place', async (world) => world.clock.advance(60_000)],
    ['after the server has given it away', async (world) => {
        world.controller.call = null;
        await world.actions.lookAgain();
    }],
]) {
    test(`a group call is one tap away for as long as it lives: ${what}`, async () => {
        const world = bench({ goesOn: group });
        world.actions.found(world.controller.call);
        assert.equal(offered(world), 'return');
        await lose(world);
        await settle();
        assert.deepEqual([offered(world), notices(world)], ['join', []], 'it is not said to be over');
        world.actions.joinAgain(joinableCall(world.store.state));
        await settle();
        assert.ok(world.log.includes('resume 7'));
    });
}

test('a call on another device is shown while it runs there, and ends here without a notice', async () => {
    const world = bench();
    world.controller.call = running({ place: 'elsewhere', isHeld: true });
    world.actions.found(world.controller.call);
    await world.clock.advance(120_000);
    assert.deepEqual([world.store.state.running.until, world.log.filter((line) => line !== 'look')], [null, []]);
    world.controller.call = null;
    await world.actions.lookAgain();
    assert.deepEqual([world.store.state.running, notices(world)], [null, []]);
});

test('resuming shows the call at once, with its duration', async () => {
    const world = bench({
        resume: async (store) => {
            store.set(({ call }) => ({ call: { ...call, phase: 'inCall', startedAt: 99 } }));
            return { callMediaType: 'audio', connectedAt: new Date(1_700_000_000_000).toISOString() };
        },
    });
    world.actions.found(world.controller.call);
    world.actions.returnToCall();
    const { call, route } = world.store.state;
    assert.deepEqual([call.phase, call.isReturn, call.peer.name, route], ['joining', true, 'Bo', { name: 'call', id: 7 }]);
    world.actions.returnToCall();
    await settle();
    const { call: now, running: none } = world.store.state;
    assert.deepEqual([world.log, now.isVideo, now.startedAt, none], [['resume 7'], false, 1_700_000_000_000, null]);
});

for (const [code, sentence] of [
    ['offline', 'The server isn’t responding. Check your network, then try again.'],
    ['elsewhere', 'Your other device is in this call. You can move the call here once that device is off or offline.'],
]) {
    test(`a failed resume (${code}) gives the reason, and can be retried within the same time`, async () => {
        const world = bench({ resume: async () => { throw new CallFailure(code); } });
        world.actions.found(world.controller.call);
        const { until } = world.store.state.running;
        await world.clock.advance(3000);
        world.actions.returnToCall();
        await settle();
        assert.deepEqual([world.store.state.call, notices(world), world.store.state.running.until], [null, [sentence], until]);
    });
}

test('resuming an ended call says once that it is over', async () => {
    const world = bench({ resume: async () => { throw new CallFailure('over'); } });
    world.actions.found(world.controller.call);
    world.controller.call = null;
    world.actions.returnToCall();
    await settle();
    assert.deepEqual([world.store.state.call, world.store.state.running, notices(world)], [null, null, ['This call has ended.']]);
});

test('a failed leave is reported, and can be retried', async () => {
    const world = bench();
    world.actions.found(world.controller.call);
    world.controller.failure = 'offline';
    world.actions.leaveRunning();
    world.actions.leaveRunning();
    await settle();
    assert.deepEqual([world.log, world.store.state.running.isBusy, notices(world).length], [['leave 7 by a person'], false, 1]);
    world.controller.failure = null;
    world.actions.leaveRunning();
    await settle();
    assert.deepEqual([world.store.state.running, notices(world).length], [null, 1], 'that one has left needs no words');
});

test('an automatic leave that fails is retried every five seconds without a notice', async () => {
    const world = bench();
    world.actions.found(world.controller.call);
    world.controller.failure = 'offline';
    await world.clock.advance(60_000 + 11_000);
    const tries = world.log.filter((line) => line === 'leave 7 connection_lost').length;
    assert.deepEqual([tries, notices(world)], [3, []]);
});

test('a call held before a reload is offered once no other runs, for as long as the server keeps it', async () => {
    const world = bench();
    world.controller.call = running({ isOnHold: true });
    world.actions.returnToHeld();
    assert.deepEqual([world.log, world.store.state.running.until], [['look'], null]);
    await world.clock.advance(120_000);
    assert.ok(world.log.every((line) => line === 'look') && world.store.state.running !== null);
});

test('the held call is resumed once there is no other', async () => {
    const world = bench();
    world.store.set({ onHold: { id: 7, people: running().people, isVideo: true } });
    world.actions.returnToHeld();
    world.actions.returnToHeld();
    await settle();
    assert.deepEqual([world.log, world.store.state.onHold], [['resume 7', 'look'], null]);
});

const other = { id: 8, people: [{ userId: 6, name: 'Cy' }], isVideo: true, isBusy: false };

test('the call that was put on hold for it does not block a return, and the stage keeps its size', async () => {
    const { store, log, actions } = bench();
    const size = { width: 800, height: 600, top: 0, bottom: 0 };
    const before = newCall({ phase: 'inCall', id: 8, peer: other.people[0], isVideo: true, isOutgoing: false });
    store.set({ call: { ...before, view: { ...before.view, size } } });
    await actions.returnTo(running());
    assert.deepEqual([log, store.state.call.id], [[], 8], 'in a call that is not on hold');
    store.set({ onHold: other });
    const returning = actions.returnTo(running());
    assert.deepEqual([store.state.call.id, store.state.call.phase, store.state.call.view.size, store.state.route], [7, 'joining', size, { name: 'call', id: 7 }]);
    await returning;
    assert.deepEqual([log, store.state.onHold], [['resume 7'], other]);
});

test('if the call to return to has ended, the reason is shown, and the one on hold is resumed', async () => {
    const results = [new CallFailure('over'), null];
    const world = bench({ resume: async () => {
        const failure = results.shift();
        if (failure) throw failure;
        return { callMediaType: 'video' };
    } });
    const { store, log, actions } = world;
    store.set({ onHold: other });
    await actions.returnTo(running());
    await settle();
    assert.deepEqual([log, store.state.onHold, store.state.call.id, notices(world)], [['resume 7', 'resume 8'], null, 8, ['This call has ended.']]);
});

test('a return that fails for want of a server is offered again, and the other call stays on hold', async () => {
    const { store, log, actions, controller } = bench({ resume: async () => { throw new CallFailure('offline'); } });
    store.set({ onHold: other });
    await actions.returnTo(running());
    assert.deepEqual([log, store.state.running.id, store.state.onHold, store.state.call], [['resume 7', 'look'], 7, other, null]);
    // Left instead: the other is offered.
    controller.call = running({ id: 8, isOnHold: true });
    actions.leaveRunning();
    await settle();
    assert.deepEqual([log.slice(2), store.state.running.id, store.state.onHold], [['leave 7 by a person', 'look'], 8, null]);
});

test('placing a call is refused while another can be resumed, and the notice names it', async () => {
    const world = bench();
    world.actions.found(world.controller.call);
    const placed = [];
    callActions(world.store, { signedIn: { calls: { call: async (users) => placed.push(users) } } }, { clock: world.clock }).call(9, 'Cy', false);
    assert.deepEqual([placed, world.store.state.call, notices(world)], [[], null, ['You’re in a call. Return to it or leave it first.']]);
});
