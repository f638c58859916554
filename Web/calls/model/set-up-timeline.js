/**
 * The steps from pressing *Call* or *Answer* to the first picture, in their usual order. In Swift: SetUpTimeline.swift, which describes
 * each step.
 * @typedef {'devices' | 'keys' | 'room' | 'ring' | 'answer' | 'join' | 'enter' | 'offer' | 'accepted' | 'sendICE' | 'sendDTLS'
 *     | 'senderKey' | 'published' | 'subscribed' | 'receiveICE' | 'receiveDTLS' | 'decrypted'} SetUpStep
 */

/** When the steps of one call were done. Each counts once: later ones, after a connection loss, aren't part of the setup. */
export class SetUpTimeline {
    #clock;
    #began;
    /** When the others' first audio and first video arrived, in milliseconds; null before. */
    sound = /** @type {number | null} */ (null);
    picture = /** @type {number | null} */ (null);
    /** Milliseconds since the beginning, by the name of the step. */
    milliseconds = /** @type {Partial<Record<SetUpStep, number>>} */ ({});

    /** @param {import('../../media/clock.js').Clock} clock */
    constructor(clock) {
        this.#clock = clock;
        this.#began = clock.now();
    }

    /** @param {SetUpStep} step */
    mark(step) { this.milliseconds[step] ??= this.elapsed; }

    /**
     * The first frame of someone's track was decrypted.
     * @param {'audio' | 'video'} track
     * @param {number} userId
     * @returns {import('./call-event.js').SessionEvent}
     */
    opened(track, userId) {
        const milliseconds = this.elapsed;
        if (track === 'audio') this.sound ??= milliseconds;
        else {
            this.picture ??= milliseconds;
            this.mark('decrypted');
        }
        return { type: track === 'audio' ? 'firstSound' : 'firstPicture', userId, milliseconds };
    }

    /**
     * Watches a connection for its path, and for its keys.
     * @param {RTCPeerConnection} connection
     * @param {'send' | 'receive'} direction
     */
    watch(connection, direction) {
        connection.oniceconnectionstatechange = () => {
            if (['connected', 'completed'].includes(connection.iceConnectionState)) this.mark(`${direction}ICE`);
        };
    }

    /** Milliseconds since the person placed or answered the call. */
    get elapsed() { return Math.round(this.#clock.now() - this.#began); }
}
