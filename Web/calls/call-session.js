import { endpoints } from '../protocol/http/endpoints.js';
import { APIError } from '../protocol/errors.js';
import { wrapCallKey } from '../keys/envelope.js';
import { ownVideoCodecs } from '../media/codecs.js';
import { CallFailure } from './model/call-failure.js';
import { CallMedia } from './capture/call-media.js';
import { CallRoom } from './room/call-room.js';
import { CallRoster, namesFeedOutside } from './members/call-roster.js';
import { KeyExchange } from './keys/key-exchange.js';
import { PeerKeys } from './keys/peer-keys.js';
import { Subscriptions } from './room/subscriptions.js';
import { summarize } from './model/call-statistics.js';

/** @typedef {import('./model/call-event.js').SessionEvent} SessionEvent */

/** In milliseconds: how long a feed that the server names may take to be heard of from the room. */
const graceTime = 1000;

/**
 * What a session notifies of, in order; nothing follows the end of the call.
 * @typedef {object} SessionEvents
 * @property {(event: SessionEvent) => void} notify
 * @property {() => void} remoteJoined
 * @property {() => void} over
 * @property {(failure: CallFailure) => void} failed
 */

/** One call on this device, from pressing the button to the last wiped key. The twin of CallSession.swift. */
export class CallSession {
    #session;
    #events;
    #platform;
    #began;
    #worker;
    #media;
    /** @type {CallRoom} */
    #room;
    #peers;
    #roster;
    /** @type {KeyExchange | null} */
    #keys = null;
    /** @type {number | null} */
    #callId = null;
    #isCaller = false;
    #toldAnswered = false;
    #isProtected = false;
    #isClosed = false;
    /** @type {'h264' | 'vp8'} */
    #videoCodec = 'h264';
    #isVideo;
    /** @type {Subscriptions} */
    #subscriptions;
    #first = { picture: /** @type {number | null} */ (null), sound: /** @type {number | null} */ (null) };
    /** @type {Promise<unknown>} key signals are taken one after the other */
    #keySignals = Promise.resolve();

