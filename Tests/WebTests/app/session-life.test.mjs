import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionLife } from '../../../Web/app/session-life.js';
import { Here } from '../../../Web/state/here.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { said } from '../english.mjs';
import { settle } from '../calls/doubles/time.mjs';

/** Listeners of a source: `add` is the source's interface, `tell` notifies all of them. */
function listeners() {
    const all = new Set();
    return { add: (one) => { all.add(one); return () => void all.delete(one); }, tell: (...values) => all.forEach((one) => one(...values)), get count() { return all.size; } };
}

/** A page that records what is done; `world.restored` was signed in before. */
function page({ back = null, hash = '', hasCalls = false } = {}) {
    const [store, here, log] = [new Store(initialState(0)), new Here(), []];
    const note = (name) => (...values) => { log.push([name, ...values.filter((value) => typeof value !== 'object')].join(' ')); };
    globalThis.location = { hash };
    globalThis.history = { replaceState: (state, _, url) => note('address')(url) };
    const heard = { events: listeners(), contacts: listeners(), signals: listeners(), states: listeners(), out: listeners(), people: listeners() };
    const world = { store, here, log, heard, loads: async () => ({ SignedIn }) };
    class SignedIn {
        constructor(session) {
            this.session = session;
            this.calls = { start: note('calls start'), onEvent: heard.events.add };
            this.contacts = { onChange: heard.contacts.add };
            this.notifications = { start: note('notifications start'), signedOut: note('notifications signedOut') };
            this.end = async () => { note('end')(here.signedIn === null); };
        }
    }
    const features = new Proxy({
        kept: { recall: async () => note('recall')() }, promises: { recallPromises: async () => {} }, history: { recallSeen: async () => hasCalls, loadHistory: note('loadHistory'), takes: { connected: note('connected') } },
        signIn: { showKept: async () => note('showKept')(), prepare: async () => note('prepare')(), cameBack: async () => note('cameBack')() },
        callLink: { forgetCallLink: note('forgetCallLink'), callLinkTold() {} }, joining: { leaveCallLink: note('leaveCallLink') }, scan: { showScan: note('showScan') },
        calls: { received: ({ type }) => note('received')(type) },
        account: { started: note('started'), takes: {} }, contacts: { reload: note('contacts reload'), takes: { signals: { friend_accepted: ({ senderId }) => note('friend')(senderId) } } },
        privacy: { loadPrivacy: note('loadPrivacy') }, profile: { refresh: note('refresh'), takes: {} }, waiting: { checkHeld: note('checkHeld') }, running: {},
    }, { get: (all, name) => all[name] ?? { takes: {} } });
    world.life = new SessionLife({
        store, here, features, restore: async () => world.restored ?? null, load: () => world.loads(),
        clockWatch: { recall: async () => note('clock recall')(), begin: () => note('clock off') },
        links: { explain: note('explain') }, returns: { back: () => back, askToTakeBack: note('askToTakeBack') }, surroundings: {},
        begun: ({ isNew, isNewAccount }) => note('begun')(isNew, isNewAccount), replaced: note('replaced'),
    });
    world.sessionOf = (account = {}) => sessionOf(account, heard, note);
    return world;
}

function sessionOf(account, heard, note) {
    return {
        account: { userId: 1, deviceId: 11, displayName: 'Ana', ...account }, database: {}, origin: 'https://x', deviceKey: { publicKeyHash: 'f' }, api: {},
        declareLanguage: async () => note('declareLanguage')(), isNewDevice: async () => true, onSignedOut: heard.out.add,
        signaling: { onSignal: heard.signals.add, onState: heard.states.add, start: note('signaling start'), refusal: 'closed' },
        identity: { registered: async () => {} }, people: { load: async () => {}, onChange: heard.people.add, named: async () => note('named')() },
    };
}

test('a signed-out page shows the sign-in, which continues after the return from Google', async () => {
    const world = page({ back: { ticket: 't' } });
    await world.life.open();
    assert.deepEqual([world.store.state.screen, world.log, world.here.session], ['signIn', ['explain', 'askToTakeBack', 'showKept', 'prepare', 'cameBack'], null]);
});

test('a restored session counts as known', async () => {
    const world = page();
    const session = world.sessionOf();
    const known = [];
    // The first answer is that the device is new, which is not shown to the person here.
    session.isNewDevice = async () => known.push('asked') === 1;
    world.restored = session;
    await world.life.open();
    assert.deepEqual([world.here.session, world.log.at(-1)], [session, 'begun false false']);
});

test('a person who left before they gave a name is new when they come back', async () => {
    const world = page();
    const session = world.sessionOf({ needsName: true });
    session.isNewDevice = async () => { world.log.push('asked whether it is new'); return true; };
    world.restored = session;
    await world.life.open();
    assert.deepEqual([world.store.state.screen, world.log], ['name', ['explain']]);
    await world.life.begin(session);
    assert.deepEqual(world.log.filter((line) => /new|begun/.test(line)), ['asked whether it is new', 'begun true true']);
});

