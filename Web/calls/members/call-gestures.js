import { userOf } from '../../key-distribution/addresses.js';
import { RaisedHands } from './raised-hands.js';

/** @typedef {import('../../keys/channels/gestures.js').Reaction} Reaction */
/** @typedef {import('../../key-distribution/events.js').CallMember} CallMember */

/**
 * Raised hands and reactions of a call, which go to all members of it, sealed for each (e2ee 5, `report`).
 * In Swift: CallSession+Gestures.swift.
 */
export class CallGestures {
    #hands = new RaisedHands();
    #options;

    /**
     * @param {object} options
     * @param {number} options.ownUser
     * @param {(event: Extract<import('../../key-distribution/events.js').KeyEvent, { type: 'hand' | 'react' }>) => void} options.tell all others
     * @param {(event: import('../model/call-event.js').GestureEvent) => void} options.notify
     */
    constructor(options) { this.#options = options; }

    /** @param {boolean} isRaised */
    setHand(isRaised) {
        this.#hands.set(this.#options.ownUser, isRaised);
        this.#options.tell({ type: 'hand', isRaised });
        this.#options.notify({ type: 'hands', userIds: this.#hands.order, raised: [], lowered: [] });
    }

    /** @param {Reaction} reaction */
    react(reaction) {
        this.#options.tell({ type: 'react', reaction });
        this.#options.notify({ type: 'reaction', userId: this.#options.ownUser, reaction });
    }

    /** @param {CallMember[]} members the others as far as keys go */
    membersAre(members) {
        const { raised, lowered } = this.#hands.take(members.filter(({ isHandRaised }) => isHandRaised).map(({ address }) => userOf(address)), this.#options.ownUser);
        if (raised.length === 0 && lowered.length === 0) return;
        // Of who is gone it is not said apart that the hand is down.
        const present = new Set(members.map(({ address }) => userOf(address)));
        this.#options.notify({ type: 'hands', userIds: this.#hands.order, raised, lowered: lowered.filter((userId) => present.has(userId)) });
    }

    /**
     * @param {Reaction} reaction
     * @param {string} from the device
     */
    reacted(reaction, from) { this.#options.notify({ type: 'reaction', userId: userOf(from), reaction }); }
}
