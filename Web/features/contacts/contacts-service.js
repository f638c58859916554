import { endpoints } from '../../protocol/http/endpoints.js';
import { APIError, InputError } from '../../protocol/errors.js';
import { parseMoment } from '../../protocol/moment.js';
import { doubtOf } from '../../contacts/doubted-names.js';
import { readPersonalLink } from '../personal-link/personal-link.js';
import { readShareLink } from '../../contacts/pasted-link.js';
import { isShareToken, shareLink } from '../../contacts/share-link.js';
import { text } from '../../texts/text.js';

/**
 * A friend; `id` equals `contactId`, the friend's user id (wire-protocol 8.1). A contact who was met has the name stored here; `doubt` is
 * the reason to doubt the name that the server gives them.
 * @typedef {{ id: number, userId: number, contactId: number, contactName: string, isFavorite: boolean, isBlocked: boolean, lastInteraction: string | null, doubt?: import('../../contacts/kept-people.js').NameDoubt }} Contact
 */
/**
 * A pending request. `receiverName` is the other person's name in either list; `user` their id.
 * @typedef {{ id: number, senderId: number, receiverId: number, status?: string, receiverName: string, date: string, user: number, direction: 'received' | 'sent' }} FriendRequest
 */
/**
 * @typedef {object} ContactsAccount
 * @property {string} origin
 * @property {{ send: <Answer>(endpoint: import('../../protocol/http/endpoints.js').Endpoint<Answer>, options?: { id?: number, body?: unknown }) => Promise<Answer> }} api
 * @property {Pick<import('../../session/people-store.js').PeopleStore, 'named' | 'nameOf' | 'current'>} [people] whom this device has met
 * @property {Pick<import('../../protocol/signaling/signaling-client.js').SignalingClient, 'onSignal' | 'onState'>} signaling
 */

/** A share token lives for a day (wire-protocol 0.3), in milliseconds. */
const tokenLife = 24 * 60 * 60 * 1000;
/** @type {Set<string>} */
const changing = new Set(['friend_request', 'friend_accepted', 'user_updated']);

/** Contacts, contact requests and share links of this account (requirement 004; wire-protocol 8). */
export class ContactsService {
    #session;
    #now;
    #compare;

    /**
     * @param {ContactsAccount} session
     * @param {() => number} now Unix milliseconds
     * @param {(one: string, other: string) => number} [compare] as the person's language sorts them
     */
    constructor(session, now, compare = new Intl.Collator().compare) {
        this.#session = session;
        this.#now = now;
        this.#compare = compare;
    }

    /** @returns {Promise<Contact[]>} favourites first, then by name */
    async contacts() {
        const contacts = await this.#underKeptNames(this.#list((await this.#send(endpoints.contacts)).contacts));
        return this.sorted(contacts);
    }

    /**
     * Favourites first, then by name.
     * @template {Pick<Contact, 'contactId' | 'contactName' | 'isFavorite'>} Listed
     * @param {readonly Listed[]} contacts
     */
    sorted(contacts) {
        return [...contacts].sort((left, right) => Number(right.isFavorite) - Number(left.isFavorite)
            || this.#compare(left.contactName, right.contactName) || left.contactId - right.contactId);
    }

    /**
     * @param {Contact[]} contacts as the server names them
     * @returns {Promise<Contact[]>}
     */
    async #underKeptNames(contacts) {
        const { people } = this.#session;
        if (!people) return contacts;
        await people.named(contacts.map(({ contactId: user, contactName: name }) => ({ user, name })));
        return contacts.map((contact) => {
            const doubt = doubtOf(people.current, contact.contactId, contact.contactName);
            return { ...contact, contactName: people.nameOf(contact.contactId, contact.contactName), ...(doubt && { doubt }) };
        });
    }

