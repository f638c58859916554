import { withTimeout } from '../../media/clock.js';
import { CallFailure } from '../model/call-failure.js';
import { CallMachine } from './call-machine.js';
import { CallSession } from '../call-session.js';
import { text } from '../../texts/text.js';

/** In milliseconds: how long the end of a call waits for the server, and again for media. */
const teardownTimeout = 5000;
/** In milliseconds: how long after the answer that a call is over the signal with the reason may arrive. */
const endReasonTime = 1000;
/** In milliseconds: longer than the server keeps the seat of a device that is away. */
const owedTime = 120_000;

/**
 * @typedef {object} LifecycleOptions
 * @property {import('../../session/session.js').Session} session
 * @property {import('../platform.js').Platform} platform
 * @property {import('../entry/readiness.js').Readiness} ready
 * @property {import('./ringing-calls.js').RingingCalls} ringing
 * @property {import('./end-reports.js').EndReports} ends
 * @property {(event: import('../model/call-event.js').CallEvent) => void} notify
 */

/** The sequence of one device's calls: executes what `CallMachine` decides. */
export class CallLifecycle {
    #options;
    #machine = new CallMachine();
    /** @type {CallSession | null} */
    #call = null;
    /** Whether no more calls may begin here. */
    #isStopped = false;
    #stopWaiting = () => {};
    #callOffUrgency = () => {};
    /** @type {import('../model/call-statistics.js').CallStatistics | null} of the call that ends */
    #counted = null;
    /** @type {import('../../keys/channels/call-reply.js').CallReply | null} what the only one who was called has said, of the call that ends */
    #reply = null;
    /** @type {Promise<unknown> | undefined} what the server is to hear before it hears of the end */
    #first;
    /** @type {(() => void)[]} */
    #waiters = [];

