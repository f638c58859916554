import { compareAddresses, userOf } from '../../key-distribution/addresses.js';
import { changedPlayback, inOrder, isRefusal, newMember, noPlace, presenceOf, present, refused, settled, shownOf } from './member.js';
import { RaisedHands } from './raised-hands.js';

/** @typedef {import('./member.js').Member} Member */
/** @typedef {import('./member.js').Participant} Participant */
/** @typedef {import('../../key-distribution/events.js').CallMember} KeyedDevice a device in the call as the key exchange knows it */
/** @typedef {import('../quality/quality-level.js').QualityLevel} QualityLevel */
/** @typedef {{ type: 'joined' | 'left', userId: number, name: string, address: string, isRemoved?: boolean }} DeviceChange a device came, or went; `isRemoved`: who made the call put them out */
/**
 * An event about a member. `reached`: whether the others can hear a member, as far as the server knows; `trust`: the trust a device has; of
 * hands, recordings and screens, whether it began or is over.
 * @typedef {DeviceChange
 *   | { type: 'rings', userId: number, name: string }
 *   | { type: 'refused', userId: number, name: string, status: import('./member.js').PersonStatus, reply?: import('./member.js').CallReply }
 *   | { type: 'reached' | 'recording' | 'hand' | 'sharing', userId: number, name: string, isOn: boolean }
 *   | { type: 'trust', userId: number, name: string, address: string, trust: import('../../key-distribution/device-pins.js').DeviceTrust }
 *   | { type: 'quality', userId: number, name: string, level: QualityLevel }} MemberChange
 */

/** The fifty in a call, and those who left or did not come. Further people that a server names are ignored. */
const mostPeople = 200;
/** The most that a call has (requirement 004). Keys of thousands are not awaited. */
const mostDevices = 50;

/**
 * Everyone whom a call has, had or rings, with one record a person: the only list of them. Pure. It is fed by the server's lists and
 * signals, the key exchange, the room and its connections, and this person's choices; each function returns what has changed. The twin of
 * CallMembers.swift (`Tests/Vectors/call-members.json`).
 */
