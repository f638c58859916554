import { userOf } from '../key-distribution/addresses.js';
import { text } from '../texts/text.js';
import { CallMedia } from './capture/call-media.js';
import { OwnScreen } from './capture/own-screen.js';
import { CallEntry } from './entry/call-entry.js';
import { CallDevices } from './keys/call-devices.js';
import { KeyExchange } from './keys/key-exchange.js';
import { CallGestures } from './members/call-gestures.js';
import { CallMembers } from './members/call-members.js';
import { MemberSync } from './members/member-sync.js';
import { summarize } from './model/call-statistics.js';
import { SetUpTimeline } from './model/set-up-timeline.js';
import { CallQuality } from './quality/call-quality.js';
import { CallRecovery } from './recovery/call-recovery.js';
import { CallRoom } from './room/call-room.js';
import { Subscriptions } from './room/subscriptions.js';

/** @typedef {import('./model/call-event.js').SessionEvent} SessionEvent */

/**
 * One call on this device, from pressing the button to wiping the last key. It connects the parts that do the work: how this device enters
 * the call, who is in it, media, their quality, and recovery from losses. In Swift: CallSession.swift.
 */
export class CallSession {
    #session;
    #worker;
    #timeline;
    #devices;
    #emit;
    #isClosed = false;
    entry;
    /** The only list of the call's people, and the object that keeps it in sync with the server. */
    members;
    sync;
    gestures;
    /** @type {KeyExchange} */
    keys;
    room;
    subscriptions;
    media;
    screen;
    /** @type {CallQuality} */
    quality;
    recovery;