    /** @param {LifecycleOptions} options */
    constructor(options) { this.#options = options; }

    get state() { return this.#machine.state; }
    get isIdle() { return this.#machine.isIdle; }
    get isStopped() { return this.#isStopped; }
    /** The calls that ring, or will ring as soon as another is over, in that order. */
    get ringing() {
        const { state, next } = this.#machine;
        return [...(state.name === 'ringingIn' ? [state.id] : []), ...(next === null ? [] : [next.id])];
    }
    get currentCall() { return this.#machine.currentCall; }
    /** The call that is running or being set up. */
    get call() { return this.#call; }

    /** @param {number} id */
    rings(id) { return this.state.name === 'ringingIn' && this.currentCall === id; }
    /** @param {number} id */
    isJoining(id) { return this.state.name === 'joining' && this.currentCall === id; }

    start() {
        this.#isStopped = false;
        this.#options.ready.keep();
    }

    /** Accepts no more calls; a ringing or running one continues until it is ended. */
    stop() {
        this.#isStopped = true;
        this.#options.ready.drop();
    }

    // MARK: Beginning

    /** Fails where this browser cannot encrypt media. */
    mustProtect() {
        if (!this.#options.platform.canProtectMedia()) throw new CallFailure('encryption', text('call.failure.browser'));
    }

    /** @param {import('../capture/call-media.js').Beginning} media */
    place(media) {
        const call = this.begin(media);
        this.#machine.handle({ type: 'placed' });
        return call;
    }

    /**
     * Creates the session of a call that is answered or returned to. From here on it is this device's session.
     * @param {import('../capture/call-media.js').Beginning} media
     */
    begin(media) {
        const { session, platform, ready } = this.#options;
        this.mustProtect();
        /** @type {CallSession} */
        let call;
        try {
            call = new CallSession(session, ready.take(), media, platform, (event) => this.#heard(call, event));
        } catch (error) {
            throw CallFailure.from(error);
        }
        this.#call = call;
        return call;
    }

    /**
     * Events of a session count only while it belongs to the device's call.
     * @param {CallSession} call
     * @param {import('../model/call-event.js').SessionEvent} event
     */
    #heard(call, event) {
        const id = this.currentCall;
        if (this.#call !== call) return;
        switch (event.type) {
        case 'over':
            if (id !== null) this.endsSoon({ type: event.isElsewhere ? 'cancelled' : 'ended', id });
            return;
        case 'failed':
            if (event.failure.code === 'connectionLost') this.perform({ type: 'connectionLost' });
            else this.fails(event.failure);
            return;
        default:
            if (event.type === 'joined' && id !== null) this.perform({ type: 'remoteJoined', id });
            this.#options.notify({ callId: id, ...event });
        }
    }

    /**
     * A session has entered its call, unless it has failed or was hung up meanwhile.
     * @param {number} id
     * @param {CallSession} call
     * @param {CallFailure | null} failure
     */
    async joined(id, call, failure) {
        if (this.#call !== call || !this.isJoining(id)) {
            await this.teardown(call);
            throw new CallFailure('noCall');
        }
        if (!failure) return this.perform({ type: 'joined', id });
        if (failure.code === 'elsewhere') this.perform({ type: 'cancelled', id });
        else if (failure.code === 'over') this.endsSoon({ type: 'ended', id });
        else this.fails(failure);
        await this.teardown(call);
        throw failure;
    }

    /** Whether the waiting call rings now like any other. */
    takeWaiting() {
        const call = this.isIdle && !this.#isStopped ? this.#options.ringing.promote() : null;
        if (!call) return false;
        this.perform({ type: 'invited', call });
        return true;
    }

    /** @param {Promise<unknown>} [first] what the server is to hear before it hears that the call that rings is declined */
    decline(first) {
        this.#first = first;
        this.perform({ type: 'declined' });
        this.#first = undefined;
    }

    // MARK: Carrying out

    /**
     * @param {CallFailure} failure why it cannot continue. The room ends with the call: the signal that the call is over, with the reason, may
     *     still be on its way
     */
    fails(failure) {
        const event = /** @type {const} */ ({ type: 'failed', problem: failure.text });
        if (failure.code === 'room') this.endsSoon(event);
        else this.perform(event);
    }

    /** @param {import('./call-machine.js').MachineEvent} event unless a signal that is still on the way says before that the call is over, and why */
    endsSoon(event) {
        const call = this.#call;
        this.#stopWaiting();
        // An ending call can report this too; by then there may be another call.
        this.#stopWaiting = this.#options.platform.clock.after(endReasonTime, () => { if (this.#call === call) this.perform(event); });
    }

    /** @param {import('./call-machine.js').MachineEvent} event */
    perform(event) {
        const { ready, ringing, ends, notify } = this.#options;
        const rang = this.state.name === 'ringingIn';
        const actions = this.#machine.handle(event);
        if (event.type === 'answered' || event.type === 'resumed') ends.comesIn(this.currentCall ?? 0);
        this.settleUrgency();
        // Someone who only leaves the page lets the call ring on elsewhere.
        if (rang && this.state.name !== 'ringingIn') {
            ready.ringsNoMore();
            if (event.type !== 'abandoned') ringing.forget();
        }
        for (const action of actions) {
            switch (action.type) {
            case 'announceIncoming':
                ready.rings();
                ringing.begin(action.call.id);
                notify({ type: 'incoming', call: action.call, ringsUntil: ringing.until, isTaken: ringing.taken });
                void ringing.people(action.call.id).then((found) => { if (this.rings(found.callId)) notify({ type: 'people', ...found }); });
                break;
            case 'announceRinging': notify({ type: 'ringing', callId: action.id, canRing: action.canRing }); break;
            case 'startRingTimer': ringing.startTimer(() => this.perform({ type: 'ringTimedOut', id: action.id })); break;
            case 'stopRingTimer': ringing.stopTimer(); break;
            case 'tellServer':
                // This comes first, so that the others stop encrypting for this device.
                this.#call?.keys.leave();
                ends.leave(action.id, action.reason, this.#first);
                break;
            case 'refuse':
                ringing.refused(action.id);
                void ends.tell(action.id, 'busy');
                break;
            case 'tearDown': void this.#tearDown(); break;
            case 'announceEnded': notify({ type: 'ended', callId: action.id, reason: action.reason, problem: action.problem, statistics: this.#counted, ...this.#said(action.reason) }); break;
            }
        }
    }

    /** @param {boolean} [isOwed] whether the server is to hear of an end at once when it is back */
    settleUrgency(isOwed = this.#options.ends.isOwed) {
        const { platform: { clock }, session } = this.#options;
        this.#callOffUrgency();
        session.signaling.setUrgent(!this.isIdle || isOwed);
        if (this.isIdle && isOwed) this.#callOffUrgency = clock.after(owedTime, () => this.settleUrgency(false));
    }

    /** @param {import('./call-machine.js').CallEndReason} reason */
    #said(reason) { return reason === 'declined' && this.#reply ? { reply: this.#reply } : {}; }

    async #tearDown() {
        const { platform: { clock }, ready, ringing, ends } = this.#options;
        ringing.stopTimer();
        this.#stopWaiting();
        this.#reply = this.#call?.members.onlyReply ?? null;
        this.#counted = this.#call ? await withTimeout(this.#call.close(), teardownTimeout, clock) : null;
        await ends.settled(teardownTimeout, clock);
        this.#call = null;
        this.perform({ type: 'tornDown' });
        if (!this.#isStopped) ready.keep();
        for (const resume of this.#waiters.splice(0)) resume();
        // A call that rang beside it keeps ringing, unless it is being answered.
        if (!ringing.taken) this.takeWaiting();
    }

    /** @param {CallSession} call returns once it is gone completely, or another is on */
    async teardown(call) { if (this.#call === call) await this.idle(); }

    /** Returns once there is no call, and the last one is torn down completely. */
    async idle() {
        if (this.isIdle) return;
        await new Promise((/** @type {(value?: undefined) => void} */ resolve) => { this.#waiters.push(() => resolve()); });
    }
}
