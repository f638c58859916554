import { Listeners } from '../../../../Web/protocol/listeners.js';
import { Gate } from './time.mjs';
import { WorkerDouble } from './worker.mjs';

let tracks = 0;

class TrackDouble {
    id = `track ${tracks++}`;
    enabled = true;
    isStopped = false;
    onended = null;
    constructor(kind) { this.kind = kind; }
    stop() { this.isStopped = true; }
    /** As when a device is unplugged. */
    unplug() {
        this.isStopped = true;
        this.onended?.();
    }
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

/** Plays tracks louder or softer: which track, and how loud. */
class AmplifierDouble {
    isClosed = false;
    /** @type {{ source: TrackDouble, track: TrackDouble, percent: number, isClosed: boolean }[]} */
    played = [];
    amplify(source, percent) {
        const one = { source, track: new TrackDouble('audio'), percent, isClosed: false };
        this.played.push(one);
        return { track: one.track, set: (wanted) => { one.percent = wanted; }, close: () => { one.isClosed = true; } };
    }
    close() { this.isClosed = true; }
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
        // As in browsers: retransmissions alone aren't a codec.
        const setCodecPreferences = (codecs) => { if (codecs.every(({ mimeType }) => /rtx/.test(mimeType))) throw new TypeError('no codec'); };
        const transceiver = { sender, direction, setCodecPreferences, kind: typeof track === 'string' ? track : track.kind };
        this.senders.push(sender);
        this.transceivers.push(transceiver);
        return transceiver;
    }

    /** Names the lines if there are more than a camera and a microphone need. */
    async createOffer() {
        const lines = this.transceivers.map(({ kind, direction }) => `m=${kind} ${direction}`);
        return { type: 'offer', sdp: lines.length > 2 ? lines.join('\n') : 'offer' };
    }
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
    /** @type {AmplifierDouble[]} */
    amplifiers = [];
    /** Work that waits until the page is idle, which never happens by itself. */
    idleWork = [];
    cameraGate = new Gate();
    /** The choice in the sharing prompt, with or without audio; or the name of the error. */
    screen = { hasSound: false, failure: null };
    screenGate = new Gate();
    /** Called before a track shows the awaited picture. */
    pictureGate = new Gate();
    /** How many connections the tab can make in its life, and how many people it can receive at once. */
    mostConnections = 480;
    videoSlots = 25;
    /** The name of the error of `getUserMedia`, for all devices or for some: { audio, video }. */
    failure = null;
    /** Whether the camera can be used without a prompt. */
    isCameraAllowed = false;
    wishes = {};
    /** The requests: 'audio', 'video', 'audio video'. */
    asked = [];
    networkChanges = new Listeners();

    track(kind) {
        const track = new TrackDouble(kind);
        this.tracks.push(track);
        return track;
    }

    get worker() { return this.workers.at(-1); }
    /** Whether everything that was ever opened is closed. */
    get isQuiet() {
        return this.connections.every(({ connectionState }) => connectionState === 'closed') && this.tracks.every(({ isStopped }) => isStopped) && this.amplifiers.every(({ isClosed, played }) => isClosed && played.every((one) => one.isClosed))
            // One may be kept for the next call.
            && this.workers.filter(({ isClosed }) => !isClosed).every(({ hasBegun }, index) => index === 0 && !hasBegun);
    }

    /** The page is gone, and so is everything that was open in it. */
    goes() {
        for (const connection of this.connections) connection.close();
        for (const track of this.tracks) track.stop();
        for (const worker of this.workers) worker.close();
    }

    platform(clock) {
        return {
            clock, onNetworkChange: (listener) => this.networkChanges.add(listener), random: (bytes) => crypto.getRandomValues(bytes), canProtectMedia: () => true,
            makeWorker: () => this.#kept(this.workers, new WorkerDouble(clock)),
            whenIdle: (work) => this.idleWork.push(work),
            wish: (device) => this.wishes[device] ?? null,
            isAllowed: async () => this.isCameraAllowed,
            makeStream: () => new StreamDouble(),
            makeAmplifier: () => this.#kept(this.amplifiers, new AmplifierDouble()),
            makeConnection: () => this.#kept(this.connections, new ConnectionDouble(this)),
            connectionsLeft: () => this.mostConnections - this.connections.length,
            videoSlots: () => this.videoSlots,
            pictureReached: async () => { await this.pictureGate.pass(); },
            capabilities: (kind) => ({ codecs: codecs[kind], headerExtensions: [] }),
            captureScreen: async () => {
                await this.screenGate.pass();
                if (this.screen.failure) throw Object.assign(new Error('no'), { name: this.screen.failure });
                const shared = [this.track('video'), ...(this.screen.hasSound ? [this.track('audio')] : [])];
                this.captured.push(...shared);
                return new StreamDouble(shared);
            },
            capture: async ({ audio, video }) => {
                await this.cameraGate.pass();
                this.asked.push([audio && 'audio', video && 'video'].filter(Boolean).join(' '));
                const { failure: now } = this;
                const failure = typeof now === 'object' ? (audio && now?.audio) || (video && now?.video) : now;
                if (failure) throw Object.assign(new Error('no'), { name: failure });
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
