import { withTimeout } from '../media/clock.js';
import { JanusClient } from '../protocol/janus/janus-client.js';
import { endpoints } from '../protocol/http/endpoints.js';
import { Listeners } from '../protocol/listeners.js';
import { CallFailure } from './model/call-failure.js';
import { CallMachine } from './call-machine.js';
import { CallSession } from './call-session.js';
import { EarlySignals } from './early-signals.js';
import { browserPlatform } from './platform.js';
import { incomingCall } from './setup/incoming-call.js';
import { comeIn } from './setup/joining.js';
import { mayRing } from './setup/ringing.js';
import { runningCall } from './running-call.js';
import { WaitingCall } from './waiting-call.js';
import { text } from '../texts/text.js';

/** In milliseconds: how long the end of a call waits for the server, and again for media. */
const teardownTimeout = 5000;
/** How long this device rings (wire-protocol 0.3). */
const ringTime = 60_000;
/** In milliseconds: how long the signal with the reason of an end may come behind an answer that says that the call is over. */
const endReasonTime = 1000;

/** The calls of one signed-in device: carries out what `CallMachine` decides. The twin of CallController.swift. */
export class CallController {
    #session;
    #makeJanus;
    #platform;
    #machine = new CallMachine();
    /** @type {Listeners<[import('./model/call-event.js').CallEvent]>} */
    #events = new Listeners();
    /** @type {CallSession | null} */
    #call = null;
    #early = new EarlySignals();
    /** @type {Promise<unknown>} signals are handled one after the other; nothing here waits for the server */
    #handling = Promise.resolve();
    #isStopped = false;
    /** @type {Promise<unknown> | null} */
    #endRequest = null;
    #stopRinging = () => {};
    #stopWaiting = () => {};
    /** Unix milliseconds */
    #ringsUntil = 0;
    /** @type {import('../protocol/signaling/signals.js').Opening | null} what the caller of the call that rings said of itself */
    #opening = null;
    #waiting;
    /** @type {{ video: boolean } | null} how the call that waits is being answered */
    #isTaken = null;
    /** @type {number | null} the call that was left here last */
    #hungUp = null;
    /** @type {(() => void)[]} */
    #waiters = [];
    /** @type {(() => void)[]} */
    #offs = [];

    /**
     * @param {object} options
     * @param {import('../session/session.js').Session} options.session
     * @param {() => JanusClient} [options.makeJanus]
     * @param {import('./platform.js').Platform} [options.platform]
     */
    constructor({ session, makeJanus, platform = browserPlatform }) {
        this.#session = session;
        this.#makeJanus = makeJanus ?? (() => new JanusClient({ session }));
        this.#platform = platform;
        this.#waiting = new WaitingCall(
            platform.clock, (waiting) => this.#events.notify({ type: 'waiting', call: waiting?.call ?? null }),
            (id) => void this.#tellServer(id, 'no_answer'));
    }

