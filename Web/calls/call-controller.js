import { JanusClient } from '../protocol/janus/janus-client.js';
import { Listeners } from '../protocol/listeners.js';
import { CallFailure } from './model/call-failure.js';
import { CallLifecycle } from './lifecycle/call-lifecycle.js';
import { CallReturn } from './lifecycle/call-return.js';
import { EarlySignals, IncomingSignals } from './lifecycle/incoming-signals.js';
import { OwnReplies } from './lifecycle/own-replies.js';
import { Readiness } from './entry/readiness.js';
import { EndReports, keptEnds } from './lifecycle/end-reports.js';
import { RingingCalls } from './lifecycle/ringing-calls.js';

/** The calls of one signed-in device, as its person handles them. In Swift: CallController.swift. */
export class CallController {
    #session;
    #platform;
    /** @type {Listeners<[import('./model/call-event.js').CallEvent]>} */
    #events = new Listeners();
    #early = new EarlySignals();
    /** @type {EndReports} */
    #ends;
    #ringing;
    /** @type {CallLifecycle} */
    #lifecycle;
    #signals;
    #return;
    #replies;
    /** @type {(() => void)[]} */
    #offs = [];

    /**
     * @param {object} options
     * @param {import('../session/session.js').Session} options.session
     * @param {() => JanusClient} [options.makeJanus]
     * @param {import('./platform.js').Platform} options.platform
     */
    constructor({ session, makeJanus, platform }) {
        this.#session = session;
        this.#platform = platform;
        this.#ends = new EndReports(session.api, keptEnds(session.deviceAddress), () => this.#lifecycle.settleUrgency());
        this.#ringing = new RingingCalls(session, platform.clock, {
            changed: (call) => this.#events.notify({ type: 'waiting', call }), people: (found) => this.#events.notify({ type: 'waitingPeople', ...found }),
            timedOut: (id) => void this.#ends.tell(id, 'no_answer'), missed: (call) => this.#events.notify({ type: 'missed', call }),
        });
        const ready = new Readiness(platform, makeJanus ?? (() => new JanusClient({ session })));
        this.#replies = new OwnReplies(session, platform, ready);
        const notify = (/** @type {import('./model/call-event.js').CallEvent} */ event) => this.#events.notify(event);
        const parts = { session, early: this.#early, ringing: this.#ringing, ends: this.#ends, notify };
        this.#lifecycle = new CallLifecycle({ ...parts, platform, ready });
        this.#signals = new IncomingSignals({ ...parts, clock: platform.clock, lifecycle: this.#lifecycle });
        this.#return = new CallReturn({ ...parts, lifecycle: this.#lifecycle, signals: this.#signals });
    }

    /** Begins to listen for signals; the signalling itself is started by its owner. */
    start() {
        if (this.#offs.length > 0) return;
        const { signaling } = this.#session;
        this.#lifecycle.start();
        this.#offs = [
            signaling.onSignal((signal) => this.#signals.received(signal)),
            signaling.onState((state) => {
                if (state === 'suspended') return this.#isSuspended(signaling.refusal);
                if (state !== 'connected') return this.#lifecycle.call?.recovery.isOffline();
                void this.#lifecycle.call?.recovery.isOnlineAgain();
                void this.look();
            }),
            // Signalling recovers by itself.
            this.#platform.onNetworkChange((isAnother) => { if (isAnother) this.#lifecycle.call?.room.networkChanged(); }),
        ];
    }

    /** The page is closing and cannot wait: tells the others that this device leaves. */
    pageCloses() { this.#lifecycle.call?.entry.leaveWhileClosing(); }

    /** Hangs up and stops listening. A ringing call isn't declined: it may still ring in another window. */
    async stop() {
        this.#lifecycle.stop();
        this.#signals.stop();
        this.#ringing.takeBeside();
        for (const off of this.#offs.splice(0)) off();
        if (this.#lifecycle.isIdle) return;
        this.#lifecycle.perform({ type: 'abandoned' });
        await this.#lifecycle.idle();
    }

    /**
     * The operator suspended the account: the server has removed this device from its call, and sends it nothing more.
     * @param {import('../texts/text.js').Words} reason
     */
    #isSuspended(reason) {
        this.#ringing.takeBeside();
        if (this.#lifecycle.state.name === 'ringingIn') this.#lifecycle.perform({ type: 'abandoned' });
        this.#lifecycle.perform({ type: 'failed', problem: reason });
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
        if (!this.#lifecycle.isIdle) throw new CallFailure('alreadyInCall');
        const call = this.#lifecycle.place({ isVideo: video, camera: video });
        const { replay, listenAgain } = this.#early.hear();
        const isWanted = () => this.#lifecycle.call === call && this.#lifecycle.state.name === 'inviting';
        let id;
        try {
            // Otherwise the server would consider this person busy.
            if (this.#ends.isOwed) await this.#ends.report(this.#platform.clock);
            id = await call.entry.invite(userIds);
        } catch (error) {
            listenAgain();
            const failure = isWanted() ? CallFailure.from(error) : new CallFailure('noCall');
            if (isWanted()) this.#lifecycle.perform({ type: 'failed', problem: failure.text, reason: failure.code === 'busy' ? 'busy' : 'failed' });
            await this.#lifecycle.teardown(call);
            throw failure;
        }
        if (!isWanted()) {
            // The person hung up meanwhile: the call that was just created must not keep ringing.
            listenAgain();
            await this.#ends.tell(id);
            await this.#lifecycle.teardown(call);
            throw new CallFailure('noCall');
        }
        await call.entry.begin(id);
        this.#lifecycle.perform({ type: 'started', id, rings: call.entry.canRing });
        await replay(id, (signal) => this.#signals.handle(signal));
        listenAgain();
        void this.#enter(id, call);
        return id;
    }

    /**
     * @param {number} id
     * @param {import('./call-session.js').CallSession} call
     */
    async #enter(id, call) {
        try {
            await call.entry.enterAsCaller();
        } catch (error) {
            if (this.#lifecycle.call !== call) return;
            const failure = CallFailure.from(error);
            if (failure.code === 'over') this.#lifecycle.endsSoon({ type: 'ended', id });
            else this.#lifecycle.fails(failure);
        }
    }

    /** @param {{ video: boolean }} options */
    async answer({ video }) {
        const { state } = this.#lifecycle;
        if (state.name !== 'ringingIn') throw new CallFailure('noCall');
        const call = this.#lifecycle.begin({ isVideo: state.call.isVideo, camera: video });
        const said = this.#ringing.opening;
        this.#lifecycle.perform({ type: 'answered' });
        /** @type {CallFailure | null} */
        let failure = null;
        try {
            await call.entry.enterAsCallee(state.call, said);
        } catch (error) {
            failure = CallFailure.from(error);
        }
        return this.#lifecycle.joined(state.id, call, failure);
    }

    /**
     * Answers the call that rings beside the running one, which ends or is put on hold.
     * @param {{ video: boolean, holds: boolean }} options
     */
    async answerWaiting({ video, holds }) {
        if (!this.#ringing.isWaiting || this.#ringing.taken) throw new CallFailure('noCall');
        this.#ringing.taken = { video };
        try {
            if (holds) await this.#hold();
            else if (!this.#lifecycle.isIdle) await this.hangUp();
            if (!this.#lifecycle.takeWaiting()) throw new CallFailure('noCall');
        } finally {
            this.#ringing.taken = null;
        }
        return this.answer({ video });
    }

    /**
     * Declines the call that rings beside the running one, otherwise like `decline`.
     * @param {import('../keys/channels/call-reply.js').CallReply} [reply]
     */
    async declineWaiting(reply) {
        const opening = this.#ringing.openingBeside;
        const call = this.#ringing.takeBeside();
        if (!call) throw new CallFailure('noCall');
        this.#ringing.forget();
        const isSaid = reply ? await this.#replies.say(reply, call, opening) : false;
        await this.#ends.tell(call.id);
        return isSaid;
    }

    /**
     * Holds the running call in exchange for one that this device has on hold: the server changes both, or neither. Then `resume` enters
     * that one.
     * @param {number} resumed
     */
    async holdFor(resumed) { await this.#hold(resumed); }

    /**
     * Puts the running call on hold: this device sends and receives nothing in it until `resume`.
     * @param {number} [resumed] a call that is taken off hold with this
     */
    async #hold(resumed) {
        if (this.#lifecycle.state.name !== 'inCall') throw new CallFailure('noCall');
        const call = this.running();
        try {
            await call.entry.hold(resumed);
        } catch (error) {
            throw CallFailure.from(error);
        }
        if (this.#lifecycle.call !== call) return;
        this.#lifecycle.perform({ type: 'held' });
        await this.#lifecycle.idle();
    }

    /**
     * Enters a call in progress: this device was in it before the page was reloaded, or another device of the person is or was in it.
     * @type {CallReturn['resume']}
     */
    async resume(id) { return this.#return.resume(id); }

    /**
     * Leaves a call that this device was in before the page was reloaded.
     * @param {number} id
     * @param {'connection_lost'} [reason] where no person has left it
     */
    async leaveRunning(id, reason) { await this.#ends.send(id, reason); }

    /**
     * Declines the incoming call, and sends the caller the reason, if the caller is verified and there is one. The reason goes first: the
     * server accepts nothing from a device that no longer rings.
     * @param {import('../keys/channels/call-reply.js').CallReply} [reply]
     * @returns {Promise<boolean>} whether the server has accepted the reply; the call is declined in any case
     */
    async decline(reply) {
        const { state } = this.#lifecycle;
        if (state.name !== 'ringingIn') throw new CallFailure('noCall');
        const said = reply && this.#replies.say(reply, state.call, this.#ringing.opening);
        this.#lifecycle.decline(said);
        await this.#lifecycle.idle();
        return await said ?? false;
    }

    /** Ends or cancels the call; returns when everything is torn down. */
    async hangUp() {
        if (this.#lifecycle.isIdle) throw new CallFailure('noCall');
        this.#lifecycle.perform({ type: 'hungUp' });
        await this.#lifecycle.idle();
    }

    /** The call that is running or being set up; null if there is none. */
    get current() { return this.#lifecycle.call; }
    /** Returns the current call; throws if there is none. Its parts decide what the person can do in it. */
    running() {
        if (!this.current) throw new CallFailure('noCall');
        return this.current;
    }

    /** Checks whether the person is in a call that this page is not in; the result arrives as an event. */
    async look() {
        // A call that was left here must not be offered again.
        if (this.#ends.isOwed) await this.#ends.report(this.#platform.clock);
        await this.#signals.look();
    }
}
