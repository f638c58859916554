import { endpoints } from '../../protocol/http/endpoints.js';
import { incomingCall } from '../entry/incoming-call.js';
import { endOfRing, isMissed } from './call-machine.js';
import { endOf, isEnd } from './end-signals.js';
import { RingCheck } from './ring-check.js';
import { runningCall } from './running-call.js';

/** @typedef {import('../../protocol/signaling/signals.js').Signal} Signal */

/**
 * @typedef {object} SignalOptions
 * @property {import('../../session/session.js').Session} session
 * @property {import('./call-lifecycle.js').CallLifecycle} lifecycle
 * @property {import('../../media/clock.js').Clock} clock
 * @property {EarlySignals} early
 * @property {import('./ringing-calls.js').RingingCalls} ringing
 * @property {import('./end-reports.js').EndReports} ends
 * @property {(event: import('../model/call-event.js').CallEvent) => void} notify
 */

/** @param {Signal} signal */
const tellsRefusal = ({ type }) => type === 'participant_rejected' || type === 'call_ended';

/** The server's news of calls, by signals and on request: calls that ring, that have ended, and that are in progress without this page. */
export class IncomingSignals {
    #options;
    #check;
    /** @type {Map<number, import('./call-machine.js').IncomingCall>} calls that do not ring because their invitations are too old: missed, once they ring nowhere */
    #tooOld = new Map();
    /** @type {Promise<unknown>} signals are handled one after the other; nothing here waits for the server */
    #handling = Promise.resolve();

    /** @param {SignalOptions} options */
    constructor(options) {
        const { session, clock, lifecycle, ringing } = options;
        this.#options = options;
        this.#check = new RingCheck({ session, clock, ringing: () => [...lifecycle.ringing, ...ringing.beside, ...this.#tooOld.keys()] });
    }

    /** @param {Signal} signal */
    received(signal) {
        this.#check.heard(signal);
        const isKept = this.#options.early.take(signal);
        this.#handling = this.#handling.then(() => (isKept ? this.#isOverUnheard(signal) : this.handle(signal))).catch(() => {});
    }

    /** @param {Signal} signal */
    async handle(signal) {
        const { lifecycle } = this.#options;
        // A reply came before it, and may still be being decrypted.
        if (lifecycle.call?.keys.hasReplies && tellsRefusal(signal)) await lifecycle.call.keys.repliesTold();
        switch (signal.type) {
        case 'call_invitation': return this.#invited(signal);
        case 'call_ended': case 'call_cancelled': case 'removed_from_call':
            return this.#isOver(endOf(signal, lifecycle.call));
        case 'friend_request': case 'friend_accepted': case 'user_updated': case 'login_warning': return undefined;
        default:
            if (signal.callId === undefined || signal.callId !== lifecycle.currentCall) return undefined;
            if (signal.type === 'participant_joined') lifecycle.perform({ type: 'remoteJoined', id: signal.callId });
            return lifecycle.call?.received(signal);
        }
    }

    /** @param {Signal} signal what is to ring next may be over before it does */
    #isOverUnheard(signal) {
        if (isEnd(signal) && signal.callId !== this.#options.lifecycle.currentCall) this.#isOver(endOf(signal, null));
    }

    // MARK: Ringing

    /** @param {import('../../protocol/signaling/signals.js').CallInvitation} invitation */
    async #invited(invitation) {
        const verdict = await this.#options.ringing.judge(invitation);
        if (verdict === 'missed') this.#tooOld.set(invitation.callId, incomingCall(invitation, { isVerified: true }, this.#options.session.people?.current));
        else if (verdict) this.#ring(verdict);
    }

    /** @param {import('./kept-invitation.js').Ringing} invitation */
    #ring(invitation) {
        const { lifecycle, ringing, ends } = this.#options;
        if (lifecycle.isStopped) return;
        const call = incomingCall(invitation.signal, invitation, this.#options.session.people?.current, invitation.signer);
        if (lifecycle.state.name === 'inCall' && call.id !== lifecycle.currentCall) {
            if (!ringing.ringBeside(call, invitation)) void ends.tell(call.id, 'busy');
            return;
        }
        // At most one call waits for its turn.
        if (lifecycle.state.name === 'ending' && (ringing.taken || ringing.isWaiting)) return void ends.tell(call.id, 'busy');
        ringing.invited(invitation);
        lifecycle.perform({ type: 'invited', call });
    }

    // MARK: In progress

    /**
     * Asks which calls ring here, and whether the person is in a call that this page isn't in. Done after each connection, since signals
     * may be lost. Each finding is emitted as an event.
     */
    async look() {
        const found = await this.#check.ask().catch(() => null);
        if (found === null) return;
        const { lifecycle, ringing } = this.#options;
        const kept = lifecycle.isIdle ? await ringing.ringsOn(found) : null;
        // Handled after earlier signals, and before later ones.
        this.#handling = this.#handling.then(() => this.#goOn(found, kept)).catch(() => {});
        await this.#handling;
    }

    stop() { this.#check.stop(); }

    /**
     * A call that rang before the page was reloaded, or in another window, keeps ringing. The person can return to a call that was left
     * there.
     * @param {import('./ring-check.js').Found} found
     * @param {import('./kept-invitation.js').Ringing | null} kept
     */
    async #goOn(found, kept) {
        const { session, lifecycle, ends, notify } = this.#options;
        if (lifecycle.isStopped) return;
        for (const end of found.ends) this.#isOver(end);
        if (found.active.heldCallId) notify({ type: 'held', id: found.active.heldCallId });
        if (lifecycle.isIdle) {
            const running = runningCall(found.active, session.account);
            // The server doesn't know yet that it was hung up here.
            if (running?.place === 'here' && ends.hasLeft(running.id)) void ends.tell(running.id);
            else notify({ type: 'running', call: running });
        }
        if (kept) this.#ring(kept);
        for (const invitation of found.start) if (invitation.callId !== kept?.signal.callId && invitation.callId !== lifecycle.currentCall) await this.#invited(invitation);
    }

    /** @param {Extract<import('./call-machine.js').MachineEvent, { type: 'ended' | 'cancelled' }>} event */
    #isOver(event) {
        const { lifecycle, ringing, notify } = this.#options;
        const wasMissed = event.reason !== 'removed' && isMissed(endOfRing(event.type, event.reason));
        ringing.endBeside(event.id, wasMissed);
        const tooOld = this.#tooOld.get(event.id);
        this.#tooOld.delete(event.id);
        if (tooOld && wasMissed) notify({ type: 'missed', call: tooOld });
        lifecycle.perform(event);
    }
}

const most = 256;

/** Buffers signals that come before it is known which call they are about. */
export class EarlySignals {
    /** @type {Signal[] | null} */
    #kept = null;

    /**
     * Starts to buffer; ending it leaves alone what another call has buffered by then. `replay` hands over the signals of a call, in order.
     */
    hear() {
        /** @type {Signal[]} */
        const early = [];
        this.#kept = early;
        return {
            listenAgain: () => { if (this.#kept === early) this.#kept = null; },
            /**
             * @param {number} id
             * @param {(signal: Signal) => Promise<unknown>} handle
             */
            async replay(id, handle) {
                for (let signal = early.shift(); signal; signal = early.shift()) {
                    if ('callId' in signal && signal.callId === id) await handle(signal);
                }
            },
        };
    }

    /**
     * Whether the signal is buffered; false if there are too many.
     * @param {Signal} signal
     */
    take(signal) {
        if (!this.#kept || signal.type === 'call_invitation') return false;
        if (this.#kept.length < most) this.#kept.push(signal);
        return true;
    }
}
