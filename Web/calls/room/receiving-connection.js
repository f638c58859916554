import { withTracksOf, withoutAudioLevel } from '../../media/session-description.js';
import { connectTrickle } from './trickle.js';

/** @typedef {import('../../protocol/janus/janus-handle.js').JanusHandle} JanusHandle */
/**
 * The content of one m-line of a subscription, as Janus reports it: `mid` is that of this connection, the feed null if it has none.
 * @typedef {{ mid: string, feed: number | null, feedMid: string }} ReceivedLine
 */
/**
 * @typedef {object} ReceivingEvents
 * @property {(lines: ReceivedLine[]) => void} lines what comes on which m-line; ahead of the tracks of it
 * @property {(transceiver: RTCRtpTransceiver, track: MediaStreamTrack) => void} track
 * @property {(substream: number) => void} [relayed] another layer is passed on from now on
 * @property {() => void} worked
 * @property {() => void} broke
 */
/**
 * @typedef {object} ReceivingParts
 * @property {number} room
 * @property {() => Promise<{ iceServers: RTCIceServer[] }>} credentials
 * @property {() => Promise<JanusHandle>} attach
 * @property {(event: import('./room-event.js').RoomEvent) => void} emit
 * @property {import('../../media/call-worker.js').CallWorker} worker
 * @property {Pick<import('../platform.js').Platform, 'makeConnection' | 'connectionsLeft' | 'pictureReached' | 'clock'>} platform
 * @property {Pick<import('../model/set-up-timeline.js').SetUpTimeline, 'mark' | 'watch'>} timeline
 */

/** A connection that receives, with its handle. Requests and descriptions are processed one at a time. */
export class ReceivingConnection {
    #parts;
    /** Unique within the call. */
    #name;
    #events;
    /** @type {RTCPeerConnection | null} */
    #connection = null;
    /** @type {JanusHandle | null} */
    #handle = null;
    /** @type {ReturnType<typeof connectTrickle> | null} */
    #trickle = null;
    #offNews = () => {};
    /** @type {Promise<unknown>} */
    #working = Promise.resolve();
    #isClosed = false;

    /**
     * @param {ReceivingParts} parts
     * @param {ReceivingEvents} events
     */
    constructor(parts, events) {
        this.#parts = parts;
        this.#name = `connection-${parts.worker.newSlot()}`;
        this.#events = events;
    }

    /** @param {Record<string, unknown>[]} streams */
    async join(streams) {
        const { room, attach, credentials, platform, timeline } = this.#parts;
        const [handle, { iceServers }] = await Promise.all([attach(), credentials()]);
        if (this.#isClosed) return void handle.detach().catch(() => {});
        this.#handle = handle;
        const connection = platform.makeConnection({ iceServers, bundlePolicy: 'max-bundle' });
        this.#connection = connection;
        timeline.watch(connection, 'receive');
        // Set synchronously: an earlier frame would pass unopened.
        connection.ontrack = ({ transceiver, track }) => this.#events.track(transceiver, track);
        connection.onconnectionstatechange = () => {
            if (connection.connectionState === 'connected') {
                timeline.mark('receiveDTLS');
                this.#events.worked();
            }
            if (connection.connectionState === 'failed') this.#events.broke();
        };
        this.#trickle = connectTrickle(connection, handle);
        // An unsolicited offer, for instance when Janus was busy with another.
        this.#offNews = handle.onEvent(({ data, jsep }) => {
            if (typeof data?.substream === 'number') this.#events.relayed?.(data.substream);
            if (jsep?.type === 'offer') void this.#next(() => this.#take(data ?? {}, jsep)).catch(() => {});
        });
        // A participant who leaves doesn't cause a new description: the m-line is given to someone else.
        await this.ask({ request: 'join', ptype: 'subscriber', room, autoupdate: false, streams });
        return undefined;
    }

    /**
     * Asks Janus for a change, and answers the resulting offer, if any.
     * @param {{ request: string } & Record<string, unknown>} body
     */
    ask(body) {
        return this.#next(async () => {
            const handle = this.#handle;
            if (this.#isClosed || !handle) return;
            const { data, jsep } = await handle.request(body);
            await this.#take(data, jsep);
        });
    }

    /**
     * @param {() => Promise<void>} work
     * @returns {Promise<void>}
     */
    #next(work) {
        const done = this.#working.then(work);
        this.#working = done.catch(() => {});
        return done;
    }

    /**
     * @param {import('../../protocol/janus/janus-message.js').VideoRoomData} data
     * @param {RTCSessionDescriptionInit | null} jsep
     */
    async #take(data, jsep) {
        const [connection, handle] = [this.#connection, this.#handle];
        if (this.#isClosed || !connection || !handle) return;
        if (Array.isArray(data.streams)) this.#events.lines(linesOf(data.streams));
        if (jsep?.type !== 'offer') return;
        await connection.setRemoteDescription({ type: 'offer', sdp: withTracksOf(withoutAudioLevel(jsep.sdp ?? ''), this.#name) });
        this.#trickle?.remoteIsKnown();
        await connection.setLocalDescription(await connection.createAnswer());
        await handle.request({ request: 'start' }, { type: 'answer', sdp: connection.localDescription?.sdp ?? '', e2ee: true });
        this.#parts.timeline.mark('subscribed');
        this.#trickle?.ownIsKnown();
    }

    /** The browser's statistics; null while there is no connection. */
    async stats() { return await this.#connection?.getStats() ?? null; }

    close() {
        if (this.#isClosed) return;
        this.#isClosed = true;
        this.#offNews();
        this.#trickle?.stop();
        if (this.#connection) {
            this.#connection.ontrack = null;
            this.#connection.onconnectionstatechange = null;
            this.#connection.oniceconnectionstatechange = null;
            this.#connection.close();
        }
        void this.#handle?.detach().catch(() => {});
    }
}

/**
 * @param {unknown[]} streams
 * @returns {ReceivedLine[]}
 */
function linesOf(streams) {
    return streams.flatMap((stream) => {
        const { mid, feed_id: feed, feed_mid: feedMid } = /** @type {Record<string, unknown>} */ (stream ?? {});
        if (mid === undefined) return [];
        return [{ mid: String(mid), feed: typeof feed === 'number' && Number.isSafeInteger(feed) ? feed : null, feedMid: String(feedMid ?? '') }];
    });
}
