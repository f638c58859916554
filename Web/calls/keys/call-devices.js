import { userOf } from '../../key-distribution/addresses.js';
import { text } from '../../texts/text.js';
import { loadPublishedKeys, publishedEvent } from './published-keys.js';

/** How long a device in the call may take to show its join, in milliseconds: it is asked for again several times. */
const joinTime = 12_000;
/** How long a device that is there may take to hand over a key, in milliseconds: a lost text is sent again within a few seconds. */
const keyTime = 10_000;
/** @typedef {import('../../key-distribution/events.js').CallMember} CallMember */
/** @typedef {{ userId: number, name: string, address: string }} MemberDevice */

/**
 * @typedef {object} DevicesOptions
 * @property {import('../../session/session.js').Session} session
 * @property {import('../../media/clock.js').Clock} clock
 * @property {import('../members/call-members.js').CallMembers} members
 * @property {Pick<import('../model/set-up-timeline.js').SetUpTimeline, 'mark'>} timeline
 * @property {(event: import('../../key-distribution/events.js').KeyEvent) => void} heard
 * @property {(event: import('../model/call-event.js').SessionEvent) => void} notify
 * @property {() => boolean} isClosed
 */

/** The others' devices in a call as far as keys go: which are trusted, which are held, and which cannot take part. */
export class CallDevices {
    #options;
    /** @type {Map<string, CallMember>} by address */
    #trusted = new Map();
    /** @type {Set<string>} devices that have shown a join in this call, wherever they are now */
    #shown = new Set();
    /** @type {Set<number>} whose published keys were asked for */
    #askedFor = new Set();
    /** @type {(() => void)[]} */
    #timers = [];
    /** @type {Map<number, string>} what was told last of the devices of a person */
    #told = new Map();
    #isProtected = false;
    /** @type {Map<string, () => void>} those that are there and have handed over no key: calls off what is said of it, by address */
    #silent = new Map();
    /** @type {Set<string>} those of them of which it is said */
    #closed = new Set();

