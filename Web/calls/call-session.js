import { CallFailure } from './model/call-failure.js';
import { CallMedia } from './capture/call-media.js';
import { CallMembers } from './members/call-members.js';
import { CallRecovery } from './recovery/call-recovery.js';
import { CallRoom } from './room/call-room.js';
import { FirstMedia } from './room/first-media.js';
import { KeyExchange } from './keys/key-exchange.js';
import { PeerKeys } from './keys/peer-keys.js';
import { Subscriptions } from './room/subscriptions.js';
import { enterRoom, join } from './setup/joining.js';
import { invite } from './setup/invitation.js';
import { summarize } from './model/call-statistics.js';

/** @typedef {import('./model/call-event.js').SessionEvent} SessionEvent */

/**
 * What a session notifies of, in order; nothing follows the end of the call.
 * @typedef {object} SessionEvents
 * @property {(event: SessionEvent) => void} notify
 * @property {() => void} remoteJoined
 * @property {() => void} over
 * @property {(failure: CallFailure) => void} failed
 */

/**
 * One call on this device, from pressing the button to the last wiped key: what sets it up is in `setup`, who is in it in
 * `members`, what flows in `room`, what comes back in `recovery`. The twin of CallSession.swift.
 */
export class CallSession {
    #session;
    #events;
    #platform;
    #worker;
    #media;
    #peers;
    #members;
    /** @type {CallRoom} */
    #room;
    /** @type {Subscriptions} */
    #subscriptions;
    #recovery;
    #first;
    /** @type {KeyExchange | null} */
    #keys = null;
    /** @type {Promise<unknown>} key signals are taken one after the other */
    #keySignals = Promise.resolve();
    /** @type {number | null} */
    #callId = null;
    #isProtected = false;
    #isClosed = false;

