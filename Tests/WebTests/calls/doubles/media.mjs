import { FrameWorker } from '../../../../Web/media/frame-worker.js';
import { Listeners } from '../../../../Web/protocol/listeners.js';
import { Gate } from './time.mjs';

class TrackDouble {
    enabled = true;
    isStopped = false;
    constructor(kind) { this.kind = kind; }
    stop() { this.isStopped = true; }
}

class StreamDouble {
    #tracks;
    constructor(tracks = []) { this.#tracks = new Set(tracks); }
    getTracks() { return [...this.#tracks]; }
    getAudioTracks() { return this.getTracks().filter(({ kind }) => kind === 'audio'); }
    getVideoTracks() { return this.getTracks().filter(({ kind }) => kind === 'video'); }
    addTrack(track) { this.#tracks.add(track); }
    removeTrack(track) { this.#tracks.delete(track); }
}

class ConnectionDouble {
    connectionState = 'new';
    onconnectionstatechange = null;
    ontrack = null;
    onicecandidate = null;
    localDescription = null;
    senders = [];
    /** @type {any[]} */
    transceivers = [];
    #engine;

    constructor(engine) { this.#engine = engine; }

    addTransceiver(track, { direction }) {
        const sender = { track, replaceTrack: async (other) => { sender.track = other; }, getParameters: () => ({ encodings: [] }), setParameters: async () => {} };
        // As browsers do: retransmissions alone are no codec.
        const setCodecPreferences = (codecs) => { if (codecs.every(({ mimeType }) => /rtx/.test(mimeType))) throw new TypeError('no codec'); };
        const transceiver = { sender, direction, setCodecPreferences };
        this.senders.push(sender);
        this.transceivers.push(transceiver);
        return transceiver;
    }

    async createOffer() { return { type: 'offer', sdp: 'offer' }; }
    async createAnswer() { return { type: 'answer', sdp: 'answer' }; }
    async addIceCandidate() {}
    async setLocalDescription(description) {
        this.#mustBeOpen();
        this.localDescription = description;
        if (description.type === 'answer') this.#connect();
    }

    async setRemoteDescription({ type, sdp }) {
        this.#mustBeOpen();
        if (type === 'answer') return this.#connect();
        for (const { mid, kind } of JSON.parse(sdp)) {
            const transceiver = { mid, direction: 'recvonly', receiver: {} };
            this.transceivers.push(transceiver);
            this.ontrack?.({ transceiver, receiver: transceiver.receiver, track: this.#engine.track(kind) });
        }
        return undefined;
    }

    #connect() { if (this.#engine.isReachable) queueMicrotask(() => this.becomes('connected')); }
    #mustBeOpen() { if (this.connectionState === 'closed') throw new TypeError('The connection is closed.'); }

    becomes(state) {
        if (this.connectionState === 'closed') return;
        this.connectionState = state;
        this.onconnectionstatechange?.();
    }

    close() { this.connectionState = 'closed'; }
}

/** A track on its way through the worker: frames are put in, and come out or not. */
export class TransformDouble {
    /** @type {Uint8Array[]} */
    passed = [];
    keyFrameRequests = 0;
    #controller;

    constructor(options) {
        this.options = options;
        this.readable = new ReadableStream({ start: (controller) => { this.#controller = controller; } }, { highWaterMark: Infinity });
        this.writable = new WritableStream({ write: ({ data }) => void this.passed.push(new Uint8Array(data)) });
        if (options.direction === 'send') this.generateKeyFrame = async () => { this.keyFrameRequests += 1; };
        else this.sendKeyFrameRequest = async () => { this.keyFrameRequests += 1; };
    }

    put(bytes) { this.putRaw({ data: Uint8Array.from(bytes).buffer }); }
    putRaw(frame) { this.#controller.enqueue(frame); }
    end() { this.#controller.close(); }
}

/** What `CallWorker` is to the page, with the worker's real work in the same thread. */
export class WorkerDouble {
    events = new Listeners();
    isClosed = false;
    /** @type {any[]} */
    installed = [];
    leaves = 0;
    /** @type {TransformDouble[]} */
    transforms = [];
    statisticsGate = new Gate();
    #worker;
    #timers = [];
    #counts = () => {};

    constructor(clock) {
        const after = (milliseconds, body) => {
            const callOff = clock.after(milliseconds, body);
            this.#timers.push(callOff);
            return callOff;
        };
        this.#worker = new FrameWorker((message) => {
            if (message.type === 'statistics') this.#counts(message.counts);
            else if (!this.isClosed) this.events.tell(message);
        }, { now: () => clock.now(), date: () => clock.date(), after });
    }

    onEvent(listener) { return this.events.add(listener); }
    begin(callId, ownAddress) { this.#tell({ type: 'begin', callId, ownAddress }); }
    install(key) {
        this.installed.push(key);
        this.#tell({ type: 'install', ...key });
    }

    learnedOfLeave() {
        this.leaves += 1;
        this.#tell({ type: 'leave' });
    }

    seal(_, track, codec) { this.transform({ direction: 'send', track, codec }); }
    open(_, options) { this.transform({ direction: 'receive', ...options }); }
    transform(options) {
        const transform = new TransformDouble(options);
        this.transforms.push(transform);
        void this.#worker.transform(transform);
        return transform;
    }

    async statistics() {
        await this.statisticsGate.pass();
        return new Promise((resolve) => {
            this.#counts = resolve;
            this.#worker.receive({ type: 'statistics', id: 0 });
        });
    }

    /** A worker that has ended carries no frame any more, and waits for nothing. */
    close() {
        this.isClosed = true;
        for (const callOff of this.#timers) callOff();
        for (const transform of this.transforms) transform.put = () => {};
    }

    /** The last transform of a track that is sent, or of a device's track that is received. */
    sending(track = 'audio') { return this.transforms.findLast(({ options }) => options.direction === 'send' && options.track === track); }
    receiving(sender, track = 'audio') {
        return this.transforms.findLast(({ options }) => options.sender === sender && options.track === track);
    }

    #tell(message) { if (!this.isClosed) this.#worker.receive(message); }
}

const codecs = {
    audio: [{ mimeType: 'audio/opus' }],
    video: [{ mimeType: 'video/H264', sdpFmtpLine: 'packetization-mode=1;profile-level-id=42e01f' }, { mimeType: 'video/VP8' }],
};

/** The browser of one person: cameras, connections, workers; a platform for calls. */
export class EngineDouble {
    isReachable = true;
    /** @type {ConnectionDouble[]} */
    connections = [];
    /** @type {TrackDouble[]} */
    tracks = [];
    /** Those of cameras and microphones. */
    captured = [];
    /** @type {WorkerDouble[]} */
    workers = [];
    cameraGate = new Gate();
    /** The name of what `getUserMedia` fails with. */
    failure = null;

    track(kind) {
        const track = new TrackDouble(kind);
        this.tracks.push(track);
        return track;
    }

    get worker() { return this.workers.at(-1); }
    /** Whether everything that was ever opened is closed. */
    get isQuiet() {
        return this.connections.every(({ connectionState }) => connectionState === 'closed') && this.tracks.every(({ isStopped }) => isStopped)
            && this.workers.every(({ isClosed }) => isClosed);
    }

    platform(clock) {
        return {
            clock, random: (bytes) => crypto.getRandomValues(bytes), canProtectMedia: () => true,
            makeWorker: () => this.#kept(this.workers, new WorkerDouble(clock)),
            makeStream: () => new StreamDouble(),
            makeConnection: () => this.#kept(this.connections, new ConnectionDouble(this)),
            capabilities: (kind) => ({ codecs: codecs[kind], headerExtensions: [] }),
            capture: async ({ audio, video }) => {
                await this.cameraGate.pass();
                if (this.failure) throw Object.assign(new Error('no'), { name: this.failure });
                const opened = [...(audio ? [this.track('audio')] : []), ...(video ? [this.track('video')] : [])];
                this.captured.push(...opened);
                return new StreamDouble(opened);
            },
        };
    }

    #kept(list, value) {
        list.push(value);
        return value;
    }
}
