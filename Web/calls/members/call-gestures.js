/**
 * This person's raised hand and reactions in a call, which are sealed for each member (e2ee 5, `report`). In Swift:
 * CallSession+Media.swift.
 */
export class CallGestures {
    #options;

    /** @param {Pick<import('../model/call-parts.js').CallParts, 'ownUser' | 'members' | 'sync' | 'keys' | 'emit'>} options */
    constructor(options) { this.#options = options; }

    /** @param {boolean} isRaised for everyone in the call, and for those who join later */
    setHand(isRaised) {
        const { members, sync, keys } = this.#options;
        members.handRaised(isRaised);
        keys.heard({ type: 'hand', isRaised });
        sync.tell();
    }

    /** @param {import('../../keys/channels/gestures.js').Reaction} reaction that all in the call are shown, once */
    react(reaction) {
        const { ownUser, keys, emit } = this.#options;
        keys.heard({ type: 'react', reaction });
        emit({ type: 'reaction', userId: ownUser, reaction });
    }
}