    /** Begins to listen for signals; the signalling itself is started by its owner. */
    start() {
        if (this.#offs.length > 0) return;
        const { signaling } = this.#session;
        this.#isStopped = false;
        this.#offs = [
            signaling.onSignal((signal) => this.#received(signal)),
            signaling.onState((state) => {
                if (state !== 'connected') return this.#call?.isOffline();
                void this.#call?.isOnlineAgain();
                void this.#goOn().catch(() => {});
            }),
            // The signalling looks after itself.
            this.#platform.onNetworkChange((isAnother) => { if (isAnother) this.#call?.networkChanged(); }),
        ];
    }

    /** The page closes, and cannot wait: the others hear that this device leaves. */
    pageCloses() { this.#call?.leaveWhileClosing(); }

    /** Hangs up, and listens no more. What rings is not declined: it may ring on in another window. */
    async stop() {
        this.#isStopped = true;
        this.#waiting.take();
        for (const off of this.#offs.splice(0)) off();
        if (this.#machine.isIdle) return;
        this.#perform({ type: 'abandoned' });
        await this.#idle();
    }

    /** @param {(event: import('./model/call-event.js').CallEvent) => void} listener */
    onEvent(listener) { return this.#events.add(listener); }

    // MARK: The person

    /**
     * Rings these people; returns once their devices ring.
     * @param {number[]} userIds
     * @param {{ video: boolean }} options
     */
    async call(userIds, { video }) {
        if (!this.#machine.isIdle) throw new CallFailure('alreadyInCall');
        const call = this.#begin({ isVideo: video, camera: video });
        this.#machine.handle({ type: 'placed' });
        const { early, listenAgain } = this.#early.hear();
        const isWanted = () => this.#call === call && this.#machine.state.name === 'inviting';
        let id;
        try {
            id = await call.invite(userIds);
        } catch (error) {
            listenAgain();
            const failure = isWanted() ? CallFailure.from(error) : new CallFailure('noCall');
            if (isWanted()) this.#perform({ type: 'failed', problem: failure.text, reason: failure.code === 'busy' ? 'busy' : 'failed' });
            await this.#teardown(call);
            throw failure;
        }
        if (!isWanted()) {
            // Hung up meanwhile: the call that exists now must not go on ringing.
            listenAgain();
            await this.#tellServer(id);
            await this.#teardown(call);
            throw new CallFailure('noCall');
        }
        await call.begin(id);
        this.#perform({ type: 'started', id });
        await this.#handleEarly(id, early);
        listenAgain();
        void this.#enter(id, call);
        return id;
    }

    /**
     * @param {number} id
     * @param {import('../protocol/signaling/signals.js').Signal[]} early
     */
    async #handleEarly(id, early) {
        for (let signal = early.shift(); signal; signal = early.shift()) {
            if ('callId' in signal && signal.callId === id) await this.#handle(signal);
        }
    }

    /**
     * @param {number} id
     * @param {CallSession} call
     */
    async #enter(id, call) {
        try {
            await call.enterAsCaller();
        } catch (error) {
            if (this.#call !== call) return;
            const failure = CallFailure.from(error);
            if (failure.code === 'over') this.#isOver(id);
            else this.#perform({ type: 'failed', problem: failure.text });
        }
    }

    /**
     * Takes the incoming call.
     * @param {{ video: boolean }} options
     */
    async answer({ video }) {
        const { state } = this.#machine;
        if (state.name !== 'ringingIn') throw new CallFailure('noCall');
        const call = this.#begin({ isVideo: state.call.isVideo, camera: video });
        const said = this.#opening;
        this.#perform({ type: 'answered' });
        /** @type {CallFailure | null} */
        let failure = null;
        try {
            await call.enterAsCallee(state.call, said);
        } catch (error) {
            failure = CallFailure.from(error);
        }
        return this.#joined(state.id, call, failure);
    }

    /**
     * Takes the call that rings beside the running one, which is over then, or waits.
     * @param {{ video: boolean, holds: boolean }} options
     */
    async answerWaiting({ video, holds }) {
        if (!this.#waiting.current || this.#isTaken) throw new CallFailure('noCall');
        this.#isTaken = { video };
        try {
            if (holds) await this.#hold();
            else if (!this.#machine.isIdle) await this.hangUp();
            if (!this.#takeWaiting()) throw new CallFailure('noCall');
        } finally {
            this.#isTaken = null;
        }
        return this.answer({ video });
    }

    /** Whether what waits rings now as any other. */
    #takeWaiting() {
        const waiting = this.#machine.isIdle && !this.#isStopped ? this.#waiting.take() : null;
        if (!waiting) return false;
        this.#ringsUntil = waiting.until;
        this.#opening = waiting.opening;
        this.#perform({ type: 'invited', call: waiting.call });
        return true;
    }

    /** Refuses the call that rings beside the running one. */
    async declineWaiting() {
        const waiting = this.#waiting.take();
        if (!waiting) throw new CallFailure('noCall');
        await this.#tellServer(waiting.call.id);
    }

    /** The running call waits for this device, which sends and receives nothing in it until it comes back by `resume`. */
    async #hold() {
        if (this.#machine.state.name !== 'inCall') throw new CallFailure('noCall');
        const call = this.#running();
        try {
            await call.hold();
        } catch (error) {
            throw CallFailure.from(error);
        }
        if (this.#call !== call) return;
        this.#perform({ type: 'held' });
        await this.#idle();
    }

    /**
     * A session is in its call now, unless it has failed or was hung up meanwhile.
     * @param {number} id
     * @param {CallSession} call
     * @param {CallFailure | null} failure
     */
    async #joined(id, call, failure) {
        if (this.#call !== call || !this.#isJoining(id)) {
            await this.#teardown(call);
            throw new CallFailure('noCall');
        }
        if (!failure) return this.#perform({ type: 'joined', id });
        if (failure.code === 'elsewhere') this.#perform({ type: 'cancelled', id });
        else if (failure.code === 'over') this.#isOver(id);
        else this.#perform({ type: 'failed', problem: failure.text });
        await this.#teardown(call);
        throw failure;
    }

    /** @param {number} id */
    #isJoining(id) { return this.#machine.state.name === 'joining' && this.#machine.currentCall === id; }

    /**
     * Comes into a call that goes on: this device was in it before this page was loaded, or another of the person's is or was.
     * With new keys; as much heard and seen as before.
     * @param {number} id
     */
    async resume(id) {
        if (!this.#machine.isIdle) throw new CallFailure('alreadyInCall');
        this.#mustProtect();
        this.#perform({ type: 'resumed', id });
        // The others' joins come before the answer that says for which room they are.
        const { early, listenAgain } = this.#early.hear();
        try {
            const record = await this.#letIn(id);
            const own = record.participants.find(({ userId }) => userId === this.#session.account.userId);
            const isVideo = record.callMediaType === 'video';
            const call = this.#begin({ isVideo, camera: own?.isVideoEnabled ?? isVideo, isMuted: own?.isMuted, isReturn: true });
            /** @type {CallFailure | null} */
            let failure = null;
            try {
                await call.beginAgain(record);
                await this.#handleEarly(id, early);
                listenAgain();
                await call.enterAgain(record.janusRoomId);
            } catch (error) {
                failure = CallFailure.from(error);
            }
            listenAgain();
            await this.#joined(id, call, failure);
            return record;
        } finally {
            listenAgain();
        }
    }

    /**
     * Who is not let in has what they had before: nothing is said to the server, and nothing ends.
     * @param {number} id
     */
    async #letIn(id) {
        let record;
        try {
            record = await comeIn(id, this.#session);
        } catch (error) {
            if (!this.#isJoining(id)) throw new CallFailure('noCall');
            this.#perform({ type: 'refused' });
            throw CallFailure.from(error);
        }
        if (this.#isJoining(id)) return record;
        // Hung up meanwhile, and the server may have heard of that before it let us in.
        await this.#tellServer(id);
        throw new CallFailure('noCall');
    }

    /**
     * Leaves a call that this device was in before this page was loaded.
     * @param {number} id
     */
    async leaveRunning(id) {
        try {
            await this.#session.api.send(endpoints.endCall, { body: { callId: id } });
        } catch (error) {
            throw CallFailure.from(error);
        }
    }

    /** Refuses the incoming call. */
    async decline() {
        if (this.#machine.state.name !== 'ringingIn') throw new CallFailure('noCall');
        this.#perform({ type: 'declined' });
        await this.#idle();
    }

    /** Ends or cancels the call; returns when everything is torn down. */
    async hangUp() {
        if (this.#machine.isIdle) throw new CallFailure('noCall');
        this.#perform({ type: 'hungUp' });
        await this.#idle();
    }

    /** @param {boolean} muted */
    async setMuted(muted) { await this.#running().setMuted(muted); }
    /** The person takes the devices of the call that are held as those of their people. */
    confirmHeld() { this.#running().confirmHeld(); }
    /** @param {boolean} isOn */
    async setCamera(isOn) { await this.#running().setCamera(isOn); }
    /** The counters of the running call so far; null where there is none. */
    async statistics() { return this.#call ? this.#call.statistics() : null; }

    #running() {
        if (!this.#call) throw new CallFailure('noCall');
        return this.#call;
    }

    // MARK: The server

    /** @param {import('../protocol/signaling/signals.js').Signal} signal */
    #received(signal) {
        if (this.#early.take(signal)) return;
        this.#handling = this.#handling.then(() => this.#handle(signal)).catch(() => {});
    }

    /** @param {import('../protocol/signaling/signals.js').Signal} signal */
    async #handle(signal) {
        switch (signal.type) {
        case 'call_invitation': return this.#invited(signal);
        case 'call_ended':
            this.#waiting.end(signal.callId);
            return this.#perform({ type: 'ended', id: signal.callId, reason: signal.reason });
        case 'call_cancelled':
            this.#waiting.end(signal.callId);
            return this.#perform({ type: 'cancelled', id: signal.callId, reason: signal.reason });
        case 'friend_request':
        case 'friend_accepted':
        case 'user_updated':
        case 'login_warning': return undefined;
        default:
            if (signal.callId === undefined || signal.callId !== this.#machine.currentCall) return undefined;
            if (signal.type === 'participant_joined') this.#perform({ type: 'remoteJoined', id: signal.callId });
            return this.#call?.received(signal);
        }
    }

    /** @param {import('../protocol/signaling/signals.js').CallInvitation} invitation */
    async #invited(invitation) {
        const { clock } = this.#platform;
        const isVerified = await mayRing(invitation, this.#session, clock);
        if (isVerified !== null) await this.#ring(invitation, isVerified, clock.date() + ringTime);
    }

    /**
     * @param {import('../protocol/signaling/signals.js').CallInvitation} invitation
     * @param {boolean} isVerified
     * @param {number} until Unix milliseconds
     */
    async #ring(invitation, isVerified, until) {
        if (this.#isStopped) return;
        const call = incomingCall(invitation, isVerified);
        if (this.#machine.state.name === 'inCall' && call.id !== this.#machine.currentCall) {
            if (!this.#waiting.ring({ call, opening: invitation.e2ee ?? null, until })) void this.#tellServer(call.id, 'busy');
            return;
        }
        this.#ringsUntil = until;
        this.#perform({ type: 'invited', call });
        if (this.#machine.state.name === 'ringingIn' && this.#machine.currentCall === invitation.callId) {
            this.#opening = invitation.e2ee ?? null;
            void this.#session.invitations.keep(this.#session.deviceAddress, { signal: invitation, isVerified, until }).catch(() => {});
        }
    }

    /** Looks whether the person is in a call that this page is not in; what there is comes as an event. */
    async look() { await this.#goOn().catch(() => {}); }

    /**
     * This page was reloaded, or takes the place of another window: what rang there rings on if the server says so, and to a
     * call that was left by that one can return.
     */
    async #goOn() {
        const { invitations, deviceAddress, account, api } = this.#session;
        const kept = this.#machine.isIdle ? await invitations.current(deviceAddress, this.#platform.clock.date()) : null;
        if (!this.#machine.isIdle) return;
        const active = await api.send(endpoints.activeCall);
        if (!this.#machine.isIdle || this.#isStopped) return;
        const own = active.participants?.find(({ userId }) => userId === account.userId);
        if (kept && kept.signal.callId === active.callId && own?.status === 'inviting') return this.#ring(kept.signal, kept.isVerified, kept.until);
        if (kept) await invitations.forget();
        const running = runningCall(active, account);
        // The server has not heard that it was hung up here.
        if (running?.place === 'here' && running.id === this.#hungUp) await this.#tellServer(running.id);
        else this.#events.notify({ type: 'running', call: running });
    }

    // MARK: Carrying out

    #mustProtect() {
        if (!this.#platform.canProtectMedia()) throw new CallFailure('encryption', text('call.failure.browser'));
    }

    /** @param {import('./capture/call-media.js').Beginning} media */
    #begin(media) {
        this.#mustProtect();
        /** @type {CallSession} */
        let call;
        /** @type {import('./call-session.js').SessionEvents} */
        const events = {
            notify: (event) => { if (this.#call === call) this.#events.notify({ callId: this.#machine.currentCall, ...event }); },
            remoteJoined: () => {
                const id = this.#machine.currentCall;
                if (this.#call === call && id !== null) this.#perform({ type: 'remoteJoined', id });
            },
            over: () => {
                const id = this.#machine.currentCall;
                if (this.#call === call && id !== null) this.#isOver(id);
            },
            failed: (failure) => { if (this.#call === call) this.#perform(failure.code === 'connectionLost' ? { type: 'connectionLost' } : { type: 'failed', problem: failure.text }); },
        };
        try {
            call = new CallSession(this.#session, this.#makeJanus, media, this.#platform, events);
        } catch (error) {
            throw CallFailure.from(error);
        }
        this.#call = call;
        return call;
    }

    /**
     * The server says that the call is over; why comes with a signal that may still be on the way.
     * @param {number} id
     */
    #isOver(id) {
        this.#stopWaiting();
        this.#stopWaiting = this.#platform.clock.after(endReasonTime, () => this.#perform({ type: 'ended', id }));
    }

    /** @param {import('./call-machine.js').MachineEvent} event */
    #perform(event) {
        const rang = this.#machine.state.name === 'ringingIn';
        const actions = this.#machine.handle(event);
        this.#session.signaling.setUrgent(!this.#machine.isIdle);
        // Anyone who only leaves the page lets it ring on elsewhere.
        if (rang && this.#machine.state.name !== 'ringingIn' && event.type !== 'abandoned') void this.#session.invitations.forget().catch(() => {});
        for (const action of actions) {
            switch (action.type) {
            case 'announceIncoming': this.#events.notify({ type: 'incoming', call: action.call, ringsUntil: this.#ringsUntil, isTaken: this.#isTaken }); break;
            case 'announceRinging': this.#events.notify({ type: 'ringing', callId: action.id }); break;
            case 'startRingTimer':
                this.#stopRinging = this.#platform.clock.after(this.#ringsUntil - this.#platform.clock.date(), () => this.#perform({ type: 'ringTimedOut', id: action.id }));
                break;
            case 'stopRingTimer': this.#stopRinging(); break;
            case 'tellServer':
                // First, so that the others seal nothing for this device any more.
                this.#call?.leave();
                this.#hungUp = action.id;
                this.#endRequest = this.#tellServer(action.id, action.reason);
                break;
            case 'refuse': void this.#tellServer(action.id, 'busy'); break;
            case 'tearDown': void this.#tearDown(); break;
            default: break;
            }
        }
    }

    /**
     * @param {number} id
     * @param {'no_answer' | 'busy'} [reason] why a device that rings does not answer, where nobody has declined
     */
    async #tellServer(id, reason) {
        await this.#session.api.send(endpoints.endCall, { body: { callId: id, ...(reason ? { reason } : {}) } }).catch(() => {});
    }

    async #tearDown() {
        const { clock } = this.#platform;
        this.#stopRinging();
        this.#stopWaiting();
        const statistics = this.#call ? await withTimeout(this.#call.close(), teardownTimeout, clock) : null;
        if (this.#endRequest) await withTimeout(this.#endRequest, teardownTimeout, clock);
        this.#endRequest = null;
        this.#call = null;
        const ends = this.#machine.handle({ type: 'tornDown' });
        this.#session.signaling.setUrgent(!this.#machine.isIdle);
        for (const action of ends) {
            if (action.type !== 'announceEnded') continue;
            this.#events.notify({ type: 'ended', callId: action.id, reason: action.reason, problem: action.problem, statistics });
        }
        for (const resume of this.#waiters.splice(0)) resume();
        // What rang beside it rings on, unless it is being answered.
        if (!this.#isTaken) this.#takeWaiting();
    }

    /**
     * Returns once nothing of the call is left, or another is on.
     * @param {CallSession} call
     */
    async #teardown(call) { if (this.#call === call) await this.#idle(); }

    async #idle() {
        if (this.#machine.isIdle) return;
        await new Promise((/** @type {(value?: undefined) => void} */ resolve) => { this.#waiters.push(() => resolve()); });
    }
}
