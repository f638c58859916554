import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CallFailure } from '../../Web/calls/model/call-failure.js';
import { networkCheckActions } from '../../Web/features/network-check/network-check-actions.js';
import { networkAdvice, networkVerdict } from '../../Web/features/network-check/network-advice.js';
import { probeRelay } from '../../Web/features/network-check/relay-probe.js';
import { relayAddress, relayWays } from '../../Web/features/network-check/relay-ways.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { ClockDouble, settle } from './calls/doubles/time.mjs';
import { said } from './english.mjs';

const { urls, advice } = JSON.parse(readFileSync(new URL('../Vectors/network-check.json', import.meta.url), 'utf8'));

test('the transport and port of a TURN URL are those of the vectors', () => {
    assert.equal(urls.length, 8);
    for (const { url, transport, port } of urls) assert.deepEqual(relayAddress(url), transport && { transport, port }, url);
});

test('advice on a network is that of the vectors', () => {
    assert.equal(advice.length, 16);
    for (const { name, sentences, ...facts } of advice) assert.deepEqual(networkAdvice(facts).map(said), sentences, name);
});

const works = { transport: 'udp', port: 1, isReached: true, roundTrip: 20 };
for (const [verdict, what, change] of [
    ['good', 'relays carry calls', {}],
    ['limited', 'there is advice', { relays: [{ ...works, roundTrip: 500 }] }],
    ['none', 'no relay works', { relays: [{ ...works, isReached: false, roundTrip: null }] }],
    ['none', 'no relay is offered', { relays: [] }],
    ['none', 'signals do not pass', { hasSignals: false }],
    ['none', 'there is no server', { hasServer: false }],
]) {
    test(`a network is judged as ${verdict} if ${what}`, () => assert.equal(networkVerdict({ hasServer: true, hasSignals: true, relays: [works], ...change }), verdict));
}

test('all URLs of a transport are one way, the best transport first', () => {
    const servers = [{ urls: ['turns:h:443', 'turn:h:2?transport=tcp', 'turn:h:1'] }, { urls: 'turn:i:3?transport=udp' }];
    assert.deepEqual(relayWays(servers), [
        { transport: 'udp', urls: ['turn:h:1', 'turn:i:3?transport=udp'], port: 1 }, { transport: 'tcp', urls: ['turn:h:2?transport=tcp'], port: 2 }, { transport: 'tls', urls: ['turns:h:443'], port: 443 },
    ]);
    assert.deepEqual(relayWays([]), []);
});

/** A page whose probes answer by transport: a time, null, or an error. */
function page({ answers = {}, urls: offered = ['turn:h:1', 'turn:h:2?transport=tcp'], credentials, connection = 'connected', canConnect = true } = {}) {
    const store = new Store({ ...initialState(0), screen: 'main', connection });
    const world = { probed: [], went: [], gate: null, refused: [] };
    const session = {
        credentials: credentials ?? (async (refused) => {
            world.refused.push(refused);
            return { iceServers: offered.length === 0 ? [] : [{ urls: offered, username: 'u', credential: 'c' }] };
        }),
    };
    const actions = networkCheckActions(store, { signedIn: { session, makeConnection: 'makes' } }, {
        clock: new ClockDouble(), canConnect: () => canConnect, go: (route) => world.went.push(route),
        probe: async (server, { makeConnection, signal, limit }) => {
            world.probed.push([server.urls, server.username, server.credential, makeConnection, limit]);
            await world.gate;
            const { transport } = relayAddress(server.urls[0]);
            if (answers[transport] instanceof Error) throw answers[transport];
            return signal.aborted ? null : answers[transport] ?? null;
        },
    });
    return { store, world, actions, now: () => store.state.networkCheck };
}
const statuses = ({ ways }) => Object.values(ways).map(({ status }) => status);

test('a check probes each offered transport with fresh credentials, and says what to ask for', async () => {
    const { world, actions, now } = page({ answers: { tcp: 31 } });
    actions.checkNetwork();
    assert.deepEqual([world.went, now().stage], [[{ name: 'settings', page: 'network' }], 'running']);
    await settle();
    assert.deepEqual(world.probed, [[['turn:h:1'], 'u', 'c', 'makes', 8000], [['turn:h:2?transport=tcp'], 'u', 'c', 'makes', 8000]]);
    assert.deepEqual(world.refused, [true]);
    assert.deepEqual([statuses(now()), now().ways.tcp.roundTrip, now().stage, now().verdict], [['fails', 'works', 'notOffered'], 31, 'done', 'limited']);
    assert.deepEqual(now().advice.map(said), ['UDP doesn’t get through, so calls use TCP and may stutter. Ask the network’s administrator to open UDP port 1.']);
});

test('a network in which everything passes is said to be one', async () => {
    const { actions, now } = page({ answers: { udp: 20, tcp: 20 } });
    actions.checkNetwork();
    await settle();
    assert.deepEqual([now().advice.map(said), now().verdict], [['Calls get through this network.'], 'good']);
});

