import { delay, patience, settling, socketBackoff, urgentBackoff } from '../backoff.js';
import { APIError, SignalingError } from '../errors.js';
import { Listeners } from '../listeners.js';
import { onNetworkChange } from '../network-change.js';
import { decodeSignal, encodeSignal, inbox, largestSignal, outbox } from './signals.js';
import { StompDecoder } from './stomp.js';
import { StompSession } from './stomp-session.js';

/** @typedef {'connecting' | 'connected' | 'offline' | 'suspended' | 'replaced'} SignalingState `offline` once two attempts have failed */
/**
 * @typedef {object} SignalingAccount
 * @property {string} origin
 * @property {{ deviceId: number }} account
 * @property {(refused?: boolean) => Promise<{ stomp: { passcode: string } }>} credentials
 */

/** @typedef {{ socket: WebSocket, stomp: StompSession, decoder: StompDecoder }} Connection */

/** How long `send` waits for a connection, in milliseconds. */
const timeout = 5000;
const receipt = 'subscribed';
/** How long a connection may take to prove that it is alive, and how long it may take to open while nothing is urgent. */
const checkTime = 2000;
const openingTime = 10_000;

/** Receives and sends the signals of this device over STOMP (wire-protocol 3), and reconnects after every loss. */
export class SignalingClient {
    #session;
    #makeSocket;
    #random;
    #now;
    #onNetworkChange;
    #offNetwork = () => {};
    /** @type {SignalingState} */
    #state = 'offline';
    /** @type {Listeners<[SignalingState]>} */
    #states = new Listeners();
    /** @type {Listeners<[import('./signals.js').Signal]>} */
    #signals = new Listeners();
    #isRunning = false;
    #failures = 0;
    /** @type {number | null} when this connection was complete */
    #connectedAt = null;
    #isRefused = false;
    /** @type {import('../../texts/text.js').Words} while it is suspended: the server's sentence about that */
    refusal = '';
    /** @type {Connection | null} */
    #connection = null;
    /** Counts attempts, so that events of an earlier one are ignored. */
    #attempt = 0;
    /** @type {ReturnType<typeof setTimeout> | null} between two connections */
    #retry = null;
    /** @type {{ receipt: string, timer: ReturnType<typeof setTimeout> } | null} whether this connection lives is being asked */
    #check = null;
    #checks = 0;
    #sent = 0;
    /** @type {Map<string, (isTaken: boolean) => void>} those who wait until the server has taken what they sent, by receipt */
    #unconfirmed = new Map();
    #isUrgent = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #beat;
    /** How many messages were dropped: malformed or of an unknown type. */
    droppedMessages = 0;

    /**
     * @param {object} options
     * @param {SignalingAccount} options.session
     * @param {(url: string, protocols: string[]) => WebSocket} [options.makeSocket]
     * @param {() => number} [options.random] 0 ..< 1, spreads reconnections
     * @param {() => number} [options.now] milliseconds of a monotonic clock
     * @param {typeof onNetworkChange} [options.networkChanges]
     */
    constructor({ session, makeSocket, random, now, networkChanges }) {
        this.#session = session;
        this.#makeSocket = makeSocket ?? ((url, protocols) => new WebSocket(url, protocols));
        this.#random = random ?? Math.random;
        this.#now = now ?? (() => performance.now());
        this.#onNetworkChange = networkChanges ?? onNetworkChange;
    }

