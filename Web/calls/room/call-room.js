import { withTimeout } from '../../media/clock.js';
import { patience } from '../../protocol/backoff.js';
import { JanusError } from '../../protocol/errors.js';
import { CallFailure } from '../model/call-failure.js';
import { RevivalWatch } from '../recovery/revival-watch.js';
import { RoomRecovery } from '../recovery/room-recovery.js';
import { SilenceWatch } from '../recovery/silence-watch.js';
import { MediaTransport } from './media-transport.js';
import { unheardScreenRate } from './screen-sender.js';
import { text } from '../../texts/text.js';

/** In milliseconds: how long this device's media may take to reach the media server at first. */
const connectionTime = 30_000;
/** How long the media server may be unavailable while a call is being set up: someone waits for it. */
const setupTime = 15_000;
/** How long the media connection may be lost: as long as the server waits for a device that is away. */
const recoveryTime = 60_000;
/** How long a new connection may take until media flow on it, once it is in the room. */
const flowTime = 5000;
/** How long a broken connection may take to recover by itself. */
const graceTime = 1000;

/** @typedef {Omit<import('./publisher.js').PublisherOptions, 'worker' | 'platform' | 'timeline' | 'changed' | 'plan'>} PublishOptions */
/** @typedef {{ room: number, display: string, options: () => Promise<PublishOptions> }} Entry what it takes to enter again */

/**
 * The media of one call. Exposes the media connection while it works. When it breaks, recreates it with a new session in Janus, in the same
 * room, until media flow again or the time is up. Working parts are left alone. In Swift: CallRoom.swift.
 */
export class CallRoom {
    #makeJanus;
    #parts;
    #clock;
    #emit;
    #transport;
    /** @type {Entry | null} */
    #entry = null;
    #recovery = new RoomRecovery(recoveryTime);
    #silence;
    #revival;
    /** Counts attempts; increasing it ends the one under way. */
    #attempts = 0;
    #isClosed = false;
    #isSending = false;
    #isForSomebody = false;
    /** @type {import('./layers.js').LayerPlan | null} null before the first */
    #plan = null;
    /** In bits a second. */
    #screenRate = unheardScreenRate;
    /** The state that was last notified. */
    #said = '';
    /** @type {((isSending: boolean) => void)[]} */
    #sendingWaiters = [];
    #callOffDeadline = () => {};
    #callOffGrace = () => {};
    #callOffAttempt = () => {};

