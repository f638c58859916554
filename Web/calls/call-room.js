import { Publisher } from './publisher.js';
import { readPublisher } from './remote-publisher.js';
import { Subscriber } from './subscriber.js';
import { CallFailure } from './call-failure.js';

/** How long the own media may take to reach the media server, in milliseconds. */
const connectionTime = 30_000;
/** How long a broken connection may take to come back. */
const recoveryTime = 15_000;

/**
 * What happens in the room.
 * @typedef {object} RoomEvents
 * @property {(publisher: import('./remote-publisher.js').RemotePublisher) => void} appeared
 * @property {(feed: number) => void} disappeared
 * @property {(state: 'connecting' | 'connected' | 'reconnecting') => void} connection
 * @property {(reason: string) => void} failed
 */

/** The media of one call: a Janus session, one connection that sends, and one for each person that is received. */
export class CallRoom {
    #janus;
    #worker;
    #platform;
    #events;
    /** @type {import('../protocol/janus-handle.js').JanusHandle | null} */
    #handle = null;
    /** @type {Publisher | null} */
    #publisher = null;
    /** @type {Map<number, Subscriber>} */
    #subscribers = new Map();
    /** @type {number | null} */
    #room = null;
    #callOffDeadline = () => {};
    #isClosed = false;

    /**
     * @param {import('../protocol/janus-client.js').JanusClient} janus
     * @param {import('../media/call-worker.js').CallWorker} worker
     * @param {import('./platform.js').Platform} platform
     * @param {RoomEvents} events
     */
    constructor(janus, worker, platform, events) {
        this.#platform = platform;
        this.#janus = janus;
        this.#worker = worker;
        this.#events = events;
        janus.onDown((error) => { if (error) this.#fail('The connection to the media server was lost.'); });
        worker.onEvent((event) => {
            if (event.type === 'keyFrameNeeded') void this.#publisher?.makeKeyFrame();
            if (event.type === 'keysMissing' && event.track === 'video') void this.#subscribers.get(event.feed)?.wantVideo(!event.isMissing);
        });
    }

    /** Connects to Janus and attaches the handle that publishes. */
    async open() {
        await this.#janus.connect();
        const handle = await this.#janus.attach('janus.plugin.videoroom');
        if (this.#isClosed) throw new CallFailure('noCall');
        this.#handle = handle;
        handle.onEvent(({ data }) => this.#news(data));
    }

    /**
     * Makes the call's room; the server hides and guards it.
     * @returns {Promise<number>}
     */
    async createRoom() {
        const { data } = await this.#open().request({ request: 'create' });
        if (!Number.isSafeInteger(data.room)) throw new CallFailure('room');
        return data.room;
    }

    /**
     * Enters the room; those who publish already are told as events.
     * @param {number} room
     * @param {string} display
     */
    async join(room, display) {
        const { data } = await this.#open().request({ request: 'join', ptype: 'publisher', room, display });
        this.#room = room;
        this.#news(data);
    }

    /** @param {Omit<import('./publisher.js').PublisherOptions, 'worker' | 'platform' | 'changed'>} options */
    async publish(options) {
        const handle = this.#open();
        this.#events.connection('connecting');
        this.#publisher = new Publisher({
            ...options, worker: this.#worker, platform: this.#platform, changed: (state) => this.#changed(state),
        });
        this.#await(connectionTime, 'No connection to the media server came about.');
        await this.#publisher.publish(handle);
    }

    /** @param {MediaStreamTrack | null} camera */
    async replaceVideo(camera) { await this.#publisher?.replaceVideo(camera); }

    /** @param {Omit<import('./subscriber.js').SubscriberOptions, 'worker' | 'platform' | 'room'>} options */
    async subscribe(options) {
        this.#open();
        if (this.#room === null) throw new CallFailure('noCall');
        const subscriber = new Subscriber({ ...options, room: this.#room, worker: this.#worker, platform: this.#platform });
        this.unsubscribe(subscriber.feed);
        this.#subscribers.set(subscriber.feed, subscriber);
        try {
            await subscriber.subscribe(await this.#janus.attach('janus.plugin.videoroom'));
        } catch (error) {
            if (this.#subscribers.get(subscriber.feed) === subscriber) this.unsubscribe(subscriber.feed);
            throw error;
        }
    }

    /** @param {number} feed */
    unsubscribe(feed) {
        this.#subscribers.get(feed)?.close();
        this.#subscribers.delete(feed);
    }

    /** Stops all connections, then tells Janus: unpublish, leave, detach, destroy, close. */
    async close() {
        if (this.#isClosed) return;
        this.#isClosed = true;
        this.#callOffDeadline();
        this.#publisher?.close();
        for (const subscriber of this.#subscribers.values()) subscriber.close();
        this.#subscribers.clear();
        await this.#janus.close();
    }

    #open() {
        if (!this.#handle || this.#isClosed) throw new CallFailure('noCall');
        return this.#handle;
    }

    /** @param {any} data */
    #news(data) {
        if (this.#isClosed || !data) return;
        for (const publisher of Array.isArray(data.publishers) ? data.publishers : []) {
            const remote = readPublisher(publisher);
            if (remote) this.#events.appeared(remote);
        }
        for (const gone of [data.leaving, data.unpublished]) if (Number.isSafeInteger(gone)) this.#events.disappeared(gone);
    }

    /** @param {RTCPeerConnectionState} state */
    #changed(state) {
        if (this.#isClosed) return;
        if (state === 'connected') {
            this.#callOffDeadline();
            this.#events.connection('connected');
        } else if (state === 'disconnected') {
            this.#events.connection('reconnecting');
            this.#await(recoveryTime, 'The connection to the media server broke.');
        } else if (state === 'failed') this.#fail('The connection to the media server broke.');
    }

    /**
     * @param {number} milliseconds
     * @param {string} problem
     */
    #await(milliseconds, problem) {
        this.#callOffDeadline();
        this.#callOffDeadline = this.#platform.clock.after(milliseconds, () => this.#fail(problem));
    }

    /** @param {string} reason */
    #fail(reason) { if (!this.#isClosed) this.#events.failed(reason); }
}