    /** The requests from others that are pending, newest first; their number is the badge. */
    async received() { return this.#requests(endpoints.receivedFriendRequests, 'received'); }
    /** This person's pending requests, newest first. */
    async sent() { return this.#requests(endpoints.sentFriendRequests, 'sent'); }

    /**
     * The person that a link or token belongs to, without using it up.
     * @param {string} text
     * @returns {Promise<{ token: string, displayName: string }>}
     */
    async resolve(text) {
        return this.#send(endpoints.resolveShareToken, { body: { token: readShareLink(text, this.#session.origin) } });
    }

    /** @param {string} text */
    async requestByToken(text) {
        const token = readShareLink(text, this.#session.origin);
        await this.#send(endpoints.sendFriendRequestByToken, { body: { token } });
    }

    /**
     * Asks someone who is known by user ID, for instance from a call, to become a contact.
     * @param {number} userId
     */
    async ask(userId) { await this.#send(endpoints.sendFriendRequest, { body: { targetUserId: userId } }); }

    /** @param {number} userId the one who asks */
    async accept(userId) { await this.#send(endpoints.acceptFriendRequest, { body: { targetUserId: userId } }); }
    /** @param {number} userId the one who asks */
    async decline(userId) { await this.#send(endpoints.declineFriendRequest, { body: { targetUserId: userId } }); }
    /** @param {number} userId the one who was asked */
    async cancel(userId) { await this.#send(endpoints.cancelFriendRequest, { body: { targetUserId: userId } }); }
    /**
     * Removes the contact for both people.
     * @param {number} userId
     */
    async remove(userId) { await this.#send(endpoints.deleteContact, { id: userId }); }

    /**
     * The protocol can only toggle it, so the current value is fetched first.
     * @param {number} userId
     * @param {boolean} isFavorite
     */
    async setFavorite(userId, isFavorite) {
        const contact = (await this.contacts()).find(({ contactId }) => contactId === userId);
        if (contact && contact.isFavorite !== isFavorite) await this.#send(endpoints.toggleFavorite, { id: userId });
    }

    /** @returns {Promise<Contact[]>} by name */
    async blocked() { return this.#underKeptNames(this.#list((await this.#send(endpoints.blockedContacts)).contacts)); }

    /**
     * Whether a person's calls and requests come through. Set, not toggled: repeating it changes nothing.
     * @param {number} userId
     * @param {boolean} isBlocked
     */
    async setBlocked(userId, isBlocked) { await this.#send(endpoints.toggleBlock, { id: userId, body: { isBlocked } }); }

    /**
     * Reports a person to the operator: only the arguments are sent.
     * @param {number} userId
     * @param {import('../report/report.js').ReportReason} reason
     * @param {string} note "" for none
     */
    async report(userId, reason, note) { await this.#send(endpoints.report, { body: { userId, reason, ...(note.trim() ? { note: note.trim() } : {}) } }); }

    /**
     * The person with exactly this e-mail address, phone number or key; the token is for this account alone.
     * @param {import('../add/search-text.js').Wanted} wanted
     * @returns {Promise<{ token: string, displayName: string }>}
     * @throws {InputError} `nobodyFound` if no one can be found by it
     */
    async search(wanted) {
        const [found] = this.#list((await this.#send(endpoints.searchContacts, { body: wanted })).results);
        if (!found) throw new InputError('nobodyFound', text('add.problem.nobodyFound.text'));
        return found;
    }

    async isSearchable() { return (await this.#send(endpoints.privacy)).searchable === true; }
    /** @param {boolean} searchable */
    async setSearchable(searchable) { await this.#send(endpoints.updatePrivacy, { body: { searchable } }); }

    /**
     * Creates a link by which one person can ask to become a contact; `expiresAt` in Unix milliseconds.
     * @returns {Promise<{ token: string, link: string, expiresAt: number }>}
     */
    async createShareToken() {
        const began = this.#now();
        const { token } = await this.#send(endpoints.createShareToken);
        if (!isShareToken(token)) throw new APIError('undecodable', 200);
        return { token, link: shareLink(this.#session.origin, token), expiresAt: began + tokenLife };
    }

    /**
     * Revokes one link, or all of this account if none is given.
     * @param {string} [token]
     */
    async revokeShareToken(token) {
        await this.#send(endpoints.revokeShareToken, token === undefined ? {} : { body: { token } });
    }

    /**
     * Whether someone can still use this person's link. Checking doesn't use it up; null if it is unknown at the moment.
     * @param {string} link
     * @returns {Promise<'valid' | 'used' | 'gone' | null>}
     */
    async stateOfLink(link) {
        try {
            await this.resolve(link);
            return 'valid';
        } catch (error) {
            const { code } = /** @type {{ code?: string }} */ (error);
            if (code === 'ErrSelfResolve') return 'valid';
            if (code === 'ErrTokenUsed') return 'used';
            return code === 'ErrTokenExpired' || code === 'ErrTokenNotFound' ? 'gone' : null;
        }
    }

    /** @returns {Promise<import('../personal-link/personal-link.js').PersonalLink | null>} also if it has ended; null: it is off */
    async personalLink() { return readPersonalLink(await this.#send(endpoints.personalLink), this.#session.origin); }

    /**
     * Turns it on, or changes its limits: its use count and its time restart, and the link stays the same.
     * @param {import('../personal-link/personal-link.js').LinkLimits} limits
     * @param {boolean} [isNew] it becomes another link, and the former is worthless
     */
    async setPersonalLink({ maxUses, lifetime }, isNew = false) {
        const answer = await this.#send(endpoints.setPersonalLink, { body: { maxUses, lifetime, ...(isNew ? { isNew } : {}) } });
        return readPersonalLink(answer, this.#session.origin);
    }

    /** Turns it off: it is invalid at once. */
    async removePersonalLink() { await this.#send(endpoints.removePersonalLink); }

    /**
     * Calls the listener when the lists may have changed: by a signal, and after each reconnection, because missed signals are not
     * repeated.
     * @param {() => void} listener
     * @returns {() => void} ends it
     */
    onChange(listener) {
        const offs = [
            this.#session.signaling.onSignal(({ type }) => { if (changing.has(type)) listener(); }),
            this.#session.signaling.onState((state) => { if (state === 'connected') listener(); }),
        ];
        return () => { for (const off of offs) off(); };
    }

    // MARK: Parts

    /**
     * @param {import('../../protocol/http/endpoints.js').Endpoint<import('../../protocol/http/answers.js').FriendRequests>} endpoint
     * @param {'received' | 'sent'} direction
     * @returns {Promise<FriendRequest[]>}
     */
    async #requests(endpoint, direction) {
        const requests = this.#list((await this.#send(endpoint)).friendRequests);
        return requests
            .map((request) => ({ ...request, direction, user: direction === 'sent' ? request.receiverId : request.senderId }))
            .sort((left, right) => parseMoment(right.date) - parseMoment(left.date));
    }

    /**
     * @template Element
     * @param {Element[] | undefined} list
     */
    #list(list) {
        if (!Array.isArray(list)) throw new APIError('undecodable', 200);
        return list;
    }

    /**
     * @template Answer
     * @param {import('../../protocol/http/endpoints.js').Endpoint<Answer>} endpoint
     * @param {{ id?: number, body?: unknown }} [options]
     */
    #send(endpoint, options) { return this.#session.api.send(endpoint, options); }
}
