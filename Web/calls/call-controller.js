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
import { Readiness } from './setup/readiness.js';
import { comeIn } from './setup/joining.js';
import { sessionEvents } from './setup/session-events.js';
import { EndReports } from './end-reports.js';
import { endOf, isEnd } from './end-signals.js';
import { RingingCalls } from './ringing-calls.js';
import { runningCall } from './running-call.js';
import { text } from '../texts/text.js';

/** In milliseconds: how long the end of a call waits for the server, and again for media. */
const teardownTimeout = 5000;
/** In milliseconds: how long the signal with the reason of an end may come behind an answer that says that the call is over. */
const endReasonTime = 1000;

/** The calls of one signed-in device: carries out what `CallMachine` decides. The twin of CallController.swift. */
export class CallController {
    #session;
    #ready;
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
    #stopWaiting = () => {};
    #ringing;
    #ends;
    /** @type {{ video: boolean } | null} how the call that waits is being answered */
    #isTaken = null;
    /** @type {import('./model/call-statistics.js').CallStatistics | null} of the call that ends */
    #counted = null;
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
        this.#ready = new Readiness(platform, makeJanus ?? (() => new JanusClient({ session })));
        this.#platform = platform;
        this.#ends = new EndReports(session.api);
        this.#ringing = new RingingCalls(session, platform.clock, {
            changed: (call) => this.#events.notify({ type: 'waiting', call }), timedOut: (id) => void this.#ends.tell(id, 'no_answer'),
        });
    }

    /** Begins to listen for signals; the signalling itself is started by its owner. */
    start() {
        if (this.#offs.length > 0) return;
        const { signaling } = this.#session;
        this.#isStopped = false;
        this.#ready.keep();
        this.#offs = [
            signaling.onSignal((signal) => this.#received(signal)),
            signaling.onState((state) => {
                if (state === 'suspended') return this.#isSuspended(signaling.refusal);
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
        this.#ready.drop();
        this.#ringing.takeBeside();
        for (const off of this.#offs.splice(0)) off();
        if (this.#machine.isIdle) return;
        this.#perform({ type: 'abandoned' });
        await this.#idle();
    }

    /**
     * The operator keeps the account out: the server has taken this device out of its call, and tells it nothing more.
     * @param {import('../texts/text.js').Words} reason
     */
    #isSuspended(reason) {
        this.#ringing.takeBeside();
        if (this.#machine.state.name === 'ringingIn') this.#perform({ type: 'abandoned' });
        this.#perform({ type: 'failed', problem: reason });
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
        const { replay, listenAgain } = this.#early.hear();
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
            await this.#ends.tell(id);
            await this.#teardown(call);
            throw new CallFailure('noCall');
        }
        await call.begin(id);
        this.#perform({ type: 'started', id });
        await replay(id, (signal) => this.#handle(signal));
        listenAgain();
        void this.#enter(id, call);
        return id;
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
            if (failure.code === 'over') this.#endsSoon({ type: 'ended', id });
            // The room goes with a call that is declined at once, and why comes with a signal that may still be on the way.
            else if (failure.code === 'room') this.#endsSoon({ type: 'failed', problem: failure.text });
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
        const said = this.#ringing.opening;
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
        if (!this.#ringing.isWaiting || this.#isTaken) throw new CallFailure('noCall');
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
        const call = this.#machine.isIdle && !this.#isStopped ? this.#ringing.promote() : null;
        if (!call) return false;
        this.#perform({ type: 'invited', call });
        return true;
    }

    /** Refuses the call that rings beside the running one. */
    async declineWaiting() {
        const call = this.#ringing.takeBeside();
        if (!call) throw new CallFailure('noCall');
        this.#ringing.forget();
        await this.#ends.tell(call.id);
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
        else if (failure.code === 'over') this.#endsSoon({ type: 'ended', id });
        else this.#perform({ type: 'failed', problem: failure.text });
        await this.#teardown(call);
        throw failure;
    }

    /** @param {number} id */
    #rings(id) { return this.#machine.state.name === 'ringingIn' && this.#machine.currentCall === id; }
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
        const { replay, listenAgain } = this.#early.hear();
        try {
            const record = await this.#letIn(id);
            const own = record.participants.find(({ userId }) => userId === this.#session.account.userId);
            const isVideo = record.callMediaType === 'video';
            const call = this.#begin({ isVideo, camera: own?.isVideoEnabled ?? isVideo, isMuted: own?.isMuted, isReturn: true });
            /** @type {CallFailure | null} */
            let failure = null;
            try {
                await call.beginAgain(record);
                await replay(id, (signal) => this.#handle(signal));
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
        await this.#ends.tell(id);
        throw new CallFailure('noCall');
    }

    /**
     * Leaves a call that this device was in before this page was loaded.
     * @param {number} id
     * @param {'connection_lost'} [reason] where no person has left it
     */
    async leaveRunning(id, reason) { await this.#ends.send(id, reason); }

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
    /** @type {CallSession['setVisible']} how large the view shows somebody of the call */
    setVisible(userId, height, kind) { this.#call?.setVisible(userId, height, kind); }
    /** @param {boolean} isOn whether this person shares their screen; asks them what of it, also while they do */
    async shareScreen(isOn) { await this.#running().shareScreen(isOn); }
    /** @param {string} address of a device of the call that is held, and that the person lets in */
    confirmHeld(address) { this.#running().confirmHeld(address); }
    /** @param {boolean} isOn */
    async setCamera(isOn) { await this.#running().setCamera(isOn); }
    /** @type {CallSession['useDevice']} */
    async useDevice(device, wish) { await this.#running().useDevice(device, wish); }
    /** @param {number[]} userIds are rung into the running call; answers who rings because of it */
    async invite(userIds) { return this.#running().inviteMore(userIds); }
    /** @param {number} userId is asked to mute, where this person has made the call */
    async askToMute(userId) { await this.#running().askServer(endpoints.askToMute, userId); }
    /** @param {number} userId is put out of the call, where this person has made it */
    async remove(userId) { await this.#running().askServer(endpoints.removeParticipant, userId); }
    /**
     * How somebody in the call is played here: how loud, 0 … 200 %, and whether at all. They are not told.
     * @type {CallSession['hear']}
     */
    hear(userId, wish) { this.#running().hear(userId, wish); }
    /** The counters of the running call so far; null where there is none. */
    async statistics() { return this.#call ? this.#call.statistics() : null; }

    #running() {
        if (!this.#call) throw new CallFailure('noCall');
        return this.#call;
    }

    // MARK: The server

    /** @param {import('../protocol/signaling/signals.js').Signal} signal */
    #received(signal) {
        const isKept = this.#early.take(signal);
        this.#handling = this.#handling.then(() => (isKept ? this.#isOverUnheard(signal) : this.#handle(signal))).catch(() => {});
    }

    /** @param {import('../protocol/signaling/signals.js').Signal} signal */
    async #handle(signal) {
        switch (signal.type) {
        case 'call_invitation': return this.#invited(signal);
        case 'call_ended': case 'call_cancelled': case 'removed_from_call':
            this.#ringing.endBeside(signal.callId);
            return this.#perform(endOf(signal, this.#call));
        case 'friend_request': case 'friend_accepted': case 'user_updated': case 'login_warning': return undefined;
        default:
            if (signal.callId === undefined || signal.callId !== this.#machine.currentCall) return undefined;
            if (signal.type === 'participant_joined') this.#perform({ type: 'remoteJoined', id: signal.callId });
            return this.#call?.received(signal);
        }
    }

    /** @param {import('../protocol/signaling/signals.js').Signal} signal what is to ring next may be over before it does */
    #isOverUnheard(signal) {
        if (isEnd(signal) && signal.callId !== this.#machine.currentCall) this.#perform({ type: 'ended', id: signal.callId });
    }

    /** @param {import('../protocol/signaling/signals.js').CallInvitation} invitation */
    async #invited(invitation) {
        const ringing = await this.#ringing.judge(invitation);
        if (ringing) this.#ring(ringing);
    }

    /** @param {import('./kept-invitation.js').Ringing} ringing */
    #ring(ringing) {
        if (this.#isStopped) return;
        const call = incomingCall(ringing.signal, ringing.isVerified);
        if (this.#machine.state.name === 'inCall' && call.id !== this.#machine.currentCall) {
            if (!this.#ringing.ringBeside(call, ringing)) void this.#ends.tell(call.id, 'busy');
            return;
        }
        // One call at most waits for its turn.
        if (this.#machine.state.name === 'ending' && (this.#isTaken || this.#ringing.isWaiting)) return void this.#ends.tell(call.id, 'busy');
        this.#ringing.invited(ringing);
        this.#perform({ type: 'invited', call });
    }

    /** Looks whether the person is in a call that this page is not in; what there is comes as an event. */
    async look() { await this.#goOn().catch(() => {}); }

    /**
     * This page was reloaded, or takes the place of another window: what rang there rings on if the server says so, and to a
     * call that was left by that one can return.
     */
    async #goOn() {
        if (!this.#machine.isIdle) return;
        const active = await this.#session.api.send(endpoints.activeCall);
        const ringing = this.#machine.isIdle ? await this.#ringing.ringsOn(active) : null;
        if (!this.#machine.isIdle || this.#isStopped) return;
        const running = runningCall(active, this.#session.account);
        // The server has not heard that it was hung up here.
        if (running?.place === 'here' && this.#ends.hasLeft(running.id)) await this.#ends.tell(running.id);
        else this.#events.notify({ type: 'running', call: running });
        if (ringing) this.#ring(ringing);
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
        const events = sessionEvents({
            current: () => this.#machine.currentCall, isCurrent: () => this.#call === call, notify: (event) => this.#events.notify(event),
            perform: (event) => this.#perform(event), endsSoon: (event) => this.#endsSoon(event),
        });
        try {
            call = new CallSession(this.#session, this.#ready.take(), media, this.#platform, events);
        } catch (error) {
            throw CallFailure.from(error);
        }
        this.#call = call;
        return call;
    }

    /** @param {import('./call-machine.js').MachineEvent} event unless a signal that is still on the way says before that the call is over, and why */
    #endsSoon(event) {
        this.#stopWaiting();
        this.#stopWaiting = this.#platform.clock.after(endReasonTime, () => this.#perform(event));
    }

    /** @param {import('./call-machine.js').MachineEvent} event */
    #perform(event) {
        const rang = this.#machine.state.name === 'ringingIn';
        const actions = this.#machine.handle(event);
        this.#session.signaling.setUrgent(!this.#machine.isIdle);
        // Anyone who only leaves the page lets it ring on elsewhere.
        if (rang && this.#machine.state.name !== 'ringingIn') {
            this.#ready.ringsNoMore();
            if (event.type !== 'abandoned') this.#ringing.forget();
        }
        for (const action of actions) {
            switch (action.type) {
            case 'announceIncoming':
                this.#ready.rings();
                this.#ringing.begin(action.call.id);
                this.#events.notify({ type: 'incoming', call: action.call, ringsUntil: this.#ringing.until, isTaken: this.#isTaken });
                void this.#ringing.people(action.call.id).then((event) => { if (this.#rings(event.callId)) this.#events.notify(event); });
                break;
            case 'announceRinging': this.#events.notify({ type: 'ringing', callId: action.id, canRing: this.#call?.canRing ?? false }); break;
            case 'startRingTimer': this.#ringing.startTimer(() => this.#perform({ type: 'ringTimedOut', id: action.id })); break;
            case 'stopRingTimer': this.#ringing.stopTimer(); break;
            case 'tellServer':
                // First, so that the others seal nothing for this device any more.
                this.#call?.leave();
                this.#ends.leave(action.id, action.reason);
                break;
            case 'refuse':
                this.#ringing.refused(action.id);
                void this.#ends.tell(action.id, 'busy');
                break;
            case 'tearDown': void this.#tearDown(); break;
            case 'announceEnded': this.#events.notify({ type: 'ended', callId: action.id, reason: action.reason, problem: action.problem, statistics: this.#counted }); break;
            }
        }
    }

    async #tearDown() {
        const { clock } = this.#platform;
        this.#ringing.stopTimer();
        this.#stopWaiting();
        this.#counted = this.#call ? await withTimeout(this.#call.close(), teardownTimeout, clock) : null;
        await this.#ends.settled(teardownTimeout, clock);
        this.#call = null;
        this.#perform({ type: 'tornDown' });
        if (!this.#isStopped) this.#ready.keep();
        for (const resume of this.#waiters.splice(0)) resume();
        // What rang beside it rings on, unless it is being answered.
        if (!this.#isTaken) this.#takeWaiting();
    }

    /** @param {CallSession} call returns once nothing of it is left, or another is on */
    async #teardown(call) { if (this.#call === call) await this.#idle(); }

    async #idle() {
        if (this.#machine.isIdle) return;
        await new Promise((/** @type {(value?: undefined) => void} */ resolve) => { this.#waiters.push(() => resolve()); });
    }
}
