import { userOf } from '../key-distribution/addresses.js';
import { CallFailure } from './model/call-failure.js';
import { CallMedia } from './capture/call-media.js';
import { OwnScreen } from './capture/own-screen.js';
import { CallGestures } from './members/call-gestures.js';
import { asItComes, percentOf } from './members/hearings.js';
import { Audience, settlingTime } from './members/audience.js';
import { MemberSync } from './members/member-sync.js';
import { CallRecovery } from './recovery/call-recovery.js';
import { CallRoom } from './room/call-room.js';
import { CallDevices } from './keys/call-devices.js';
import { CallQuality } from './quality/call-quality.js';
import { FirstMedia } from './room/first-media.js';
import { KeyExchange } from './keys/key-exchange.js';
import { Subscriptions } from './room/subscriptions.js';
import { CallEntry } from './entry/call-entry.js';
import { OwnPlace } from './entry/own-place.js';
import { inviteMore } from './entry/invitation.js';
import { SetUpTimeline } from './model/set-up-timeline.js';
import { summarize } from './model/call-statistics.js';
import { viewSentence } from './model/view-sentence.js';
import { text } from '../texts/text.js';

/** @typedef {import('./model/call-event.js').SessionEvent} SessionEvent */

/**
 * What a session notifies of, in order; nothing follows the end of the call.
 * @typedef {object} SessionEvents
 * @property {(event: SessionEvent) => void} notify
 * @property {() => void} remoteJoined
 * @property {(isElsewhere?: boolean) => void} over
 * @property {(failure: CallFailure) => void} failed
 */

/**
 * One call on this device, from pressing the button to the last wiped key: how this device comes into it is in `entry`, who is in it in
 * `members`, what flows in `room`, what comes back in `recovery`. In Swift: CallSession.swift.
 */
export class CallSession {
    #session;
    #events;
    #platform;
    #worker;
    #media;
    #screen;
    /** What of the own is sent, as far as is known: until then everything. */
    #sent = { sound: true, camera: true, screen: false };
    #sync;
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
    /** @type {OwnPlace | null} once the call has a number */
    #place = null;
    #devices;
    #watches;
    #entry;
    /** How the worker, which has what is known of devices while the call runs, hears what else is found out. */
    #borrower = { noted: (/** @type {import('../key-distribution/events.js').DeviceNote} */ note) => this.note(note) };
    #audience = new Audience();
    #isClosed = false;

