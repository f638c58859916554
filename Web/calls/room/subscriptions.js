import { text } from '../../texts/text.js';
import { asItComes, percentOf } from '../members/member.js';
import { CallFailure } from '../model/call-failure.js';
import { layerForHeight, topLayer } from './layers.js';
import { PersonStreams, Volumes } from './person-streams.js';

/** @typedef {import('./remote-publisher.js').RemotePublisher} RemotePublisher */
/** @typedef {Pick<import('../model/call-parts.js').CallParts, 'ownUser' | 'members' | 'sync' | 'room' | 'platform' | 'timeline' | 'emit'>} SubscriptionOptions */
/** @typedef {{ address: string, userId: number, publisher: RemotePublisher }} ReceivedPerson */

/** @typedef {import('./room-event.js').Track} Track */

/** The feeds of the room that are received: for each person in the call, the one that the server names. */
export class Subscriptions {
    #options;
    /** @type {Map<number, RemotePublisher>} publishers under a number that the list of participants doesn't name, or not yet */
    #unmapped = new Map();
    /** @type {Map<number, ReceivedPerson>} feeds that are received or about to be */
    #feeds = new Map();
    /** @type {Map<number, Set<string>>} by feed: the tracks that cannot be received */
    #failed = new Map();
    #saidExhausted = false;
    #streams;
    #volumes;
    #visible = new VisiblePeople();
    #screens;
    #screenVolumes;
    #visibleScreens = new VisiblePeople();
    /** @type {Map<string, number>} which layer to receive of each device, as far as that was judged */
    #layers = new Map();
    /** @type {number | null} how many pictures the line carries; null for any number */
    #mostPictures = null;
    /** @type {Set<number>} whose pictures would be on the screen, and the line does not carry */
    #left = new Set();
    #isClosed = false;

