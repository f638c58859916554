import { endpoints } from '../protocol/endpoints.js';
import { APIError } from '../protocol/errors.js';
import { idOf, signalTypes } from '../protocol/signals.js';
import { wrapCallKey } from '../keys/envelope.js';
import { ownVideoCodecs } from '../media/codecs.js';
import { CallFailure } from './call-failure.js';
import { CallMedia } from './call-media.js';
import { CallRoom } from './call-room.js';
import { CallRoster, namesFeedOutside } from './call-roster.js';
import { KeyExchange } from './key-exchange.js';
import { PeerKeys } from './peer-keys.js';
import { summarize } from './call-statistics.js';

/** @typedef {import('./remote-publisher.js').RemotePublisher} RemotePublisher */
/** @typedef {import('./call-event.js').SessionEvent} SessionEvent */
/**
 * What a session tells, in order; nothing follows the end of the call.
 * @typedef {object} SessionEvents
 * @property {(event: SessionEvent) => void} tell
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
    /** @type {Map<number, RemotePublisher>} who publishes under a number that the list of participants does not name, or not yet */
    #unmapped = new Map();
    /** @type {Map<number, { address: string, userId: number, publisher: RemotePublisher }>} feeds that are received or about to be */
    #feeds = new Map();
    /** @type {Set<number>} feeds of which something came */
    #working = new Set();
    #first = { picture: /** @type {number | null} */ (null), sound: /** @type {number | null} */ (null) };
    /** @type {Promise<unknown>} key signals are taken one after the other */
    #keySignals = Promise.resolve();

    /**
     * @param {import('../session/session.js').Session} session
     * @param {() => import('../protocol/janus-client.js').JanusClient} makeJanus
     * @param {{ isVideo: boolean, camera: boolean }} media whether the call has pictures, and whether own ones at first
     * @param {import('./platform.js').Platform} platform
     * @param {SessionEvents} events
     */
    constructor(session, makeJanus, { isVideo, camera }, platform, events) {
        this.#session = session;
        this.#platform = platform;
        this.#began = platform.clock.now();
        this.#worker = platform.makeWorker();
        this.#media = new CallMedia({ isVideo, camera }, platform, {
            tell: (event) => this.#tell(event), update: (change) => this.#update(change), room: () => this.#room,
        });
        this.#events = events;
        this.#isVideo = isVideo;
        this.#roster = new CallRoster(session.deviceAddress);
        this.#peers = new PeerKeys(session, (text) => this.#tell({ type: 'notice', text }));
        this.#worker.onEvent((event) => this.#workerSays(event));
        this.#room = new CallRoom(makeJanus, this.#worker, platform, {
            appeared: (publisher) => void this.#appeared(publisher),
            disappeared: (feed) => this.#disappeared(feed),
            connection: (state) => this.#connection(state),
            mayHaveMissed: () => void this.#lookForMissed(),
            reentered: () => this.#reentered(),
            failed: (failure) => events.failed(failure),
        });
    }

    /** @param {SessionEvent} event */
    #tell(event) { if (!this.#isClosed) this.#events.tell(event); }

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
        if (!Number.isSafeInteger(id)) throw new CallFailure('server');
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
        this.#tell({ type: 'encryption', state: 'protected' });
    }

    /** The caller enters its own call. */
    async enterAsCaller() {
        this.#tell({ type: 'encryption', state: 'waitingForKey' });
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
        this.#tell({ type: 'encryption', state: 'waitingForKey' });
        await this.#media.open();
        const opened = this.#room.open();
        // Whoever fails first is told; the other must not be an unhandled failure.
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
     * @param {import('../protocol/signals.js').Signal} signal
     */
    received(signal) {
        const [user, device] = [idOf(signal, 'participantId'), idOf(signal, 'participantDeviceId')];
        switch (signal.type) {
        case signalTypes.participantJoined:
            if (user === null) return;
            if (device !== null) this.#apply(this.#roster.joined(user, device, String(signal.participantName ?? '')));
            void this.refreshParticipants();
            break;
        case signalTypes.participantLeft:
            if (user !== null) this.#apply(this.#roster.left(user));
            break;
        case signalTypes.participantUpdated:
            if (user === null) return;
            this.#roster.revision += 1;
            this.#updated(user, signal);
            break;
        case signalTypes.participantRejected:
            // Alone the call ends with it, and says why itself.
            if (user !== null && this.#roster.members.size > 0) this.#tell({ type: 'rejected', userId: user, name: String(signal.participantName ?? ''), reason: signal.reason });
            break;
        case signalTypes.participantFeedUpdated:
            // Of a member that is not known yet the list names it.
            this.#roster.publishes(user ?? 0, idOf(signal, 'feedId') ?? 0);
            this.#subscribeToMapped();
            break;
        case signalTypes.handoverHost:
            if (user !== null) this.#handedOver(user);
            break;
        case signalTypes.keyRotation:
        case signalTypes.requestAESKey:
        case signalTypes.sendAESKey:
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
     * @param {import('../protocol/signals.js').Signal | import('./call-roster.js').Participant} change
     */
    #updated(userId, { isMuted, isVideoEnabled, status }) {
        const isReconnecting = typeof status === 'string' ? status === 'reconnecting' : undefined;
        const flags = Object.fromEntries(Object.entries({ isMuted, isVideoEnabled, isReconnecting }).filter(([, value]) => typeof value === 'boolean'));
        if (Object.keys(flags).length > 0) this.#tell({ type: 'participantUpdated', userId, ...flags });
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
        /** @type {import('./call-roster.js').Participant[] | undefined} */
        const participants = answer?.participants;
        if (!Array.isArray(participants)) return null;
        this.#apply(this.#roster.update(participants));
        this.#subscribeToMapped();
        for (const participant of participants) {
            if (participant.userId !== this.#session.account.userId) this.#updated(participant.userId, participant);
        }
        return participants;
    }

    /** The socket to Janus was lost and its session claimed: somebody may publish, or no longer, and nobody has told us. */
    async #lookForMissed() {
        const participants = await this.refreshParticipants();
        const known = new Set([...this.#feeds.keys(), ...this.#unmapped.keys()]);
        if (participants && namesFeedOutside(known, participants, this.#session.account.userId)) this.#room.renew();
    }

    /** In the room again. Feeds have other ids there; what each device has sent so far stays opened (e2ee 4). */
    #reentered() {
        for (const feed of [...this.#feeds.keys()]) this.#disappeared(feed);
        this.#unmapped.clear();
        // Who came and left meanwhile, and whether there is a call at all.
        void this.refreshParticipants();
    }

    /** @param {import('./call-roster.js').RosterChange[]} changes */
    #apply(changes) {
        for (const change of changes) {
            if (this.#isClosed) return;
            if (change.type === 'joined') {
                const { userId, name } = change.member;
                this.#events.remoteJoined();
                if (this.#isCaller && !this.#toldAnswered) this.#tell({ type: 'answered', userId, name });
                this.#toldAnswered = true;
                this.#tell({ type: 'participantJoined', userId, name });
            } else if (change.type === 'left') {
                this.#tell({ type: 'participantLeft', userId: change.member.userId });
                this.#lostSightOf(change.member.address);
            }
            this.#keys?.apply(change, this.#roster.addresses);
        }
        this.#subscribeToMapped();
    }

    /** @param {RemotePublisher} publisher */
    async #appeared(publisher) {
        const known = this.#feeds.get(publisher.feed);
        if (known) return void this.#sendsMore(known, publisher);
        this.#unmapped.set(publisher.feed, publisher);
        if (publisher.userId !== this.#session.account.userId && this.#roster.feeds.get(publisher.userId) !== publisher.feed) await this.refreshParticipants();
        this.#subscribeToMapped();
        return undefined;
    }

    /**
     * Somebody who is received sends more than before, such as pictures in a call that began without.
     * @param {{ publisher: RemotePublisher }} sender
     * @param {RemotePublisher} publisher
     */
    async #sendsMore(sender, publisher) {
        const before = sender.publisher;
        if (publisher.streams.every(({ mid }) => before.streams.some((known) => known.mid === mid))) return;
        sender.publisher = publisher;
        try {
            await this.#room.receiveMore(publisher);
        } catch {
            this.#receiveAnew(publisher);
        }
    }

    /**
     * Receives a device no more; its feeds are received again if it comes back while they are there.
     * @param {string} address
     */
    #lostSightOf(address) {
        for (const [feed, sender] of [...this.#feeds]) {
            if (sender.address !== address) continue;
            this.#disappeared(feed);
            this.#unmapped.set(feed, sender.publisher);
        }
    }

    /** @param {number} feed */
    #disappeared(feed) {
        const sender = this.#feeds.get(feed);
        for (const known of [this.#unmapped, this.#feeds, this.#working]) known.delete(feed);
        this.#room.unsubscribe(feed);
        if (sender) this.#tell({ type: 'media', userId: sender.userId, stream: null, kind: 'camera', active: false });
    }

    /** Receives everybody whose device is known on the one feed that the server names: any other would be in its way. */
    #subscribeToMapped() {
        if (this.#isClosed || this.#callId === null) return;
        for (const [feed, { userId, publisher }] of [...this.#feeds]) {
            if ((this.#roster.feeds.get(userId) ?? feed) === feed) continue;
            this.#disappeared(feed);
            this.#unmapped.set(feed, publisher);
        }
        for (const [feed, publisher] of this.#unmapped) {
            const member = this.#roster.members.get(publisher.userId);
            // Who sends nothing is in the call all the same; what comes later is told of.
            if (!member || this.#roster.feeds.get(publisher.userId) !== feed || publisher.streams.length === 0) continue;
            this.#unmapped.delete(feed);
            this.#feeds.set(feed, { address: member.address, userId: member.userId, publisher });
            void this.#subscribe(publisher, member);
        }
    }

    /**
     * @param {RemotePublisher} publisher
     * @param {import('./call-roster.js').Member} member
     */
    async #subscribe(publisher, { address, userId }) {
        try {
            const { iceServers } = await this.#session.credentials();
            await this.#room.subscribe({
                publisher, sender: address, iceServers,
                appeared: (stream) => this.#tell({ type: 'media', userId, stream, kind: 'camera', active: true }),
                worked: () => this.#working.add(publisher.feed),
                broke: () => this.#receiveAnew(publisher),
            });
        } catch {
            this.#cannotReceive(publisher.feed);
        }
    }

    /**
     * A connection that worked broke: the person is received on another. One that never worked is given up.
     * @param {RemotePublisher} publisher
     */
    #receiveAnew(publisher) {
        if (!this.#working.delete(publisher.feed) || !this.#feeds.has(publisher.feed)) return this.#cannotReceive(publisher.feed);
        this.#disappeared(publisher.feed);
        this.#unmapped.set(publisher.feed, publisher);
        return this.#subscribeToMapped();
    }

    /**
     * A feed that Janus no longer has is one person less to see; the call goes on.
     * @param {number} feed
     */
    #cannotReceive(feed) {
        if (this.#isClosed || !this.#feeds.has(feed)) return;
        this.#disappeared(feed);
        this.#tell({ type: 'notice', text: 'Somebody in this call cannot be received.' });
    }

    /** @param {'connecting' | 'connected' | 'reconnecting'} state */
    #connection(state) {
        this.#tell({ type: 'connection', state });
        if (state !== 'connecting') void this.#media.flows(state);
    }

    /** @param {import('../media/worker-messages.js').WorkerEvent} event */
    #workerSays(event) {
        if (event.type === 'needsKey') void this.#keys?.ask('needsKey');
        if (event.type !== 'firstOpened') return;
        const sender = this.#feeds.get(event.feed);
        if (!sender) return;
        const milliseconds = Math.round(this.#platform.clock.now() - this.#began);
        if (event.track === 'audio') this.#first.sound ??= milliseconds;
        else this.#first.picture ??= milliseconds;
        this.#tell({ type: event.track === 'audio' ? 'firstSound' : 'firstPicture', userId: sender.userId, milliseconds });
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
        this.#keys?.stop();
        const final = await this.statistics();
        this.#worker.close();
        await this.#room.close();
        return final;
    }
}