    /**
     * @param {() => import('../../protocol/janus/janus-client.js').JanusClient} makeJanus
     * @param {import('./media-transport.js').TransportParts} parts
     * @param {(event: import('./room-event.js').RoomEvent) => void} emit
     */
    constructor(makeJanus, parts, emit) {
        const { worker, platform } = parts;
        this.#makeJanus = makeJanus;
        this.#parts = parts;
        this.#clock = platform.clock;
        this.#emit = emit;
        this.#transport = this.#makeTransport();
        this.#silence = new SilenceWatch(worker, platform.clock, {
            isWorking: () => this.#recovery.lostAt === null,
            // E2EE messages arrived by signalling: the network works, and the silence in both directions is the fault of the media path.
            isSuspected: () => this.#transport.isUnheard,
            silent: () => this.#fellSilent(),
        });
        this.#revival = new RevivalWatch(worker, platform.clock, () => this.#revived());
    }

    #makeTransport() {
        /** @type {MediaTransport} */
        const transport = new MediaTransport(this.#makeJanus(), this.#parts, (event) => {
            // Events of an earlier connection are ignored.
            if (this.#transport === transport && !this.#isClosed) this.#heard(event);
        });
        transport.setForSomebody(this.#isForSomebody);
        return transport;
    }

    /** @param {import('./media-transport.js').TransportEvent} event */
    #heard(event) {
        switch (event.type) {
        case 'sending': return this.#sends();
        case 'lost': return this.#lost();
        case 'unsteady':
            this.#callOffGrace();
            this.#say('reconnecting');
            this.#callOffGrace = this.#clock.after(graceTime, () => this.#fellSilent());
            return undefined;
        default: return this.#emit(event);
        }
    }

    /** The current media connection: its users ask for it each time. */
    get transport() { return this.#transport; }

    async open() { await this.#insist((transport) => transport.open()); }

    async createRoom() {
        return this.#insist(async (transport) => {
            await transport.open();
            return transport.createRoom();
        });
    }

    /**
     * Enters the room and starts to send; those who already publish are announced as events.
     * @param {number} room
     * @param {string} display
     * @param {Entry['options']} options recreated for each connection: credentials expire
     */
    async enter(room, display, options) {
        this.#callOffDeadline = this.#clock.after(connectionTime, () => {
            this.#fail(new CallFailure('media', text('call.failure.noConnection')));
        });
        await this.#insist(async (transport) => {
            await transport.open();
            for (const publisher of await transport.join(room, display)) this.#emit({ type: 'appeared', publisher });
            this.#say('connecting');
            await transport.publish(await options(), this.#plan);
        });
        if (this.#isClosed) throw new CallFailure('noCall');
        this.#entry = { room, display, options };
        // A loss before this hasn't been counted yet.
        if (this.#transport.isLost) this.#lost();
        this.#silence.start();
    }

    /**
     * Performs one step of entering the room. If the connection is lost during it, another one replaces it and the step is repeated, for as
     * long as a call waits for a lost connection: no media flow yet that would have to be kept.
     * @template T
     * @param {(transport: MediaTransport) => Promise<T>} step
     * @returns {Promise<T>}
     */
    async #insist(step) {
        const losses = new RoomRecovery(setupTime);
        for (;;) {
            if (this.#isClosed) throw new CallFailure('noCall');
            const transport = this.#transport;
            try {
                return await step(transport);
            } catch (error) {
                // When Janus is back, its rooms may not exist yet.
                const isLoss = transport.isLost || losses.lostAt !== null || (error instanceof JanusError && error.isLoss);
                if (this.#isClosed || !isLoss) throw error;
                const wait = losses.lost(this.#clock.now()) ?? losses.failed(this.#clock.now(), Math.random());
                if (wait === null) throw error;
                await this.#pause(wait);
            }
            if (this.#isClosed) throw new CallFailure('noCall');
            this.#transport = this.#makeTransport();
            this.#isSending = false;
            void transport.close();
            this.#emit({ type: 'reentered' });
        }
    }

    /**
     * Ends early when the call is over.
     * @param {number} wait
     * @returns {Promise<void>}
     */
    #pause(wait) {
        return new Promise((resolve) => {
            const callOff = this.#clock.after(wait, resolve);
            this.#callOffAttempt = () => {
                callOff();
                resolve();
            };
        });
    }

    /**
     * If the media server rejects the offer on this connection, the offer is made on another one.
     * @param {MediaStreamTrack | null} camera
     */
    async replaceVideo(camera) {
        const transport = this.#transport;
        await transport.publisher?.replaceVideo(camera).catch(() => { if (this.#transport === transport) this.#lost(); });
    }

    /**
     * Shares a screen, another one, or none; on another connection if the media server rejects it on this one.
     * @param {import('./screen-sender.js').SharedScreen | null} screen
     */
    async shareScreen(screen) {
        const transport = this.#transport;
        await transport.publisher?.shareScreen(screen).catch(() => { if (this.#transport === transport) this.#lost(); });
    }

    /** @param {number} rate what receivers can take of the screen, in bits a second */
    async limitScreen(rate) {
        if (rate === this.#screenRate) return;
        this.#screenRate = rate;
        await this.#transport.publisher?.limitScreen(rate);
    }

    /** @param {import('./layers.js').LayerPlan} plan */
    async sendVideo(plan) {
        if (plan.join() === this.#plan?.join()) return;
        this.#plan = plan;
        await this.#transport.publisher?.sendVideo(plan);
    }

    /** Stops all connections and leaves the room properly. */
    async close() {
        if (this.#isClosed) return;
        this.#isClosed = true;
        for (const callOff of [this.#callOffDeadline, this.#callOffGrace, this.#callOffAttempt]) callOff();
        this.#silence.stop();
        this.#revival.stop();
        this.#settle(false);
        await this.#transport.close();
    }

    // MARK: Coming back

    /** Recreates the media connection, because the current one does not carry all tracks. */
    renew() { this.#lost(); }

    /**
     * Sets the devices whose silence says nothing about the connection.
     * @param {Set<string>} silent the devices that send no audio since they are muted or reconnect, as the server says, or hand this one no key
     * @param {boolean} isForSomebody whether anyone can decrypt what this device sends
     */
    expectSound(silent, isForSomebody) {
        this.#silence.ignore(silent);
        this.#isForSomebody = isForSomebody;
        this.#transport.setForSomebody(isForSomebody);
    }

    networkChanged() { this.#silence.suspect(); }

    #sends() {
        this.#callOffDeadline();
        this.#callOffGrace();
        // Sending works again before the others' audio arrives: the connection that fell silent works.
        if (this.#revival.isRunning) return this.#revived();
        this.#isSending = true;
        if (this.#recovery.lostAt === null) this.#say('connected');
        return this.#settle(true);
    }

    /** @param {boolean} isSending */
    #settle(isSending) { for (const resume of this.#sendingWaiters.splice(0)) resume(isSending); }

    #lost() {
        if (this.#isClosed || !this.#entry) return;
        this.#revival.stop();
        this.#callOffGrace();
        this.#isSending = false;
        this.#settle(false);
        const wait = this.#recovery.lost(this.#clock.now());
        if (wait === undefined) return;
        this.#callOffDeadline();
        this.#say('reconnecting');
        this.#attempts += 1;
        this.#tryAfter(wait, { entry: this.#entry, attempt: this.#attempts, failures: 0 });
    }

    /** Nothing is received or sent, for an unknown reason: while another connection is made, this one may recover. */
    #fellSilent() {
        if (this.#recovery.lostAt !== null) return;
        this.#lost();
        if (this.#recovery.lostAt !== null) this.#revival.start();
    }

    /** The attempt under way ends, so that there is only one interruption, and nothing is published twice. */
    #revived() {
        if (this.#isClosed || this.#recovery.lostAt === null) return;
        this.#revival.stop();
        this.#attempts += 1;
        this.#callOffAttempt();
        this.#recovery.restored(this.#clock.now());
        this.#silence.forget();
        this.#isSending = true;
        this.#say('connected');
    }

    /**
     * @param {number | null} wait
     * @param {{ entry: Entry, attempt: number, failures: number }} way
     */
    #tryAfter(wait, way) {
        if (wait === null) return this.#fail(new CallFailure('connectionLost'));
        this.#callOffAttempt = this.#clock.after(wait, async () => {
            /** @type {boolean | CallFailure} */
            const isRestored = await this.#attempt(way).catch((error) => error instanceof CallFailure && error.code === 'exhausted' && error);
            if (this.#isOver(way)) return;
            // No retry can help.
            if (isRestored instanceof CallFailure) return this.#fail(isRestored);
            // A connection that broke again at once was not reported: it is already being recovered.
            if (isRestored && this.#isSending) {
                this.#recovery.restored(this.#clock.now());
                this.#say('connected');
            } else this.#tryAfter(this.#recovery.failed(this.#clock.now(), Math.random()), { ...way, failures: way.failures + 1 });
        });
        return undefined;
    }

    /**
     * The call ended, or the connection works again without this attempt.
     * @param {{ attempt: number }} way
     */
    #isOver({ attempt }) { return this.#isClosed || attempt !== this.#attempts; }

    /**
     * One attempt: a new session, into the room again, sending again. Returns whether media flow.
     * @param {{ entry: Entry, attempt: number, failures: number }} way
     */
    async #attempt(way) {
        const { room, display, options } = way.entry;
        const fresh = this.#makeTransport();
        const former = this.#transport;
        const enter = async () => {
            await fresh.open();
            return fresh.join(room, display);
        };
        const publishers = await withTimeout(enter(), patience(way.failures), this.#clock);
        if (!publishers || this.#isOver(way)) {
            void fresh.close();
            return false;
        }
        this.#revival.stop();
        this.#transport = fresh;
        void former.close();
        this.#silence.forget();
        this.#isSending = false;
        this.#emit({ type: 'reentered' });
        for (const publisher of publishers) this.#emit({ type: 'appeared', publisher });
        const sending = new Promise((/** @type {(isSending: boolean) => void} */ resolve) => { this.#sendingWaiters.push(resolve); });
        await fresh.publish(await options(), this.#plan);
        void fresh.publisher?.limitScreen(this.#screenRate);
        return (this.#isSending || await withTimeout(sending, flowTime, this.#clock)) ?? false;
    }

    /** @param {'connecting' | 'connected' | 'reconnecting'} state */
    #say(state) {
        if (this.#said === state) return;
        this.#said = state;
        this.#emit({ type: 'connection', state });
    }

    /** @param {CallFailure} failure */
    #fail(failure) { if (!this.#isClosed) this.#emit({ type: 'failed', failure }); }
}
