import { importPeerKey } from '../../keys/device-key.js';
import { endpoints } from '../../protocol/http/endpoints.js';

/** `"<userId>_<deviceId>"`, one text for each. */
const addressForm = /^([1-9]\d{0,15})_([1-9]\d{0,15})$/;

/** Finds the public keys of the devices of a call: fetched once, pinned, then used without asking the server again. */
export class PeerKeys {
    #session;
    #notice;
    /** @type {Map<string, CryptoKey>} by device address */
    #keys = new Map();
    /** @type {Map<string, string[]>} */
    #videoCodecs = new Map();

    /**
     * @param {{ api: { send: Function }, keyPins: Pick<import('../../keys/key-pins.js').KeyPins, 'note'> }} session
     * @param {(text: string) => void} notice
     */
    constructor(session, notice) {
        this.#session = session;
        this.#notice = notice;
    }

    /**
     * All devices of these people that have a usable key.
     * @param {number[]} users
     * @returns {Promise<Map<string, CryptoKey>>}
     */
    async load(users) {
        const answer = await this.#session.api.send(endpoints.publicKeys, { body: { userIds: users } });
        /** @type {Map<string, CryptoKey>} */
        const loaded = new Map();
        /** @type {Map<number, Map<number, string>>} */
        const pins = new Map();
        for (const [address, text] of Object.entries(answer?.publicKeys ?? {}).sort()) {
            const [userId, deviceId] = (addressForm.exec(address) ?? []).slice(1).map(Number);
            if (!users.includes(userId) || !Number.isSafeInteger(deviceId)) continue;
            try {
                const { key, pin } = await importPeerKey(text);
                // What was taken first in this call stays, whatever the server says later.
                const kept = this.#keys.get(address) ?? key;
                loaded.set(address, kept);
                this.#keys.set(address, kept);
                this.#videoCodecs.set(address, answer.videoCodecs?.[address] ?? ['h264']);
                pins.set(userId, (pins.get(userId) ?? new Map()).set(deviceId, pin));
            } catch {
                this.#notice('A device has an unusable key and was left out.');
            }
        }
        for (const [userId, devices] of pins) await this.#pin(userId, devices);
        return loaded;
    }

    /**
     * @param {number} userId
     * @param {Map<number, string>} devices
     */
    async #pin(userId, devices) {
        const verdicts = [...(await this.#session.keyPins.note(userId, devices)).values()];
        if (verdicts.includes('newDevice')) this.#notice('A contact in this call has a new device.');
        if (verdicts.includes('changed')) this.#notice('The key of a contact’s device has changed.');
    }

    /**
     * The key of one device of the call; asks the server only for a device that was not seen yet.
     * @param {string} address
     * @returns {Promise<CryptoKey | null>}
     */
    async key(address) {
        if (!this.#keys.has(address)) await this.load([Number(address.split('_')[0])]);
        return this.#keys.get(address) ?? null;
    }

    /**
     * What all of these devices and this browser can do: H.264 where they can, else VP8.
     * @param {Iterable<string>} devices
     * @param {string[]} own
     * @returns {'h264' | 'vp8'}
     */
    commonVideoCodec(devices, own) {
        const all = [own, ...[...devices].map((address) => this.#videoCodecs.get(address) ?? ['h264'])];
        return all.every((codecs) => codecs.includes('h264')) ? 'h264' : 'vp8';
    }
}
