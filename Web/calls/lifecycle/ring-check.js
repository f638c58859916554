import { withTimeout } from '../../media/clock.js';
import { delay, socketBackoff } from '../../protocol/backoff.js';
import { APIError } from '../../protocol/errors.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { decodeSignal } from '../../protocol/signaling/signals.js';
import { isEnd } from './end-signals.js';

/** @typedef {import('../../protocol/signaling/signals.js').CallInvitation} CallInvitation */
/**
 * The server's answer, and the resulting actions on ringing calls.
 * @typedef {object} Found
 * @property {import('./running-call.js').ActiveCall} active
 * @property {boolean} isListed whether the server lists what rings
 * @property {CallInvitation[]} start
 * @property {RingEnd[]} ends
 */
/**
 * @typedef {object} CheckOptions
 * @property {Pick<import('../../session/session.js').Session, 'api' | 'signaling'>} session
 * @property {import('../../media/clock.js').Clock} clock
 * @property {() => number[]} ringing the calls that ring here, in the order they began
 * @property {() => number} [random] 0 ..< 1, spreads repetitions
 */

/** The number of missed calls that are searched: a call that rang here until now is among the newest. */
const newestMissed = '20';
/** In milliseconds: a request without an answer may be on a dead connection, and the next one uses another. */
const answerTime = 5000;

/** Asks the server what rings on this device, after each connection: a dead connection loses signals unnoticed. */
export class RingCheck {
    #options;
    /** Counts questions: only the newest one is answered. */
    #round = 0;
    /** Calls that a signal ended since the question: the answer may be older. */
    #over = new Set();

    /** @param {CheckOptions} options */
    constructor(options) { this.#options = { random: Math.random, ...options }; }

    /** @param {import('../../protocol/signaling/signals.js').Signal} signal */
    heard(signal) { if (isEnd(signal)) this.#over.add(signal.callId); }

    /**
     * Asks until there is an answer; null if none is needed any more: another question or connection has replaced this one, or the server
     * refuses.
     * @returns {Promise<Found | null>}
     */
    async ask() {
        const round = this.#round += 1;
        const { session, clock, random } = this.#options;
        for (let failures = 0; ; failures += 1) {
            try {
                return await this.#answered(() => round === this.#round);
            } catch (error) {
                if (error instanceof APIError && (error.isFinal || error.status === 401 || error.isSignedOut)) return null;
            }
            await new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
                clock.after(delay(socketBackoff, failures, random()), () => resolve());
            });
            // The next connection asks again.
            if (round !== this.#round || session.signaling.state !== 'connected') return null;
        }
    }

    stop() { this.#round += 1; }

    /**
     * @param {() => boolean} isNewest
     * @returns {Promise<Found | null>}
     */
    async #answered(isNewest) {
        const ringing = this.#options.ringing();
        const over = this.#over = new Set();
        const active = await this.#soon((api) => api.send(endpoints.activeCall));
        const invitations = readInvitations(active.ringing);
        // A call that began to ring since then came by a signal. One that no longer rings was ended by a signal, or by the person.
        const listed = invitations && invitations.map(({ callId }) => callId).filter((id) => !over.has(id));
        const sent = readEnds(active.ended);
        const isUnknown = listed !== null && ringing.some((id) => !listed.includes(id) && !sent.some(({ callId }) => callId === id));
        const missed = isUnknown ? await this.#missed() : [];
        if (!isNewest()) return null;
        const { start, ends } = ringsAfterReconnection({ ringing, listed, sent, missed });
        const here = this.#options.ringing();
        const isHere = (/** @type {number} */ id) => here.includes(id);
        return {
            active, isListed: listed !== null, start: (invitations ?? []).filter(({ callId }) => start.includes(callId) && !over.has(callId) && !isHere(callId)),
            ends: ends.filter(({ id }) => isHere(id)),
        };
    }

    async #missed() {
        const calls = await this.#soon((api) => api.send(endpoints.callHistory, { query: { isMissed: 'true', size: newestMissed } }));
        return Array.isArray(calls) ? calls.map(({ id }) => id) : [];
    }

    /**
     * @template Answer
     * @param {(api: CheckOptions['session']['api']) => Promise<Answer>} request
     * @returns {Promise<Answer>}
     */
    async #soon(request) {
        const { session, clock } = this.#options;
        /** @type {unknown} */
        let failure = new APIError('timeout');
        const asked = request(session.api).catch((error) => {
            failure = error;
            throw error;
        });
        const answer = await withTimeout(asked, answerTime, clock);
        if (answer === null) throw failure;
        return answer;
    }
}

/**
 * The invitations of an answer, as if they had come as signals; null if the server doesn't list them.
 * @param {unknown} list
 * @returns {CallInvitation[] | null}
 */
function readInvitations(list) {
    if (!Array.isArray(list)) return null;
    const signals = list.map((one) => decodeSignal(new TextEncoder().encode(JSON.stringify(one))));
    return signals.flatMap((signal) => (signal?.type === 'call_invitation' ? [signal] : []));
}

/**
 * The ends of an answer; none if the server doesn't list them.
 * @param {unknown} list
 * @returns {SentEnd[]}
 */
function readEnds(list) {
    if (!Array.isArray(list)) return [];
    return list.flatMap((one) => {
        if (!Number.isSafeInteger(one?.callId)) return [];
        return [{ callId: one.callId, ...(typeof one.reason === 'string' ? { reason: one.reason } : {}) }];
    });
}

/** @typedef {{ callId: number, reason?: string }} SentEnd an end that the server has sent to this device */
/** @typedef {{ type: 'ended' | 'cancelled', id: number, reason?: string }} RingEnd as the signal would have said it */
/** @typedef {{ start: number[], continue: number[], ends: RingEnd[] }} RingChanges by the ids of calls */

const elsewhere = new Set(['answered_elsewhere', 'declined']);

/**
 * Decides which ringing calls start, continue or end once a connection is established again: signals about them may be lost. Pure; the twin
 * of RingsAfterReconnection.swift (`Tests/Vectors/rings-after-reconnection.json`).
 * @param {object} known
 * @param {number[]} known.ringing the calls that ring here, in the order they began
 * @param {number[] | null} known.listed the calls that ring here, by the server; null if it doesn't list them
 * @param {SentEnd[]} known.sent the ends that the server has sent to this device
 * @param {number[]} known.missed the calls that the history has as missed; asked where `sent` does not have one that is over
 * @returns {RingChanges}
 */
export function ringsAfterReconnection({ ringing, listed, sent, missed }) {
    if (listed === null) return { start: [], continue: [...ringing], ends: [] };
    const endOf = (/** @type {number} */ id) => {
        const end = sent.filter(({ callId }) => callId === id).at(-1);
        /** @type {RingEnd} */
        const known = end === undefined ? { type: missed.includes(id) ? 'ended' : 'cancelled', id }
            : { type: elsewhere.has(end.reason ?? '') ? 'cancelled' : 'ended', id, ...(end.reason ? { reason: end.reason } : {}) };
        return known;
    };
    return {
        start: [...new Set(listed)].filter((id) => !ringing.includes(id)), continue: ringing.filter((id) => listed.includes(id)),
        ends: ringing.filter((id) => !listed.includes(id)).map(endOf),
    };
}
