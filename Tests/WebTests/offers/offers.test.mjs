import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerActions } from '../../../Web/features/offers/offer-actions.js';
import { keptOffers, nextOffer, wentWell } from '../../../Web/features/offers/offers.js';
import { allNotifications } from '../../../Web/notifications/settings.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';

const over = (change = {}) => ({ phase: 'ended', reason: 'hungUp', startedAt: 0, connectedAt: 5_000, endedAt: 70_000, isReturn: false, measured: { from: 1_000, to: 61_000 }, ...change });

for (const [what, call, wanted] of [
    ['a minute in which people heard each other', over(), true], ['the other one has ended', over({ reason: 'remoteHungUp' }), true],
    ['shorter than a minute', over({ measured: { from: 1_000, to: 60_999 } }), false], ['nobody was heard', over({ connectedAt: null, measured: null }), false],
    // The clock was set back in the call: the monotonic one counts.
    ['a clock that jumps', over({ connectedAt: 5_000, endedAt: 4_000 }), true],
    ...['connectionLost', 'remoteLost', 'failed', 'removed', 'declined', 'notAnswered', 'busy', 'cancelled', 'answeredElsewhere', 'onHold'].map((reason) => [reason, over({ reason }), false]),
    ['one that goes on', over({ phase: 'inCall', reason: null, endedAt: null }), false], ['none', null, false],
]) test(`a call went well: ${what}: ${wanted}`, () => assert.equal(wentWell(call), wanted));

const known = (change = {}) => ({ offered: [], notifications: 'default', isReachable: true, isInstalled: false, canInstall: true, hasHomeScreen: false, ...change });

for (const [what, change, wanted] of [
    ['notifications come before the installation', {}, 'notifications'],
    ['each once', { offered: ['notifications'] }, 'install'], ['then nothing', { offered: ['notifications', 'install'] }, null],
    ['granted', { notifications: 'granted' }, 'install'], ['denied', { notifications: 'denied' }, 'install'], ['a browser without notifications', { notifications: 'missing' }, 'install'],
    ['notifications that would not come', { isReachable: false }, 'install'],
    ['the page is installed', { notifications: 'granted', isInstalled: true }, null], ['installed, without notifications', { isInstalled: true }, 'notifications'],
    ['a browser that installs nothing', { notifications: 'granted', canInstall: false }, null],
    ['an iPhone', { notifications: 'missing', canInstall: false, hasHomeScreen: true }, 'homeScreen'],
    ['an iPhone that was told', { notifications: 'missing', canInstall: false, hasHomeScreen: true, offered: ['homeScreen'] }, null],
    ['from the home screen', { notifications: 'default', canInstall: false, isInstalled: true }, 'notifications'],
]) test(`what is offered: ${what}`, () => assert.equal(nextOffer(known(change)), wanted));

test('kept offers are read as far as they are valid', () => {
    for (const [kept, wanted] of [['install notifications', ['notifications', 'install']], ['homeScreen', ['homeScreen']], ['money', []], ['', []], [null, []]]) assert.deepEqual(keptOffers(kept), wanted);
});

/** The page in a browser that may be asked; `kept`: what it was offered before. */
function bench({ kept = [], notifications = 'default', isInstalled = false } = {}) {
    const world = { kept, notifications, done: [], prompted: () => {}, installed: () => {} };
    const store = new Store({ ...initialState(0), screen: 'main', notifications: allNotifications() });
    const offers = offerActions(store, {
        onInstallPrompt: (listener) => { world.prompted = () => listener({ prompt: async () => { world.done.push('install'); } }); }, onInstalled: (listener) => { world.installed = listener; },
        isInstalled, hasHomeScreen: false, get notifications() { return world.notifications; }, kept: () => world.kept, keep: (offered) => { world.kept = offered; },
    }, (kind) => world.done.push(`allow ${kind}`));
    offers.watchBrowser();
    const become = (change) => {
        store.set(change);
        offers.watchOffers();
    };
    /** A call that ends, and whose end the person has seen. */
    const talk = (call = over()) => {
        become({ call: { ...call, phase: 'inCall', reason: null, endedAt: null } });
        become({ call });
        become({ call: null });
    };
    return { world, store, offers, become, talk, offer: () => store.state.offer };
}

test('one thing is offered after a call that went well, once its end was seen, and the other after the next', () => {
    const { world, offers, become, talk, offer } = bench();
    world.prompted();
    become({ call: null });
    assert.equal(offer(), null, 'before any call');
    become({ call: over({ phase: 'inCall', reason: null }) });
    become({ call: over() });
    assert.equal(offer(), null, 'the end is shown');
    become({ call: null });
    assert.deepEqual([offer(), world.kept], ['notifications', ['notifications']]);
    talk();
    assert.equal(offer(), 'notifications', 'never both');
    offers.declineOffer();
    become({ call: null });
    assert.equal(offer(), null, 'nor one directly after the other');
    talk();
    assert.deepEqual([offer(), world.done], ['install', []]);
    offers.acceptOffer();
    assert.deepEqual([offer(), world.done], [null, ['install']]);
    talk();
    assert.deepEqual([offer(), world.kept], [null, ['notifications', 'install']]);
});

test('an offer that was declined is not made again, by a later page either', () => {
    const first = bench();
    first.talk();
    first.offers.declineOffer();
    const later = bench({ kept: first.world.kept });
    later.talk();
    assert.deepEqual([first.world.done, later.offer()], [[], null]);
});

test('accepting notifications has the browser ask', () => {
    const { world, offers, talk, offer } = bench();
    talk();
    offers.acceptOffer();
    assert.deepEqual([offer(), world.done], [null, ['allow notifications']]);
});

test('nothing is offered during a call, after a bad one, outside the main screen, or where it is there already', () => {
    const bad = bench();
    for (const reason of ['connectionLost', 'failed', 'declined']) bad.talk(over({ reason }));
    assert.equal(bad.offer(), null);
    const next = bench();
    next.become({ call: over() });
    next.become({ call: { phase: 'incoming' } });
    assert.equal(next.offer(), null, 'another call has begun');
    next.become({ call: null, screen: 'otherWindow' });
    assert.equal(next.offer(), null);
    next.become({ screen: 'main' });
    assert.equal(next.offer(), 'notifications');
    const there = bench({ notifications: 'granted', isInstalled: true });
    there.world.prompted();
    there.talk();
    assert.deepEqual([there.offer(), there.world.kept], [null, []]);
    const off = bench();
    off.store.set({ notifications: { ...allNotifications(), calls: false, missed: false, requests: false } });
    off.talk();
    assert.equal(off.offer(), null, 'the person wants none');
});

test('the offer goes once the page was installed by the browser’s own menu', () => {
    const { world, talk, offer } = bench({ notifications: 'granted' });
    world.prompted();
    talk();
    assert.equal(offer(), 'install');
    world.installed();
    assert.equal(offer(), null);
});
