import { delay, mediaBackoff, patience, settling } from '../backoff.js';
import { JanusError } from '../errors.js';
import { JanusHandle } from './janus-handle.js';
import { Listeners } from '../listeners.js';

/**
 * @typedef {{ origin: string, api: { accessToken: (stale?: string) => Promise<string> } }} JanusAccount
 */
/** @typedef {import('./janus-message.js').JanusMessage} JanusMessage */
/** @typedef {{ resolve: (message: JanusMessage) => void, reject: (error: JanusError) => void, handle: number, timer: ReturnType<typeof setTimeout> }} Pending */
/** @typedef {'connected' | 'reconnecting' | 'closed'} JanusState */

/** All in milliseconds. Janus drops a session that was silent for 60 s; the server keeps a lost one for 30 s. */
const keepaliveInterval = 25_000;
const requestTimeout = 10_000;
const claimTime = 30_000;
const destroyTimeout = 2000;

/** 16 random hexadecimal digits. */
const makeTransaction = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const notConnected = () => new JanusError(0, 'notConnected');
const sessionLost = () => new JanusError(0, 'sessionLost');

/**
 * Speaks to Janus over its WebSocket (wire-protocol 6): one session with its handles, kept alive, claimed again after
 * the socket was lost, and torn down in order.
 *
 * A page cannot set headers of a WebSocket: its access token travels as a second subprotocol, `bearer.<token>`, which
 * the server takes for `Authorization` and never answers with.
 */
export class JanusClient {
    #session;
    #makeSocket;
    #random;
    #pause;
    /** @type {WebSocket | null} */
    #socket = null;
    /** @type {WebSocket | null} which has not opened yet */
    #dialing = null;
    /** @type {number | null} */
    #id = null;
    /** @type {Map<string, Pending>} */
    #pending = new Map();
    /** @type {Map<number, JanusHandle>} */
    #handles = new Map();
    /** @type {Listeners<[JanusError | null]>} */
    #downs = new Listeners();
    /** @type {Listeners<[JanusState]>} */
    #states = new Listeners();
    /** @type {Promise<void> | null} */
    #connecting = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    #keepalive;
    #isClaiming = false;
    /** Attempts to reclaim the session since its last lasting success. */
    #attempts = 0;
    #claimedAt = -Infinity;
    #isClosing = false;
    #isClosed = false;
    /** How many messages could not be read. */
    ignoredMessages = 0;

    /**
     * @param {object} options
     * @param {JanusAccount} options.session
     * @param {(url: string, protocols: string[]) => WebSocket} [options.makeSocket]
     * @param {() => number} [options.random] 0 ..< 1
     * @param {(milliseconds: number) => Promise<void>} [options.pause]
     */
    constructor({ session, makeSocket, random, pause }) {
        this.#session = session;
        this.#makeSocket = makeSocket ?? ((url, protocols) => new WebSocket(url, protocols));
        this.#random = random ?? Math.random;
        this.#pause = pause ?? ((milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); }));
    }

