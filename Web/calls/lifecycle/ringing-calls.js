import { endpoints } from '../../protocol/http/endpoints.js';
import { callerDevice, judgeInvitation } from '../entry/invitation-check.js';
import { CallMembers } from '../members/call-members.js';

/** @typedef {import('./call-machine.js').IncomingCall} IncomingCall */
/** @typedef {import('./kept-invitation.js').Ringing} Ringing */

/** How long this device rings (wire-protocol 0.3). */
const ringTime = 60_000;

/** The calls that ring here: one on its own, with its deadline and its caller's opening, and another beside the running call. */
export class RingingCalls {
    #session;
    #clock;
    #waiting;
    #tellPeople;
    #missed;
    #stopTimer = () => {};
    /** Unix milliseconds */
    until = 0;
    /** @type {import('../../protocol/signaling/signals.js').Opening | null} what the caller of the call that rings said of itself */
    opening = null;
    /** @type {{ video: boolean } | null} how the call that rings beside the running one is being answered */
    taken = null;
    /** @type {Map<number, Ringing>} what has not rung yet */
    #invitations = new Map();

    /**
     * @param {import('../../session/session.js').Session} session
     * @param {import('../../media/clock.js').Clock} clock
     * @param {object} events of the call beside the running one
     * @param {(call: IncomingCall | null) => void} events.changed
     * @param {(event: Awaited<ReturnType<RingingCalls['people']>>) => void} events.people the others in it
     * @param {(id: number) => void} events.timedOut
     * @param {(call: IncomingCall) => void} [events.missed]
     */
    constructor(session, clock, { changed, people, timedOut, missed = () => {} }) {
        this.#session = session;
        this.#tellPeople = people;
        this.#clock = clock;
        this.#missed = missed;
        this.#waiting = new WaitingCall(clock, (waiting) => changed(waiting?.call ?? null), (call) => { timedOut(call.id); missed(call); });
    }

