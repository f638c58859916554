import { Publisher } from './publisher.js';
import { readPublisher } from './remote-publisher.js';
import { SoundReceiver } from './sound-receiver.js';
import { VideoSlots } from './video-slots.js';
import { CallFailure } from '../model/call-failure.js';

/** In milliseconds: how long Janus may report that no audio of this device arrives before the connection counts as broken. */
const unheardTime = 1500;

/** @typedef {import('../../protocol/janus/janus-message.js').VideoRoomData} VideoRoomData */
/** @typedef {import('./sound-receiver.js').SoundSource} SoundSource */
/** @typedef {{ sound: SoundSource[], screenSound: SoundSource[], pictures: import('./video-slots.js').Picture[] }} Wanted pictures by importance */

/**
 * The events of the room and of the connection to it. `sending`: this device's media reach the media server; `unsteady`: they don't, and
 * may recover by themselves; `lost`: the session in Janus is gone, or the connection that sends.
 * @typedef {import('./room-event.js').RoomEvent | { type: 'sending' | 'unsteady' | 'lost' }} TransportEvent
 */
/**
 * @typedef {object} TransportParts
 * @property {import('../../media/call-worker.js').CallWorker} worker
 * @property {import('../platform.js').Platform} platform
 * @property {import('../model/set-up-timeline.js').SetUpTimeline} timeline
 * @property {() => Promise<{ iceServers: RTCIceServer[] }>} credentials
 */

/**
 * One media connection: a Janus session, one connection that sends, and those that receive.
 * When it breaks, another takes its place (`CallRoom`).
 */
export class MediaTransport {
    #janus;
    #parts;
    #emit;
    /** @type {import('../../protocol/janus/janus-handle.js').JanusHandle | null} */
    #handle = null;
    /** @type {Promise<import('../../protocol/janus/janus-handle.js').JanusHandle>[]} for the people who are heard and seen first */
    #spareHandles = [];
    /** @type {Publisher | null} the connection that sends; null before this device is in the room */
    publisher = null;
    /** @type {{ sound: SoundReceiver, screenSound: SoundReceiver, slots: VideoSlots } | null} the sound of all on one connection, that of screens on another, video on slots */
    #receivers = null;
    /** @type {number | null} */
    #room = null;
    /** @type {VideoRoomData[]} news of the room that overtook the answer to `join` */
    #early = [];
    #isClosed = false;
    #isLost = false;
    #isUnheard = false;
    /** No audio is sent, and none is expected. */
    #isMuted = false;
    /** Whether anyone can decrypt what is sent: nothing is encrypted for an empty audience, and so nothing is sent. */
    #isForSomebody = false;
    /** @type {boolean | null} what Janus has said last; null before it had anything */
    #arrives = null;
    /** Pending while Janus receives no audio from this device. */
    #callOffUnheard = () => {};
    #offs;

    /**
     * @param {import('../../protocol/janus/janus-client.js').JanusClient} janus
     * @param {TransportParts} parts
     * @param {(event: TransportEvent) => void} emit
     */
    constructor(janus, parts, emit) {
        this.#janus = janus;
        this.#parts = parts;
        this.#emit = (/** @type {TransportEvent} */ event) => {
            if (event.type === 'lost') this.#isLost = true;
            if (!this.#isClosed) emit(event);
        };
        let isBack = false;
        this.#offs = [
            janus.onDown(() => this.#emit({ type: 'lost' })),
            janus.onState((state) => {
                if (state === 'reconnecting') isBack = true;
                // The room's announcements meanwhile were lost.
                else if (state === 'connected' && isBack) this.#emit({ type: 'mayHaveMissed' });
            }),
            parts.worker.onEvent((event) => {
                if (event.type === 'keyFrameNeeded') void this.publisher?.makeKeyFrame(event.track, event.source);
                if (event.type === 'keysMissing') this.#receivers?.slots.keyIsMissing(event.feed, event.track, event.isMissing);
                if (event.type === 'firstOpened') this.#opened(event);
            }),
        ];
    }

