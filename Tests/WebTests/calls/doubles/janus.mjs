import { Listeners } from '../../../../Web/protocol/listeners.js';
import { JanusError } from '../../../../Web/protocol/errors.js';
import { Gate } from './time.mjs';
import { answered, told } from './transcript.mjs';

/** The page's error for a refusal, with Janus' code. */
const refusal = (name) => new JanusError(answered(name).data.error_code, 'refused');
/** The page's error for a claim of a session that is gone. */
const lostSession = () => new JanusError(0, 'sessionLost');
/** A stream as Janus describes it, by its type. */
const stream = (type) => answered('publish').data.streams.find((one) => one.type === type);

/**
 * The media server: rooms with their publishers, and the open connections to it. Its messages are those of a real one
 * (`Tests/Vectors/janus-transcript.json`).
 */
export class JanusDouble {
    /** @type {Map<number, Map<number, any>>} publishers by feed, by room */
    rooms = new Map();
    connections = new Set();
    isDown = false;
    /** Anyone who joins is notified of the publishers before the answer. */
    tellsEarly = false;
    /** Called when someone joins a room, as the server would learn it. */
    joined = (display, feed) => [display, feed];
    #nextID = 100;
    #handles = new Set();

    id() { return this.#nextID++; }
    /** @param {{ janusGates: Record<string, Gate>, janusFailures: Record<string, boolean> }} person */
    makeClient(person) { return new JanusClientDouble(this, person); }
    get openSockets() { return [...this.connections].filter(({ isOpen }) => isOpen).length; }

    /** Ends silently: sessions and publishers are gone, and rooms too until `comeBack`; clients find out once it is back. */
    crash() {
        this.isDown = true;
        this.#handles.clear();
        for (const publishers of this.rooms.values()) publishers.clear();
        for (const client of this.connections) client.isOpen = false;
    }

    /** Clients reclaim their sessions, which no longer exist. */
    comeBack() {
        this.isDown = false;
        for (const client of [...this.connections]) if (!client.isOpen && !client.wasClosed) client.downs.notify(lostSession());
    }

    /** The sockets close and are reopened; the sessions survive. */
    cut() {
        for (const client of this.connections) {
            if (!client.isOpen) continue;
            client.states.notify('reconnecting');
            client.states.notify('connected');
        }
    }

    /** A person's page is gone, and so are its sessions. */
    goes(person) {
        for (const client of this.connections) if (client.person === person) client.isGone();
    }

    attached(handle) { this.#handles.add(handle); }
    gone(handle) {
        this.#handles.delete(handle);
        for (const [room, publishers] of this.rooms) {
            if (!publishers.delete(handle.id)) continue;
            for (const { plugindata } of told("publisher's handle ends", { room, feed: handle.id })) this.news(room, null, plugindata.data);
        }
    }

    /** Notifies everyone who has joined a room, except one. */
    news(room, handle, data) {
        for (const other of this.#handles) if (other !== handle && other.room === room && !other.isSubscriber) other.events.notify({ janus: 'event', data, jsep: null, message: {} });
    }

    publish(handle, streams) {
        const { data } = answered('publisher appears', { room: handle.room, feed: handle.id, display: handle.display });
        const publisher = { ...data.publishers[0], streams };
        this.rooms.get(handle.room).set(handle.id, publisher);
        this.news(handle.room, handle, { ...data, publishers: [publisher] });
    }
}

/** The gates that can be closed for one person. */
export const janusGates = () => Object.fromEntries(['connect', 'attach', 'create', 'join', 'publish', 'subscribe'].map((name) => [name, new Gate()]));

class JanusClientDouble {
    isOpen = false;
    wasClosed = false;
    /** @type {HandleDouble[]} */
    handles = [];
    downs = new Listeners();
    states = new Listeners();
    #janus;

    constructor(janus, person) {
        this.#janus = janus;
        this.person = person;
    }

    isGone() {
        this.wasClosed = true;
        this.isOpen = false;
        for (const handle of this.handles) this.#janus.gone(handle);
    }

    async ask(name) {
        await this.person.janusGates[name].pass();
        if (name !== 'connect' && !this.isOpen) throw new JanusError(0, 'notConnected');
        if (this.person.janusFailures[name]) throw refusal('join unknown room');
    }

    onDown(listener) { return this.downs.add(listener); }
    onState(listener) { return this.states.add(listener); }
    async connect() {
        await this.ask('connect');
        if (this.#janus.isDown) throw new JanusError(0, 'notConnected');
        if (this.wasClosed) throw new JanusError(0, 'notConnected');
        this.isOpen = true;
        this.#janus.connections.add(this);
    }

    async attach() {
        await this.ask('attach');
        if (!this.isOpen) throw new JanusError(0, 'notConnected');
        const handle = new HandleDouble(this.#janus, this);
        this.#janus.attached(handle);
        this.handles.push(handle);
        return handle;
    }

    async close() {
        this.isGone();
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
    /** @type {any[]} what a subscriber receives on each m-line */
    lines = [];
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
        if (!this.#client.isOpen) throw new JanusError(0, 'notConnected');
        this.requests.push({ ...body, jsep });
        switch (body.request) {
        case 'create': {
            await this.#client.ask('create');
            const room = this.#janus.id();
            this.#janus.rooms.set(room, new Map());
            return answered('create room', { room });
        }
        case 'join': return body.ptype === 'subscriber' ? this.#subscribe(body) : this.#join(body);
        case 'publish': {
            await this.#client.ask('publish');
            this.#janus.publish(this, this.#described(jsep.sdp, body) ?? [stream('audio'), ...(body.video ? [{ ...stream('video'), codec: body.videocodec }] : [])]);
            return this.#published();
        }
        case 'configure': {
            for (const { mid, ...change } of body.streams ?? []) Object.assign(this.lines.find((line) => line.mid === mid) ?? {}, change);
            if (!jsep) return answered('configure', { room: this.room });
            await this.#client.ask('publish');
            const publisher = this.#janus.rooms.get(this.room).get(this.id);
            // If the lines of a description are told apart, they are the sent media; otherwise a new one is video.
            const streams = this.#described(jsep.sdp, body) ?? [...publisher.streams, { ...stream('video'), codec: body.videocodec }];
            this.#janus.publish(this, streams);
            return this.#published();
        }
        case 'subscribe': return this.#offer('subscribe to more', this.room, body.streams);
        case 'switch': return this.#switch(body);
        default: return answered(body.request, { room: this.room });
        }
    }

    /** The streams of a description of several lines, as Janus reports them; null for the plain one. */
    #described(sdp, { videocodec }) {
        const lines = [...sdp.matchAll(/^m=(audio|video) (\w+)$/gm)];
        if (lines.length < 3) return null;
        return lines.map(([, type, direction], index) => ({
            ...stream(type), ...(type === 'video' ? { codec: videocodec } : {}), mid: index < 2 ? stream(type).mid : `${type}${index}`, mindex: index,
            ...(direction === 'inactive' ? { disabled: true } : {}),
        }));
    }

    /** The description is accepted, and the doubles' connections need no time. */
    #published() {
        const [message] = told('connected', { handle: this.id });
        queueMicrotask(() => this.events.notify({ janus: message.janus, data: null, jsep: null, message }));
        return answered('publish', { room: this.room, sdp: 'answer' });
    }

    async #join({ room, display }) {
        await this.#client.ask('join');
        this.room = room;
        this.display = display;
        this.#janus.joined(display, this.id);
        const publishers = [...this.#janus.rooms.get(room).values()];
        const { data, jsep } = answered('join', { room, feed: this.id });
        if (!this.#janus.tellsEarly) return { data: { ...data, publishers }, jsep };
        const news = answered('publisher appears', { room });
        this.events.notify({ janus: 'event', data: { ...news.data, publishers }, jsep: null, message: {} });
        return { data: { ...data, publishers: [] }, jsep };
    }

    async #subscribe({ room, streams }) {
        this.isSubscriber = true;
        this.room = room;
        return this.#offer('subscribe', room, streams);
    }

    async #offer(name, room, streams) {
        await this.#client.ask('subscribe');
        const { data, jsep } = answered(name, { room });
        const offered = streams.map(({ feed, mid, ...wanted }, index) => {
            const { id, display, type, codec } = this.#source(room, feed, mid);
            const place = this.lines.length + index;
            return { ...data.streams[0], mid: `s${place}`, mindex: place, feed_id: id, feed_display: display, feed_mid: mid, type, codec, send: true, ...wanted };
        });
        this.lines.push(...offered);
        // A line on which nothing is sent at that time is inactive, and stays so.
        const kinds = offered.filter(({ feed_id: feed, feed_mid: mid }) => !this.#source(room, feed, mid).disabled).map(({ mid, type }) => ({ mid, kind: type }));
        return { data: { ...data, streams: this.#told() }, jsep: { ...jsep, sdp: JSON.stringify(kinds) } };
    }

    /** The stream that a feed sends under a mid; Janus refuses the whole request if one of them does not exist. */
    #source(room, feed, mid) {
        const publisher = this.#janus.rooms.get(room)?.get(feed);
        const stream = publisher?.streams.find((one) => one.mid === mid);
        if (!stream) throw refusal('subscribe to unknown feed');
        return { ...publisher, ...stream };
    }

    /** Switches m-lines without a new description; lines of another codec are not switched. */
    async #switch({ streams }) {
        await this.#client.ask('subscribe');
        const moves = streams.map(({ feed, mid, sub_mid: own }) => ({ line: this.lines.find((line) => line.mid === own), source: this.#source(this.room, feed, mid), mid }));
        for (const { line, source, mid } of moves) {
            if (line?.codec === source.codec) Object.assign(line, { feed_id: source.id, feed_display: source.display, feed_mid: mid, send: true, substream: 2 });
        }
        return { data: { videoroom: 'event', switched: 'ok', room: this.room, changes: moves.length, streams: this.#told() }, jsep: null };
    }

    #told() { return this.lines.map((line) => ({ ...line })); }
}
