import { nextEntryNumber } from '../../session/entry-sequence.js';

/** @typedef {import('../../keys/channels/call-reply.js').CallReply} CallReply */

/** In milliseconds: how long a reply to a caller may take to reach the server before the decline is sent without it. */
const replyTime = 2000;

/** The replies of this device to a caller whose call won't be answered (e2ee 2, reply). In Swift: CallController+Reply.swift. */
export class OwnReplies {
    #session;
    #platform;
    #ready;
    /** @type {number | null} the call of the last reply: the server accepts one in each */
    #said = null;

    /**
     * @param {import('../../session/session.js').Session} session
     * @param {import('../platform.js').Platform} platform
     * @param {import('../entry/readiness.js').Readiness} ready
     */
    constructor(session, platform, ready) {
        this.#session = session;
        this.#platform = platform;
        this.#ready = ready;
    }

    /**
     * Whether the server has accepted it. A reply is sealed to the join of the invitation, and only if the invitation is verified.
     * @param {CallReply} reply
     * @param {import('./call-machine.js').IncomingCall} call
     * @param {import('../../protocol/signaling/signals.js').Opening | null} opening
     */
    async say(reply, call, opening) {
        if (!call.isVerified || !opening || call.id === this.#said) return false;
        try {
            const body = await this.#seal(reply, call.id, opening.join);
            const bodies = { [`${call.caller}_${call.callerDevice}`]: body ?? '' };
            if (body) await this.#session.signaling.send({ type: 'e2ee', callId: call.id, kind: 'reply', bodies }, replyTime);
            if (body) this.#said = call.id;
            return body !== null;
        } catch {
            return false;
        }
    }

    /**
     * @param {CallReply} reply
     * @param {number} callId
     * @param {string} join
     */
    async #seal(reply, callId, join) {
        const own = await this.#session.identity.registered();
        const seq = await nextEntryNumber(this.#session.database, this.#platform.clock.date());
        // A reply has no room for the chain of vouches.
        const [vouch] = (await this.#session.vouch.text(own.identity)).split('~');
        const parts = { callId, identity: own.identity.text, signing: own.signing.privateKey, seq, vouch, join, reply };
        return this.#ready.withWorker((worker) => worker.sealReply(parts));
    }
}
