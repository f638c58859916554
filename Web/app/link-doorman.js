import { askedAgainTime, judgeRequest } from '../calls/link/link-request.js';
import { loadContactDevices } from '../contacts/contact-devices.js';
import { systemClock } from '../media/clock.js';
import { callable } from '../state/people-state.js';
import { text } from '../texts/text.js';
import { notify } from './notices.js';

/** @typedef {import('../protocol/signaling/signals.js').InvitationRequest} InvitationRequest */
/** @typedef {import('../calls/link/link-request.js').DeviceTrust} DeviceTrust */
/**
 * @typedef {object} DoormanParts
 * @property {import('./shared-call-link.js').SharedCallLink} shared
 * @property {() => import('./shared-call-link.js').Sharing | null} session
 * @property {() => Pick<import('../calls/call-controller.js').CallController, 'invite'> | null} controller
 * @property {import('../media/clock.js').Clock} [clock]
 * @property {typeof loadContactDevices} [devicesOf]
 */

/** Lets in who asks by the link to the call, as any who are added to it, without asking the person. */
export class LinkDoorman {
    #store;
    #parts;
    /** @type {Map<number, { callId: number, at: number }>} who was invited by the link and has not come, and when */
    #invited = new Map();

    /**
     * @param {import('./shared-call-link.js').PageStore} store
     * @param {DoormanParts} parts
     */
    constructor(store, parts) {
        this.#store = store;
        this.#parts = { clock: systemClock, devicesOf: loadContactDevices, ...parts };
    }

    /** @param {InvitationRequest} request */
    async asked(request) {
        const { session, controller, clock, devicesOf } = this.#parts;
        const { callId, senderId } = request;
        const [calls, from] = [controller(), session()];
        if (!calls || !from || this.#judge(request, null) !== 'invite') return;
        this.#invited.set(senderId, { callId, at: clock.date() });
        const names = callable([{ userId: senderId }], this.#store.state.contacts.value);
        const [{ name } = { name: '' }] = names;
        try {
            const { devices } = await devicesOf(from, senderId);
            const verdict = this.#judge(request, devices.map(({ trust }) => trust));
            if (verdict === 'held') return this.#tell(text('callLink.held', { name }), 20_000);
            if (verdict !== 'invite') return;
            const ringing = await calls.invite([senderId]);
            this.#tell(ringing.includes(senderId) ? text('callLink.comes', { name }) : text('call.notRung', { names: name }));
        } catch {
            // Who has come by another way meanwhile has come.
            if (this.#judge(request, []) === 'invite') this.#tell(text('call.notRung', { names: name }));
        }
    }

    /** @param {number} userId is in the call: opened again later, the link is not the same request */
    hasCome(userId) { this.#invited.delete(userId); }

    /**
     * Whether somebody rings because they opened the link, of which is told in other words.
     * @param {number} userId
     */
    hasInvited(userId) {
        const { callId, at } = this.#invited.get(userId) ?? { callId: null, at: 0 };
        return callId !== null && callId === this.#store.state.call?.id && this.#parts.clock.date() - at < askedAgainTime;
    }

    /**
     * @param {InvitationRequest} request
     * @param {readonly DeviceTrust[] | null} trusts null: their devices were not looked at, which is what follows
     */
    #judge(request, trusts) {
        const { call, contacts } = this.#store.state;
        const before = trusts === null ? this.#invited.get(request.senderId) : undefined;
        const invitedAt = before?.callId === request.callId ? before.at : null;
        return judgeRequest(request, { shared: this.#parts.shared.current, call, contacts: contacts.value ?? [], trusts, invitedAt, now: this.#parts.clock.date() });
    }

    /**
     * @param {import('../texts/text.js').Words} sentence
     * @param {number} [life] in milliseconds
     */
    #tell(sentence, life) { notify(this.#store, sentence, 'plain', life, true); }
}