    get state() { return this.#state; }
    /** @param {(state: SignalingState) => void} listener */
    onState(listener) { return this.#states.add(listener); }
    /** @param {(signal: import('./signals.js').Signal) => void} listener */
    onSignal(listener) { return this.#signals.add(listener); }

    /** Connects, and stays connected until `stop` or until another window or device session takes its place. */
    start() {
        if (this.#isRunning) return;
        this.#isRunning = true;
        this.#failures = 0;
        this.#enter('connecting');
        this.#offNetwork = this.#onNetworkChange((isAnother) => {
            if (isAnother) this.#failures = 0;
            this.check();
        });
        void this.#connect();
    }

    /** Says goodbye to the server and closes. */
    stop() { this.#end('offline'); }

    /**
     * Sends a signal; waits a bounded time for a connection if there is none.
     * @param {import('./signals.js').Signal} signal
     * @param {number} [limit] in milliseconds: returns once the server has confirmed it, so that later requests to the server come after
     *     it; throws if that isn't confirmed in this time, although it may still arrive
     * @throws {SignalingError}
     */
    async send(signal, limit) {
        const body = encodeSignal(signal);
        if (new TextEncoder().encode(body).length > largestSignal(signal.type)) throw new SignalingError('tooLarge');
        if (this.#state !== 'connected' && !(await this.#isConnectedSoon())) {
            throw new SignalingError(this.#isRunning ? 'notConnected' : 'stopped');
        }
        const asked = limit === undefined ? undefined : `sent-${this.#sent += 1}`;
        const actions = this.#connection?.stomp.send(body, outbox, this.#now(), asked) ?? [];
        if (actions.length === 0) throw new SignalingError('notConnected');
        const taken = asked !== undefined && limit !== undefined ? this.#taken(asked, limit) : true;
        this.#perform(actions);
        if (!await taken) throw new SignalingError('notConnected');
    }

    /**
     * Whether the server confirms in time that it has received what was sent.
     * @param {string} asked
     * @param {number} limit
     * @returns {Promise<boolean>}
     */
    #taken(asked, limit) {
        return new Promise((resolve) => {
            const finish = (/** @type {boolean} */ result) => {
                clearTimeout(timer);
                this.#unconfirmed.delete(asked);
                resolve(result);
            };
            const timer = setTimeout(() => finish(false), limit);
            this.#unconfirmed.set(asked, finish);
        });
    }

    /** @returns {Promise<boolean>} */
    #isConnectedSoon() {
        if (!this.#isRunning || this.#state === 'suspended') return Promise.resolve(false);
        return new Promise((resolve) => {
            /** @param {boolean} result */
            const finish = (result) => {
                clearTimeout(timer);
                off();
                resolve(result);
            };
            const timer = setTimeout(() => finish(false), timeout);
            const off = this.onState((state) => {
                if (state === 'connected') finish(true);
                else if (!this.#isRunning || state === 'suspended') finish(false);
            });
        });
    }

    // MARK: Connection

    /** Makes sure that the connection is alive: one that does not answer within 2 s is replaced, and a pending reconnection happens now. */
    check() {
        this.#hurry();
        if (this.#state !== 'connected' || this.#check) return;
        this.#checks += 1;
        const asked = `alive-${this.#checks}`;
        this.#check = { receipt: asked, timer: setTimeout(() => this.#replace(), checkTime) };
        // It requests nothing but its receipt.
        this.#perform(this.#connection?.stomp.send('', outbox, this.#now(), asked) ?? []);
    }

    /**
     * While a call waits for the connection, reconnection is attempted at least every 2 s.
     * @param {boolean} isUrgent
     */
    setUrgent(isUrgent) {
        this.#isUrgent = isUrgent;
        if (isUrgent) this.#hurry();
    }

    /** Performs a pending attempt now. */
    #hurry() { if (this.#isRunning && this.#retry !== null) void this.#connect(); }

    /** Replaces the connection. The end of the old one isn't awaited, since it may never come. */
    #replace() {
        this.#drop();
        if (!this.#isRunning) return;
        this.#enter('connecting');
        void this.#connect();
    }

    #stopRetrying() {
        if (this.#retry !== null) clearTimeout(this.#retry);
        this.#retry = null;
    }

    async #connect() {
        this.#stopRetrying();
        const attempt = ++this.#attempt;
        /** @type {string} */
        let passcode;
        try {
            const refused = this.#isRefused;
            this.#isRefused = false;
            passcode = (await this.#session.credentials(refused)).stomp.passcode;
        } catch (error) {
            if (attempt !== this.#attempt || !this.#isRunning) return;
            // The session notifies everyone that it ended.
            if (error instanceof APIError && error.isSignedOut) return this.#end('offline');
            if (!(error instanceof APIError) || error.code !== 'ErrAccountSuspended') return this.#retryLater();
            // The suspension may end: the client retries as after a lost connection.
            this.refusal = error.text;
            this.#retryLater('suspended');
            return;
        }
        if (attempt !== this.#attempt || !this.#isRunning) return;
        const stomp = new StompSession({
            login: `device-${this.#session.account.deviceId}`, passcode, headers: [['ecall-signals', '2'], ['ecall-e2ee', '2']],
        });
        const socket = this.#makeSocket(`${this.#session.origin.replace(/^http/, 'ws')}/ws/`, ['v12.stomp']);
        socket.binaryType = 'arraybuffer';
        this.#connection = { socket, stomp, decoder: new StompDecoder() };
        const isCurrent = () => this.#connection?.socket === socket;
        socket.onopen = () => { if (isCurrent()) this.#perform(stomp.connect(this.#now())); };
        socket.onmessage = ({ data }) => { if (isCurrent()) this.#receive(data); };
        socket.onclose = () => { if (isCurrent()) this.#lost(); };
        // A socket that neither opens nor fails is abandoned.
        const time = this.#isUrgent ? patience(this.#failures) : openingTime;
        this.#beat = setTimeout(() => { if (isCurrent() && socket.readyState === 0) this.#lost(); }, time);
    }

    #lost() {
        this.#drop();
        if (this.#isRunning) this.#retryLater();
    }

    /** @param {SignalingState} [state] the state meanwhile */
    #retryLater(state = this.#connectedAt !== null || this.#failures === 0 ? 'connecting' : 'offline') {
        this.#enter(state);
        if (this.#connectedAt !== null && this.#now() - this.#connectedAt >= settling) this.#failures = 0;
        this.#connectedAt = null;
        const wait = delay(this.#isUrgent ? urgentBackoff : socketBackoff, this.#failures, this.#random());
        this.#failures += 1;
        this.#retry = setTimeout(() => void this.#connect(), wait);
    }

    /** Drops the socket; its further events are ignored. */
    #drop() {
        clearTimeout(this.#beat);
        this.#answered();
        for (const finish of this.#unconfirmed.values()) finish(false);
        const socket = this.#connection?.socket;
        this.#connection = null;
        socket?.close();
    }

    /** Ends the check of whether the connection is alive. */
    #answered() {
        if (this.#check) clearTimeout(this.#check.timer);
        this.#check = null;
    }

    /** @param {SignalingState} state */
    #end(state) {
        if (this.#isRunning) {
            this.#isRunning = false;
            this.#attempt += 1;
            this.#stopRetrying();
            this.#offNetwork();
            // The close follows what was sent before, so the server gets the goodbye; its answer isn't awaited.
            const frames = this.#connection?.stomp.disconnect(this.#now()) ?? [];
            for (const action of frames) if (action.type === 'send') this.#transmit(action.text);
            this.#drop();
        }
        this.#enter(state);
    }

    // MARK: Session

    /** @param {string | ArrayBuffer} data */
    #receive(data) {
        const { decoder, stomp } = /** @type {Connection} */ (this.#connection);
        /** @type {import('./stomp.js').StompOutput[]} */
        const outputs = [];
        let hasFailed = false;
        try {
            decoder.decode(typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data), outputs);
            decoder.endOfMessage();
        } catch {
            hasFailed = true;
        }
        for (const output of outputs) this.#perform(stomp.received(output, this.#now()));
        // Timers of hidden pages are throttled, messages are not: this side's heart-beat is sent along with the server's.
        this.#perform(hasFailed ? stomp.failed() : stomp.tick(this.#now()));
    }

    /** @param {import('./stomp-session.js').StompAction[]} actions */
    #perform(actions) {
        for (const action of actions) this.#performOne(action);
        const deadline = this.#connection?.stomp.deadline;
        if (deadline === null || deadline === undefined) return;
        clearTimeout(this.#beat);
        const tick = () => this.#perform(this.#connection?.stomp.tick(this.#now()) ?? []);
        this.#beat = setTimeout(tick, Math.max(10, deadline - this.#now()));
    }

    /** @param {import('./stomp-session.js').StompAction} action */
    #performOne(action) {
        switch (action.type) {
        case 'send': return this.#transmit(action.text);
        case 'connected': return this.#subscribe();
        case 'receipt':
            this.#unconfirmed.get(action.id)?.(true);
            if (action.id === this.#check?.receipt) return this.#answered();
            if (action.id !== receipt) return undefined;
            this.#connectedAt = this.#now();
            return this.#enter('connected');
        case 'message': return this.#deliver(action.body);
        default:
            if (action.message.includes('newer session')) return this.#end('replaced');
            this.#isRefused = action.message.includes('Bad CONNECT');
            return this.#lost();
        }
    }

    #subscribe() {
        const { deviceId } = this.#session.account;
        const actions = this.#connection?.stomp.subscribe(`sub-${deviceId}`, inbox(deviceId), receipt, this.#now());
        this.#perform(actions ?? []);
    }

    /** @param {Uint8Array} body */
    #deliver(body) {
        const signal = decodeSignal(body);
        if (signal) this.#signals.notify(signal);
        else this.droppedMessages += 1;
    }

    /** @param {string} text */
    #transmit(text) {
        const socket = this.#connection?.socket;
        if (socket?.readyState === 1) socket.send(text);
    }

    /** @param {SignalingState} state */
    #enter(state) {
        if (state === this.#state) return;
        this.#state = state;
        this.#states.notify(state);
    }
}
