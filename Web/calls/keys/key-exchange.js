import { unwrapCallKey, wrapCallKey } from '../../keys/envelope.js';
import { CallKeySet } from '../../frames/call-key-set.js';
import { importCallKey, nameOf } from '../../frames/key-schedule.js';
import { EpochHost } from './epoch-host.js';
import { KeyRequester } from './key-requester.js';

/** @typedef {import('../../protocol/signaling/signals.js').KeySignal} KeySignal */
/** @typedef {import('../members/call-roster.js').RosterChange} RosterChange */

/**
 * Moves media keys between the devices of one call: as key host it starts epochs and answers requests, as member it takes
 * keys from the key host and asks for one it misses. The rules are in `EpochHost` and `KeyRequester`.
 *
 * The bytes of a key are here only while this device is key host and the key is the newest; then they are overwritten.
 */
export class KeyExchange {
    #options;
    #host = new EpochHost();
    #requester = new KeyRequester();
    /** The rules of the keys; the keys themselves are in the worker. */
    #keys = new CallKeySet();
    /** @type {Map<string, string>} */
    #names = new Map();
    /** @type {string | null} */
    #keyHost = null;
    /** @type {{ bytes: Uint8Array, epoch: number } | null} */
    #newest = null;
    #newestEpoch = 0;
    #leaves = 0;
    #isStopped = false;
    /** @type {Record<string, () => void>} how to call off what waits */
    #timers = {};
    /** How many keys were taken into use. */
    epochs = 0;