    /**
     * @param {import('../session/session.js').Session} session
     * @param {() => import('../protocol/janus/janus-client.js').JanusClient} makeJanus
     * @param {{ isVideo: boolean, camera: boolean }} media whether the call has video, and whether own video at first
     * @param {import('./platform.js').Platform} platform
     * @param {SessionEvents} events
     */
    constructor(session, makeJanus, { isVideo, camera }, platform, events) {
        this.#session = session;
        this.#platform = platform;
        this.#began = platform.clock.now();
        this.#worker = platform.makeWorker();
        this.#media = new CallMedia({ isVideo, camera }, platform, {
            notify: (event) => this.#notify(event), update: (change) => this.#update(change), room: () => this.#room,
        });
        this.#events = events;
        this.#isVideo = isVideo;
        this.#roster = new CallRoster(session.deviceAddress);
        this.#peers = new PeerKeys(session, (text) => this.#notify({ type: 'notice', text }));
        this.#worker.onEvent((event) => this.#workerSays(event));
        this.#room = new CallRoom(makeJanus, this.#worker, platform, {
            appeared: (publisher) => void this.#subscriptions.appeared(publisher),
            disappeared: (feed) => this.#subscriptions.disappeared(feed),
            connection: (state) => this.#connection(state),
            mayHaveMissed: () => void this.#lookForMissed(),
            reentered: () => this.#reentered(),
            failed: (failure) => events.failed(failure),
        });
        this.#subscriptions = new Subscriptions({
            ownUser: session.account.userId, roster: this.#roster, room: this.#room, credentials: () => session.credentials(),
            refreshParticipants: () => this.refreshParticipants(), notify: (event) => this.#notify(event),
        });
    }

    /** @param {SessionEvent} event */
    #notify(event) { if (!this.#isClosed) this.#events.notify(event); }

    // MARK: Setting up

    /**
     * Step 1, the caller: make a room, wrap a door key for every device of the people called, have the server ring them.
     * @param {number[]} userIds
     * @returns {Promise<number>} the call
     */
    async invite(userIds) {
        await this.#media.open();
        const [devices, roomId] = await Promise.all([
            this.#peers.load(userIds), this.#room.open().then(() => this.#room.createRoom()),
        ]);
        if (devices.size === 0) throw new CallFailure('notAvailable');
        this.#videoCodec = this.#peers.commonVideoCodec(devices.keys(), ownVideoCodecs(this.#platform.capabilities));
        this.#media.codec = this.#videoCodec;
        const encryptedAESKeys = await this.#doorKeys(devices);
        if (this.#isClosed) throw new CallFailure('noCall');
        const body = { roomId, calleeIds: userIds, encryptedAESKeys, isVideo: this.#isVideo, videoCodec: this.#videoCodec };
        const answer = await this.#session.api.send(endpoints.startCall, { body });
        const id = answer?.callRecord?.id;
        if (id === undefined || !Number.isSafeInteger(id)) throw new CallFailure('server');
        return id;
    }

    /**
     * A fresh key for each device: it proves the invitation and never protects media (e2ee 6).
     * @param {Map<string, CryptoKey>} devices
     */
    async #doorKeys(devices) {
        /** @type {Record<string, string>} */
        const wrapped = {};
        for (const [address, key] of devices) {
            const bytes = this.#platform.random(new Uint8Array(32));
            const envelope = await wrapCallKey(key, bytes).catch(() => null);
            bytes.fill(0);
            if (envelope) wrapped[address] = envelope;
        }
        if (Object.keys(wrapped).length === 0) throw new CallFailure('encryption');
        return wrapped;
    }

    /**
     * The server has made the call: from here on its signals count. The caller is key host until the server says
     * otherwise.
     * @param {number} callId
     */
    begin(callId) {
        this.#isCaller = true;
        this.#beginKeyExchange(callId);
        this.#apply(this.#roster.keyHost(this.#session.deviceAddress));
    }

    /** @param {number} callId */
    #beginKeyExchange(callId) {
        if (this.#isClosed) return;
        this.#callId = callId;
        this.#worker.begin(callId, this.#session.deviceAddress);
        this.#keys = new KeyExchange({
            callId, own: this.#session.deviceAddress, privateKey: this.#session.deviceKey.privateKey, peers: this.#peers,
            worker: this.#worker, send: (signal) => this.#session.signaling.send(signal), keyInstalled: () => this.#keyInstalled(),
            platform: this.#platform,
        });
    }

    #keyInstalled() {
        if (this.#isProtected || this.#isClosed) return;
        this.#isProtected = true;
        this.#notify({ type: 'encryption', state: 'protected' });
    }

    /** The caller enters its own call. */
    async enterAsCaller() {
        this.#notify({ type: 'encryption', state: 'waitingForKey' });
        const record = await this.#join();
        await this.refreshParticipants();
        await this.#enter(record.janusRoomId);
    }

    /**
     * The callee answers: join is accept.
     * @param {import('./call-machine.js').IncomingCall} call
     */
    async enterAsCallee(call) {
        this.#videoCodec = call.videoCodec;
        this.#media.codec = call.videoCodec;
        this.#beginKeyExchange(call.id);
        this.#notify({ type: 'encryption', state: 'waitingForKey' });
        await this.#media.open();
        const opened = this.#room.open();
        // Anyone who fails first is reported; the other must not be an unhandled failure.
        opened.catch(() => {});
        this.#apply(this.#roster.joined(call.caller, call.callerDevice, call.callerName));
        this.#apply(this.#roster.keyHost(`${call.caller}_${call.callerDevice}`));
        await this.#join();
        void this.#keys?.ask('joined');
        const refreshed = this.refreshParticipants();
        await opened;
        await this.#enter(call.room);
        await refreshed;
    }

    async #join() {
        if (this.#isClosed || this.#callId === null) throw new CallFailure('noCall');
        const record = await this.#session.api.send(endpoints.joinCall, { id: this.#callId });
        if (this.#isClosed) {
            // Hung up meanwhile, and the server may have heard of that before it let us in.
            await this.#session.api.send(endpoints.endCall, { body: { callId: this.#callId } }).catch(() => {});
            throw new CallFailure('noCall');
        }
        return record;
    }

    /** @param {number} room */
    async #enter(room) {
        if (this.#isClosed) throw new CallFailure('noCall');
        const { userId, displayName } = this.#session.account;
        await this.#room.enter(room, `${userId}:${displayName}`, async () => {
            const { iceServers } = await this.#session.credentials();
            return { stream: this.#media.stream, videoCodec: this.#videoCodec, hasVideo: this.#media.hasVideo, iceServers };
        });
    }

    // MARK: While it runs

    /**
     * A signal of this call came. It takes effect at once: a leave must not wait for what is asked of the server.
     * @param {import('../protocol/signaling/signals.js').CallSignal} signal
     */
    received(signal) {
        switch (signal.type) {
        case 'participant_joined': {
            const { participantId: user, participantDeviceId: device, participantName: name = '' } = signal;
            if (device !== undefined) this.#apply(this.#roster.joined(user, device, name));
            void this.refreshParticipants();
            break;
        }
        case 'participant_left':
            this.#apply(this.#roster.left(signal.participantId));
            break;
        case 'participant_updated':
            this.#roster.revision += 1;
            this.#updated(signal.participantId, signal);
            break;
        case 'participant_rejected': {
            const { participantId: userId, participantName: name = '', reason } = signal;
            // Alone the call ends with it, and says why itself.
            if (this.#roster.members.size > 0) this.#notify({ type: 'rejected', userId, name, reason });
            break;
        }
        case 'participant_feedId_updated':
            // Of a member that is not known yet the list names it.
            this.#roster.publishes(signal.participantId, signal.feedId);
            this.#updateSubscriptions();
            break;
        case 'handover_host':
            this.#handedOver(signal.participantId);
            break;
        case 'key_rotation':
        case 'request_aes_key':
        case 'send_aes_key':
            this.#keySignals = this.#keySignals.then(() => this.#keys?.received(signal)).catch(() => {});
            break;
        default: break;
        }
    }

    /** @param {number} user */
    #handedOver(user) {
        const isKnown = user === this.#session.account.userId || this.#roster.members.has(user);
        if (isKnown) this.#apply(this.#roster.handover(user));
        // Only the list says which device that is; key signals of the new host wait for it.
        else this.#keySignals = this.#keySignals.then(() => this.refreshParticipants());
    }

    /**
     * @param {number} userId
     * @param {import('../protocol/signaling/signals.js').ParticipantUpdate | import('./members/call-roster.js').Participant} change
     */
    #updated(userId, { isMuted, isVideoEnabled, status }) {
        const isReconnecting = typeof status === 'string' ? status === 'reconnecting' : undefined;
        const flags = Object.fromEntries(Object.entries({ isMuted, isVideoEnabled, isReconnecting }).filter(([, value]) => typeof value === 'boolean'));
        if (Object.keys(flags).length > 0) this.#notify({ type: 'participantUpdated', userId, ...flags });
    }

    /** Signals may have been lost while this device could not be reached: asks who is in the call, and for the key. */
    async isOnlineAgain() {
        void this.#keys?.ask('signalsMayBeMissing');
        await this.refreshParticipants();
    }

    /** Asks the server who is in the call, and answers the list. What cannot be had now comes with the next signal. */
    async refreshParticipants() {
        if (this.#callId === null) return null;
        let asked;
        let answer;
        do {
            asked = this.#roster.revision;
            if (this.#isClosed) return null;
            try {
                answer = await this.#session.api.send(endpoints.participants, { id: this.#callId });
            } catch (error) {
                const code = error instanceof APIError ? error.code : '';
                if (code === 'ErrCallNotAvailable' || code === 'ErrCallNotFound') this.#events.over();
                return null;
            }
            // Somebody came or went meanwhile: the list may be older than that, and is asked for again.
        } while (asked !== this.#roster.revision);
        const participants = answer?.participants;
        if (!Array.isArray(participants)) return null;
        this.#apply(this.#roster.update(participants));
        this.#updateSubscriptions();
        for (const participant of participants) {
            if (participant.userId !== this.#session.account.userId) this.#updated(participant.userId, participant);
        }
        return participants;
    }

    /** The socket to Janus was lost and its session claimed: somebody may publish, or no longer, and nobody has told us. */
    async #lookForMissed() {
        const participants = await this.refreshParticipants();
        const isMissing = () => !this.#isClosed && participants !== null
            && namesFeedOutside(this.#subscriptions.known, participants, this.#session.account.userId);
        // Who publishes just now is named before the room has said so.
        if (isMissing()) this.#platform.clock.after(graceTime, () => { if (isMissing()) this.#room.renew(); });
    }

    /** In the room again. Feeds have other ids there; what each device has sent so far stays opened (e2ee 4). */
    #reentered() {
        this.#subscriptions.allDisappeared();
        // Who came and left meanwhile, and whether there is a call at all.
        void this.refreshParticipants();
    }

    /** @param {import('./members/call-roster.js').RosterChange[]} changes */
    #apply(changes) {
        for (const change of changes) {
            if (this.#isClosed) return;
            if (change.type === 'joined') {
                const { userId, name } = change.member;
                this.#events.remoteJoined();
                if (this.#isCaller && !this.#toldAnswered) this.#notify({ type: 'answered', userId, name });
                this.#toldAnswered = true;
                this.#notify({ type: 'participantJoined', userId, name });
            } else if (change.type === 'left') {
                this.#notify({ type: 'participantLeft', userId: change.member.userId });
                this.#subscriptions.left(change.member.address);
            }
            this.#keys?.apply(change, this.#roster.addresses);
        }
        this.#updateSubscriptions();
    }

    #updateSubscriptions() { if (this.#callId !== null) this.#subscriptions.update(); }

    /** @param {'connecting' | 'connected' | 'reconnecting'} state */
    #connection(state) {
        this.#notify({ type: 'connection', state });
        if (state !== 'connecting') void this.#media.flows(state);
    }

    /** @param {import('../media/worker-messages.js').WorkerEvent} event */
    #workerSays(event) {
        if (event.type === 'needsKey') void this.#keys?.ask('needsKey');
        if (event.type !== 'firstOpened') return;
        const userId = this.#subscriptions.userOf(event.feed);
        if (userId === null) return;
        const milliseconds = Math.round(this.#platform.clock.now() - this.#began);
        if (event.track === 'audio') this.#first.sound ??= milliseconds;
        else this.#first.picture ??= milliseconds;
        this.#notify({ type: event.track === 'audio' ? 'firstSound' : 'firstPicture', userId, milliseconds });
    }

    /** @param {boolean} muted */
    async setMuted(muted) { await this.#media.setMuted(muted); }
    /** @param {boolean} isOn */
    async setCamera(isOn) { await this.#media.setCamera(isOn); }

    /** @param {Record<string, unknown>} change */
    async #update(change) {
        if (this.#callId === null) return;
        const body = { callId: this.#callId, userId: this.#session.account.userId, ...change };
        await this.#session.api.send(endpoints.updateParticipant, { id: this.#callId, body }).catch(() => {});
    }

    /** The counters so far. */
    async statistics() {
        return summarize(await this.#worker.statistics(), { epochs: this.#keys?.epochs ?? 0, first: this.#first });
    }

    /** Ends keys, media and room; returns the final counters. */
    async close() {
        if (this.#isClosed) return this.statistics();
        this.#isClosed = true;
        this.#media.close();
        this.#subscriptions.close();
        this.#keys?.stop();
        const final = await this.statistics();
        this.#worker.close();
        await this.#room.close();
        return final;
    }
}