for (const [what, options, sentence, ways] of [
    ['no server', { credentials: async () => { throw new Error('offline'); }, connection: 'offline' }, 'The server isn’t responding. Check its address and your network.', ['waiting', 'waiting', 'waiting']],
    ['no relay is offered', { urls: [] }, 'The server has no relay, so calls work only if no firewall is in the way.', ['notOffered', 'notOffered', 'notOffered']],
    ['no WebSocket', { answers: { udp: 1, tcp: 1 }, connection: 'offline' }, 'Calls can’t ring here because the server’s WebSocket can’t be reached. A proxy may be blocking it.', ['works', 'works', 'notOffered']],
    ['no WebRTC', { canConnect: false }, 'This browser doesn’t support encrypted calls. Update it, or use a different one.', ['waiting', 'waiting', 'waiting']],
    ['no more connections', { answers: { udp: new CallFailure('exhausted') } }, 'This tab has reached the browser’s connection limit. Reload the page, then call again.', ['waiting', 'waiting', 'waiting']],
    ['an offer that the browser refuses', { answers: { udp: new SyntaxError('url') } }, 'This browser couldn’t set up the call. Reload the page, then try again.', ['waiting', 'waiting', 'waiting']],
]) {
    test(`a check is over, with the reason: ${what}`, async () => {
        const { actions, now } = page(options);
        actions.checkNetwork();
        await settle();
        assert.deepEqual([now().stage, now().advice.map(said), statuses(now()), now().verdict], ['done', [sentence], ways, 'none']);
    });
}

test('one check runs at a time, and leaving ends it without a result', async () => {
    const { world, actions, now } = page({ answers: { udp: 20, tcp: 20 } });
    let open;
    world.gate = new Promise((resolve) => { open = resolve; });
    actions.checkNetwork();
    await settle();
    actions.checkNetwork();
    await settle();
    assert.deepEqual([world.probed.length, statuses(now())], [1, ['checking', 'waiting', 'waiting']]);
    actions.forgetNetworkCheck();
    assert.equal(now().stage, 'idle');
    open();
    await settle();
    assert.deepEqual([world.probed.length, now().stage, statuses(now())], [1, 'idle', ['waiting', 'waiting', 'waiting']]);
    world.gate = null;
    actions.checkNetwork();
    await settle();
    assert.equal(now().stage, 'done');
});

/** Two ends whose messages take a time each way; some are lost. */
class ConnectionDouble {
    static made = [];
    static delay = 30;
    static lost = () => false;
    isClosed = false;
    localDescription = null;
    added = [];

    constructor(clock, configuration) {
        Object.assign(this, { clock, configuration });
        ConnectionDouble.made.push(this);
    }

    createDataChannel(label, options) {
        const [here, there] = [{ options }, {}];
        const [, other] = ConnectionDouble.made;
        let sent = 0;
        const carry = (from, to) => { from.send = (data) => { if (!ConnectionDouble.lost(sent++)) this.clock.after(ConnectionDouble.delay, () => to.onmessage?.({ data })); }; };
        carry(here, there);
        carry(there, here);
        this.open = () => {
            other.ondatachannel({ channel: there });
            here.onopen();
        };
        this.channel = here;
        return here;
    }

    async createOffer() { return 'offer'; }
    async createAnswer() { return 'answer'; }
    async setLocalDescription(description) {
        this.localDescription = description;
        // At once, as a relay near by is found.
        this.onicecandidate({ candidate: `of ${description}` });
        this.onicecandidate({ candidate: null });
    }
    async setRemoteDescription(description) {
        this.remote = description;
        if (description === 'answer' && ConnectionDouble.passes) this.open();
    }
    async addIceCandidate(candidate) {
        assert.ok(this.remote, 'the description is there');
        this.added.push(candidate);
    }
    close() { this.isClosed = true; }
}

async function probe({ delay = 30, lost = () => false, passes = true } = {}, during = async (clock) => clock.advance(20_000)) {
    Object.assign(ConnectionDouble, { made: [], delay, lost, passes });
    const clock = new ClockDouble();
    const abort = new AbortController();
    const found = probeRelay({ urls: ['turn:h:1'] }, { makeConnection: (configuration) => new ConnectionDouble(clock, configuration), clock, limit: 8000, signal: abort.signal });
    await during(clock, abort);
    return { time: await found, made: ConnectionDouble.made, waiting: clock.waiting };
}

test('data pass from relay to relay and back: half of their time is the round trip to the relay', async () => {
    const { time, made } = await probe();
    assert.equal(time, 30);
    for (const { configuration } of made) assert.deepEqual(configuration, { iceServers: [{ urls: ['turn:h:1'] }], iceTransportPolicy: 'relay' });
    assert.deepEqual(made.map(({ added, isClosed }) => [added, isClosed]), [[['of answer'], true], [['of offer'], true]]);
    assert.deepEqual(made[0].channel.options, { ordered: false, maxRetransmits: 0 });
});

test('messages that are lost do not count', async () => assert.equal((await probe({ lost: (number) => number < 2 })).time, 30));
test('a relay that is reached and passes nothing does not work', async () => assert.equal((await probe({ lost: () => true })).time, null));
test('a relay that is not reached does not work, after 8 seconds', async () => {
    const { time, made } = await probe({ passes: false }, async (clock) => {
        await clock.advance(7999);
        assert.equal(ConnectionDouble.made[0].isClosed, false);
        await clock.advance(1);
    });
    assert.deepEqual([time, made.every(({ isClosed }) => isClosed)], [null, true]);
});
test('a probe that is called off ends at once', async () => {
    const { time, made, waiting } = await probe({ passes: false }, async (_clock, abort) => abort.abort());
    assert.deepEqual([time, made.every(({ isClosed }) => isClosed), waiting], [null, true, 0]);
});
