import { waitTime } from '../../../calls/link/asked-call-link.js';
import { askedAgainTime, judgeRequest } from '../../../calls/link/link-request.js';
import { loadContactDevices } from '../../../contacts/contact-devices.js';
import { callable } from '../people/people-state.js';
import { text } from '../../../texts/text.js';
import { notify } from '../../../state/notices.js';

/** @typedef {import('../../../protocol/signaling/signals.js').InvitationRequest} InvitationRequest */
/** @typedef {import('../../../calls/link/link-request.js').DeviceTrust} DeviceTrust */
/**
 * @typedef {object} LinkAdmissionParts
 * @property {import('./shared-call-link.js').SharedCallLink} shared
 * @property {import('../../../media/clock.js').Clock} clock
 * @property {typeof loadContactDevices} [devicesOf]
 */

/** The number of people whose requests are stored until they can be judged. */
const mostWaiting = 50;

/** Admits people who ask by the link to the call, like anyone who is added to it, without asking the person. */
export class LinkAdmission {
    #store;
    #here;
    #parts;
    /**
     * @type {Map<number, { callId: number, at: number, isRung: boolean }>} the people who have asked by the link and not joined, and when
     */
    #invited = new Map();
    /**
     * @type {Map<number, { request: InvitationRequest, until: number }>} the people who have asked before this page is in the call, as
     *     after a reload
     */
    #waiting = new Map();

    /**
     * @param {import('./shared-call-link.js').PageStore} store
     * @param {import('../../../state/here.js').Reach<'session' | 'calls'>} here
     * @param {LinkAdmissionParts} parts
     */
    constructor(store, here, parts) {
        this.#store = store;
        this.#here = here;
        this.#parts = { devicesOf: loadContactDevices, ...parts };
    }

    /** @param {InvitationRequest} request */
    async asked(request) {
        const { clock, devicesOf } = this.#parts;
        const { callId, senderId } = request;
        const { signedIn } = this.#here;
        if (!signedIn) return;
        const first = this.#judge(request, null);
        if (this.#isEarly(first)) return this.#keep(request);
        if (first !== 'invite') return;
        this.#store.set(({ call }) => ({ call: call && { ...call, askedByLink: [...new Set([...call.askedByLink, senderId])] } }));
        this.#invited.set(senderId, { callId, at: clock.date(), isRung: false });
        const names = callable([{ userId: senderId }], this.#store.state.contacts.value);
        const [{ name } = { name: '' }] = names;
        try {
            const { devices } = await devicesOf(signedIn.session, senderId);
            const verdict = this.#judge(request, devices.map(({ trust }) => trust));
            if (verdict === 'held' || verdict === 'unmet') return this.#askAbout(verdict, { userId: senderId, name });
            if (verdict !== 'invite') return;
            this.#invited.set(senderId, { callId, at: clock.date(), isRung: true });
            const ringing = await signedIn.calls.current?.entry.inviteMore([senderId], { isByLink: true }) ?? [];
            this.#tell(ringing.includes(senderId) ? text('callLink.comes', { name }) : text('call.notRung', { names: name }));
        } catch {
            // A person may have joined by another way meanwhile.
            if (this.#judge(request, []) === 'invite') this.#tell(text('call.notRung', { names: name }));
        }
    }

    /** The person signed out here, or another window is the device. */
    forget() { this.#waiting.clear(); }

    /** Must be called with each change of the state: people who asked too early may be judged now. */
    lookAgain() {
        const now = this.#parts.clock.date();
        for (const [userId, { request, until }] of this.#waiting) {
            const isOver = until <= now;
            if (!isOver && this.#isEarly(this.#judge(request, null))) continue;
            this.#waiting.delete(userId);
            if (!isOver) void this.asked(request);
        }
    }

    /** @param {number} userId is in the call: opened again later, the link is not the same request */
    hasCome(userId) { this.#invited.delete(userId); }

    /**
     * Whether someone rings because they opened the link, which is announced differently.
     * @param {number} userId
     */
    hasInvited(userId) {
        const one = this.#invited.get(userId);
        return one !== undefined && one.isRung && one.callId === this.#store.state.call?.id && this.#parts.clock.date() - one.at < askedAgainTime;
    }

    /**
     * Whether it is too early to judge a request: a reloaded page receives it before it is in the call again.
     * @param {import('../../../calls/link/link-request.js').Verdict} verdict
     */
    #isEarly(verdict) {
        return verdict === 'notShared' || (verdict === 'stranger' && this.#store.state.contacts.value === null);
    }

    /** @param {InvitationRequest} request */
    #keep(request) {
        this.#waiting.delete(request.senderId);
        this.#waiting.set(request.senderId, { request, until: this.#parts.clock.date() + waitTime });
        const [oldest] = this.#waiting.keys();
        if (this.#waiting.size > mostWaiting) this.#waiting.delete(oldest);
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

    /** @param {import('../../../texts/text.js').Words} sentence */
    #tell(sentence) { notify(this.#store, sentence, 'plain', undefined, true); }

    /**
     * Each message of a waiting person says whether they are still coming.
     * @param {'unmet' | 'held'} verdict
     * @param {import('../people/people-state.js').Named} person
     */
    #askAbout(verdict, { userId, name }) {
        const act = { label: text('callLink.add', { name }), action: /** @type {const} */ ('ringAgain'), userId };
        notify(this.#store, text(verdict === 'unmet' ? 'callLink.unmet' : 'callLink.held', { name }), 'plain', waitTime, true, { act });
    }
}
