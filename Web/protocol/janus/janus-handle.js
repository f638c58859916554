import { JanusError } from '../errors.js';
import { Listeners } from '../listeners.js';

/** @typedef {import('./janus-message.js').JanusMessage} JanusMessage */
/** @typedef {import('./janus-message.js').VideoRoomData} VideoRoomData */

/**
 * An event of a handle: `janus` is `event`, `webrtcup`, `media`, `slowlink`, `hangup`, `detached`, `trickle`.
 * @typedef {{ janus: string, data: VideoRoomData | null, jsep: RTCSessionDescriptionInit | null, message: JanusMessage }} JanusEvent
 */

/** A handle of a plugin: one PeerConnection. Made by `JanusClient.attach`. */
export class JanusHandle {
    #client;
    /** @type {Listeners<[JanusEvent]>} */
    #events = new Listeners();
    #hasJoined = false;
    #isPublishing = false;

    /**
     * @param {import('./janus-client.js').JanusClient} client
     * @param {unknown} id
     */
    constructor(client, id) {
        if (!Number.isSafeInteger(id)) throw new JanusError(0, 'unexpected');
        this.#client = client;
        this.id = /** @type {number} */ (id);
    }

    /**
     * A request to the plugin; its answer is the plugin's data, with an offer or answer if there is one.
     * @param {{ request: string } & Record<string, unknown>} body
     * @param {{ type: string, sdp?: string, e2ee?: boolean }} [jsep]
     * @returns {Promise<{ data: VideoRoomData, jsep: RTCSessionDescriptionInit | null }>}
     * @throws {JanusError}
     */
    async request(body, jsep) {
        // Before the answer: whatever may have been done must be undone.
        this.#note(body.request, jsep);
        const message = { janus: 'message', handle_id: this.id, body, ...(jsep ? { jsep } : {}) };
        const answer = await this.#client.ask(message);
        const data = answer.plugindata?.data ?? {};
        if (data.error_code !== undefined) {
            throw new JanusError(Number(data.error_code), 'refused');
        }
        return { data, jsep: answer.jsep ?? null };
    }

    /**
     * Sends a local candidate; null marks the end of candidates. No answer is awaited.
     * @param {RTCIceCandidate | RTCIceCandidateInit | null} candidate
     */
    async trickle(candidate) {
        const own = candidate && { candidate: candidate.candidate, sdpMid: candidate.sdpMid, sdpMLineIndex: candidate.sdpMLineIndex };
        this.#client.send({ janus: 'trickle', handle_id: this.id, candidate: own ?? { completed: true } });
    }

    /** @param {(event: JanusEvent) => void} listener */
    onEvent(listener) { return this.#events.add(listener); }

    /** Releases the handle, and its PeerConnection with it. */
    async detach() {
        try {
            await this.#client.ask({ janus: 'detach', handle_id: this.id });
        } finally {
            this.#client.forget(this);
        }
    }

    /** @param {JanusMessage} message */
    receive(message) {
        if (message.janus === 'hangup') this.#isPublishing = false;
        const data = message.plugindata?.data ?? null;
        this.#events.notify({ janus: message.janus, data, jsep: message.jsep ?? null, message });
    }

    /** Undoes the requests; their answers aren't awaited. */
    sayGoodbye() {
        const send = (/** @type {string} */ request) => this.#client.send({ janus: 'message', handle_id: this.id, body: { request } });
        if (this.#isPublishing) send('unpublish');
        if (this.#hasJoined) send('leave');
        this.#client.send({ janus: 'detach', handle_id: this.id });
    }

    /**
     * @param {string} request
     * @param {{ type: string }} [jsep]
     */
    #note(request, jsep) {
        if (request === 'join') this.#hasJoined = true;
        if ((request === 'publish' || request === 'configure') && jsep?.type === 'offer') this.#isPublishing = true;
        if (request === 'unpublish' || request === 'leave') this.#isPublishing = false;
        if (request === 'leave') this.#hasJoined = false;
    }
}