    /**
     * How an invitation rings; `missed` if it is too old, null if it doesn't ring.
     * @param {import('../../protocol/signaling/signals.js').CallInvitation} signal
     * @returns {Promise<Ringing | 'missed' | null>}
     */
    async judge(signal) {
        const { type } = await mayRing(signal, this.#session, this.#clock);
        if (type === 'isOld') return 'missed';
        if (type === 'rangBefore') return null;
        const signer = type === 'rings' ? { signer: await callerDevice(signal, await this.#session.database.get('devicePins') ?? null) } : {};
        return { signal, isVerified: type === 'rings', isNewDevice: type === 'ringsNewDevice', until: this.#clock.date() + ringTime, ...signer };
    }

    // MARK: By itself

    /** @param {() => void} over it has rung to its end */
    startTimer(over) { this.#stopTimer = this.#clock.after(this.until - this.#clock.date(), over); }
    stopTimer() { this.#stopTimer(); }

    /** @param {Ringing} ringing */
    invited(ringing) { this.#invitations.set(ringing.signal.callId, ringing); }
    /** @param {number} id does not ring after all */
    refused(id) { this.#invitations.delete(id); }

    /**
     * The call rings from now on, and keeps ringing if the page is reloaded.
     * @param {number} id
     */
    begin(id) {
        const ringing = this.#invitations.get(id);
        this.#invitations.clear();
        // The deadline of a call that rang beside another is set already.
        if (!ringing) return;
        this.until = ringing.until;
        this.opening = ringing.signal.e2ee ?? null;
        this.#keep(ringing);
    }

    /**
     * The others who are in the ringing call or are also being called, according to the server.
     * @param {number} callId
     */
    async people(callId) {
        const { deviceAddress, api, people: met } = this.#session;
        const answer = await api.send(endpoints.participants, { id: callId }).catch(() => null);
        const known = new CallMembers(deviceAddress);
        known.listed(answer && Array.isArray(answer.participants) ? answer.participants : []);
        const members = known.all.map((one) => ({ ...one, name: met?.nameOf(one.userId, one.name) ?? one.name }));
        return { callId, members };
    }

    // MARK: After a reload

    /** @param {Ringing} ringing */
    #keep(ringing) { void this.#session.invitations.keep(this.#session.deviceAddress, ringing).catch(() => {}); }
    forget() { void this.#session.invitations.forget().catch(() => {}); }

    /**
     * The call that rang before the page was reloaded, if the server says that it still rings.
     * @param {import('./ring-check.js').Found} found what the server says; another call than the person's may have rung beside it
     * @returns {Promise<Ringing | null>}
     */
    async ringsOn({ active, isListed, start }) {
        const { account, api, deviceAddress, invitations } = this.#session;
        const kept = await invitations.current(deviceAddress, this.#clock.date());
        if (!kept) return null;
        const { callId } = kept.signal;
        if (isListed) return start.some((one) => one.callId === callId) ? kept : null;
        const { participants } = callId === active.callId ? active : await api.send(endpoints.participants, { id: callId }).catch(() => ({ participants: [] }));
        if (participants?.some(({ userId, status }) => userId === account.userId && status === 'inviting')) return kept;
        await invitations.forget();
        return null;
    }

    // MARK: Beside the running call

    get openingBeside() { return this.#waiting.current?.opening ?? null; }
    get isWaiting() { return this.#waiting.current !== null; }
    /** The calls that ring beside the running one: none or one. */
    get beside() { return this.#waiting.current === null ? [] : [this.#waiting.current.call.id]; }

    /**
     * Returns whether it rings. It does not if another call rings.
     * @param {IncomingCall} call
     * @param {Ringing} ringing
     */
    ringBeside(call, ringing) {
        const rings = this.#waiting.ring({ call, opening: ringing.signal.e2ee ?? null, until: ringing.until });
        if (!rings) return false;
        this.#keep(ringing);
        void this.people(call.id).then((event) => { if (this.#waiting.current?.call.id === call.id) this.#tellPeople(event); });
        return true;
    }

    /**
     * @param {number} id
     * @param {boolean} [isMissed] no one has answered or declined it
     */
    endBeside(id, isMissed = false) {
        this.#invitations.delete(id);
        const call = this.#waiting.end(id)?.call;
        if (call) this.forget();
        if (call && isMissed) this.#missed(call);
    }
    /** Takes the call that rang beside the running call. It stops ringing in this window, and may continue in another. */
    takeBeside() { return this.#waiting.take()?.call ?? null; }

    /** The call that rang beside the running call rings on its own from now on. */
    promote() {
        const waiting = this.#waiting.take();
        if (!waiting) return null;
        this.until = waiting.until;
        this.opening = waiting.opening;
        return waiting.call;
    }
}

/** @typedef {{ call: IncomingCall, opening: import('../../protocol/signaling/signals.js').Opening | null, until: number }} Waiting `until` in Unix milliseconds */

/** A call that rings while this device is in another: at most one, which the server ensures. */
export class WaitingCall {
    /** @type {Waiting | null} */
    current = null;
    #clock;
    #changed;
    #timedOut;
    #stop = () => {};

    /**
     * @param {import('../../media/clock.js').Clock} clock
     * @param {(waiting: Waiting | null) => void} changed
     * @param {(call: IncomingCall) => void} timedOut it has rung to its end
     */
    constructor(clock, changed, timedOut) {
        this.#clock = clock;
        this.#changed = changed;
        this.#timedOut = timedOut;
    }

    /**
     * Returns whether it rings. It does not if another call rings.
     * @param {Waiting} waiting
     */
    ring(waiting) {
        if (this.current) return this.current.call.id === waiting.call.id;
        this.current = waiting;
        this.#stop = this.#clock.after(waiting.until - this.#clock.date(), () => {
            this.end(waiting.call.id);
            this.#timedOut(waiting.call);
        });
        this.#changed(waiting);
        return true;
    }

    /**
     * @param {number} id
     */
    end(id) { return this.current?.call.id === id ? this.take() : null; }

    take() {
        const { current } = this;
        if (!current) return null;
        this.current = null;
        this.#stop();
        this.#changed(null);
        return current;
    }
}

/** @typedef {import('../../protocol/signaling/signals.js').CallInvitation} CallInvitation */
/** @typedef {Pick<import('../../session/session.js').Session, 'account' | 'database'>} RingingSession */

/**
 * Whether this device rings, and whether under the caller's name: only if the invitation was signed by a device known here as the caller's.
 * An invitation rings under a name only once.
 * @param {CallInvitation} invitation
 * @param {RingingSession} session
 * @param {import('../../media/clock.js').Clock} clock of the page: the server's time counts
 */
async function mayRing(invitation, session, clock) {
    const verdict = await judge(invitation, session, clock.date());
    // An invitation that is too old counts as missed once.
    if (verdict.type === 'rings' || verdict.type === 'isOld') await keepRung(verdict, session);
    return verdict;
}

/**
 * @param {CallInvitation} invitation
 * @param {RingingSession} session
 * @param {number} now the server's time, in Unix milliseconds
 */
async function judge(invitation, { database, account }, now) {
    const [pins, rung] = await Promise.all([database.get('devicePins'), database.get('rungInvites')]);
    return judgeInvitation(invitation, { ownUser: account.userId, pins: pins ?? null, rung: rung ?? {}, now });
}

/**
 * @param {{ caller: string, seq: number }} verdict
 * @param {RingingSession} session
 */
async function keepRung({ caller, seq }, { database }) {
    const rung = await database.get('rungInvites') ?? {};
    await database.put('rungInvites', { ...rung, [caller]: seq }).catch(() => {});
}