    /**
     * @param {object} options
     * @param {number} options.callId
     * @param {string} options.own the own device address
     * @param {CryptoKey} options.privateKey
     * @param {Pick<import('./peer-keys.js').PeerKeys, 'key'>} options.peers
     * @param {{ install: (key: import('../../media/call-worker.js').InstalledKey) => void, learnedOfLeave: () => void }} options.worker
     * @param {(signal: KeySignal) => Promise<unknown>} options.send
     * @param {() => void} options.keyInstalled
     * @param {Pick<import('../platform.js').Platform, 'clock' | 'random'>} options.platform
     */
    constructor(options) { this.#options = options; }

    /** Nothing is sent or taken afterwards. */
    stop() {
        this.#isStopped = true;
        for (const callOff of Object.values(this.#timers)) callOff();
        this.#forgetBytes();
    }

    get #now() { return this.#options.platform.clock.now(); }

    // MARK: What happens in the call

    /**
     * Takes effect at once; what has to be sent then goes its own way.
     * @param {RosterChange} change
     * @param {Set<string>} members
     */
    apply(change, members) {
        if (this.#isStopped) return;
        switch (change.type) {
        case 'joined':
            this.#names.set(change.member.address, change.member.name);
            this.#hostHears({ type: 'deviceJoined', device: change.member.address });
            break;
        case 'left':
            // Who has left is key host no longer: the server names the next one.
            if (this.#keyHost === change.member.address) this.#keyHost = null;
            this.#leaves += 1;
            this.#keys.learnedOfLeave(this.#now);
            this.#options.worker.learnedOfLeave();
            this.#hostHears({ type: 'deviceLeft', device: change.member.address });
            break;
        case 'becameKeyHost':
            this.#keyHost = this.#options.own;
            void this.ask('becameHost');
            this.#hostHears({ type: 'becameHost', members, newestEpoch: this.#newestEpoch });
            break;
        default:
            this.#keyHost = change.address;
            this.#forgetBytes();
            this.#hostHears({ type: 'lostHost' });
            void this.ask('hostChanged');
        }
    }

    /**
     * A key signal came. Taken only for this call and only from the key host (e2ee 2).
     * @param {KeySignal} signal
     */
    async received(signal) {
        const { callId, own } = this.#options;
        const [ownUser, ownDevice] = own.split('_').map(Number);
        const device = signal.participantDeviceId;
        if (this.#isStopped || signal.callId !== callId || signal.participantId !== ownUser) return;
        if (device !== undefined && device !== ownDevice) return;
        const sender = `${signal.senderId}_${signal.senderDeviceId}`;
        const isFromHost = sender === this.#keyHost;
        if (signal.type === 'key_rotation' && isFromHost) await this.#take(signal, sender);
        else if (signal.type === 'send_aes_key' && isFromHost && this.#requester.isWaiting(this.#now)) await this.#take(signal, sender);
        else if (signal.type === 'request_aes_key' && this.#keyHost === own) this.#hostHears({ type: 'keyRequested', device: sender });
    }

    /**
     * @param {import('../../protocol/signaling/signals.js').KeyRotation | import('../../protocol/signaling/signals.js').SentKey} signal
     * @param {string} sender
     */
    async #take(signal, sender) {
        const { epoch, encryptedAESKey } = signal;
        if (epoch === undefined || encryptedAESKey === undefined) return;
        const leavesBefore = this.#leaves;
        let key;
        try {
            ({ hkdf: key } = await unwrapCallKey(this.#options.privateKey, encryptedAESKey));
        } catch {
            return;
        }
        const name = await nameOf(key);
        // Anyone who is key host no longer has had its time; anyone who left meanwhile may have the key.
        if (sender !== this.#keyHost) return;
        const isNew = this.#install({ key, name, epoch, sealAfter: null });
        // An answer that brings the key that is here already is an answer too.
        if (!isNew && signal.type !== 'send_aes_key') return;
        if (isNew && this.#leaves !== leavesBefore) this.#options.worker.learnedOfLeave();
        await this.ask('keyInstalled');
    }

    /**
     * Whether the key was taken.
     * @param {import('../../media/call-worker.js').InstalledKey} installed
     */
    #install(installed) {
        if (this.#isStopped) return false;
        const { name, epoch, sealAfter } = installed;
        const now = this.#now;
        const result = this.#keys.install(null, name, epoch, sealAfter === null ? null : now + sealAfter, now);
        if (result !== 'adopted' && result !== 'opensOnly') return false;
        this.#newestEpoch = Math.max(this.#newestEpoch, epoch);
        this.epochs += 1;
        this.#options.worker.install(installed);
        this.#options.keyInstalled();
        return true;
    }

    // MARK: Key host

    /** @param {import('./epoch-host.js').HostEvent} event */
    #hostHears(event) {
        const actions = this.#host.handle(event, this.#now);
        for (const action of actions) if (action.type === 'nextTick') this.#schedule('host', action.at, () => this.#hostHears({ type: 'tick' }));
        for (const action of actions) {
            // A key that could not be made or wrapped is missed, and asked for.
            if (action.type === 'startEpoch') this.#startEpoch(action.epoch, action.recipients, action.adoptAfter).catch(() => {});
            if (action.type === 'answerRequest') this.#answer(action.device).catch(() => {});
        }
    }

    /**
     * @param {number} epoch
     * @param {string[]} recipients
     * @param {number} adoptAfter
     */
    async #startEpoch(epoch, recipients, adoptAfter) {
        /** @type {[string, CryptoKey][]} */
        const publicKeys = [];
        for (const recipient of recipients) {
            const key = await this.#options.peers.key(recipient).catch(() => null);
            if (key) publicKeys.push([recipient, key]);
        }
        // Who left meanwhile gets nothing.
        const wanted = publicKeys.filter(([recipient]) => this.#host.isRecipient(recipient));
        if (this.#isStopped || wanted.length === 0) return;
        const leavesBefore = this.#leaves;
        // The first key protects at once: there is none before it that receivers could still be using.
        const sealAfter = this.#newestEpoch === 0 ? null : adoptAfter;
        const bytes = await this.#draw();
        try {
            if (!await this.#distribute(bytes, epoch, wanted, adoptAfter)) return;
            const key = await importCallKey(bytes);
            if (!this.#install({ key, name: await nameOf(key), epoch, sealAfter })) return;
            // Anyone who left while the key was being sent may have it.
            if (this.#leaves !== leavesBefore) this.#options.worker.learnedOfLeave();
            if (this.#keyHost !== this.#options.own || epoch !== this.#newestEpoch) return;
            this.#forgetBytes();
            this.#newest = { bytes: bytes.slice(), epoch };
        } finally {
            bytes.fill(0);
        }
    }

    /**
     * Sends a key to everybody who is to have it. Whether anybody was: a key that nobody else has is of no use.
     * @param {Uint8Array} bytes
     * @param {number} epoch
     * @param {[string, CryptoKey][]} wanted
     * @param {number} adoptAfter
     */
    async #distribute(bytes, epoch, wanted, adoptAfter) {
        let wasSent = false;
        for (const [recipient, publicKey] of wanted) {
            const envelope = this.#isStopped ? null : await wrapCallKey(publicKey, bytes).catch(() => null);
            if (!envelope || this.#isStopped || !this.#host.isRecipient(recipient)) continue;
            wasSent = true;
            await this.#send('key_rotation', recipient, {
                participantName: this.#names.get(recipient), encryptedAESKey: envelope,
                keyRotationTimestamp: (this.#options.platform.clock.date() + adoptAfter) / 1000, epoch,
            });
        }
        return wasSent;
    }

    /** A new key whose tag differs from those of the last keys. */
    async #draw() {
        for (;;) {
            const bytes = this.#options.platform.random(new Uint8Array(32));
            if (this.#keys.hasDistinctTag(await nameOf(await importCallKey(bytes)))) return bytes;
        }
    }

    /** @param {string} device */
    async #answer(device) {
        const publicKey = await this.#options.peers.key(device).catch(() => null);
        const newest = this.#newest;
        if (!publicKey || !newest || this.#isStopped || !this.#host.isRecipient(device)) return;
        // A copy: the key may be forgotten, and its bytes overwritten, before it is wrapped.
        const bytes = newest.bytes.slice();
        const envelope = await wrapCallKey(publicKey, bytes).catch(() => null);
        bytes.fill(0);
        if (!envelope || this.#isStopped || !this.#host.isRecipient(device)) return;
        await this.#send('send_aes_key', device, { encryptedAESKey: envelope, epoch: newest.epoch });
    }

    #forgetBytes() {
        this.#newest?.bytes.fill(0);
        this.#newest = null;
    }

    // MARK: Member

    /** @param {import('./key-requester.js').RequesterEvent} event */
    async ask(event) {
        if (this.#isStopped) return;
        for (const action of this.#requester.handle(event, this.#now)) {
            if (action.type === 'nextTick') this.#schedule('requester', action.at, () => this.ask('tick'));
            else if (this.#keyHost !== null && this.#keyHost !== this.#options.own) {
                const [senderId, senderDeviceId] = this.#options.own.split('_').map(Number);
                await this.#send('request_aes_key', this.#keyHost, { senderId, senderDeviceId });
            }
        }
    }

    /**
     * @param {KeySignal['type']} type
     * @param {string} address
     * @param {Record<string, unknown>} members
     */
    async #send(type, address, members) {
        const [participantId, participantDeviceId] = address.split('_').map(Number);
        // A signal that is lost is asked for again by the device that misses its key.
        await this.#options.send({ type, callId: this.#options.callId, participantId, participantDeviceId, ...members }).catch(() => {});
    }

    /**
     * @param {string} name
     * @param {number} instant
     * @param {() => unknown} due
     */
    #schedule(name, instant, due) {
        this.#timers[name]?.();
        const body = () => { if (!this.#isStopped) void due(); };
        this.#timers[name] = this.#options.platform.clock.after(Math.max(0, instant - this.#now), body);
    }
}