export class CallMembers {
    #ownUser;
    /** @type {Map<number, Readonly<Member>>} */
    #people = new Map();
    /** @type {Map<string, KeyedDevice>} by address; a join can come before the server has said whose it is */
    #keyed = new Map();
    /** @type {Set<string>} devices that are there and have handed over no key for a while */
    #keepingOut = new Set();
    #hands = new RaisedHands();
    /** The last reported states of the devices. */
    #said = {
        /** @type {Map<string, KeyedDevice['trust']>} */
        trust: new Map(),
        /** @type {Map<number, string>} */
        recording: new Map(),
        /** @type {Set<number>} */
        hands: new Set(),
    };
    /** Increases whenever someone joins, leaves or publishes again: a list that was requested before may be stale. */
    revision = 0;

    /** @param {string} own the own device's address */
    constructor(own) { this.#ownUser = userOf(own); }

    /** @param {number} userId */
    of(userId) { return this.#people.get(userId); }
    /** @param {number} userId */
    nameOf(userId) { return this.#people.get(userId)?.name ?? ''; }

    get others() { return [...this.#people.keys()].filter((user) => user !== this.#ownUser); }
    /** The others who are in the call with a device. */
    get present() { return [...this.#people.values()].filter(({ address }) => address !== null); }
    get addresses() { return new Set(this.present.map(({ address }) => /** @type {string} */ (address))); }
    /**
     * The devices from which no audio is expected: they are muted, their media do not reach the server at the moment, or they give this
     * device no key, and so encrypt nothing for it.
     */
    get silent() {
        return new Set(this.present.flatMap(({ address, isAway, isMuted }) => (address !== null && (isAway || isMuted || !this.takesUsIn(address)) ? [address] : [])));
    }
    get hands() { return this.#hands.order; }
    /**
     * Whether a device's media do not reach the server at the moment.
     * @param {string} address
     */
    isAway(address) { return this.present.some((member) => member.address === address && member.isAway); }

    /**
     * Whether a device encrypts for this one, and has not shown that it doesn't hear it.
     * @param {string} address
     */
    takesUsIn(address) {
        const device = this.#keyed.get(address);
        return device !== undefined && device.isHeard && device.lacksKeys !== true;
    }
    /** Whether any device in the call has this device's key. */
    get areHandedKeys() { return [...this.#keyed.values()].some(({ presence, hasOurKey }) => presence === 'member' && hasOurKey); }

    /** The reply of the only person who was called; null if there is none that can be trusted. */
    get onlyReply() {
        const { others } = this;
        return others.length === 1 ? this.#people.get(others[0])?.said ?? null : null;
    }

    get all() { return [...this.#people.values()].sort(inOrder); }

    // MARK: The server's news

    /**
     * Takes over the whole list: people who are not in it are not in the call. It may arrive before signals that say the same.
     * @param {Participant[]} participants
     * @param {{ isFirst?: boolean, at?: number }} [how] `isFirst`: it says how it is, not what has happened
     * @returns {MemberChange[]}
     */
    listed(participants, how = {}) {
        const { isFirst = false, at = 0 } = how;
        const list = participants.slice(0, mostPeople);
        const before = this.#people;
        this.#people = new Map(list.map((one) => [one.userId, this.#listedAs(one, before.get(one.userId), at)]));
        const changes = isFirst || before.size === 0 ? [] : this.#ringsSince(before);
        const inCall = list.filter(({ status, deviceId }) => present.has(status) && deviceId > 0);
        const gone = [...before.values()].filter(({ userId, address }) => address !== null && !inCall.some((one) => one.userId === userId));
        for (const member of inUserOrder(gone)) changes.push(...this.#parted(member));
        for (const { userId, deviceId } of inCall) changes.push(...this.#arrived(userId, `${userId}_${deviceId}`, at));
        for (const { userId, feedId, status, isOnHold } of inCall) {
            if (!this.#people.get(userId)?.address) continue;
            // A member without a named feed has stopped publishing, or the server has just restarted: the received feed continues until
            // another one is named.
            this.#set(userId, { isOnHold: isOnHold === true, ...(feedId ? { feed: feedId } : {}) });
            changes.push(...this.#stands(userId, status, at));
        }
        return [...changes, ...this.#followDevices()];
    }

    /**
     * The record of a person in a list, with everything else that is known of them.
     * @param {Participant} one
     * @param {Readonly<Member> | undefined} before
     * @param {number} at
     */
    #listedAs({ userId, deviceId, displayName: name, status, endReason, isOnHold, isHost = false, isMuted = false, isVideoEnabled = false }, before, at) {
        const member = before ?? newMember({ userId, isSelf: userId === this.#ownUser });
        const listed = presenceOf(status, endReason);
        // Lists don't say why someone has left the call.
        const presence = listed === 'left' && before?.presence === 'removed' ? 'removed' : listed;
        const isAway = status === 'reconnecting';
        return changed(member, {
            name, presence, isHost, isMuted, sendsVideo: isVideoEnabled, isOnHold: isOnHold === true,
            ...(presence === 'isIn' ? {} : { isAway: false, awaySince: null, feed: null }),
            ...(userId === this.#ownUser || deviceId <= 0 ? { isAway, awaySince: isAway ? member.awaySince ?? at : null } : {}),
        });
    }

    /**
     * The events implied by the difference to the previous list; later signals repeat them.
     * @param {Map<number, Readonly<Member>>} before
     * @returns {MemberChange[]}
     */
    #ringsSince(before) {
        return inUserOrder([...this.#people.values()]).flatMap(({ userId, name, presence }) => {
            const rang = before.get(userId)?.presence === 'ringing';
            if (presence === 'ringing') return rang ? [] : [{ type: /** @type {const} */ ('rings'), userId, name }];
            return rang ? this.#refusal(userId) : [];
        });
    }

    /**
     * @param {number} userId
     * @param {string} [name]
     * @returns {MemberChange[]}
     */
    invited(userId, name) {
        // A list that was requested earlier is stale.
        this.revision += 1;
        if (this.#people.get(userId)?.presence === 'ringing') return [];
        // The reply was about the earlier ringing.
        this.#set(userId, { said: null });
        if (!this.#becomes(userId, 'ringing', name)) return [];
        return [{ type: 'rings', userId, name: this.nameOf(userId) }, ...this.#followDevices()];
    }

    /**
     * Someone who was rung doesn't answer. A member who has joined meanwhile stays: another of their devices has declined.
     * @param {number} userId
     * @param {unknown} reason
     * @param {string} [name]
     * @returns {MemberChange[]}
     */
    rejected(userId, reason, name) {
        this.revision += 1;
        const presence = this.#people.get(userId)?.presence;
        if (presence === 'isIn' || !this.#becomes(userId, refused(reason), name)) return [];
        return [...(presence === 'ringing' ? this.#refusal(userId) : []), ...this.#followDevices()];
    }

    /**
     * A device joined. If its user had another device in the call, that one has left.
     * @param {number} userId
     * @param {number} deviceId
     * @param {string} [name]
     * @param {number} [at] Unix milliseconds
     * @returns {MemberChange[]}
     */
    joined(userId, deviceId, name, at = 0) {
        const address = `${userId}_${deviceId}`;
        if (userId === this.#ownUser || this.#people.get(userId)?.address === address || !this.#becomes(userId, 'isIn', name)) return [];
        return [...this.#arrived(userId, address, at), ...this.#followDevices()];
    }

    /**
     * Someone is no longer in the call, or isn't rung any more. Several signals can say so, and only one of them gives the reason.
     * @param {number} userId
     * @param {boolean} [isRemoved]
     * @returns {MemberChange[]}
     */
    left(userId, isRemoved = false) {
        const member = this.#people.get(userId);
        if (!member) return [];
        if (isRemoved || member.presence !== 'removed') this.#set(userId, { presence: isRemoved ? 'removed' : 'left' });
        return member.address === null ? [] : this.#parted(member);
    }

    /**
     * The server reports a person's connection state or choices; a value that isn't a boolean is ignored.
     * @param {number} userId
     * @param {{ status?: unknown, isMuted?: unknown, isVideoEnabled?: unknown, isOnHold?: unknown }} change
     * @param {number} [at] Unix milliseconds
     * @returns {MemberChange[]}
     */
    updated(userId, { status, isMuted, isVideoEnabled, isOnHold }, at = 0) {
        this.revision += 1;
        if (typeof isMuted === 'boolean') this.#set(userId, { isMuted });
        if (typeof isVideoEnabled === 'boolean') this.#set(userId, { sendsVideo: isVideoEnabled });
        if (this.#people.get(userId)?.presence !== 'isIn') return [];
        if (typeof isOnHold === 'boolean') this.#set(userId, { isOnHold });
        return this.#stands(userId, status, at);
    }

    /**
     * The server names a member's feed. For an unknown member, the list names it.
     * @param {number} userId
     * @param {number} feed
     */
    publishes(userId, feed) {
        const member = this.#people.get(userId);
        if (!member?.address || feed <= 0 || member.feed === feed) return;
        this.#set(userId, { feed });
        this.revision += 1;
    }

    // MARK: The devices' news

    /**
     * The others' devices as the key exchange knows them now. A device whose join is over isn't among them.
     * @param {KeyedDevice[]} devices
     * @returns {MemberChange[]}
     */
    keyed(devices) {
        this.#keyed = new Map(devices.map((device) => [device.address, device]));
        for (const address of this.#keepingOut) if (!this.#keyed.has(address) || this.takesUsIn(address)) this.#keepingOut.delete(address);
        this.#hands.take(devices.filter(({ isHandRaised }) => isHandRaised).map(({ address }) => userOf(address)), this.#ownUser);
        return this.#followDevices();
    }

    /**
     * A device that is present has handed over no key for so long that it must be holding this one.
     * @param {string} address
     */
    keepsOut(address) {
        this.#keepingOut.add(address);
        this.#followDevices();
    }

    /** @param {boolean} isRaised the own hand */
    handRaised(isRaised) {
        this.#hands.set(this.#ownUser, isRaised);
        this.#followDevices();
    }

    /**
     * Updates the records from the devices, and returns the news: a member whom the server hasn't named yet is reported once they are.
     * @returns {MemberChange[]}
     */
    #followDevices() {
        const { order } = this.#hands;
        const recorders = new Set([...this.#keyed.values()].filter(({ isRecording }) => isRecording).map(({ address }) => userOf(address)));
        for (const userId of this.#people.keys()) {
            const place = order.indexOf(userId);
            const devices = userId === this.#ownUser ? [] : [...this.#keyed.values()].filter(({ address }) => userOf(address) === userId);
            this.#set(userId, { ...shownOf(devices, this.#keepingOut), isRecording: recorders.has(userId), hand: place < 0 ? null : place + 1 });
        }
        return [...this.#trustNews(), ...this.#recordingNews(recorders), ...this.#handNews(order)];
    }

    /**
     * Once per device and trust.
     * @returns {MemberChange[]}
     */
    #trustNews() {
        const named = [...this.#keyed.values()].filter(({ address, trust }) => this.#people.has(userOf(address)) && this.#said.trust.get(address) !== trust);
        return named.sort((one, other) => compareAddresses(one.address, other.address)).map(({ address, trust }) => {
            this.#said.trust.set(address, trust);
            return { type: 'trust', userId: userOf(address), name: this.nameOf(userOf(address)), address, trust };
        });
    }

    /**
     * Members who are gone count, too.
     * @param {Set<number>} recorders
     * @returns {MemberChange[]}
     */
    #recordingNews(recorders) {
        const said = this.#said.recording;
        const changed = [...said.keys(), ...recorders].filter((userId) => said.has(userId) !== recorders.has(userId) && (said.has(userId) || this.#people.has(userId)));
        return changed.sort(byNumber).map((userId) => {
            const isOn = recorders.has(userId);
            const name = this.nameOf(userId) || (said.get(userId) ?? '');
            if (isOn) said.set(userId, name);
            else said.delete(userId);
            return { type: 'recording', userId, name, isOn };
        });
    }

    /**
     * The changes of raised hands; a member who is gone isn't reported as having lowered theirs.
     * @param {number[]} order
     * @returns {MemberChange[]}
     */
    #handNews(order) {
        const said = this.#said.hands;
        const there = new Set([...this.#keyed.keys()].map(userOf));
        const raised = order.filter((userId) => userId !== this.#ownUser && !said.has(userId) && this.#people.has(userId));
        const lowered = [...said].filter((userId) => !order.includes(userId));
        for (const userId of raised) said.add(userId);
        for (const userId of lowered) said.delete(userId);
        const news = (/** @type {number} */ userId) => ({ type: /** @type {const} */ ('hand'), userId, name: this.nameOf(userId), isOn: order.includes(userId) });
        return [...raised, ...lowered.filter((userId) => there.has(userId))].map(news);
    }

    // MARK: Reception

    /**
     * All people whose screens are received. A member who leaves isn't reported as having stopped sharing.
     * @param {number[]} userIds
     * @param {number} at Unix milliseconds
     * @returns {MemberChange[]}
     */
    shares(userIds, at) {
        const there = this.present;
        const ended = there.filter(({ userId, sharingSince }) => sharingSince !== null && !userIds.includes(userId));
        const begun = there.filter(({ userId, sharingSince }) => sharingSince === null && userIds.includes(userId));
        for (const { userId } of ended) this.#set(userId, { sharingSince: null });
        for (const { userId } of begun) this.#set(userId, { sharingSince: at });
        return [...ended.sort(inSharingOrder), ...inUserOrder(begun)].map(({ userId, name }) => ({ type: 'sharing', userId, name, isOn: userIds.includes(userId) }));
    }

    /**
     * @param {number} userId
     * @param {boolean} isOn
     * @param {number} at Unix milliseconds
     */
    speaks(userId, isOn, at) {
        const member = this.#people.get(userId);
        if (member?.address && member.isSpeaking !== isOn) this.#set(userId, { isSpeaking: isOn, spokeAt: at });
    }

    /**
     * The quality of the others' connections; members without a level are left out.
     * @param {ReadonlyMap<number, QualityLevel>} levels
     * @returns {MemberChange[]}
     */
    rated(levels) {
        const levelOf = (/** @type {number} */ userId) => levels.get(userId) ?? 'good';
        const others = inUserOrder(this.present).filter(({ userId, quality }) => quality !== levelOf(userId));
        for (const { userId } of others) this.#set(userId, { quality: levelOf(userId) });
        return others.map(({ userId, name }) => ({ type: 'quality', userId, name, level: levelOf(userId) }));
    }

    // MARK: The knowledge of this device

    /**
     * The reply of someone who won't come; false if that isn't news.
     * @param {number} userId
     * @param {import('./member.js').CallReply} reply
     */
    replied(userId, reply) {
        const member = this.#people.get(userId);
        if (!member || member.said !== null || member.presence === 'isIn') return false;
        this.#set(userId, { said: reply });
        return true;
    }

    /**
     * Sets how this person hears someone who is in the call; false if they aren't in it, and for the own user. It lasts for the call, even
     * if they leave and come back.
     * @param {number} userId
     * @param {Partial<import('./member.js').PlaybackSettings>} wish
     */
    hear(userId, wish) {
        const member = this.#people.get(userId);
        if (userId === this.#ownUser || member?.presence !== 'isIn') return false;
        this.#set(userId, changedPlayback(member, wish));
        return true;
    }

    // MARK: Conclusions

    /**
     * @param {number} userId
     * @param {Partial<Member>} change
     */
    #set(userId, change) {
        const member = this.#people.get(userId);
        if (member) this.#people.set(userId, changed(member, change));
    }

    /**
     * Returns false if there is no room for another person.
     * @param {number} userId
     * @param {import('./member.js').Presence} presence
     * @param {string} [name]
     */
    #becomes(userId, presence, name = '') {
        if (!this.#people.has(userId)) {
            if (this.#people.size >= mostPeople) return false;
            this.#people.set(userId, newMember({ userId, name, presence, isSelf: userId === this.#ownUser }));
        }
        this.#set(userId, { presence, ...(name ? { name } : {}) });
        return true;
    }

    /**
     * @param {number} userId
     * @returns {MemberChange[]}
     */
    #refusal(userId) {
        const member = this.#people.get(userId);
        if (!member || !isRefusal(member.status)) return [];
        return [{ type: 'refused', userId, name: member.name, status: member.status, ...(member.reply ? { reply: member.reply } : {}) }];
    }

    /**
     * @param {number} userId
     * @param {string} address
     * @param {number} at
     * @returns {MemberChange[]}
     */
    #arrived(userId, address, at) {
        const member = this.#people.get(userId);
        if (!member || userId === this.#ownUser || member.address === address) return [];
        const changes = member.address === null ? [] : this.#parted(member);
        if (this.present.length >= mostDevices) return changes;
        this.#set(userId, { address, since: at });
        this.revision += 1;
        return [...changes, { type: 'joined', userId, name: member.name, address }];
    }

    /**
     * Their choices were those of the device that has left.
     * @param {Readonly<Member>} member as it was
     * @returns {MemberChange[]}
     */
    #parted({ userId, name, address }) {
        const presence = this.#people.get(userId)?.presence;
        this.#set(userId, { ...noPlace, ...(presence === 'isIn' ? {} : { isMuted: false, sendsVideo: null }) });
        this.revision += 1;
        return [{ type: 'left', userId, name, address: /** @type {string} */ (address), isRemoved: presence === 'removed' }];
    }

    /**
     * @param {number} userId
     * @param {unknown} status
     * @param {number} at
     * @returns {MemberChange[]}
     */
    #stands(userId, status, at) {
        const member = this.#people.get(userId);
        if (!member || (status !== 'reconnecting' && status !== 'connected')) return [];
        const isAway = status === 'reconnecting';
        if (member.isAway === isAway) return [];
        this.#set(userId, { isAway, awaySince: isAway ? at : null });
        return member.address === null ? [] : [{ type: 'reached', userId, name: member.name, isOn: !isAway }];
    }
}

/**
 * Returns the same record if nothing changes: callers detect changes by identity.
 * @param {Readonly<Member>} member
 * @param {Partial<Member>} change
 * @returns {Readonly<Member>}
 */
function changed(member, change) {
    const isAnother = Object.entries(change).some(([key, value]) => JSON.stringify(member[/** @type {keyof Member} */ (key)]) !== JSON.stringify(value));
    return isAnother ? settled({ ...member, ...change }) : member;
}

/** @type {(one: number, other: number) => number} */
const byNumber = (one, other) => one - other;
/** @param {Readonly<Member>[]} members */
const inUserOrder = (members) => members.sort((one, other) => one.userId - other.userId);
/** @type {(one: Readonly<Member>, other: Readonly<Member>) => number} */
const inSharingOrder = (one, other) => (one.sharingSince ?? 0) - (other.sharingSince ?? 0) || one.userId - other.userId;
