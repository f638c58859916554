import { userOf } from '../../key-distribution/addresses.js';
import { QualityWatch } from './quality-watch.js';
import { ReceptionWatch } from './reception-watch.js';
import { SpeakingWatch } from './speaking-watch.js';

/** @typedef {import('./reception.js').Reception} Reception */
/** @typedef {import('./reception.js').Sending} Sending */

/**
 * @typedef {object} WatchOptions
 * @property {import('../../media/clock.js').Clock} clock
 * @property {import('../room/call-room.js').CallRoom} room
 * @property {import('../room/subscriptions.js').Subscriptions} subscriptions
 * @property {import('../members/call-members.js').CallMembers} members
 * @property {(address: string) => boolean} isHeard whether a device's key is here
 * @property {(event: import('../../key-distribution/events.js').KeyEvent) => void} heard
 * @property {(event: import('../model/call-event.js').SessionEvent) => void} notify
 */

/** What is watched while media flow: who speaks, what reaches whom, and what to think of the lines. */
export class CallQuality {
    #options;
    #quality;
    /** @type {ReceptionWatch | null} */
    #reception = null;
    /** @type {SpeakingWatch | null} */
    #speaking = null;
    /** Whether this device looks for its way. */
    isInterrupted = false;

    /** @param {WatchOptions} options */
    constructor(options) {
        this.#options = options;
        this.#quality = new QualityWatch(options.notify);
    }

    /** The call has begun. */
    start() {
        const { clock, room, subscriptions, members, heard, notify } = this.#options;
        this.#speaking = new SpeakingWatch({
            clock, levels: () => subscriptions.levels(), changed: (userIds) => notify({ type: 'speaking', userIds }),
        });
        this.#reception = new ReceptionWatch({
            clock, receptions: () => subscriptions.receptions(),
            sending: () => room.sending(), seen: (receptions, sending) => this.#lookAtQuality(receptions, sending),
            report: (reports) => heard({ type: 'receiving', reports }), carries: (layers, most) => subscriptions.setLine(layers, most),
            receivers: () => members.addresses, send: (plan, screen) => {
                void room.sendVideo(plan);
                void room.limitScreen(screen);
            },
        });
    }

    /**
     * While this device looks for its way, or another does, that is what is said. Pictures of whose key is not here are not
     * shown, whatever the line.
     * @param {Map<string, Reception>} receptions by the address of the sender
     * @param {Sending | null} sending
     */
    #lookAtQuality(receptions, sending) {
        if (this.isInterrupted) return this.#quality.forget();
        const { clock, members, isHeard } = this.#options;
        // Of who is muted and not seen nothing comes, on the best of lines.
        const isExpected = (/** @type {string} */ address, /** @type {Reception} */ { video }) => {
            const member = members.of(userOf(address));
            return !member?.isAway && (!member?.isMuted || (video !== null && member.sendsVideo !== false));
        };
        const heard = [...receptions].filter(([address, reception]) => isExpected(address, reception))
            .map(([address, reception]) => /** @type {const} */ ([userOf(address), isHeard(address) ? reception : { ...reception, video: null }]));
        return this.#quality.look(new Map(heard), sending, clock.now());
    }

    /**
     * How the own media arrives at another device.
     * @param {import('../../keys/channels/reception-report.js').ReceptionReport} report
     * @param {string} from
     */
    reported(report, from) {
        this.#reception?.reported(report, from);
        this.#quality.reported(userOf(from), report, this.#options.clock.now());
    }

    /** @type {QualityWatch['setVideo']} */
    setVideo(userId, hasVideo) { this.#quality.setVideo(userId, hasVideo); }

    /** @param {boolean} isSharing whether a screen is sent beside the camera */
    shares(isSharing) { this.#reception?.shares(isSharing); }

    /** @param {number} userId */
    left(userId) { this.#quality.left(userId); }

    /** Somebody came or went. */
    membersChanged() { this.#reception?.membersChanged(); }

    stop() {
        this.#reception?.stop();
        this.#speaking?.stop();
    }
}
