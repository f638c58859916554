import { Listeners } from '../../../../Web/protocol/listeners.js';
import { JanusError } from '../../../../Web/protocol/errors.js';
import { Gate } from './time.mjs';

/** The media server: rooms with their publishers, and which connections to it are open. */
export class JanusDouble {
    /** @type {Map<number, Map<number, any>>} publishers by feed, by room */
    rooms = new Map();
    connections = new Set();
    isDown = false;
    /** Anyone who joins hears of those who publish as news, ahead of the answer. */
    tellsEarly = false;
    /** Those who are to hear that somebody joined a room: as the server learns it. */
    joined = (display, feed) => [display, feed];
    #nextID = 100;
    #handles = new Set();

    id() { return this.#nextID++; }
    /** @param {{ janusGates: Record<string, Gate>, janusFailures: Record<string, boolean> }} person */
    makeClient(person) { return new JanusClientDouble(this, person); }
    /** How many connections are open. */
    get openSockets() { return [...this.connections].filter(({ isOpen }) => isOpen).length; }

    /** Ends without a word: sessions and publishers are gone, rooms too until `comeBack`; clients hear of it once it is back. */
    crash() {
        this.isDown = true;
        this.#handles.clear();
        for (const publishers of this.rooms.values()) publishers.clear();
        for (const client of this.connections) client.isOpen = false;
    }

    /** Clients claim their sessions, which are no more. */
    comeBack() {
        this.isDown = false;
        for (const client of [...this.connections]) if (!client.isOpen && !client.wasClosed) client.downs.notify(new JanusError(458, 'No such session.'));
    }

    /** The sockets close and are opened again, the sessions live on. */
    cut() {
        for (const client of this.connections) {
            if (!client.isOpen) continue;
            client.states.notify('reconnecting');
            client.states.notify('connected');
        }
    }

    attached(handle) { this.#handles.add(handle); }
    gone(handle) {
        this.#handles.delete(handle);
        for (const [room, publishers] of this.rooms) if (publishers.delete(handle.id)) this.news(room, null, { leaving: handle.id });
    }

    /** Tells everybody who has joined a room, but one. */
    news(room, handle, data) {
        for (const other of this.#handles) if (other !== handle && other.room === room && !other.isSubscriber) other.events.notify({ janus: 'event', data, jsep: null, message: {} });
    }

    publish(handle, streams) {
        const publisher = { id: handle.id, display: handle.display, streams };
        this.rooms.get(handle.room).set(handle.id, publisher);
        this.news(handle.room, handle, { publishers: [publisher] });
    }
}

/** What can be shut for one person. */
export const janusGates = () => Object.fromEntries(['connect', 'attach', 'create', 'join', 'publish', 'subscribe'].map((name) => [name, new Gate()]));

class JanusClientDouble {
    isOpen = false;
    wasClosed = false;
    /** @type {HandleDouble[]} */
    handles = [];
    downs = new Listeners();
    states = new Listeners();
    #janus;
    #person;

    constructor(janus, person) {
        this.#janus = janus;
        this.#person = person;
    }

    async ask(name) {
        await this.#person.janusGates[name].pass();
        if (name !== 'connect' && !this.isOpen) throw new JanusError(0, 'closed', 'notConnected');
        if (this.#person.janusFailures[name]) throw new JanusError(426, 'No.');
    }

    onDown(listener) { return this.downs.add(listener); }
    onState(listener) { return this.states.add(listener); }
    async connect() {
        await this.ask('connect');
        if (this.#janus.isDown) throw new JanusError(0, 'closed', 'notConnected');
        if (this.wasClosed) throw new JanusError(0, 'closed', 'notConnected');
        this.isOpen = true;
        this.#janus.connections.add(this);
    }

    async attach() {
        await this.ask('attach');
        if (!this.isOpen) throw new JanusError(0, 'closed', 'notConnected');
        const handle = new HandleDouble(this.#janus, this);
        this.#janus.attached(handle);
        this.handles.push(handle);
        return handle;
    }

    async close() {
        this.wasClosed = true;
        this.isOpen = false;
        for (const handle of this.handles) this.#janus.gone(handle);
        this.downs.notify(null);
    }
}

class HandleDouble {
    events = new Listeners();
    isSubscriber = false;
    isDetached = false;
    room = 0;
    display = '';
    /** @type {any[]} */
    requests = [];
    /** How many tracks a subscriber receives. */
    #received = 0;
    #janus;
    #client;

    constructor(janus, client) {
        this.#janus = janus;
        this.#client = client;
        this.id = janus.id();
    }

    onEvent(listener) { return this.events.add(listener); }
    async trickle() {}
    async detach() {
        this.isDetached = true;
        this.#janus.gone(this);
    }

    async request(body, jsep) {
        if (!this.#client.isOpen) throw new JanusError(0, 'closed', 'notConnected');
        this.requests.push({ ...body, jsep });
        switch (body.request) {
        case 'create': {
            await this.#client.ask('create');
            const room = this.#janus.id();
            this.#janus.rooms.set(room, new Map());
            return { data: { room }, jsep: null };
        }
        case 'join': return body.ptype === 'subscriber' ? this.#subscribe(body) : this.#join(body);
        case 'publish': {
            await this.#client.ask('publish');
            const streams = [{ type: 'audio', mid: '0', codec: 'opus' }, ...(body.video ? [{ type: 'video', mid: '1', codec: body.videocodec }] : [])];
            this.#janus.publish(this, streams);
            return { data: {}, jsep: { type: 'answer', sdp: 'answer' } };
        }
        case 'configure': {
            if (!jsep) return { data: {}, jsep: null };
            await this.#client.ask('publish');
            const publisher = this.#janus.rooms.get(this.room).get(this.id);
            this.#janus.publish(this, [...publisher.streams, { type: 'video', mid: '1', codec: body.videocodec }]);
            return { data: {}, jsep: { type: 'answer', sdp: 'answer' } };
        }
        case 'subscribe': return this.#offer(this.room, body.streams, this.#received);
        default: return { data: {}, jsep: null };
        }
    }

    async #join({ room, display }) {
        await this.#client.ask('join');
        this.room = room;
        this.display = display;
        this.#janus.joined(display, this.id);
        const publishers = [...this.#janus.rooms.get(room).values()];
        if (!this.#janus.tellsEarly) return { data: { publishers }, jsep: null };
        this.events.notify({ janus: 'event', data: { publishers }, jsep: null, message: {} });
        return { data: { publishers: [] }, jsep: null };
    }

    async #subscribe({ room, streams }) {
        this.isSubscriber = true;
        this.room = room;
        return this.#offer(room, streams, 0);
    }

    async #offer(room, streams, before) {
        await this.#client.ask('subscribe');
        const publisher = this.#janus.rooms.get(room)?.get(streams[0].feed);
        if (!publisher) throw new JanusError(428, 'No such feed.');
        const offered = streams.map(({ mid }, index) => ({ mid: `s${before + index}`, feed_mid: mid }));
        this.#received = before + streams.length;
        const kinds = offered.map(({ mid, feed_mid: feedMid }) => ({ mid, kind: publisher.streams.find((stream) => stream.mid === feedMid).type }));
        return { data: { streams: offered }, jsep: { type: 'offer', sdp: JSON.stringify(kinds) } };
    }
}