    /** @param {DevicesOptions} options */
    constructor(options) { this.#options = options; }

    /** @param {number[]} userIds whose published keys are asked for elsewhere */
    askedFor(userIds) { for (const user of userIds) this.#askedFor.add(user); }

    /** @param {string} address of a device whose key is here or not */
    isHeard(address) { return this.#trusted.get(address)?.isHeard ?? false; }

    /** @param {string} address of a device that seals for this one, or does not */
    takesUsIn(address) {
        const member = this.#trusted.get(address);
        return member !== undefined && takesUsIn(member);
    }

    /** Whether any device in the call has the key of this one. */
    get areHandedKeys() { return [...this.#trusted.values()].some(({ presence, hasOurKey }) => presence === 'member' && hasOurKey); }

    /** @param {CallMember[]} members as they are now */
    changed(members) {
        const { isClosed, notify, timeline } = this.#options;
        if (isClosed()) return;
        const known = new Map(members.map((member) => [member.address, member]));
        // Whose join is over records nothing any more, whenever the server says that they have left.
        const gone = [...this.#trusted.values()].filter((one) => one.isRecording && !known.has(one.address)).map((one) => ({ ...one, isRecording: false, isSilent: false, hearsUs: false, isHeard: false }));
        const opened = this.#lookAtSilent(members);
        for (const member of gone) this.#tell(member);
        this.#trusted = known;
        for (const user of new Set(members.map(({ address }) => userOf(address)))) this.#tellOf(user, opened);
        for (const user of this.#told.keys()) if (!members.some(({ address }) => userOf(address) === user)) this.#told.delete(user);
        for (const { address } of members) this.#shown.add(address);
        if (members.some(({ isHeard }) => isHeard)) timeline.mark('senderKey');
        // Of an empty call what was said before goes on to hold: nothing is sent.
        const isProtected = members.length > 0 ? members.some(({ hearsUs }) => hearsUs) : this.#isProtected;
        if (isProtected === this.#isProtected) return;
        this.#isProtected = isProtected;
        notify({ type: 'encryption', state: isProtected ? 'protected' : 'waitingForKey' });
    }

    /**
     * A person has one device in a call as the server says; where another one shows a join, the one that is let in goes first.
     * @param {number} user
     * @param {Set<string>} [opened] the devices that are to be told of in any case
     */
    #tellOf(user, opened = new Set()) {
        const devices = [...this.#trusted.values()].filter(({ address }) => userOf(address) === user);
        const first = devices.find(({ presence }) => presence !== 'held') ?? devices.at(-1);
        if (!first) return;
        const beside = devices.find((one) => one !== first && one.presence === 'held') ?? null;
        const { address, sign, trust, offer, isPostQuantum, isRecording, isSilent, hearsUs, isHeard } = first;
        const told = JSON.stringify([address, sign, trust, offer, isPostQuantum, isRecording, isSilent, hearsUs, isHeard, beside && [beside.address, beside.sign, beside.trust, beside.offer]]);
        if (this.#told.get(user) === told && !opened.has(address)) return;
        this.#told.set(user, told);
        this.#tell(first, beside);
    }

    /**
     * @param {CallMember} member
     * @param {CallMember | null} [beside] another device of the person, which is held
     */
    #tell(member, beside = null) {
        const { address, isPostQuantum, isRecording, isSilent = false, hearsUs, isHeard, says } = member;
        this.#options.notify({
            type: 'trust', userId: userOf(address), ...questionOf(member), isPostQuantum, isRecording, isSilent, hearsUs, hasKey: isHeard, keepsOut: this.#closed.has(address), beside: beside && questionOf(beside),
            ...(says === undefined ? {} : { says }),
        });
    }

    /**
     * Who lets a device in hands it a key at once, and takes its key: who is there and has not for a while holds this one (e2ee 1), and
     * does not hear it.
     * @param {CallMember[]} members
     * @returns {Set<string>} of whom that is not said any more
     */
    #lookAtSilent(members) {
        const silent = new Set(members.filter((member) => member.presence === 'member' && !takesUsIn(member)).map(({ address }) => address));
        for (const [address, callOff] of this.#silent) {
            if (silent.has(address)) continue;
            callOff();
            this.#silent.delete(address);
        }
        for (const address of silent) if (!this.#silent.has(address)) this.#awaitKey(address);
        const opened = new Set([...this.#closed].filter((address) => !silent.has(address)));
        for (const address of opened) this.#closed.delete(address);
        return opened;
    }

    /**
     * While either is off the line nothing can come.
     * @param {string} address
     */
    #awaitKey(address) {
        const { clock, members, session, isClosed } = this.#options;
        this.#silent.set(address, clock.after(keyTime, () => {
            const member = this.#trusted.get(address);
            if (isClosed() || !member) return;
            if (session.signaling.state !== 'connected' || members.isAway(address)) return this.#awaitKey(address);
            this.#closed.add(address);
            this.#tellOf(userOf(address), new Set([address]));
        }));
    }

    /**
     * A device has come: what the server publishes of its person says whether it is known.
     * @param {MemberDevice} member
     */
    greet(member) {
        this.#awaitJoin(member);
        const { userId } = member;
        if (this.#askedFor.has(userId)) return;
        this.#askedFor.add(userId);
        loadPublishedKeys(this.#options.session, [userId]).then((published) => this.#options.heard(publishedEvent(published)), () => {});
    }

    /**
     * A device that shows no join cannot take part. One that is away just now can show nothing, and has its time once it is back.
     * @param {MemberDevice} member
     */
    #awaitJoin(member) {
        const { clock, members, isClosed, notify } = this.#options;
        this.#timers.push(clock.after(joinTime, () => {
            if (isClosed() || this.#shown.has(member.address) || !members.addresses.has(member.address)) return;
            if (members.isAway(member.address)) this.#awaitJoin(member);
            else notify({ type: 'notice', text: text('call.notice.tooOld', { name: member.name }) });
        }));
    }

    close() { for (const callOff of [...this.#timers, ...this.#silent.values()]) callOff(); }
}

/**
 * What the person is shown of a device, and says something of.
 * @param {CallMember} member
 * @returns {import('../model/call-event.js').ShownDevice}
 */
const questionOf = ({ address, sign, serial, trust, offer }) => ({ deviceId: deviceOf(address), trust, sign, serial, offer });

/**
 * Whether it seals for this device and does not show that it hears nothing of it.
 * @param {CallMember} member
 */
const takesUsIn = ({ isHeard, lacksKeys = false }) => isHeard && !lacksKeys;

/** @param {string} address */
const deviceOf = (address) => Number(address.split('_')[1]);
