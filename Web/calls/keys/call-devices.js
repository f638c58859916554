import { text } from '../../texts/text.js';
import { loadPublishedKeys, publishedEvent } from './published-keys.js';

/** How long a device in the call may take to show its join, in milliseconds: it is requested several times. */
const joinTime = 12_000;
/** How long a present device may take to hand over a key, in milliseconds: a lost message is sent again within a few seconds. */
const keyTime = 10_000;

/** @typedef {import('../../key-distribution/events.js').CallMember} CallMember */
/** @typedef {Pick<import('../model/call-parts.js').CallParts, 'session' | 'clock' | 'members' | 'sync' | 'keys' | 'timeline' | 'emit' | 'isClosed'>} DevicesOptions */

/** The others' devices in a call as far as keys are concerned: those whose keys are requested, and those that take too long. */
export class CallDevices {
    #options;
    /** @type {Set<string>} devices that have shown a join in this call, wherever they are now */
    #shown = new Set();
    /** @type {Set<number>} the people whose published keys were requested */
    #askedFor = new Set();
    /** @type {(() => void)[]} */
    #timers = [];
    #isProtected = false;
    /** @type {Map<string, () => void>} devices that are there and have sent no key: cancels the notice about them, by address */
    #silent = new Map();

    /** @param {DevicesOptions} options */
    constructor(options) { this.#options = options; }

    /** @param {number[]} userIds the people whose published keys are requested elsewhere */
    askedFor(userIds) { for (const user of userIds) this.#askedFor.add(user); }

    /** @param {CallMember[]} devices as they are now */
    changed(devices) {
        const { members, sync, timeline, emit } = this.#options;
        sync.tell(members.keyed(devices));
        this.#lookAtSilent(devices);
        for (const { address } of devices) this.#shown.add(address);
        if (devices.some(({ isHeard }) => isHeard)) timeline.mark('senderKey');
        // An empty call keeps the previous state: nothing is sent in it.
        const isProtected = devices.length > 0 ? devices.some(({ hearsUs }) => hearsUs) : this.#isProtected;
        if (isProtected === this.#isProtected) return;
        this.#isProtected = isProtected;
        emit({ type: 'encryption', state: isProtected ? 'protected' : 'waitingForKey' });
    }

    /**
     * A device that admits another one sends it a key at once and accepts its key. If it has been present for a while without doing so, it
     * holds this one (e2ee 1) and does not hear it.
     * @param {CallMember[]} devices
     */
    #lookAtSilent(devices) {
        const { members } = this.#options;
        const silent = new Set(devices.filter(({ presence, address }) => presence === 'member' && !members.takesUsIn(address)).map(({ address }) => address));
        for (const [address, callOff] of this.#silent) {
            if (silent.has(address)) continue;
            callOff();
            this.#silent.delete(address);
        }
        for (const address of silent) if (!this.#silent.has(address)) this.#awaitKey(address);
    }

    /**
     * While either device is offline, nothing can arrive.
     * @param {string} address
     */
    #awaitKey(address) {
        const { clock, members, sync, session, isClosed } = this.#options;
        this.#silent.set(address, clock.after(keyTime, () => {
            if (isClosed()) return;
            if (session.signaling.state !== 'connected' || members.isAway(address)) return this.#awaitKey(address);
            members.keepsOut(address);
            sync.tell();
        }));
    }

    /**
     * A device has come: the server's published statements about its person tell whether it is known.
     * @param {import('../members/call-members.js').DeviceChange} device
     */
    greet(device) {
        const { session, keys } = this.#options;
        this.#awaitJoin(device);
        if (this.#askedFor.has(device.userId)) return;
        this.#askedFor.add(device.userId);
        loadPublishedKeys(session, [device.userId]).then((published) => keys.heard(publishedEvent(published)), () => {});
    }

    /**
     * A device that shows no join cannot take part. One that is away can show nothing, and its time starts when it is back.
     * @param {import('../members/call-members.js').DeviceChange} device
     */
    #awaitJoin(device) {
        const { clock, members, isClosed, emit } = this.#options;
        const { address, name } = device;
        this.#timers.push(clock.after(joinTime, () => {
            if (isClosed() || this.#shown.has(address) || !members.addresses.has(address)) return;
            if (members.isAway(address)) this.#awaitJoin(device);
            else emit({ type: 'notice', text: text('call.notice.tooOld', { name }) });
        }));
    }

    close() { for (const callOff of [...this.#timers, ...this.#silent.values()]) callOff(); }
}
