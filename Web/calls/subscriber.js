import { connectTrickle } from './trickle.js';

/**
 * @typedef {object} SubscriberOptions
 * @property {import('./remote-publisher.js').RemotePublisher} publisher
 * @property {string} sender the device address whose frames are opened
 * @property {number} room
 * @property {RTCIceServer[]} iceServers
 * @property {import('../media/call-worker.js').CallWorker} worker
 * @property {Pick<import('./platform.js').Platform, 'makeConnection' | 'makeStream'>} platform
 * @property {(stream: MediaStream) => void} appeared
 * @property {() => void} worked
 * @property {() => void} broke
 */

/** The connection that receives one person: opened from the first frame on. */
export class Subscriber {
    #connection;
    #options;
    /** @type {import('../protocol/janus-handle.js').JanusHandle | null} */
    #handle = null;
    /** @type {ReturnType<typeof connectTrickle> | null} */
    #trickle = null;
    /** @type {Map<string, string>} from the mids of this connection to those of the publisher */
    #mids = new Map();
    #isClosed = false;

    /** @param {SubscriberOptions} options */
    constructor(options) {
        this.#options = options;
        this.stream = options.platform.makeStream();
        this.#connection = options.platform.makeConnection({ iceServers: options.iceServers, bundlePolicy: 'max-bundle' });
        // Set here and now: a frame that comes before would pass unopened.
        this.#connection.ontrack = ({ transceiver, track }) => this.#received(transceiver, track);
        this.#connection.onconnectionstatechange = () => {
            if (this.#connection.connectionState === 'connected') options.worked();
            if (this.#connection.connectionState === 'failed') options.broke();
        };
    }

    get feed() { return this.#options.publisher.feed; }

    /** @param {import('../protocol/janus-handle.js').JanusHandle} handle */
    async subscribe(handle) {
        if (this.#isClosed) return void handle.detach().catch(() => {});
        this.#handle = handle;
        const trickle = connectTrickle(this.#connection, handle);
        this.#trickle = trickle;
        const { publisher, room } = this.#options;
        const streams = publisher.streams.map(({ mid }) => ({ feed: publisher.feed, mid }));
        const { data, jsep } = await handle.request({ request: 'join', ptype: 'subscriber', room, streams });
        for (const { mid, feed_mid: feedMid } of Array.isArray(data.streams) ? data.streams : []) this.#mids.set(String(mid), String(feedMid));
        if (this.#isClosed) return undefined;
        await this.#connection.setRemoteDescription({ type: 'offer', sdp: jsep?.sdp ?? '' });
        trickle.remoteIsKnown();
        await this.#connection.setLocalDescription(await this.#connection.createAnswer());
        const sdp = this.#connection.localDescription?.sdp ?? '';
        await handle.request({ request: 'start' }, { type: 'answer', sdp, e2ee: true });
        trickle.ownIsKnown();
        return undefined;
    }

    /**
     * @param {RTCRtpTransceiver} transceiver
     * @param {MediaStreamTrack} track
     */
    #received(transceiver, track) {
        const { publisher, sender, worker, appeared } = this.#options;
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
     * Has the media server send pictures, or not: while their key is missing nobody could see them.
     * @param {boolean} wanted
     */
    async wantVideo(wanted) {
        const streams = [...this.#mids].filter(([, feedMid]) =>
            this.#options.publisher.streams.some(({ mid, track }) => mid === feedMid && track === 'video'))
            .map(([mid]) => ({ mid, send: wanted }));
        if (streams.length > 0) await this.#handle?.request({ request: 'configure', streams }).catch(() => {});
    }

    close() {
        this.#isClosed = true;
        this.#trickle?.stop();
        this.#connection.ontrack = null;
        this.#connection.onconnectionstatechange = null;
        this.#connection.close();
        for (const track of this.stream.getTracks()) track.stop();
        void this.#handle?.detach().catch(() => {});
    }
}