    /** @param {SubscriptionOptions} options */
    constructor(options) {
        this.#options = options;
        const { members, platform } = options;
        const makeStream = () => platform.makeStream();
        const makeAmplifier = () => platform.makeAmplifier();
        const volumeOf = (/** @type {number} */ feed) => percentOf(members.of(this.userOf(feed) ?? 0) ?? asItComes);
        this.#streams = new PersonStreams(makeStream, {
            stream: (feed, stream) => this.#notifyOf(feed, stream, 'camera'), pictureGone: (feed) => this.#pictureGone(feed),
        });
        this.#volumes = new Volumes(makeAmplifier, volumeOf, this.#streams);
        this.#screens = new PersonStreams(makeStream, { stream: (feed, stream) => this.#notifyOf(feed, stream, 'screen'), pictureGone: () => {} });
        this.#screenVolumes = new Volumes(makeAmplifier, volumeOf, this.#screens);
    }

    /** @param {import('./room-event.js').RoomEvent} event */
    heard(event) {
        switch (event.type) {
        case 'appeared': return void this.#appeared(event.publisher);
        case 'disappeared': return this.#disappeared(event.feed);
        case 'began': case 'ended': return this.#carries(event);
        case 'opened': return this.#opened(event.feed, event.of);
        case 'cannotReceive': return this.#cannotReceive(event.feed, event.of);
        case 'exhausted': return this.#isExhausted();
        case 'reentered': return this.#allDisappeared();
        default: return undefined;
        }
    }

    /** @param {Extract<import('./room-event.js').RoomEvent, { type: 'began' | 'ended' }>} event */
    #carries({ type, feed, track, of }) {
        const isBegun = type === 'began';
        if (track.kind === 'audio') {
            const volumes = of === 'audio' ? this.#volumes : this.#screenVolumes;
            return isBegun ? volumes.began(feed, track) : volumes.ended(feed, track);
        }
        const streams = of === 'video' ? this.#streams : this.#screens;
        return isBegun ? streams.add(feed, track) : streams.remove(feed, track);
    }

    /**
     * @param {number} feed
     * @param {Track} track
     */
    #opened(feed, track) {
        const userId = this.userOf(feed);
        // Whether a screen is visible says nothing about its person.
        if (userId !== null && (track === 'audio' || track === 'video')) this.#options.emit(this.#options.timeline.opened(track, userId));
    }

    /** Every feed that is known, received or not. */
    get known() { return new Set([...this.#feeds.keys(), ...this.#unmapped.keys()]); }
    /** @param {number} feed */
    userOf(feed) { return this.#feeds.get(feed)?.userId ?? null; }

    /**
     * @param {RemotePublisher} publisher
     */
    async #appeared(publisher) {
        const { members, ownUser, sync } = this.#options;
        const known = this.#feeds.get(publisher.feed);
        if (known) return void this.#sendsAnother(known, publisher);
        this.#unmapped.set(publisher.feed, publisher);
        if (publisher.userId !== ownUser && members.of(publisher.userId)?.feed !== publisher.feed) await sync.refresh();
        this.update();
        return undefined;
    }

    /** @param {number} feed */
    #disappeared(feed) {
        const userId = this.userOf(feed);
        for (const known of [this.#volumes, this.#streams, this.#screenVolumes, this.#screens]) known.drop(feed);
        for (const known of [this.#unmapped, this.#feeds, this.#failed]) known.delete(feed);
        if (userId !== null) this.#options.emit({ type: 'media', userId, stream: null, kind: 'camera', active: false });
        this.#receive();
    }

    /**
     * @param {number} feed
     * @param {MediaStream | null} stream
     * @param {'camera' | 'screen'} kind
     */
    #notifyOf(feed, stream, kind) {
        const userId = this.userOf(feed);
        if (userId !== null) this.#options.emit({ type: 'media', userId, stream, kind, active: stream !== null });
    }

    /** @param {number} feed */
    #pictureGone(feed) {
        const userId = this.userOf(feed);
        if (userId !== null) this.#options.emit({ type: 'pictureGone', userId });
    }

    /**
     * @param {number} userId
     * @param {number} height in pixels of the screen; 0 if they aren't visible
     * @param {'camera' | 'screen'} [kind] which of their tracks
     */
    setVisible(userId, height, kind = 'camera') { if ((kind === 'camera' ? this.#visible : this.#visibleScreens).set(userId, height)) this.#receive(); }

    /**
     * Sets how this device plays someone who is in the call: they aren't informed.
     * @param {number} userId
     * @param {Partial<import('../members/member.js').PlaybackSettings>} wish
     */
    hear(userId, wish) {
        const { members, sync } = this.#options;
        if (!members.hear(userId, wish)) throw new CallFailure('notInCall');
        sync.tell();
        for (const [feed, one] of this.#feeds) if (one.userId === userId) for (const volumes of [this.#volumes, this.#screenVolumes]) volumes.changed(feed);
    }

    /** This device entered the room again: feeds have other IDs there; what was received from each device stays remembered (e2ee 8.2). */
    #allDisappeared() {
        for (const feed of [...this.#feeds.keys()]) this.#disappeared(feed);
        this.#unmapped.clear();
    }

    /**
     * Stops receiving a device; its feeds are received again if it comes back while they exist.
     * @param {string} address
     */
    left(address) {
        for (const [feed, sender] of [...this.#feeds]) {
            if (sender.address !== address) continue;
            this.#disappeared(feed);
            this.#unmapped.set(feed, sender.publisher);
        }
    }

    /** Receives everyone whose device is known, on the one feed that the server names: any other feed would interfere with it. */
    update() {
        if (this.#isClosed) return;
        const { members } = this.#options;
        for (const [feed, { userId, publisher }] of [...this.#feeds]) {
            if ((members.of(userId)?.feed ?? feed) === feed) continue;
            this.#disappeared(feed);
            this.#unmapped.set(feed, publisher);
        }
        for (const [feed, publisher] of this.#unmapped) {
            const member = members.of(publisher.userId);
            // A participant who sends nothing is in the call as well; later tracks are reported.
            if (!member?.address || member.feed !== feed || publisher.streams.length === 0) continue;
            this.#unmapped.delete(feed);
            this.#feeds.set(feed, { address: member.address, userId: member.userId, publisher });
        }
        this.#receive();
    }

    /**
     * Receives exactly those who are to be heard and seen: no one who is muted, and no picture that isn't on the screen. Shared screens
     * take precedence over cameras, also if the connection cannot carry everything.
     */
    #receive() {
        if (this.#isClosed) return;
        const { members, room } = this.#options;
        const people = [...this.#feeds].map(([feed, person]) => ({ feed, ...person, isVideoEnabled: members.of(person.userId)?.sendsVideo !== false }));
        this.#tellSharing(people);
        const streamsOf = (/** @type {(typeof people)[0]} */ { feed, publisher }, /** @type {Track} */ track) => publisher.streams.filter((stream) => stream.track === track && !this.#failed.get(feed)?.has(track));
        const soundOf = (/** @type {Track} */ track) => (/** @type {(typeof people)[0]} */ person) => streamsOf(person, track).map(({ mid }) => ({ feed: person.feed, mid, sender: person.address }));
        const shown = (/** @type {VisiblePeople} */ visible, /** @type {'video' | 'screen'} */ track) => visible.order(people).filter((person) => streamsOf(person, track).length > 0).map((person) => ({ person, track }));
        const seen = [...shown(this.#visibleScreens, 'screen'), ...shown(this.#visible, 'video')];
        // A person's media are never all left out.
        const carried = this.#mostPictures === null ? seen.length : Math.max(this.#mostPictures, people.length === 1 ? 1 : 0);
        this.#left = new Set(seen.slice(carried).filter(({ track }) => track === 'video').map(({ person }) => person.feed));
        const pictures = seen.slice(0, carried).flatMap(({ person, track }) => streamsOf(person, track).map(({ mid, codec }) => ({
            feed: person.feed, mid, sender: person.address, track, codec: /** @type {import('../../media/codecs.js').VideoCodec} */ (codec), layer: track === 'screen' ? topLayer : this.#layerOf(person),
        })));
        room.transport.receive({ sound: people.filter(({ userId }) => !members.of(userId)?.isMuted).flatMap(soundOf('audio')), screenSound: people.flatMap(soundOf('screenAudio')), pictures });
    }

    /** @param {ReceivedPerson[]} people */
    #tellSharing(people) {
        const { members, sync, platform } = this.#options;
        const sharing = people.filter(({ publisher }) => publisher.streams.some(({ track }) => track === 'screen')).map(({ userId }) => userId);
        sync.tell(members.shares(sharing, platform.clock.date()));
    }

    /** @param {ReceivedPerson} person */
    #layerOf({ userId, address }) {
        const wanted = layerForHeight(this.#visible.heightOf(userId));
        return Math.min(wanted, this.#layers.get(address) ?? wanted);
    }

    /**
     * @param {Map<string, number>} layers which layer to receive of each device
     * @param {number | null} mostPictures null for any number
     */
    setLine(layers, mostPictures) {
        if (mostPictures === this.#mostPictures && JSON.stringify([...layers]) === JSON.stringify([...this.#layers])) return;
        this.#layers = layers;
        this.#mostPictures = mostPictures;
        this.#receive();
    }

    close() {
        this.#isClosed = true;
        this.#volumes.close();
        this.#screenVolumes.close();
    }

    /** @returns {Promise<Map<string, import('../quality/reception.js').Reception>>} by the addresses of their devices */
    async receptions() {
        const found = await this.#options.room.transport.receptions();
        return new Map([...this.#feeds].flatMap(([feed, { address, userId, publisher }]) => {
            const reception = found.get(feed) ?? { audio: null, video: null, roundTrip: null };
            const hasVideo = publisher.streams.some(({ track }) => track === 'video' || track === 'screen');
            if (!hasVideo) return found.has(feed) ? [/** @type {const} */ ([address, reception])] : [];
            const height = this.#visible.heightOf(userId);
            return [/** @type {const} */ ([address, { ...reception, wanted: height > 0 && !this.#left.has(feed) ? layerForHeight(height) : null }])];
        }));
    }

    /** How loud each person who is heard is, 0 … 1. */
    async levels() {
        const found = await this.#options.room.transport.levels();
        return new Map([...this.#feeds].flatMap(([feed, { userId }]) => (found.has(feed) ? [/** @type {const} */ ([userId, found.get(feed) ?? 0])] : [])));
    }

    /**
     * Someone who is received sends more than before, for instance video in a call that started without, or stops sharing a screen.
     * @param {{ publisher: RemotePublisher }} sender
     * @param {RemotePublisher} publisher
     */
    #sendsAnother(sender, publisher) {
        if (JSON.stringify(publisher.streams) === JSON.stringify(sender.publisher.streams)) return;
        sender.publisher = publisher;
        for (const track of ['screen', 'screenAudio']) this.#failed.get(publisher.feed)?.delete(track);
        this.#receive();
    }

    /**
     * A track that cannot be received isn't requested again until its feed reappears; this is reported once for each. The call continues.
     * @param {number} feed
     * @param {Track} track
     */
    #cannotReceive(feed, track) {
        if (this.#isClosed || !this.#feeds.has(feed)) return;
        const failed = this.#failed.get(feed) ?? new Set();
        this.#failed.set(feed, failed);
        if (failed.size === 0) this.#options.emit({ type: 'notice', text: text('call.notice.notReceived') });
        failed.add(track);
        this.#receive();
    }

    /** People who aren't shown yet never will be: reported once. */
    #isExhausted() {
        if (!this.#saidExhausted) this.#options.emit({ type: 'notice', text: text('call.notice.exhausted') });
        this.#saidExhausted = true;
    }
}

/** The people on this device's screen, and their sizes, as reported by the view. */
export class VisiblePeople {
    /** @type {Map<number, number>} */
    #heights = new Map();

    /**
     * @param {number} userId
     * @param {number} height of their picture in pixels of the screen; 0 for one that is not to be seen
     * @returns {boolean} whether anything changed
     */
    set(userId, height) {
        if (this.#heights.get(userId) === height) return false;
        this.#heights.set(userId, height);
        return true;
    }

    /** @param {number} userId a person of whom nothing is known is about to be shown, as large as possible */
    heightOf(userId) { return this.#heights.get(userId) ?? Infinity; }

    /** @param {number} userId */
    forget(userId) { this.#heights.delete(userId); }

    /**
     * The people whose pictures are to be received, the largest first. Those whose camera is off come last, because it may be on before
     * that is known.
     * @template {{ userId: number, isVideoEnabled: boolean }} Person
     * @param {Person[]} people
     */
    order(people) {
        const rank = (/** @type {Person} */ { userId, isVideoEnabled }) => (isVideoEnabled ? this.heightOf(userId) : 0);
        return people.filter(({ userId }) => this.heightOf(userId) > 0)
            // Two that cannot be compared keep their order.
            .sort((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)));
    }
}