test('a session listens before it connects, and the main screen shows the kept lists', async () => {
    const world = page();
    const session = world.sessionOf();
    await world.life.signedIn(session);
    assert.deepEqual([world.store.state.screen, world.here.session, world.here.signedIn?.session], ['main', session, session]);
    assert.deepEqual(world.log, ['clock recall', 'calls start', 'recall', 'started f https://x', 'signaling start', 'notifications start', 'contacts reload', 'loadHistory', 'loadPrivacy', 'refresh', 'begun true false']);
    world.log.length = 0;
    world.heard.events.tell({ type: 'speaking' });
    world.heard.signals.tell({ type: 'friend_accepted', senderId: 5 });
    world.heard.contacts.tell();
    assert.deepEqual(world.log, ['received speaking', 'friend 5', 'contacts reload']);
});

test('the page starts with the calls for an account that had some, unless the address leads elsewhere', async () => {
    for (const [hash, hasCalls, changes] of [['', true, ['address #/calls']], ['#/', true, ['address #/calls']], ['#/settings', true, []], ['', false, []]]) {
        const world = page({ hash, hasCalls });
        await world.life.begin(world.sessionOf());
        assert.deepEqual(world.log.filter((line) => line.startsWith('address')), changes, hash);
    }
});

test('an account without a name is asked for one first, and has no other device', async () => {
    const world = page();
    const session = world.sessionOf({ needsName: true });
    await world.life.signedIn(session);
    assert.deepEqual([world.store.state.screen, world.here.session, world.here.signedIn, world.log], ['name', session, null, ['explain']]);
    await world.life.begin(session);
    assert.deepEqual([world.store.state.screen, world.here.unnamed, world.log.at(-1)], ['main', null, 'begun true true']);
});

test('a failure to load the rest of the page is reported', async () => {
    const world = page();
    world.loads = async () => { throw new Error('offline'); };
    await world.life.begin(world.sessionOf());
    assert.deepEqual([world.store.state.screen, world.here.signedIn, world.life.views], ['broken', null, null]);
});

test('a session does not start when another window becomes the device while the page loads', async () => {
    const world = page();
    let loaded = () => {};
    world.loads = () => new Promise((resolve) => { loaded = () => resolve({}); });
    const beginning = world.life.begin(world.sessionOf());
    await settle();
    await world.life.close();
    loaded();
    await beginning;
    assert.deepEqual([world.here.signedIn, world.log.includes('calls start'), world.store.state.screen], [null, false, 'loading']);
});

test('after the end no signal is handled, and an outgoing call shows as ending before the server answers', async () => {
    for (const [call, phase] of [[{ phase: 'outgoing' }, 'ending'], [{ phase: 'incoming' }, undefined], [{ phase: 'inCall' }, 'inCall']]) {
        const world = page();
        await world.life.begin(world.sessionOf());
        world.store.set({ call, waiting: { id: 7 } });
        world.log.length = 0;
        await world.life.close();
        assert.deepEqual(world.log, ['clock off', 'forgetCallLink', 'leaveCallLink', 'showScan ', 'end true']);
        assert.deepEqual([world.store.state.call?.phase, world.store.state.waiting], [phase, null]);
        assert.deepEqual(['events', 'contacts', 'signals', 'states', 'out'].map((name) => world.heard[name].count), [0, 0, 0, 0, 0]);
    }
});

test('signing out is confirmed, and signing in again works', async () => {
    for (const [by, notice] of [['person', 'You’re signed out. All keys and contacts were removed from this device.'], ['server', undefined]]) {
        const world = page();
        await world.life.begin(world.sessionOf());
        world.log.length = 0;
        world.heard.out.tell(by);
        await settle();
        assert.deepEqual([world.store.state.screen, world.store.state.account, world.here.session], ['signIn', null, null]);
        assert.deepEqual(world.log.slice(-3), ['notifications signedOut', 'showKept', 'prepare']);
        const shown = world.store.state.signIn.notice;
        assert.equal(shown === undefined ? undefined : said(shown), notice);
    }
});

test('a connection fetches what signals would have changed; a refusal is shown, and another browser takes over', async () => {
    const world = page();
    await world.life.begin(world.sessionOf());
    world.log.length = 0;
    world.heard.states.tell('connected');
    assert.deepEqual([world.log, world.store.state.connection, world.store.state.suspension], [['checkHeld', 'connected', 'declareLanguage'], 'connected', 'closed']);
    world.heard.states.tell('offline');
    assert.deepEqual([world.log, world.store.state.connection], [['checkHeld', 'connected', 'declareLanguage'], 'offline']);
    world.heard.states.tell('replaced');
    assert.deepEqual([world.log.at(-1), world.store.state.connection], ['replaced', 'offline']);
});

test('newly pinned people keep the name that was shown for the rest of the session', async () => {
    const world = page();
    await world.life.begin(world.sessionOf());
    const people = { 5: {} };
    world.heard.people.tell(people);
    assert.equal(world.store.state.kept, people);
    await world.life.close();
    world.heard.people.tell({});
    assert.equal(world.store.state.kept, people);
});