    /**
     * Calls the listener once, when the session is lost for good; with null after `close()`.
     * @param {(error: JanusError | null) => void} listener
     */
    onDown(listener) { return this.#downs.add(listener); }
    /**
     * While `reconnecting`, media continue: the socket is reopened and the session reclaimed.
     * @param {(state: JanusState) => void} listener
     */
    onState(listener) { return this.#states.add(listener); }

    /** Opens the socket and creates the session, which is kept alive from then on; idempotent. */
    connect() { return this.#connecting ??= this.#connect().catch((error) => { this.#connecting = null; throw error; }); }

    async #connect() {
        if (this.#socket || this.#isClosing || this.#isClosed) throw notConnected();
        await this.#dial();
        const answer = await this.ask({ janus: 'create' });
        this.#id = answer.data?.id ?? null;
        if (!Number.isSafeInteger(this.#id)) throw sessionLost();
        this.#keepalive = setInterval(() => this.#stayAlive(), keepaliveInterval);
        this.#states.notify('connected');
    }

    async attach() {
        const answer = await this.ask({ janus: 'attach', plugin: 'janus.plugin.videoroom' });
        const handle = new JanusHandle(this, answer.data?.id);
        this.#handles.set(handle.id, handle);
        return handle;
    }

    /** Ends everything properly: unpublish, leave, detach each handle, destroy; then the socket. Never throws. */
    async close() {
        if (this.#isClosing || this.#isClosed) return;
        this.#isClosing = true;
        if (this.#socket?.readyState === 1 && this.#id !== null) {
            for (const handle of this.#handles.values()) handle.sayGoodbye();
            await this.ask({ janus: 'destroy' }, { timeout: destroyTimeout }).catch(() => {});
        }
        this.#end(null);
    }

    // MARK: For handles

    /**
     * Sends a request and waits for its answer: the matching event, not the acknowledgement.
     * @param {Record<string, unknown>} message
     * @param {{ timeout?: number }} [options]
     * @returns {Promise<JanusMessage>}
     * @throws {JanusError}
     */
    ask(message, options = {}) {
        const { timeout = requestTimeout } = options;
        if (this.#socket?.readyState !== 1) return Promise.reject(notConnected());
        return new Promise((resolve, reject) => {
            const transaction = makeTransaction();
            const timer = setTimeout(() => {
                this.#pending.delete(transaction);
                reject(new JanusError(0, 'timeout'));
            }, timeout);
            const handle = Number(message.handle_id ?? 0);
            this.#pending.set(transaction, { resolve, reject, handle, timer });
            this.#write(message, transaction);
        });
    }

    /**
     * Sends a message without waiting for an answer.
     * @param {Record<string, unknown>} message
     */
    send(message) {
        if (this.#socket?.readyState === 1) this.#write(message, makeTransaction());
    }

    /** @param {JanusHandle} handle */
    forget(handle) {
        this.#handles.delete(handle.id);
        const gone = new JanusError(0, 'handleGone');
        for (const [transaction, waiting] of this.#pending) {
            if (waiting.handle !== handle.id) continue;
            this.#pending.delete(transaction);
            clearTimeout(waiting.timer);
            waiting.reject(gone);
        }
    }

    // MARK: Socket

    /**
     * @param {Record<string, unknown>} message
     * @param {string} transaction
     */
    #write(message, transaction) {
        const session = this.#id === null ? {} : { session_id: this.#id };
        this.#socket?.send(JSON.stringify({ ...message, ...session, transaction }));
    }

    /** Opens a socket; throws if it does not open in time. */
    async #dial(time = requestTimeout) {
        const token = await this.#session.api.accessToken();
        const url = `${this.#session.origin.replace(/^http/, 'ws')}/janus`;
        if (this.#isClosing || this.#isClosed) throw notConnected();
        const socket = this.#makeSocket(url, ['janus-protocol', `bearer.${token}`]);
        this.#dialing = socket;
        await new Promise((resolve, reject) => {
            const timer = setTimeout(() => {
                reject(notConnected());
                socket.close();
            }, time);
            socket.onopen = () => { clearTimeout(timer); resolve(undefined); };
            socket.onerror = () => { clearTimeout(timer); reject(notConnected()); };
            socket.onclose = () => { clearTimeout(timer); reject(notConnected()); };
        }).finally(() => { if (this.#dialing === socket) this.#dialing = null; });
        if (this.#isClosing || this.#isClosed) {
            socket.close();
            throw notConnected();
        }
        this.#socket = socket;
        socket.onmessage = ({ data }) => { if (this.#socket === socket) this.#receive(data); };
        socket.onclose = () => { if (this.#socket === socket) this.#lost(); };
        socket.onerror = null;
    }

    #lost() {
        this.#socket = null;
        this.#failAll(notConnected());
        if (this.#isClosing || this.#isClosed) return;
        if (this.#id === null) return this.#end(notConnected());
        // Lost again while reclaiming: the attempt under way continues.
        if (this.#isClaiming) return;
        this.#isClaiming = true;
        this.#states.notify('reconnecting');
        const now = performance.now();
        if (now - this.#claimedAt >= settling) this.#attempts = 0;
        void this.#claim(now).finally(() => { this.#isClaiming = false; });
    }

    /** @param {number} began */
    async #claim(began) {
        if (this.#attempts > 0) await this.#pause(this.#wait());
        while (!this.#isClosing && !this.#isClosed) {
            this.#attempts += 1;
            try {
                await this.#dial(patience(this.#attempts - 1));
                await this.ask({ janus: 'claim' });
                this.#claimedAt = performance.now();
                return this.#states.notify('connected');
            } catch (error) {
                const isRefused = error instanceof JanusError && error.reason === 'refused';
                const wait = this.#wait();
                if (isRefused || performance.now() - began + wait > claimTime) return this.#end(sessionLost());
                this.#drop();
                await this.#pause(wait);
            }
        }
        return undefined;
    }

    #wait() { return delay(mediaBackoff, this.#attempts - 1, this.#random()); }

    /** Closes a socket on which the session could not be reclaimed. */
    #drop() {
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
    }

    #stayAlive() {
        if (!this.#socket) return;
        this.ask({ janus: 'keepalive' }).catch((error) => {
            if (error.reason === 'refused') this.#end(sessionLost());
            // A socket without answers counts as lost.
            else if (error.reason === 'timeout') this.#socket?.close();
        });
    }

    // MARK: Messages

    /** @param {unknown} data */
    #receive(data) {
        /** @type {JanusMessage | null} */
        let message;
        try {
            message = JSON.parse(String(data));
        } catch {
            message = null;
        }
        if (typeof message?.janus !== 'string') {
            this.ignoredMessages += 1;
            return;
        }
        const waiting = this.#pending.get(message.transaction ?? '');
        if (waiting) this.#answer(waiting, message);
        else this.#news(message);
    }

    /**
     * @param {Pending} waiting
     * @param {JanusMessage} message
     */
    #answer(waiting, message) {
        // The acknowledgement of a plugin's request comes before its event; a keepalive gets nothing else.
        if (message.janus === 'ack' && waiting.handle !== 0) return;
        this.#pending.delete(message.transaction ?? '');
        clearTimeout(waiting.timer);
        if (message.janus !== 'error') return waiting.resolve(message);
        const code = Number(message.error?.code ?? 0);
        waiting.reject(new JanusError(code, 'refused'));
        const noSuchSession = 458;
        if (code === noSuchSession && !this.#isClosing) this.#end(sessionLost());
    }

    /** @param {JanusMessage} message */
    #news(message) {
        if (message.janus === 'timeout' && (message.session_id ?? this.#id) === this.#id) return this.#end(sessionLost());
        const handle = this.#handles.get(message.sender ?? 0);
        if (!handle) return undefined;
        if (message.janus === 'detached') this.forget(handle);
        return handle.receive(message);
    }

    /** @param {JanusError} error */
    #failAll(error) {
        const waiting = [...this.#pending.values()];
        this.#pending.clear();
        for (const { reject, timer } of waiting) {
            clearTimeout(timer);
            reject(error);
        }
    }

    /** @param {JanusError | null} error */
    #end(error) {
        if (this.#isClosed) return;
        this.#isClosed = true;
        clearInterval(this.#keepalive);
        this.#failAll(error ?? notConnected());
        const sockets = [this.#socket, this.#dialing];
        this.#socket = null;
        // A socket that never opens would prevent further attempts.
        for (const socket of sockets) socket?.close();
        this.#handles.clear();
        this.#states.notify('closed');
        this.#downs.notify(error);
    }
}