    /**
     * @param {import('../session/session.js').Session} session
     * @param {() => import('../protocol/janus/janus-client.js').JanusClient} makeJanus
     * @param {{ isVideo: boolean, camera: boolean }} media whether the call has video, and whether own video at first
     * @param {import('./platform.js').Platform} platform
     * @param {SessionEvents} events
     */
    constructor(session, makeJanus, media, platform, events) {
        this.#session = session;
        this.#platform = platform;
        this.#events = events;
        this.#first = new FirstMedia(platform.clock);
        this.#worker = platform.makeWorker();
        this.#worker.onEvent((event) => this.#workerEvent(event));
        this.#media = new CallMedia(media, platform, {
            notify: (event) => this.#notify(event), update: (change) => this.#members.updateOwn(change), room: () => this.#room,
        });
        this.#peers = new PeerKeys(session, (text) => this.#notify({ type: 'notice', text }));
        this.#members = new CallMembers(session, {
            notify: (event) => this.#notify(event), remoteJoined: () => events.remoteJoined(), over: () => events.over(),
            changed: (change) => this.#memberChanged(change), updated: () => this.#subscriptions.update(),
        });
        this.#room = new CallRoom(makeJanus, this.#worker, platform, {
            appeared: (publisher) => void this.#subscriptions.appeared(publisher),
            disappeared: (feed) => this.#subscriptions.disappeared(feed),
            connection: (state) => this.#connection(state),
            mayHaveMissed: () => void this.#recovery.lookForMissed(),
            reentered: () => this.#recovery.reentered(),
            failed: (failure) => events.failed(failure),
        });
        this.#subscriptions = new Subscriptions({
            ownUser: session.account.userId, roster: this.#members.roster, room: this.#room,
            credentials: () => session.credentials(), refreshParticipants: () => this.#members.refresh(),
            notify: (event) => this.#notify(event),
        });
        this.#recovery = new CallRecovery({
            ownUser: session.account.userId, members: this.#members, subscriptions: this.#subscriptions, room: this.#room,
            keys: () => this.#keys, clock: platform.clock, isClosed: () => this.#isClosed,
        });
    }

    /** @param {SessionEvent} event */
    #notify(event) { if (!this.#isClosed) this.#events.notify(event); }

    // MARK: Setting up

    /**
     * Step 1, the caller: rings these people.
     * @param {number[]} userIds
     * @returns {Promise<number>} the call
     */
    async invite(userIds) {
        return invite(userIds, {
            session: this.#session, media: this.#media, peers: this.#peers, room: this.#room, platform: this.#platform,
            isClosed: () => this.#isClosed,
        });
    }

    /**
     * The server has made the call: from here on its signals count. The caller is key host until the server says
     * otherwise.
     * @param {number} callId
     */
    begin(callId) {
        this.#begin(callId, { isCaller: true });
        this.#members.apply(this.#members.roster.keyHost(this.#session.deviceAddress));
    }

    /** The caller enters its own call. */
    async enterAsCaller() {
        this.#notify({ type: 'encryption', state: 'waitingForKey' });
        const record = await this.#join();
        await this.#members.refresh();
        await this.#enter(record.janusRoomId);
    }

    /**
     * The callee answers: join is accept.
     * @param {import('./call-machine.js').IncomingCall} call
     */
    async enterAsCallee(call) {
        this.#media.codec = call.videoCodec;
        this.#begin(call.id, { isCaller: false });
        this.#notify({ type: 'encryption', state: 'waitingForKey' });
        await this.#media.open();
        const opened = this.#room.open();
        // Anyone who fails first is reported; the other must not be an unhandled failure.
        opened.catch(() => {});
        const { roster } = this.#members;
        this.#members.apply(roster.joined(call.caller, call.callerDevice, call.callerName));
        this.#members.apply(roster.keyHost(`${call.caller}_${call.callerDevice}`));
        await this.#join();
        void this.#keys?.ask('joined');
        const refreshed = this.#members.refresh();
        await opened;
        await this.#enter(call.room);
        await refreshed;
    }

    /**
     * From here the call has an id, and with it a key schedule; media keys travel only to devices that have joined.
     * @param {number} callId
     * @param {{ isCaller: boolean }} options
     */
    #begin(callId, { isCaller }) {
        if (this.#isClosed) return;
        this.#callId = callId;
        this.#members.begin(callId, { isCaller });
        this.#worker.begin(callId, this.#session.deviceAddress);
        this.#keys = new KeyExchange({
            callId, own: this.#session.deviceAddress, privateKey: this.#session.deviceKey.privateKey, peers: this.#peers,
            worker: this.#worker, send: (signal) => this.#session.signaling.send(signal), keyInstalled: () => this.#keyInstalled(),
            platform: this.#platform,
        });
    }

    async #join() { return join(this.#callId, this.#session, () => this.#isClosed); }

    /** @param {number} roomId */
    async #enter(roomId) {
        if (this.#isClosed) throw new CallFailure('noCall');
        await enterRoom(roomId, { session: this.#session, media: this.#media, room: this.#room });
    }

    #keyInstalled() {
        if (this.#isProtected || this.#isClosed) return;
        this.#isProtected = true;
        this.#notify({ type: 'encryption', state: 'protected' });
    }

    // MARK: While it runs

    /**
     * A signal of this call came.
     * @param {import('../protocol/signaling/signals.js').CallSignal} signal
     */
    received(signal) {
        switch (signal.type) {
        case 'handover_host':
            // Key signals of a new host that is not known yet wait for the list.
            if (!this.#members.handover(signal.participantId)) this.#inTurn(() => this.#members.refresh());
            break;
        case 'key_rotation':
        case 'request_aes_key':
        case 'send_aes_key':
            this.#inTurn(() => this.#keys?.received(signal));
            break;
        default: this.#members.received(signal);
        }
    }

    /** @param {() => unknown} work what the key signals that come later wait for */
    #inTurn(work) { this.#keySignals = this.#keySignals.then(work).catch(() => {}); }

    /** @param {import('./members/call-roster.js').RosterChange} change */
    #memberChanged(change) {
        if (change.type === 'left') this.#subscriptions.left(change.member.address);
        this.#keys?.apply(change, this.#members.roster.addresses);
    }

    /** Signals may have been lost while this device could not be reached. */
    async isOnlineAgain() { await this.#recovery.isOnlineAgain(); }

    /** @param {'connecting' | 'connected' | 'reconnecting'} state */
    #connection(state) {
        this.#notify({ type: 'connection', state });
        if (state !== 'connecting') void this.#media.flows(state);
    }

    /** @param {import('../media/worker-messages.js').WorkerEvent} event */
    #workerEvent(event) {
        if (event.type === 'needsKey') void this.#keys?.ask('needsKey');
        if (event.type !== 'firstOpened') return;
        const userId = this.#subscriptions.userOf(event.feed);
        if (userId !== null) this.#notify(this.#first.opened(event.track, userId));
    }

    /** @param {boolean} muted */
    async setMuted(muted) { await this.#media.setMuted(muted); }
    /** @param {boolean} isOn */
    async setCamera(isOn) { await this.#media.setCamera(isOn); }

    /** The counters so far. */
    async statistics() {
        return summarize(await this.#worker.statistics(), { epochs: this.#keys?.epochs ?? 0, first: this.#first });
    }

    /** Ends keys, media and room; returns the final counters. */
    async close() {
        if (this.#isClosed) return this.statistics();
        this.#isClosed = true;
        this.#members.close();
        this.#media.close();
        this.#subscriptions.close();
        this.#keys?.stop();
        const final = await this.statistics();
        this.#worker.close();
        await this.#room.close();
        return final;
    }
}
