import { userOf } from '../../key-distribution/addresses.js';
import { QualityWatch } from './quality-watch.js';
import { ReceptionWatch } from './reception-watch.js';
import { SpeakingWatch } from './speaking-watch.js';

/** @typedef {import('./reception.js').Reception} Reception */
/** @typedef {import('./reception.js').Sending} Sending */

/**
 * @typedef {object} QualityOptions
 * @property {import('../../media/clock.js').Clock} clock
 * @property {import('../room/call-room.js').CallRoom} room
 * @property {import('../room/subscriptions.js').Subscriptions} subscriptions
 * @property {import('../members/call-members.js').CallMembers} members
 * @property {import('../members/member-sync.js').MemberSync} sync
 * @property {import('../keys/key-exchange.js').KeyExchange} keys
 * @property {(event: import('../model/call-event.js').SessionEvent) => void} emit
 */

/** What is watched while media flow: who speaks, what reaches whom, and what to think of the lines. */
export class CallQuality {
    #options;
    #lines;
    /** @type {ReceptionWatch | null} */
    #reception = null;
    /** @type {SpeakingWatch | null} */
    #speaking = null;
    /** Whether this device looks for its way. */
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

    /** The call has begun. */
    start() {
        const { clock, room, subscriptions, members, keys } = this.#options;
        this.#speaking = new SpeakingWatch({ clock, levels: () => subscriptions.levels(), changed: (userIds) => this.#speak(userIds) });
        this.#reception = new ReceptionWatch({
            clock, receptions: () => subscriptions.receptions(),
            sending: () => room.sending(), seen: (receptions, sending) => this.#lookAtLines(receptions, sending),
            report: (reports) => keys.heard({ type: 'receiving', reports }), carries: (layers, most) => subscriptions.setLine(layers, most),
            receivers: () => members.addresses, send: (plan, screen) => {
                void room.sendVideo(plan);
                void room.limitScreen(screen);
            },
        });
    }

    /** @param {number[]} userIds who speaks now */
    #speak(userIds) {
        const { members, sync, clock } = this.#options;
        for (const { userId } of members.present) members.speaks(userId, userIds.includes(userId), clock.date());
        sync.tell();
    }

    /**
     * While this device looks for its way, or another does, that is what is said. Pictures of whose key is not here are not
     * shown, whatever the line.
     * @param {Map<string, Reception>} receptions by the address of the sender
     * @param {Sending | null} sending
     */
    #lookAtLines(receptions, sending) {
        if (this.isInterrupted) return this.#lines.forget();
        const { clock, members } = this.#options;
        // Of who is muted and not seen nothing comes, on the best of lines.
        const isExpected = (/** @type {string} */ address, /** @type {Reception} */ { video }) => {
            const member = members.of(userOf(address));
            return !member?.isAway && (!member?.isMuted || (video !== null && member.sendsVideo !== false));
        };
        const heard = [...receptions].filter(([address, reception]) => isExpected(address, reception))
            .map(([address, reception]) => /** @type {const} */ ([userOf(address), members.isHeard(address) ? reception : { ...reception, video: null }]));
        const withoutVideo = new Set(members.present.filter(({ sendsVideo }) => sendsVideo === false).map(({ userId }) => userId));
        return this.#lines.look(new Map(heard), sending, clock.now(), withoutVideo);
    }

    /**
     * How the own media arrives at another device.
     * @param {import('../../keys/channels/reception-report.js').ReceptionReport} report
     * @param {string} from
     */
    reported(report, from) {
        this.#reception?.reported(report, from);
        this.#lines.reported(userOf(from), report, this.#options.clock.now());
    }

    /** @param {boolean} isSharing whether a screen is sent beside the camera */
    shares(isSharing) { this.#reception?.shares(isSharing); }

    /** @param {import('../members/call-members.js').DeviceChange} change somebody came or went */
    membersChanged({ type, userId }) {
        if (type === 'left') this.#lines.left(userId);
        this.#reception?.membersChanged();
    }

    close() {
        this.#reception?.stop();
        this.#speaking?.stop();
    }
}
