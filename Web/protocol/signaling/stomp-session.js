import { HeartBeatTimer, negotiated, parseHeartBeat, tenSeconds } from './heart-beat.js';
import { encodeFrame, header } from './stomp.js';

/**
 * The actions for the socket's owner, in this order. Every `send` is a WebSocket message of its own.
 * @typedef {{ type: 'send', text: string } | { type: 'connected' } | { type: 'receipt', id: string }
 *     | { type: 'message', subscription: string, body: Uint8Array }
 *     | { type: 'close', reason: CloseReason, message: string }} StompAction
 */
/** @typedef {'disconnected' | 'disconnectedUnconfirmed' | 'refused' | 'malformed' | 'protocolViolation' | 'connectTimeout' | 'silent'} CloseReason */
/** @typedef {{ name: 'start' | 'nothing' } | { name: 'connected', deadline: number } | { name: 'frames', timer: HeartBeatTimer } | { name: 'receipt', id: string, deadline: number }} State */

/** In milliseconds: the time limit for CONNECTED, and for the answer to DISCONNECT (wire-protocol 0.3). */
const answerTimeout = 10_000;

/**
 * The client's side of one STOMP 1.2 connection: takes calls, frames and times, and returns actions. Pure: no socket, no clock; times are
 * milliseconds of a monotonic clock. Swift has the same rules (Tests/Vectors/stomp.json).
 */
export class StompSession {
    #configuration;
    /** @type {State} named after what the session waits for */
    #state = { name: 'start' };
    /** @type {Set<string>} */
    #subscriptions = new Set();

    /** @param {{ login: string, passcode: string, headers?: [string, string][] }} configuration */
    constructor(configuration) {
        this.#configuration = configuration;
    }

    /** Whether CONNECTED came and the session has not ended. */
    get isConnected() {
        return this.#state.name === 'frames';
    }

    /** When `tick` must be called next at the latest; null if nothing is pending. */
    get deadline() {
        const state = this.#state;
        if (state.name === 'connected' || state.name === 'receipt') return state.deadline;
        return state.name === 'frames' ? state.timer.deadline : null;
    }

    /**
     * CONNECT; once, at the start.
     * @param {number} now
     * @returns {StompAction[]}
     */
    connect(now) {
        if (this.#state.name !== 'start') return [];
        this.#state = { name: 'connected', deadline: now + answerTimeout };
        const { login, passcode, headers = [] } = this.#configuration;
        return [{
            type: 'send',
            text: encodeFrame('CONNECT', [
                ['accept-version', '1.2'], ['host', 'ecall'], ['login', login], ['passcode', passcode],
                ['heart-beat', `${tenSeconds.sends},${tenSeconds.expects}`], ...headers,
            ]),
        }];
    }

    /**
     * SUBSCRIBE; the server confirms with `receipt`.
     * @param {string} id
     * @param {string} destination
     * @param {string} receipt
     * @param {number} now
     */
    subscribe(id, destination, receipt, now) {
        if (this.isConnected) this.#subscriptions.add(id);
        return this.#write('SUBSCRIBE', [['id', id], ['destination', destination], ['ack', 'auto'], ['receipt', receipt]], '', now);
    }

    /**
     * SEND; empty if there is no connection.
     * @param {string} body compact JSON, or empty if only the receipt is wanted
     * @param {string} destination
     * @param {number} now
     * @param {string} [receipt] what the server confirms it by
     */
    send(body, destination, now, receipt) {
        /** @type {[string, string][]} */
        const headers = [['destination', destination], ['content-type', 'application/json']];
        return this.#write('SEND', receipt === undefined ? headers : [...headers, ['receipt', receipt]], body, now);
    }

    /**
     * DISCONNECT; `close` follows when the server confirms, or in `tick` if it does not.
     * @param {number} now
     * @returns {StompAction[]}
     */
    disconnect(now) {
        if (this.#state.name === 'frames') {
            const id = 'disconnect-receipt';
            this.#state = { name: 'receipt', id, deadline: now + answerTimeout };
            return [{ type: 'send', text: encodeFrame('DISCONNECT', [['receipt', id]]) }];
        }
        const isWaiting = this.#state.name === 'receipt' || this.#state.name === 'nothing';
        return isWaiting ? [] : this.#close('disconnectedUnconfirmed');
    }

    /**
     * Sends due heart-beats and ends what has timed out.
     * @param {number} now
     * @returns {StompAction[]}
     */
    tick(now) {
        const state = this.#state;
        if (state.name === 'connected' && now >= state.deadline) return this.#close('connectTimeout');
        if (state.name === 'receipt' && now >= state.deadline) return this.#close('disconnectedUnconfirmed');
        if (state.name !== 'frames') return [];
        if (state.timer.isSilent(now)) return this.#close('silent');
        if (!state.timer.mustSend(now)) return [];
        state.timer.sent(now);
        return [{ type: 'send', text: '\n' }];
    }

    /** The decoder rejected the server's bytes. */
    failed() {
        return this.#state.name === 'nothing' ? [] : this.#close('malformed');
    }

    /**
     * @param {import('./stomp.js').StompOutput} output
     * @param {number} now
     * @returns {StompAction[]}
     */
    received(output, now) {
        const state = this.#state;
        if (state.name === 'frames') state.timer.received(now);
        if (output.type !== 'frame' || state.name === 'nothing') return [];
        const { frame } = output;
        if (frame.command === 'ERROR') return this.#close('refused', header(frame, 'message') ?? '');
        if (state.name === 'connected' && frame.command === 'CONNECTED') return this.#receivedConnected(frame, now);
        if (state.name === 'frames' || state.name === 'receipt') return this.#receivedWhileConnected(frame, state);
        return this.#close('protocolViolation');
    }

    /**
     * @param {import('./stomp.js').StompFrame} frame
     * @param {number} now
     * @returns {StompAction[]}
     */
    #receivedConnected(frame, now) {
        const server = parseHeartBeat(header(frame, 'heart-beat') ?? '0,0');
        if (header(frame, 'version') !== '1.2' || !server) return this.#close('protocolViolation');
        this.#state = { name: 'frames', timer: new HeartBeatTimer(negotiated(tenSeconds, server), now) };
        return [{ type: 'connected' }];
    }

    /**
     * @param {import('./stomp.js').StompFrame} frame
     * @param {State} state
     * @returns {StompAction[]}
     */
    #receivedWhileConnected(frame, state) {
        if (frame.command === 'MESSAGE') {
            const subscription = header(frame, 'subscription');
            if (subscription === undefined || header(frame, 'destination') === undefined) return this.#close('protocolViolation');
            return this.#subscriptions.has(subscription) ? [{ type: 'message', subscription, body: frame.body }] : [];
        }
        const id = header(frame, 'receipt-id');
        if (frame.command !== 'RECEIPT' || id === undefined) return this.#close('protocolViolation');
        const isLast = state.name === 'receipt' && state.id === id;
        return [{ type: 'receipt', id }, ...(isLast ? this.#close('disconnected') : [])];
    }

    /**
     * @param {string} command
     * @param {[string, string][]} headers
     * @param {string} body
     * @param {number} now
     * @returns {StompAction[]}
     */
    #write(command, headers, body, now) {
        if (this.#state.name !== 'frames') return [];
        this.#state.timer.sent(now);
        return [{ type: 'send', text: encodeFrame(command, headers, body) }];
    }

    /**
     * @param {CloseReason} reason
     * @returns {StompAction[]}
     */
    #close(reason, message = '') {
        this.#state = { name: 'nothing' };
        this.#subscriptions.clear();
        return [{ type: 'close', reason, message }];
    }
}
