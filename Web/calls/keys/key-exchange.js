import { cutTexts } from './cut-texts.js';

/** @typedef {import('../../protocol/signaling/signals.js').CallText} CallText */
/** @typedef {import('../../key-distribution/events.js').KeyEvent} KeyEvent */
/** @typedef {import('../../key-distribution/events.js').CallMember} CallMember */

/**
 * Carries texts between the signalling and the worker of a call, in which keys are handed out: no key ever comes here.
 * In Swift: KeyExchange.swift.
 */
export class KeyExchange {
    #options;
    #isStopped = false;
    /** Whether a reply came, which is perhaps not opened yet. */
    hasReplies = false;

    /**
     * @param {object} options
     * @param {number} options.callId
     * @param {string} options.leave what this device says when it leaves
     * @param {Pick<import('../../media/call-worker.js').CallWorker, 'handle' | 'settled'>} options.worker
     * @param {Pick<import('../../protocol/signaling/signaling-client.js').SignalingClient, 'send' | 'state'>} options.signaling
     * @param {(pins: import('../../key-distribution/device-pins.js').StoredPins) => unknown} options.savePins
     * @param {(members: CallMember[]) => void} options.members
     * @param {(notice: string[]) => void} options.notice
     * @param {(reply: import('../../keys/channels/call-reply.js').CallReply, from: string) => void} options.replied
     * @param {(report: import('../../keys/channels/reception-report.js').ReceptionReport, from: string) => void} options.reported
     * @param {(reaction: import('../../keys/channels/gestures.js').Reaction, from: string) => void} options.reacted
     */
    constructor(options) { this.#options = options; }

    /** Nothing is sent or taken afterwards. */
    stop() { this.#isStopped = true; }

    /**
     * Something happened in the call; what is reported takes effect in this order.
     * @param {KeyEvent} event
     */
    heard(event) { if (!this.#isStopped) this.#options.worker.handle(event); }

    /**
     * A text of another device came.
     * @param {CallText} signal
     */
    received({ callId, kind, body, senderId, senderDeviceId }) {
        if (callId !== this.#options.callId || body === undefined || !senderId || !senderDeviceId) return;
        if (kind === 'reply') this.hasReplies = true;
        this.heard({ type: 'message', kind, from: `${senderId}_${senderDeviceId}`, text: body });
    }

    /** Returns once replies that came before have been told: what is heard of their senders then comes behind. */
    async repliesTold() { if (!this.#isStopped) await this.#options.worker.settled(); }

    /**
     * Carries out what the worker has decided.
     * @param {import('../../media/worker-messages.js').ReportedKeyAction[]} actions
     */
    perform(actions) {
        if (this.#isStopped) return;
        for (const action of actions) {
            switch (action.type) {
            case 'send': for (const bodies of cutTexts(action.texts)) this.#send({ kind: action.kind, bodies }); break;
            case 'sendToAll': this.#send({ kind: action.kind, body: action.text }); break;
            case 'pinned': this.#options.savePins(action.pins); break;
            case 'members': this.#options.members(action.members); break;
            case 'replied': this.#options.replied(action.reply, action.from); break;
            case 'reported': this.#options.reported(action.report, action.from); break;
            case 'reacted': this.#options.reacted(action.reaction, action.from); break;
            default: this.#options.notice(action.notice);
            }
        }
    }

    /** Says to the others that this device leaves; on its way before this returns, where there is a way. */
    leave() {
        if (this.#isStopped) return;
        this.#send({ kind: 'leave', body: this.#options.leave });
        this.stop();
    }

    /** @param {Pick<CallText, 'kind' | 'body' | 'bodies'>} text */
    #send(text) {
        const { callId, signaling } = this.#options;
        // What cannot go now is repaired when this device is online again.
        if (signaling.state !== 'connected') return;
        signaling.send({ type: 'e2ee', callId, ...text }).catch(() => {});
    }
}