    /**
     * @param {import('../session/session.js').Session} session
     * @param {ReturnType<import('./entry/readiness.js').Readiness['take']>} ready
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
            notify: (event) => this.#notify(event), update: (change) => this.#sync.updateOwn(change), ask: (change) => this.#sync.askToUpdateOwn(change), room: () => this.#room,
        });
        this.#screen = new OwnScreen(platform, { changed: (isSharing) => this.#shares(isSharing), carry: (screen) => this.#room.shareScreen(screen) });
        this.#sync = new MemberSync(session, {
            notify: (event) => this.#notify(event), remoteJoined: () => { this.#timeline.mark('answer'); events.remoteJoined(); }, over: (isElsewhere) => events.over(isElsewhere),
            changed: (change) => this.#memberChanged(change), updated: () => this.#membersUpdated(),
        });
        this.gestures = new CallGestures({ ownUser: session.account.userId, tell: (event) => this.#keys?.heard(event), notify: (event) => this.#notify(event) });
        this.#room = new CallRoom(makeJanus, { worker, platform, timeline: this.#timeline, credentials: () => session.credentials() }, (event) => this.#heardOfRoom(event));
        this.#subscriptions = new Subscriptions({
            ownUser: session.account.userId, members: this.#sync.members, room: this.#room,
            makeStream: () => platform.makeStream(), makeAmplifier: () => platform.makeAmplifier(), percentOf: (userId) => percentOf(this.#sync.members.of(userId) ?? asItComes), refreshParticipants: () => this.#sync.refresh(),
            notify: (event) => this.#notify(event),
        });
        this.#recovery = new CallRecovery({
            ownUser: session.account.userId, sync: this.#sync, subscriptions: this.#subscriptions, room: this.#room,
            keys: () => this.#keys, clock: platform.clock, isClosed: () => this.#isClosed,
        });
        const heard = (/** @type {import('../key-distribution/events.js').KeyEvent} */ event) => this.#keys?.heard(event);
        const notify = (/** @type {SessionEvent} */ event) => this.#notify(event);
        const parts = {
            session, platform, clock: platform.clock, worker, media: this.#media, screen: this.#screen, sync: this.#sync, members: this.#sync.members, room: this.#room,
            subscriptions: this.#subscriptions, timeline: this.#timeline, heard, notify, isClosed: () => this.#isClosed,
        };
        const devices = new CallDevices(parts);
        this.#devices = devices;
        this.#watches = new CallQuality({ ...parts, isHeard: (address) => devices.isHeard(address) });
        this.#entry = new CallEntry({ ...parts, devices, begun: (callId, options) => this.#begin(callId, options) });
    }

    /** @param {SessionEvent} event */
    #notify(event) {
        if (event.type === 'participantUpdated' && event.isVideoEnabled !== undefined) this.#watches.setVideo(event.userId, event.isVideoEnabled);
        if (event.type === 'localMedia') this.#sends({ sound: !event.isMuted, camera: event.isCameraOn });
        if (!this.#isClosed) this.#events.notify(event);
    }

    // MARK: Setting up

    /** @type {CallEntry['invite']} */
    async invite(userIds) { return this.#entry.invite(userIds); }
    /** @type {CallEntry['begin']} */
    async begin(callId) { await this.#entry.begin(callId); }
    /** Whether a device of those who were called can ring, as far as the server knows. */
    get canRing() { return this.#entry.canRing; }
    /** @type {CallEntry['enterAsCaller']} */
    async enterAsCaller() { await this.#entry.enterAsCaller(); }
    /** @type {CallEntry['enterAsCallee']} */
    async enterAsCallee(call, said) { await this.#entry.enterAsCallee(call, said); }
    /** @type {CallEntry['beginAgain']} */
    async beginAgain(record) { await this.#entry.beginAgain(record); }
    /** @type {CallEntry['enterAgain']} */
    async enterAgain(roomId) { await this.#entry.enterAgain(roomId); }

    /**
     * From here the call has an id, and with it channels to the others; keys travel only to devices that have joined.
     * @param {number} callId
     * @param {import('./entry/call-entry.js').Begun} options
     */
    async #begin(callId, { isCaller, texts, room }) {
        const { pins: kept, signaling } = this.#session;
        const pins = await kept.lend(this.#borrower);
        if (this.#isClosed) return kept.giveBack(this.#borrower);
        this.#place = new OwnPlace({ callId, room, texts, api: this.#session.api, clock: this.#platform.clock });
        this.#notify({ type: 'entry', isPostQuantum: this.#place.canPostQuantum });
        this.#sync.begin(callId, { isCaller });
        this.#worker.begin({ callId, pins, isFounder: isCaller });
        this.#keys = new KeyExchange({
            callId, leave: texts.leave, worker: this.#worker, signaling,
            savePins: (changed) => kept.save(this.#borrower, changed),
            members: (members) => {
                this.#sync.members.keyed(members);
                this.#devices.changed(members);
                this.#expectSound();
                this.gestures.membersAre(members);
                for (const { address, isHeard, trust } of members) if (isHeard && !trust.startsWith('held')) void this.#session.people?.takesPart(address, callId, this.#sync.nameOf(userOf(address)));
            },
            notice: (notice) => this.#notify({ type: 'notice', text: viewSentence(notice, this.#session.deviceAddress, (address) => this.nameOf(address)) }),
            replied: (reply, from) => this.#sync.replied(userOf(from), reply),
            reported: (report, from) => this.#watches.reported(report, from), reacted: (reaction, from) => this.gestures.reacted(reaction, from),
        });
        this.#sends({});
        this.#watches.start();
    }

    /**
     * Has the others know, signed, whether this device sends nothing just now.
     * @param {Partial<{ sound: boolean, camera: boolean, screen: boolean }>} change
     */
    #sends(change) {
        this.#sent = { ...this.#sent, ...change };
        const { sound, camera, screen } = this.#sent;
        this.#keys?.heard({ type: 'silent', isOn: !sound && !camera && !screen });
    }

    /** @param {boolean} isSharing */
    #shares(isSharing) {
        this.#sends({ screen: isSharing });
        this.#watches.shares(isSharing);
        this.#notify({ type: 'ownScreen', isSharing });
    }

    /** @param {string} address or the user alone */
    nameOf(address) { return this.#sync.nameOf(userOf(address)) || text('common.somebody'); }

    /** @param {import('../key-distribution/events.js').DeviceNote} note what the person says of a device of the call, by the key that they were shown */
    note(note) { this.#keys?.heard({ type: 'noted', ...note }); }

    // MARK: While it runs

    /**
     * A signal of this call came.
     * @param {import('../protocol/signaling/signals.js').CallSignal} signal
     */
    received(signal) {
        if (signal.type === 'e2ee') this.#keys?.received(signal);
        else this.#sync.received(signal);
    }

    /** Whether something came of who will not come, which is perhaps not opened yet. */
    get hasReplies() { return this.#keys?.hasReplies ?? false; }
    /** Returns once is known what they have said. */
    async repliesTold() { await this.#keys?.repliesTold(); }

    /** What the only one who was called has said; null where that is nothing that can be believed. */
    get onlyReply() { return this.#sync.onlyReply; }

    /** @param {import('./members/call-members.js').DeviceChange} change */
    #memberChanged(change) {
        if (change.type === 'left') {
            this.#subscriptions.left(change.address);
            this.#watches.left(change.userId);
        } else this.#devices.greet(change);
        this.#watches.membersChanged();
        this.#keys?.heard({ type: 'listed', addresses: [...this.#sync.members.addresses] });
    }

    #membersUpdated() {
        this.#expectSound();
        this.#subscriptions.update();
    }

    /** Who hands this device no key seals nothing for it, and nothing is sealed here for who has no key: that silence is no broken line. */
    #expectSound() {
        const { silent, addresses } = this.#sync.members;
        this.#room.expectSound(silent, this.#devices.areHandedKeys);
        if (this.#audience.changed(this.#devices.areHandedKeys, addresses.size === 0)) this.#tellAudience();
    }

    /** The server takes a silence for a broken line of this device unless it is told that nobody is there to send to. */
    #tellAudience() {
        const tell = () => {
            const sendsNothing = this.#isClosed ? null : this.#audience.toTell();
            if (sendsNothing !== null) void this.#sync.updateOwn({ sendsNothing });
        };
        if (this.#audience.isLost) this.#platform.clock.after(settlingTime, tell);
        else tell();
    }

    /** The machine's network has changed. */
    networkChanged() { this.#room.networkChanged(); }

    /** The session with the server is gone: nothing of the others comes, nor goes out. */
    isOffline() { this.#keys?.heard({ type: 'disconnected' }); }

    /** Signals may have been lost while this device could not be reached. */
    async isOnlineAgain() { await this.#recovery.isOnlineAgain(); }

    /** @param {import('./room/room-event.js').RoomEvent} event */
    #heardOfRoom(event) {
        switch (event.type) {
        case 'connection': return this.#connection(event.state);
        case 'mayHaveMissed': return void this.#recovery.lookForMissed();
        case 'reentered':
            this.#subscriptions.heard(event);
            return this.#recovery.reentered();
        case 'failed': return this.#events.failed(event.failure);
        case 'opened': return this.#opened(event.feed, event.of);
        default: return this.#subscriptions.heard(event);
        }
    }

    /** @param {'connecting' | 'connected' | 'reconnecting'} state */
    #connection(state) {
        this.#notify({ type: 'connection', state });
        if (state === 'connecting') return;
        // What media need, signals need too.
        if (state === 'reconnecting' || this.#watches.isInterrupted) this.#session.signaling.check();
        this.#watches.isInterrupted = state === 'reconnecting';
        void this.#media.flows(state);
    }

    /** @param {import('../media/worker-messages.js').WorkerEvent} event */
    #workerEvent(event) {
        if (event.type === 'keyActions') this.#keys?.perform(event.actions);
    }

    /**
     * Somebody is heard or seen from now on.
     * @param {number} feed
     * @param {import('./room/room-event.js').Track} track
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
    /** @type {MemberSync['hear']} */
    hear(userId, wish) {
        this.#sync.hear(userId, wish);
        this.#subscriptions.hearingChanged(userId);
    }
    /** @type {MemberSync['askServer']} */
    async askServer(endpoint, userId) { await this.#sync.askServer(endpoint, userId); }
    /**
     * @param {number[]} userIds
     * @param {{ isByLink?: boolean }} [how]
     */
    async inviteMore(userIds, how = {}) {
        if (this.#isClosed || !this.#place) throw new CallFailure('noCall');
        return inviteMore(userIds, {
            callId: this.#place.callId, room: this.#place.room, texts: this.#place.texts, session: this.#session, sync: this.#sync, media: this.#media,
            platform: this.#platform, isClosed: () => this.#isClosed, heard: (event) => this.#keys?.heard(event), ...how,
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
        if (this.#isClosed || !this.#place) return;
        this.#place.leaveWhileClosing();
        this.leave();
    }

    /** Has the server keep the place of this device, which leaves for a while: the others hear both. */
    async hold() {
        if (!this.#place) throw new CallFailure('noCall');
        await this.#place.hold();
        this.leave();
    }

    /** Ends keys, media and room; returns the final counters. */
    async close() {
        if (this.#isClosed) return this.statistics();
        this.#isClosed = true;
        this.#sync.close();
        this.#media.close();
        this.#screen.close();
        this.#subscriptions.close();
        this.#watches.stop();
        this.#keys?.stop();
        void this.#session.pins.giveBack(this.#borrower);
        this.#devices.close();
        this.#place?.close();
        const final = await this.statistics();
        this.#worker.close();
        await this.#room.close();
        return final;
    }
}
