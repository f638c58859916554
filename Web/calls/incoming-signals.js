import { endpoints } from '../protocol/http/endpoints.js';
import { endOf, isEnd } from './end-signals.js';
import { incomingCall } from './setup/incoming-call.js';
import { runningCall } from './running-call.js';

/** @typedef {import('../protocol/signaling/signals.js').Signal} Signal */

/**
 * @typedef {object} SignalOptions
 * @property {import('../session/session.js').Session} session
 * @property {import('./call-course.js').CallCourse} course
 * @property {import('./early-signals.js').EarlySignals} early
 * @property {import('./ringing-calls.js').RingingCalls} ringing
 * @property {import('./end-reports.js').EndReports} ends
 * @property {(event: import('./model/call-event.js').CallEvent) => void} notify
 */

/** @param {Signal} signal */
const tellsRefusal = ({ type }) => type === 'participant_rejected' || type === 'call_ended';

/** What the server says of calls, by signals and when it is asked: what rings, what is over, what goes on without this page. */
export class IncomingSignals {
    #options;
    /** @type {Promise<unknown>} signals are handled one after the other; nothing here waits for the server */
    #handling = Promise.resolve();

    /** @param {SignalOptions} options */
    constructor(options) { this.#options = options; }

    /** @param {Signal} signal */
    received(signal) {
        const isKept = this.#options.early.take(signal);
        this.#handling = this.#handling.then(() => (isKept ? this.#isOverUnheard(signal) : this.handle(signal))).catch(() => {});
    }

    /** @param {Signal} signal */
    async handle(signal) {
        const { course, ringing } = this.#options;
        // What was said of it came before, and may still be being opened.
        if (course.call?.hasReplies && tellsRefusal(signal)) await course.call.repliesTold();
        switch (signal.type) {
        case 'call_invitation': return this.#invited(signal);
        case 'call_ended': case 'call_cancelled': case 'removed_from_call':
            ringing.endBeside(signal.callId);
            return course.perform(endOf(signal, course.call));
        case 'friend_request': case 'friend_accepted': case 'user_updated': case 'login_warning': return undefined;
        default:
            if (signal.callId === undefined || signal.callId !== course.currentCall) return undefined;
            if (signal.type === 'participant_joined') course.perform({ type: 'remoteJoined', id: signal.callId });
            return course.call?.received(signal);
        }
    }

    /** @param {Signal} signal what is to ring next may be over before it does */
    #isOverUnheard(signal) {
        const { course } = this.#options;
        if (isEnd(signal) && signal.callId !== course.currentCall) course.perform({ type: 'ended', id: signal.callId });
    }

    // MARK: What rings

    /** @param {import('../protocol/signaling/signals.js').CallInvitation} invitation */
    async #invited(invitation) {
        const ringing = await this.#options.ringing.judge(invitation);
        if (ringing) this.#ring(ringing);
    }

    /** @param {import('./kept-invitation.js').Ringing} invitation */
    #ring(invitation) {
        const { course, ringing, ends } = this.#options;
        if (course.isStopped) return;
        const call = incomingCall(invitation.signal, invitation.isVerified);
        if (course.state.name === 'inCall' && call.id !== course.currentCall) {
            if (!ringing.ringBeside(call, invitation)) void ends.tell(call.id, 'busy');
            return;
        }
        // One call at most waits for its turn.
        if (course.state.name === 'ending' && (ringing.taken || ringing.isWaiting)) return void ends.tell(call.id, 'busy');
        ringing.invited(invitation);
        course.perform({ type: 'invited', call });
    }

    // MARK: What goes on

    /** Looks whether the person is in a call that this page is not in; what there is comes as an event. */
    async look() { await this.#goOn().catch(() => {}); }

    /**
     * This page was reloaded, or takes the place of another window: what rang there rings on if the server says so, and to a
     * call that was left by that one can return.
     */
    async #goOn() {
        const { session, course, ringing, ends, notify } = this.#options;
        if (!course.isIdle) return;
        const active = await session.api.send(endpoints.activeCall);
        const invitation = course.isIdle ? await ringing.ringsOn(active) : null;
        if (!course.isIdle || course.isStopped) return;
        const running = runningCall(active, session.account);
        // The server has not heard that it was hung up here.
        if (running?.place === 'here' && ends.hasLeft(running.id)) await ends.tell(running.id);
        else notify({ type: 'running', call: running });
        if (invitation) this.#ring(invitation);
    }
}
