import { CallFailure } from '../../calls/model/call-failure.js';
import { text } from '../../texts/text.js';
import { networkAdvice, networkVerdict } from './network-advice.js';
import { emptyNetworkCheck } from './network-check-state.js';
import { relayWays, transports } from './relay-ways.js';

/** @typedef {import('./network-check-state.js').NetworkCheckState} NetworkCheckState */
/** @typedef {import('./relay-ways.js').RelayTransport} RelayTransport */
/**
 * @typedef {object} NetworkCheckParts
 * @property {typeof import('./relay-probe.js').probeRelay} probe
 * @property {import('../../media/clock.js').Clock} clock
 * @property {() => boolean} canConnect whether this browser has WebRTC
 * @property {(route: import('../../state/state.js').Route) => void} go
 */

/** Milliseconds for each transport: browsers ask a relay that does not answer for longer than that. */
const limit = 8000;

/**
 * Checks by which transports the account's relays can be reached, one after another.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {import('../../state/here.js').Reach<'session' | 'makeConnection'>} here
 * @param {NetworkCheckParts} parts
 */
export function networkCheckActions(store, here, { probe, clock, canConnect, go }) {
    /** @type {AbortController | null} of the check that runs */
    let running = null;
    /** @param {Partial<NetworkCheckState>} change */
    const set = (change) => store.set(({ networkCheck }) => ({ networkCheck: { ...networkCheck, ...change } }));
    /**
     * @param {RelayTransport} transport
     * @param {import('./network-check-state.js').WayState} way
     */
    const setWay = (transport, way) => store.set(({ networkCheck }) => ({ networkCheck: { ...networkCheck, ways: { ...networkCheck.ways, [transport]: way } } }));

    /** @param {AbortSignal} signal */
    const check = async (signal) => {
        const { signedIn } = here;
        if (!signedIn) return;
        // Fresh ones: the server is reached, and they are not about to expire.
        const credentials = await signedIn.session.credentials(true).catch(() => null);
        /** @type {import('./network-advice.js').CheckedRelay[]} */
        const relays = [];
        const ways = relayWays(credentials?.iceServers ?? []);
        for (const transport of transports) {
            if (signal.aborted) return;
            const way = ways.find((one) => one.transport === transport);
            if (!way || !credentials) {
                if (credentials) setWay(transport, { status: 'notOffered' });
                continue;
            }
            setWay(transport, { status: 'checking' });
            const { username, credential } = credentials.iceServers[0];
            const roundTrip = await probe({ urls: way.urls, username, credential }, { makeConnection: signedIn.makeConnection, clock, limit, signal });
            if (signal.aborted) return;
            setWay(transport, roundTrip === null ? { status: 'fails' } : { status: 'works', roundTrip });
            relays.push({ transport, port: way.port, isReached: roundTrip !== null, roundTrip });
        }
        if (signal.aborted) return;
        /** @type {import('./network-advice.js').NetworkFacts} */
        const facts = { hasServer: credentials !== null, hasSignals: store.state.connection === 'connected', relays };
        const advice = networkAdvice(facts);
        set({ stage: 'done', advice: advice.length > 0 ? advice : [text('networkCheck.passes')], verdict: networkVerdict(facts) });
    };
    const start = async () => {
        if (running) return;
        if (!canConnect()) return set({ ...emptyNetworkCheck(), stage: 'done', advice: [text('call.failure.browser')] });
        running = new AbortController();
        const { signal } = running;
        set({ ...emptyNetworkCheck(), stage: 'running' });
        try {
            await check(signal);
        } catch (error) {
            if (!signal.aborted) set({ ...emptyNetworkCheck(), stage: 'done', advice: [wordsOf(error)] });
        } finally {
            if (running?.signal === signal) running = null;
        }
    };
    return {
        checkNetwork() {
            go({ name: 'settings', page: 'network' });
            void start();
        },
        /** A result holds only for the network of that moment. */
        forgetNetworkCheck() {
            running?.abort();
            running = null;
            if (store.state.networkCheck.stage !== 'idle') store.set({ networkCheck: emptyNetworkCheck() });
        },
    };
}

/**
 * The browser makes no more connections, or refuses what the server offers.
 * @param {unknown} error
 * @returns {import('../../texts/text.js').Words}
 */
const wordsOf = (error) => (error instanceof CallFailure ? error.text : text('call.failure.setup'));