    /** Whether Janus reports that no audio of this device arrives. */
    get isUnheard() { return this.#isUnheard; }

    /** Whether the session in Janus is gone, or the connection that sends. */
    get isLost() { return this.#isLost; }

    /** Connects to Janus and attaches the publisher's handle; does nothing if that is done. */
    async open() {
        if (this.#handle) return;
        await this.#janus.connect();
        const handle = await this.#janus.attach();
        if (this.#isClosed) throw new CallFailure('noCall');
        this.#handle = handle;
        handle.onEvent(({ janus, data, message }) => {
            this.#news(data);
            if (janus === 'hangup') this.#emit({ type: 'lost' });
            // A shared screen without sound says nothing about the connection.
            const isSound = message?.type === 'audio' && (message.mid === undefined || message.mid === (this.publisher?.soundMid ?? message.mid));
            if (janus === 'media' && isSound) this.#soundArrives(message.receiving !== false);
        });
    }

    /** @param {boolean | null} arrives */
    #soundArrives(arrives) {
        this.#arrives = arrives;
        this.#expectSound();
    }

    /**
     * A participant who isn't muted, and whom someone can hear, sends audio without pause. If Janus has received some and then gets no
     * more, the path to it is broken, unless the network paused.
     */
    #expectSound() {
        this.#callOffUnheard();
        this.#isUnheard = this.#arrives === false && !this.#isMuted && this.#isForSomebody;
        if (this.#isUnheard && !this.#isClosed) this.#callOffUnheard = this.#parts.platform.clock.after(unheardTime, () => this.#emit({ type: 'lost' }));
    }

    /** @param {boolean} isForSomebody whether anyone can decrypt what is sent */
    setForSomebody(isForSomebody) {
        if (isForSomebody === this.#isForSomebody) return;
        this.#isForSomebody = isForSomebody;
        this.#expectSound();
    }

    /**
     * Creates the call's room; the server hides and protects it.
     * @returns {Promise<number>}
     */
    async createRoom() {
        const { data } = await this.#open().request({ request: 'create' });
        const { room } = data;
        if (room === undefined || !Number.isSafeInteger(room)) throw new CallFailure('room');
        return room;
    }

    /**
     * Enters the room, and returns who already publishes.
     * @param {number} room
     * @param {string} display
     */
    async join(room, display) {
        const entering = this.#open().request({ request: 'join', ptype: 'publisher', room, display });
        this.#spareHandles = ['sound', 'video'].map(() => this.#janus.attach());
        for (const spare of this.#spareHandles) spare.catch(() => {});
        const { data } = await entering;
        this.#parts.timeline.mark('enter');
        this.#room = room;
        const parts = { ...this.#parts, room, attach: () => this.#attach(), emit: this.#emit };
        this.#receivers = { sound: new SoundReceiver(parts, 'audio'), screenSound: new SoundReceiver(parts, 'screenAudio'), slots: new VideoSlots(parts, () => parts.platform.videoSlots()) };
        return this.#early.splice(0).reduce(
            (publishers, news) => [...publishers, ...publishersOf(news)].filter(({ feed }) => !goneIn(news).includes(feed)), publishersOf(data));
    }

    /**
     * @param {import('./call-room.js').PublishOptions} options
     * @param {import('./layers.js').LayerPlan | null} plan
     */
    async publish(options, plan) {
        const handle = this.#open();
        this.#isMuted = options.microphone === null;
        this.publisher = new Publisher({ ...options, ...this.#parts, plan, changed: (state) => this.#changed(state) });
        await this.publisher.publish(handle);
    }

    /** @returns {Promise<Map<number, import('../quality/reception.js').Reception>>} */
    async receptions() {
        if (!this.#receivers) return new Map();
        const { sound, slots } = this.#receivers;
        const [{ tracks, roundTrip }, found] = await Promise.all([sound.receptions(), slots.receptions()]);
        for (const [feed, audio] of tracks) found.set(feed, { video: null, roundTrip, ...found.get(feed), audio });
        return found;
    }

    /** How loud each feed is after decryption and decoding: 0 … 1. */
    async levels() {
        const { tracks } = await this.#receivers?.sound.receptions() ?? { tracks: new Map() };
        return new Map([...tracks].map(([feed, { level }]) => [feed, level ?? 0]));
    }

    /** @param {MediaStreamTrack | null} microphone */
    async replaceAudio(microphone) {
        this.#isMuted = microphone === null;
        // The last report of silence is about the previous track.
        this.#soundArrives(true);
        await this.publisher?.replaceAudio(microphone);
    }

    /** @param {Wanted} wanted the people to receive from now on; none before this device is in the room */
    receive(wanted) {
        if (this.#isClosed || !this.#receivers) return;
        if (wanted.sound.length > 0 || wanted.pictures.length > 0) this.#parts.timeline.mark('published');
        const { sound, screenSound, slots } = this.#receivers;
        // The first picture takes longer than the first sound, so it goes first.
        slots.receive(wanted.pictures);
        sound.receive(wanted.sound);
        screenSound.receive(wanted.screenSound);
    }

    /** @param {Extract<import('../../media/worker-messages.js').WorkerEvent, { type: 'firstOpened' }>} event */
    #opened(event) {
        if (!this.#receivers) return;
        const { feed, track } = event;
        if (track === 'audio' || track === 'screenAudio') this.#emit({ type: 'opened', feed, of: track });
        else this.#receivers.slots.opened(event);
    }

    async #attach() {
        const spare = this.#spareHandles.shift();
        return await spare?.catch(() => null) ?? this.#janus.attach();
    }

    /** Stops all connections, then notifies Janus: unpublish, leave, detach, destroy, close. */
    async close() {
        if (this.#isClosed) return;
        this.#isClosed = true;
        this.#callOffUnheard();
        for (const off of this.#offs) off();
        this.publisher?.close();
        for (const receiver of Object.values(this.#receivers ?? {})) receiver.close();
        await this.#janus.close();
    }

    #open() {
        if (!this.#handle || this.#isClosed) throw new CallFailure('noCall');
        return this.#handle;
    }

    /** @param {VideoRoomData | null} data */
    #news(data) {
        if (this.#isClosed || !data) return;
        // Feeds cannot be subscribed to without a room.
        if (this.#room === null) return void this.#early.push(data);
        for (const publisher of publishersOf(data)) this.#emit({ type: 'appeared', publisher });
        for (const feed of goneIn(data)) this.#emit({ type: 'disappeared', feed });
    }

    /** @param {RTCPeerConnectionState} state */
    #changed(state) {
        if (state === 'connected') {
            this.#parts.timeline.mark('sendDTLS');
            this.#emit({ type: 'sending' });
        }
        else if (state === 'disconnected') this.#emit({ type: 'unsteady' });
        else if (state === 'failed') this.#emit({ type: 'lost' });
    }
}

/**
 * @param {VideoRoomData} data
 * @returns {number[]}
 */
const goneIn = ({ leaving, unpublished }) =>
    [leaving, unpublished].flatMap((feed) => (typeof feed === 'number' && Number.isSafeInteger(feed) ? [feed] : []));

/** @param {VideoRoomData} data */
const publishersOf = ({ publishers }) => (Array.isArray(publishers) ? publishers : []).flatMap((each) => readPublisher(each) ?? []);