    /**
     * @param {import('../session/session.js').Session} session
     * @param {ReturnType<import('./entry/readiness.js').Readiness['take']>} ready
     * @param {import('./capture/call-media.js').Beginning} beginning
     * @param {import('./platform.js').Platform} platform
     * @param {(event: SessionEvent) => void} emit in order; nothing follows the end of the call
     */
    constructor(session, { worker, makeJanus }, beginning, platform, emit) {
        this.#session = session;
        this.#worker = worker;
        this.#emit = emit;
        this.#timeline = new SetUpTimeline(platform.clock);
        const common = {
            session, worker, platform, clock: platform.clock, timeline: this.#timeline, ownUser: session.account.userId,
            emit: (/** @type {SessionEvent} */ event) => this.#heard(event), isClosed: () => this.#isClosed,
        };
        this.members = new CallMembers(session.deviceAddress);
        this.sync = new MemberSync({ ...common, members: this.members, updated: () => this.#updated() });
        this.keys = new KeyExchange(session, worker, (news) => this.#heardOfKeys(news));
        this.room = new CallRoom(makeJanus, { ...common, credentials: () => session.credentials() }, (event) => this.#heardOfRoom(event));
        const shared = { ...common, members: this.members, sync: this.sync, keys: this.keys, room: this.room };
        this.media = new CallMedia(beginning, platform, shared);
        this.screen = new OwnScreen(platform, shared);
        this.gestures = new CallGestures(shared);
        this.subscriptions = new Subscriptions(shared);
        this.#devices = new CallDevices(shared);
        this.quality = new CallQuality({ ...shared, subscriptions: this.subscriptions });
        this.recovery = new CallRecovery({ ...shared, subscriptions: this.subscriptions });
        this.entry = new CallEntry({ ...shared, media: this.media, screen: this.screen, devices: this.#devices, quality: this.quality });
    }

    /**
     * The call's state has changed; the consequences for its parts take effect after the event was emitted.
     * @param {SessionEvent} event
     */
    #heard(event) {
        if (this.#isClosed) return;
        if (event.type === 'joined') this.#timeline.mark('answer');
        if (event.type === 'localMedia') this.keys.sends({ sound: !event.isMuted, camera: event.isCameraOn });
        if (event.type === 'ownScreen') {
            this.keys.sends({ screen: event.isSharing });
            this.quality.shares(event.isSharing);
        }
        this.#emit(event);
        if (event.type === 'joined' || event.type === 'left') this.#moved(event);
    }

    /** @param {import('./members/call-members.js').DeviceChange} change */
    #moved(change) {
        if (this.#isClosed) return;
        if (change.type === 'left') this.subscriptions.left(change.address);
        else this.#devices.greet(change);
        this.quality.membersChanged(change);
        this.keys.heard({ type: 'listed', addresses: [...this.members.addresses] });
    }

    #updated() {
        this.recovery.expectSound();
        this.subscriptions.update();
    }

    /**
     * @param {import('./keys/key-exchange.js').KeyNews} news
     * @returns {void}
     */
    #heardOfKeys(news) {
        if (this.#isClosed) return undefined;
        switch (news.type) {
        case 'members':
            this.#devices.changed(news.members);
            this.recovery.expectSound();
            return this.#tookPart(news.members);
        case 'notice': return this.#heard({ type: 'notice', text: viewSentence(news.notice, this.#session.deviceAddress, (address) => this.members.nameOf(userOf(address)) || text('common.somebody')) });
        case 'replied':
            this.members.replied(userOf(news.from), news.reply);
            return this.sync.tell();
        case 'reported': return this.quality.reported(news.report, news.from);
        default: return this.#heard({ type: 'reaction', userId: userOf(news.from), reaction: news.reaction });
        }
    }

    /**
     * Records the devices of this call that are heard and were admitted.
     * @param {import('../key-distribution/events.js').CallMember[]} devices
     */
    #tookPart(devices) {
        for (const { address, isHeard, trust } of devices) {
            if (isHeard && !trust.startsWith('held')) void this.#session.people?.takesPart(address, this.entry.callId ?? 0, this.members.nameOf(userOf(address)));
        }
    }

    /**
     * @param {import('./room/room-event.js').RoomEvent} event
     * @returns {void}
     */
    #heardOfRoom(event) {
        switch (event.type) {
        case 'connection': return this.#connection(event);
        case 'mayHaveMissed': return void this.recovery.lookForMissed();
        case 'failed': return this.#heard(event);
        case 'reentered':
            this.subscriptions.heard(event);
            // Participants may have come and gone meanwhile, and the call may be over.
            return void this.sync.refresh();
        default: return this.subscriptions.heard(event);
        }
    }

    /** @param {Extract<import('./room/room-event.js').RoomEvent, { type: 'connection' }>} event */
    #connection(event) {
        const { state } = event;
        this.#heard(event);
        if (state === 'connecting') return;
        // Signaling depends on the same network as media.
        if (state === 'reconnecting' || this.quality.isInterrupted) this.#session.signaling.check();
        this.quality.isInterrupted = state === 'reconnecting';
        void this.media.flows(state);
    }

    /** @param {import('../protocol/signaling/signals.js').CallSignal} signal */
    received(signal) {
        if (signal.type === 'e2ee') this.keys.received(signal);
        else this.sync.received(signal);
    }

    async statistics() {
        const { counts, keys } = await this.#worker.statistics();
        return summarize(counts, { keys, timeline: this.#timeline });
    }

    /** Ends keys, media and room; returns the final counters. */
    async close() {
        if (this.#isClosed) return this.statistics();
        this.#isClosed = true;
        for (const part of [this.media, this.screen, this.subscriptions, this.quality, this.keys, this.#devices, this.entry]) part.close();
        const final = await this.statistics();
        this.#worker.close();
        await this.room.close();
        return final;
    }
}

/**
 * The sentence about a device that sees a different call.
 * @param {string[]} notice its kind, and the addresses
 * @param {string} own
 * @param {(address: string) => import('../texts/text.js').Words} nameOf
 */
export function viewSentence([kind, one, other], own, nameOf) {
    const name = nameOf(one);
    if (kind !== 'lacks') return text('call.notice.seesMore', { name });
    return other === own ? text('call.notice.lacksYou', { name }) : text('call.notice.lacks', { name, other: nameOf(other) });
}
