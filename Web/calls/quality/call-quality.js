import { userOf } from '../../key-distribution/addresses.js';
import { QualityWatch } from './quality-watch.js';
import { EncoderStrength } from './encoder-strength.js';
import { ReceiverLimits } from './receiver-limits.js';
import { ReceptionReports } from './reception-reports.js';
import { Speaking } from './speaking.js';

/** @typedef {import('./reception.js').Reception} Reception */

/** @typedef {Pick<import('../model/call-parts.js').CallParts, 'clock' | 'room' | 'subscriptions' | 'members' | 'sync' | 'keys' | 'emit'>} QualityOptions */

/** In milliseconds: how often speakers and connections are checked. */
const speakingInterval = 250;
const receptionInterval = 500;

/**
 * Monitors who speaks, what each receiver gets, and the quality of the connections while media flow. Receivers report their reception to
 * senders, since the media server doesn't; senders adapt to the reports.
 */
export class CallQuality {
    #options;
    #lines;
    #reports = new ReceptionReports();
    #limits = new ReceiverLimits();
    #encoder = new EncoderStrength();
    #speaking = new Speaking();
    #isRunning = false;
    #callOffSpeaking = () => {};
    #callOffReception = () => {};
    /** Whether this device is reconnecting. */
    isInterrupted = false;

    /** @param {QualityOptions} options */
    constructor(options) {
        this.#options = options;
        const { members, sync, emit } = options;
        this.#lines = new QualityWatch(({ own, others }) => {
            sync.tell(members.rated(others));
            emit({ type: 'ownQuality', own });
        });
    }

    start() {
        this.#isRunning = true;
        this.#listenAgain();
        this.#lookAgain();
    }

    #listenAgain() { if (this.#isRunning) this.#callOffSpeaking = this.#options.clock.after(speakingInterval, () => void this.#listen()); }
    #lookAgain() { if (this.#isRunning) this.#callOffReception = this.#options.clock.after(receptionInterval, () => void this.#look()); }

    async #listen() {
        const { subscriptions, members, sync, clock } = this.#options;
        const levels = await subscriptions.levels().catch(() => new Map());
        if (!this.#isRunning) return;
        const speaking = this.#speaking.take(levels, clock.now());
        for (const { userId } of members.present) members.speaks(userId, speaking.includes(userId), clock.date());
        sync.tell();
        this.#listenAgain();
    }

    async #look() {
        const { subscriptions, room, keys, clock } = this.#options;
        const [receptions, sending] = await Promise.all([subscriptions.receptions().catch(() => new Map()), room.transport.publisher?.sending().catch(() => null) ?? null]);
        if (!this.#isRunning) return;
        this.#lookAtLines(receptions, sending);
        const now = clock.now();
        keys.heard({ type: 'receiving', reports: this.#reports.make(receptions, now) });
        subscriptions.setLine(this.#reports.layers, this.#reports.mostPictures);
        this.#encoder.take(sending?.isSlow ?? false, this.#limits.plan, now);
        this.#limits.tick();
        this.#send();
        this.#lookAgain();
    }

    /** Sets the video layers that may be sent, and the bitrate of a screen. */
    #send() {
        const { room, members } = this.#options;
        if (!this.#isRunning) return;
        this.#limits.are(members.addresses);
        void room.sendVideo(this.#encoder.of(this.#limits.plan));
        void room.limitScreen(this.#limits.screen);
    }

    /**
     * While this device or another one reconnects, only that is shown. Pictures without a key aren't shown, whatever the connection.
     * @param {Map<string, Reception>} receptions by the address of the sender
     * @param {import('./reception.js').Sending | null} sending
     */
    #lookAtLines(receptions, sending) {
        if (this.isInterrupted) return this.#lines.forget();
        const { clock, members } = this.#options;
        // Muted participants who are off screen send nothing, however good the connection.
        const isExpected = (/** @type {string} */ address, /** @type {Reception} */ { video }) => {
            const member = members.of(userOf(address));
            return !member?.isAway && (!member?.isMuted || (video !== null && member.sendsVideo !== false));
        };
        const heard = [...receptions].filter(([address, reception]) => isExpected(address, reception))
            .map(([address, reception]) => /** @type {const} */ ([userOf(address), members.of(userOf(address))?.hasKey ? reception : { ...reception, video: null }]));
        const withoutVideo = new Set(members.present.filter(({ sendsVideo }) => sendsVideo === false).map(({ userId }) => userId));
        return this.#lines.look(new Map(heard), sending, clock.now(), withoutVideo);
    }

    /**
     * How this device's media arrive at another one.
     * @param {import('../../keys/channels/reception-report.js').ReceptionReport} report
     * @param {string} from
     */
    reported(report, from) {
        if (this.#isRunning) this.#limits.take(report, from);
        this.#send();
        this.#lines.reported(userOf(from), report, this.#options.clock.now());
    }

    /** @param {boolean} isSharing whether a screen is sent beside the camera */
    shares(isSharing) {
        this.#limits.isSharing = isSharing;
        this.#send();
    }

    /** @param {import('../members/call-members.js').DeviceChange} change someone came or went */
    membersChanged({ type, userId }) {
        if (type === 'left') this.#lines.left(userId);
        this.#send();
    }

    close() {
        this.#isRunning = false;
        this.#callOffSpeaking();
        this.#callOffReception();
    }
}
