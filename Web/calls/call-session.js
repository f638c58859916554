import { ownVideoCodecs } from '../media/codecs.js';
import { endpoints } from '../protocol/http/endpoints.js';
import { CallFailure } from './model/call-failure.js';
import { CallMedia } from './capture/call-media.js';
import { OwnScreen } from './capture/own-screen.js';
import { CallGestures } from './members/call-gestures.js';
import { CallMembers } from './members/call-members.js';
import { CallRecovery } from './recovery/call-recovery.js';
import { CallRoom } from './room/call-room.js';
import { QualityWatch } from './quality/quality-watch.js';
import { SpeakingWatch } from './reception/speaking-watch.js';
import { ReceptionWatch } from './reception/reception-watch.js';
import { FirstMedia } from './room/first-media.js';
import { KeyExchange } from './keys/key-exchange.js';
import { commonVideoCodec, loadPublishedKeys, publishedEvent } from './keys/published-keys.js';
import { Subscriptions } from './room/subscriptions.js';
import { prepareEntry } from './setup/entry.js';
import { enterRoom, join } from './setup/joining.js';
import { invite, inviteMore } from './setup/invitation.js';
import { SetUpTimeline } from './model/set-up-timeline.js';
import { summarize } from './model/call-statistics.js';
import { viewSentence } from './model/view-sentence.js';
import { text } from '../texts/text.js';

