import { readReception } from '../reception/reception.js';
import { connectTrickle } from './trickle.js';

/** Before a request that failed is sent again, in milliseconds. */
const configurePause = 1000;

/**
 * @typedef {object} SubscriberOptions
 * @property {import('./remote-publisher.js').RemotePublisher} publisher
 * @property {string} sender the device address whose frames are opened
 * @property {number} room
 * @property {RTCIceServer[]} iceServers
 * @property {import('../../media/call-worker.js').CallWorker} worker
 * @property {Pick<import('../platform.js').Platform, 'makeConnection' | 'makeStream' | 'clock'>} platform
 * @property {Pick<import('../model/set-up-timeline.js').SetUpTimeline, 'mark' | 'watch'>} timeline
 * @property {(stream: MediaStream) => void} appeared
 * @property {() => void} worked
 * @property {() => void} broke
 */

/** The connection that receives one person: opened from the first frame on. */
export class Subscriber {
    #connection;
    #options;
    /** @type {import('../../protocol/janus/janus-handle.js').JanusHandle | null} */
    #handle = null;
    /** @type {ReturnType<typeof connectTrickle> | null} */
    #trickle = null;
    /** @type {Map<string, string>} from the mids of this connection to those of the publisher */
    #mids = new Map();
    /** @type {Promise<unknown>} one description at a time */
    #negotiating = Promise.resolve();
    #publisher;
    #isVideoWanted = true;
    /** @type {Promise<void> | null} */
    #configuring = null;
    #endPause = () => {};
    #isClosed = false;

    /** @param {SubscriberOptions} options */
    constructor(options) {
        this.#options = options;
        this.#publisher = options.publisher;
        this.stream = options.platform.makeStream();
        this.#connection = options.platform.makeConnection({ iceServers: options.iceServers, bundlePolicy: 'max-bundle' });
        options.timeline.watch(this.#connection, 'receive');
        // Set here and now: a frame that comes before would pass unopened.
        this.#connection.ontrack = ({ transceiver, track }) => this.#received(transceiver, track);
        this.#connection.onconnectionstatechange = () => {
            if (this.#connection.connectionState === 'connected') {
                options.timeline.mark('receiveDTLS');
                options.worked();
            }
            if (this.#connection.connectionState === 'failed') options.broke();
        };
    }

    get feed() { return this.#publisher.feed; }

    /** @param {import('../../protocol/janus/janus-handle.js').JanusHandle} handle */
    async subscribe(handle) {
        if (this.#isClosed) return void handle.detach().catch(() => {});
        this.#handle = handle;
        this.#trickle = connectTrickle(this.#connection, handle);
        const { room } = this.#options;
        this.#negotiating = this.#negotiate(handle, { request: 'join', ptype: 'subscriber', room, streams: this.#wanted(this.#publisher.streams) });
        return this.#negotiating;
    }

    /**
     * Receives what the person sends by now, such as the first video of a call that began without.
     * @param {import('./remote-publisher.js').RemotePublisher} publisher
     */
    async receiveMore(publisher) {
        const former = this.#publisher;
        this.#publisher = publisher;
        const more = publisher.streams.filter(({ mid }) => !former.streams.some((known) => known.mid === mid));
        this.#negotiating = this.#negotiating.then(async () => {
            // Nothing to add to where nothing is received yet, or any more.
            if (more.length === 0 || this.#isClosed || !this.#handle) return;
            await this.#negotiate(this.#handle, { request: 'subscribe', streams: this.#wanted(more) });
        });
        await this.#negotiating;
    }

    /** @param {import('./remote-publisher.js').RemoteStream[]} streams */
    #wanted(streams) { return streams.map(({ mid }) => ({ feed: this.feed, mid })); }

    /**
     * @param {import('../../protocol/janus/janus-handle.js').JanusHandle} handle
     * @param {{ request: string } & Record<string, unknown>} body
     */
    async #negotiate(handle, body) {
        const { data, jsep } = await handle.request(body);
        for (const { mid, feed_mid: feedMid } of Array.isArray(data.streams) ? data.streams : []) this.#mids.set(String(mid), String(feedMid));
        if (this.#isClosed) return undefined;
        await this.#connection.setRemoteDescription({ type: 'offer', sdp: jsep?.sdp ?? '' });
        this.#trickle?.remoteIsKnown();
        await this.#connection.setLocalDescription(await this.#connection.createAnswer());
        const sdp = this.#connection.localDescription?.sdp ?? '';
        await handle.request({ request: 'start' }, { type: 'answer', sdp, e2ee: true });
        this.#options.timeline.mark('subscribed');
        this.#trickle?.ownIsKnown();
        return undefined;
    }

    /**
     * @param {RTCRtpTransceiver} transceiver
     * @param {MediaStreamTrack} track
     */
    #received(transceiver, track) {
        const { sender, worker, appeared } = this.#options;
        const publisher = this.#publisher;
        const meant = publisher.streams.find((stream) => stream.mid === this.#mids.get(transceiver.mid ?? ''));
        // Whatever was not asked for is refused, and goes nowhere.
        if (!meant || (meant.track === 'audio') !== (track.kind === 'audio')) {
            transceiver.direction = 'inactive';
            return track.stop();
        }
        worker.open(transceiver.receiver, { feed: publisher.feed, sender, track: meant.track, codec: meant.codec });
        this.stream.addTrack(track);
        return appeared(this.stream);
    }

    /**
     * Has the media server send video, or not: while its key is missing nobody could see it.
     * @param {boolean} wanted
     */
    async wantVideo(wanted) {
        this.#isVideoWanted = wanted;
        this.#configuring ??= this.#configureVideo().finally(() => { this.#configuring = null; });
        await this.#configuring;
    }

    /**
     * One request at a time, as Janus takes messages from a pool of threads, where a second overtakes the first; what was
     * wanted last counts. One that fails is sent again: video that was paused must not stay so.
     */
    async #configureVideo() {
        /** @type {boolean | null} */
        let isSent = null;
        while (isSent !== this.#isVideoWanted && !this.#isClosed) {
            /** @type {boolean} */
            const wanted = this.#isVideoWanted;
            const streams = [...this.#mids].filter(([, feedMid]) =>
                this.#publisher.streams.some(({ mid, track }) => mid === feedMid && track === 'video'))
                .map(([mid]) => ({ mid, send: wanted }));
            if (streams.length === 0) return;
            const isDone = await this.#handle?.request({ request: 'configure', streams }).then(() => true, () => false);
            if (isDone) isSent = wanted;
            else if (!this.#isClosed) await this.#pause();
        }
    }

    /** @returns {Promise<void>} */
    #pause() {
        return new Promise((resolve) => {
            const callOff = this.#options.platform.clock.after(configurePause, resolve);
            this.#endPause = () => { callOff(); resolve(); };
        });
    }

    /** What the network did so far to what comes. */
    async reception() { return readReception(await this.#connection.getStats()); }

    close() {
        this.#isClosed = true;
        this.#endPause();
        this.#trickle?.stop();
        this.#connection.ontrack = null;
        this.#connection.onconnectionstatechange = null;
        this.#connection.oniceconnectionstatechange = null;
        this.#connection.close();
        for (const track of this.stream.getTracks()) track.stop();
        void this.#handle?.detach().catch(() => {});
    }
}