/** How long a device in the call may take to show its join, in milliseconds: it is asked for again several times. */
const joinTime = 12_000;
/** How often the access token is renewed, in milliseconds: it is good for 15 minutes (requirement 001). */
const tokenTime = 600_000;

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
    #screen;
    #members;
    /** Raised hands and reactions. */
    gestures;
    /** @type {CallRoom} */
    #room;
    /** @type {Subscriptions} */
    #subscriptions;
    #recovery;
    #timeline;
    #first;
    /** @type {KeyExchange | null} */
    #keys = null;
    /** @type {ReceptionWatch | null} */
    #reception = null;
    /** @type {SpeakingWatch | null} */
    #speaking = null;
    #quality = new QualityWatch((event) => this.#notify(event));
    /** @type {import('./setup/invitation.js').PlacedCall | null} */
    #placed = null;
    /** @type {Map<string, import('../key-distribution/events.js').CallMember>} the others as far as keys go */
    #trusted = new Map();
    /** @type {Set<string>} devices that have shown a join in this call, wherever they are now */
    #shown = new Set();
    /** @type {Set<number>} whose published keys were asked for */
    #askedFor = new Set();
    /** @type {(() => void)[]} */
    #timers = [];
    /** @type {number | null} */
    #callId = null;
    /** @type {import('../media/worker-messages.js').OwnTexts | null} what this device said as it came, and says as it goes */
    #texts = null;
    /** How the worker, which has what is known of devices while the call runs, hears what else is found out. */
    #borrower = { noted: (/** @type {import('../key-distribution/events.js').DeviceNote} */ note) => this.#keys?.heard({ type: 'noted', ...note }) };
    #roomId = 0;
    #isProtected = false;
    #wasInterrupted = false;
    #isClosed = false;

    /**
     * @param {import('../session/session.js').Session} session
     * @param {ReturnType<import('./setup/readiness.js').Readiness['take']>} ready
     * @param {import('./capture/call-media.js').Beginning} media
     * @param {import('./platform.js').Platform} platform
     * @param {SessionEvents} events
     */
    constructor(session, { worker, makeJanus }, media, platform, events) {
        this.#session = session;
        this.#platform = platform;
        this.#events = events;
        this.#timeline = new SetUpTimeline(platform.clock);
        this.#first = new FirstMedia(this.#timeline);
        this.#worker = worker;
        this.#worker.onEvent((event) => this.#workerEvent(event));
        this.#media = new CallMedia(media, platform, {
            notify: (event) => this.#notify(event), update: (change) => this.#members.updateOwn(change), ask: (change) => this.#members.askToUpdateOwn(change), room: () => this.#room,
        });
        this.#screen = new OwnScreen(platform, { changed: (isSharing) => this.#shares(isSharing), carry: (screen) => this.#room.shareScreen(screen) });
        this.#members = new CallMembers(session, {
            notify: (event) => this.#notify(event), remoteJoined: () => { this.#timeline.mark('answer'); events.remoteJoined(); }, over: () => events.over(),
            changed: (change) => this.#memberChanged(change), updated: () => this.#membersUpdated(),
        });
        this.gestures = new CallGestures({ ownUser: session.account.userId, tell: (event) => this.#keys?.heard(event), notify: (event) => this.#notify(event) });
        this.#room = new CallRoom(makeJanus, this.#worker, platform, this.#timeline, {
            appeared: (publisher) => void this.#subscriptions.appeared(publisher),
            disappeared: (feed) => this.#subscriptions.disappeared(feed),
            connection: (state) => this.#connection(state),
            mayHaveMissed: () => void this.#recovery.lookForMissed(),
            reentered: () => this.#recovery.reentered(),
            failed: (failure) => events.failed(failure),
            receiver: {
                began: (feed, track, of) => this.#subscriptions.receiver.began(feed, track, of), ended: (feed, track, of) => this.#subscriptions.receiver.ended(feed, track, of),
                failed: (feed, track) => this.#subscriptions.receiver.failed(feed, track), exhausted: () => this.#subscriptions.receiver.exhausted(), opened: (feed, track) => this.#opened(feed, track),
            },
            credentials: () => session.credentials(),
        });
        this.#subscriptions = new Subscriptions({
            ownUser: session.account.userId, roster: this.#members.roster, room: this.#room,
            makeStream: () => platform.makeStream(), makeAmplifier: () => platform.makeAmplifier(), percentOf: (userId) => this.#members.hearings.percentOf(userId), refreshParticipants: () => this.#members.refresh(),
            notify: (event) => this.#notify(event),
        });
        this.#recovery = new CallRecovery({
            ownUser: session.account.userId, members: this.#members, subscriptions: this.#subscriptions, room: this.#room,
            keys: () => this.#keys, clock: platform.clock, isClosed: () => this.#isClosed,
        });
    }

    /** @param {SessionEvent} event */
    #notify(event) {
        if (event.type === 'participantUpdated' && event.isVideoEnabled !== undefined) this.#quality.setVideo(event.userId, event.isVideoEnabled);
        if (!this.#isClosed) this.#events.notify(event);
    }

    // MARK: Setting up

    /**
     * Step 1, the caller: rings these people.
     * @param {number[]} userIds
     * @returns {Promise<number>} the call
     */
    async invite(userIds) {
        const placed = await invite(userIds, {
            session: this.#session, media: this.#media, worker: this.#worker, room: this.#room, platform: this.#platform,
            isClosed: () => this.#isClosed, timeline: this.#timeline,
        });
        for (const user of userIds) this.#askedFor.add(user);
        this.#placed = placed;
        return placed.callId;
    }

    /**
     * The server has made the call: from here on its signals count.
     * @param {number} callId
     */
    async begin(callId) {
        if (!this.#placed) return;
        const { texts, published, invite: text, callees } = this.#placed;
        await this.#begin(callId, { isCaller: true, texts, room: this.#placed.room });
        this.#keys?.heard(publishedEvent(published));
        this.#keys?.heard({ type: 'invited', text, callees });
    }

    /** Whether a device of those who were called can ring, as far as the server knows. */
    get canRing() { return this.#placed?.canRing ?? false; }

    /** The caller enters its own call. */
    async enterAsCaller() {
        this.#notify({ type: 'encryption', state: 'waitingForKey' });
        const record = await this.#join();
        this.#keys?.heard({ type: 'entered' });
        await Promise.all([this.#members.refresh(), this.#enter(record.janusRoomId)]);
    }

    /**
     * The callee answers: join is accept.
     * @param {import('./call-machine.js').IncomingCall} call
     * @param {import('../protocol/signaling/signals.js').Opening | null} said what the caller said of itself, where it did
     */
    async enterAsCallee(call, said) {
        this.#media.codec = call.videoCodec;
        // All at once: nothing of it needs the others. Whoever fails first is reported, and the others are no unhandled failure.
        const [media, opened] = [this.#media.open(), this.#room.open()];
        for (const part of [media, opened]) part.catch(() => {});
        const { texts } = await prepareEntry(call.room, { session: this.#session, worker: this.#worker, platform: this.#platform });
        await this.#begin(call.id, { isCaller: false, texts, room: call.room });
        this.#notify({ type: 'encryption', state: 'waitingForKey' });
        const caller = `${call.caller}_${call.callerDevice}`;
        this.#members.apply(this.#members.roster.joined(call.caller, call.callerDevice, call.callerName));
        if (said) {
            this.#keys?.heard({ type: 'message', kind: 'join', from: caller, text: said.join });
            this.#keys?.heard({ type: 'message', kind: 'invite', from: caller, text: said.invite });
        }
        await media;
        this.#timeline.mark('devices');
        await this.#join();
        this.#keys?.heard({ type: 'entered' });
        const refreshed = this.#members.refresh();
        await opened;
        await this.#enter(call.room);
        await refreshed;
    }

    /**
     * This device is in the call, but knows nothing of it: the server has said which room. Says so to the others before the
     * person is asked for anything: who is said to have left has no time (docs/decisions/0047-a-call-outlives-its-line.md).
     * @param {import('../protocol/http/answers.js').CallRecord} record
     */
    async beginAgain({ id, janusRoomId, participants }) {
        const others = participants.map(({ userId }) => userId).filter((userId) => userId !== this.#session.account.userId);
        const published = await loadPublishedKeys(this.#session, others);
        for (const user of others) this.#askedFor.add(user);
        this.#media.codec = commonVideoCodec(published, ownVideoCodecs(this.#platform.capabilities));
        const { texts } = await prepareEntry(janusRoomId, { session: this.#session, worker: this.#worker, platform: this.#platform });
        await this.#begin(id, { isCaller: false, texts, room: janusRoomId });
        this.#members.entered(participants);
        this.#keys?.heard(publishedEvent(published));
        this.#notify({ type: 'encryption', state: 'waitingForKey' });
    }

    /**
     * With keys of its own again, where it was before.
     * @param {number} roomId
     */
    async enterAgain(roomId) {
        this.#keys?.heard({ type: 'entered' });
        await Promise.all([this.#members.refresh(), this.#media.open()]);
        await this.#enter(roomId);
    }

    /**
     * From here the call has an id, and with it channels to the others; keys travel only to devices that have joined.
     * @param {number} callId
     * @param {{ isCaller: boolean, texts: import('../media/worker-messages.js').OwnTexts, room: number }} options
     */
    async #begin(callId, { isCaller, texts, room }) {
        const { pins: kept, signaling } = this.#session;
        const pins = await kept.lend(this.#borrower);
        if (this.#isClosed) return kept.giveBack(this.#borrower);
        this.#callId = callId;
        this.#texts = texts;
        this.#roomId = room;
        this.#notify({ type: 'entry', isPostQuantum: canPostQuantum(texts.join) });
        this.#keepTokenFresh();
        this.#members.begin(callId, { isCaller });
        this.#worker.begin({ callId, pins, isFounder: isCaller });
        this.#keys = new KeyExchange({
            callId, leave: texts.leave, worker: this.#worker, signaling,
            savePins: (changed) => kept.save(this.#borrower, changed),
            members: (members) => this.#keysChanged(members), notice: (notice) => this.#notify({ type: 'notice', text: viewSentence(notice, this.#session.deviceAddress, (address) => this.nameOf(address)) }),
            reacted: (reaction, from) => this.gestures.reacted(reaction, from),
            reported: (report, from) => {
                this.#reception?.reported(report, from);
                this.#quality.reported(userOf(from), report, this.#platform.clock.now());
            },
        });
        this.#speaking = new SpeakingWatch({
            clock: this.#platform.clock, levels: () => this.#subscriptions.levels(), changed: (userIds) => this.#notify({ type: 'speaking', userIds }),
        });
        this.#reception = new ReceptionWatch({
            clock: this.#platform.clock, receptions: () => this.#subscriptions.receptions(),
            sending: () => this.#room.sending(), seen: (receptions, sending) => this.#lookAtQuality(receptions, sending),
            report: (reports) => this.#keys?.heard({ type: 'receiving', reports }), carries: (layers, most) => this.#subscriptions.setLine(layers, most),
            receivers: () => this.#members.roster.addresses, send: (plan, screen) => {
                void this.#room.sendVideo(plan);
                void this.#room.limitScreen(screen);
            },
        });
    }

    /**
     * While this device looks for its way, or another does, that is what is said. Pictures of whose key is not here are not
     * shown, whatever the line.
     * @param {Map<string, import('./reception/reception.js').Reception>} receptions by the address of the sender
     * @param {import('./reception/reception.js').Sending | null} sending
     */
    #lookAtQuality(receptions, sending) {
        if (this.#wasInterrupted) return this.#quality.forget();
        const { unheard, muted, withoutVideo } = this.#members.roster;
        // Of who is muted and not seen nothing comes, on the best of lines.
        const isExpected = (/** @type {string} */ address, /** @type {import('./reception/reception.js').Reception} */ { video }) =>
            !unheard.has(address) && (!muted.has(userOf(address)) || (video !== null && !withoutVideo.has(userOf(address))));
        const heard = [...receptions].filter(([address, reception]) => isExpected(address, reception))
            .map(([address, reception]) => /** @type {const} */ ([userOf(address), this.#trusted.get(address)?.isHeard ? reception : { ...reception, video: null }]));
        return this.#quality.look(new Map(heard), sending, this.#platform.clock.now());
    }

    async #join() {
        const record = await join(this.#callId, this.#session, () => this.#isClosed);
        this.#timeline.mark('join');
        if (record.participants) this.#members.entered(record.participants);
        const own = record.participants?.find((/** @type {import('./members/call-roster.js').Participant} */ { userId }) => userId === this.#session.account.userId);
        if (own?.isMuted === true) await this.#media.mutedByServer();
        return record;
    }

    /** @param {number} roomId */
    async #enter(roomId) {
        if (this.#isClosed) throw new CallFailure('noCall');
        await enterRoom(roomId, { session: this.#session, media: this.#media, screen: this.#screen, room: this.#room });
    }

    /** @param {boolean} isSharing */
    #shares(isSharing) {
        this.#reception?.shares(isSharing);
        this.#notify({ type: 'ownScreen', isSharing });
    }

    /** @param {import('../key-distribution/events.js').CallMember[]} members */
    #keysChanged(members) {
        if (this.#isClosed) return;
        const known = new Map(members.map((member) => [member.address, member]));
        // Whose join is over records nothing any more, whenever the server says that they have left.
        const gone = [...this.#trusted.values()].filter((one) => one.isRecording && !known.has(one.address)).map((one) => ({ ...one, isRecording: false }));
        for (const { address, trust, isPostQuantum, isRecording } of [...gone, ...members]) {
            const before = this.#trusted.get(address);
            if (before?.trust === trust && before.isPostQuantum === isPostQuantum && before.isRecording === isRecording) continue;
            this.#notify({ type: 'trust', userId: userOf(address), deviceId: deviceOf(address), trust, isPostQuantum, isRecording });
        }
        this.#trusted = known;
        this.gestures.membersAre(members);
        for (const { address } of members) this.#shown.add(address);
        if (members.some(({ isHeard }) => isHeard)) this.#timeline.mark('senderKey');
        if (this.#isProtected || !members.some(({ isHeard, hasOurKey }) => isHeard || hasOurKey)) return;
        this.#isProtected = true;
        this.#notify({ type: 'encryption', state: 'protected' });
    }

    /** @param {string} address or the user alone */
    nameOf(address) { return this.#members.nameOf(userOf(address)) || text('common.somebody'); }

    /**
     * The person lets in a device that is held.
     * @param {string} address
     */
    confirmHeld(address) {
        if (!this.#trusted.get(address)?.trust.startsWith('held')) return;
        // Twice: who has an unknown device and was invited by nobody is held for both.
        for (let reason = 0; reason < 2; reason += 1) this.#keys?.heard({ type: 'confirmed', from: address });
    }

    /**
     * A device has come: what the server publishes of its person says whether it is known.
     * @param {import('./members/call-roster.js').Member} member
     */
    #greet(member) {
        this.#awaitJoin(member);
        const { userId } = member;
        if (this.#askedFor.has(userId)) return;
        this.#askedFor.add(userId);
        loadPublishedKeys(this.#session, [userId]).then((published) => this.#keys?.heard(publishedEvent(published)), () => {});
    }

    /**
     * A device that shows no join cannot take part. One that is away just now can show nothing, and has its time once it is back.
     * @param {import('./members/call-roster.js').Member} member
     */
    #awaitJoin(member) {
        this.#timers.push(this.#platform.clock.after(joinTime, () => {
            const { addresses, unheard } = this.#members.roster;
            if (this.#isClosed || this.#shown.has(member.address) || !addresses.has(member.address)) return;
            if (unheard.has(member.address)) this.#awaitJoin(member);
            else this.#notify({ type: 'notice', text: text('call.notice.tooOld', { name: member.name }) });
        }));
    }

    // MARK: While it runs

    /**
     * A signal of this call came.
     * @param {import('../protocol/signaling/signals.js').CallSignal} signal
     */
    received(signal) {
        if (signal.type === 'e2ee') this.#keys?.received(signal);
        else this.#members.received(signal);
    }

    /** @param {import('./members/call-roster.js').RosterChange} change */
    #memberChanged(change) {
        if (change.type === 'reached') return;
        if (change.type === 'left') {
            this.#subscriptions.left(change.member.address);
            this.#quality.left(change.member.userId);
        } else this.#greet(change.member);
        this.#reception?.membersChanged();
        this.#keys?.heard({ type: 'listed', addresses: [...this.#members.roster.addresses] });
    }

    #membersUpdated() {
        this.#room.ignoreSilence(this.#members.roster.silent);
        this.#subscriptions.update();
    }

    /** The machine's network has changed. */
    networkChanged() { this.#room.networkChanged(); }

    /** The session with the server is gone: nothing of the others comes, nor goes out. */
    isOffline() { this.#keys?.heard({ type: 'disconnected' }); }

    /** Signals may have been lost while this device could not be reached. */
    async isOnlineAgain() { await this.#recovery.isOnlineAgain(); }

    /** @param {'connecting' | 'connected' | 'reconnecting'} state */
    #connection(state) {
        this.#notify({ type: 'connection', state });
        if (state === 'connecting') return;
        // What media need, signals need too.
        if (state === 'reconnecting' || this.#wasInterrupted) this.#session.signaling.check();
        this.#wasInterrupted = state === 'reconnecting';
        void this.#media.flows(state);
    }

    /** @param {import('../media/worker-messages.js').WorkerEvent} event */
    #workerEvent(event) {
        if (event.type === 'keyActions') this.#keys?.perform(event.actions);
    }

    /**
     * Somebody is heard or seen from now on.
     * @param {number} feed
     * @param {import('./room/room-receiver.js').Track} track
     */
    #opened(feed, track) {
        const userId = this.#subscriptions.userOf(feed);
        // That a screen is seen says nothing of its person.
        if (userId !== null && (track === 'audio' || track === 'video')) this.#notify(this.#first.opened(track, userId));
    }

    /** @param {boolean} muted */
    async setMuted(muted) { await this.#media.setMuted(muted); }
    /** @type {Subscriptions['setVisible']} */
    setVisible(userId, height, kind) { this.#subscriptions.setVisible(userId, height, kind); }
    /** @param {boolean} isOn */
    async shareScreen(isOn) { await (isOn ? this.#screen.start() : this.#screen.stop()); }
    /** @param {boolean} isOn */
    async setCamera(isOn) { await this.#media.setCamera(isOn); }
    /** @type {CallMedia['useDevice']} */
    async useDevice(device, wish) { await this.#media.useDevice(device, wish); }
    /** @type {CallMembers['hear']} */
    hear(userId, wish) {
        this.#members.hear(userId, wish);
        this.#subscriptions.hearingChanged(userId);
    }
    /** @type {CallMembers['askServer']} */
    async askServer(endpoint, userId) { await this.#members.askServer(endpoint, userId); }
    /** @param {number[]} userIds */
    async inviteMore(userIds) {
        if (this.#isClosed || this.#callId === null || !this.#texts) throw new CallFailure('noCall');
        return inviteMore(userIds, {
            callId: this.#callId, room: this.#roomId, texts: this.#texts, session: this.#session, members: this.#members, media: this.#media,
            platform: this.#platform, isClosed: () => this.#isClosed, heard: (event) => this.#keys?.heard(event),
        });
    }

    /** The counters so far. */
    async statistics() {
        const { counts, keys } = await this.#worker.statistics();
        return summarize(counts, { keys, first: this.#first });
    }

    /** Says to the others that this device leaves; on its way before this returns. */
    leave() { this.#keys?.leave(); }

    /**
     * The page closes, and browsers may have closed its sockets before they say so: by HTTP too, which they finish for a page
     * that is gone. The same leave twice is one.
     */
    leaveWhileClosing() {
        if (this.#isClosed || this.#callId === null || !this.#texts) return;
        this.#session.api.sendWhileClosing(endpoints.leaveCall, { id: this.#callId, body: this.#texts });
        this.leave();
    }

    /** Has the server keep the place of this device, which leaves for a while: the others hear both. */
    async hold() {
        if (this.#callId === null || !this.#texts) throw new CallFailure('noCall');
        await this.#session.api.send(endpoints.holdCall, { id: this.#callId, body: this.#texts });
        this.leave();
    }

    /** A page that closes has no time to renew its token. */
    #keepTokenFresh() {
        this.#timers.push(this.#platform.clock.after(tokenTime, () => {
            if (this.#isClosed) return;
            void this.#session.api.renewToken().catch(() => {});
            this.#keepTokenFresh();
        }));
    }

    /** Ends keys, media and room; returns the final counters. */
    async close() {
        if (this.#isClosed) return this.statistics();
        this.#isClosed = true;
        this.#members.close();
        this.#media.close();
        this.#screen.close();
        this.#subscriptions.close();
        this.#reception?.stop();
        this.#speaking?.stop();
        this.#keys?.stop();
        void this.#session.pins.giveBack(this.#borrower);
        for (const callOff of this.#timers) callOff();
        const final = await this.statistics();
        this.#worker.close();
        await this.#room.close();
        return final;
    }
}

/** @param {string} address */
const userOf = (address) => Number(address.split('_')[0]);
/** @param {string} address */
const deviceOf = (address) => Number(address.split('_')[1]);
/** @param {string} join of this device: whether it has a key for ML-KEM */
const canPostQuantum = (join) => join.split('~')[2] !== '';
