import { DevicePins } from '../key-distribution/device-pins.js';

/** @typedef {import('../key-distribution/device-pins.js').StoredPins} StoredPins */
/** @typedef {import('../key-distribution/events.js').DeviceNote} DeviceNote */
/** @typedef {{ noted: (note: DeviceNote) => void }} PinListener a call, and how its worker hears what the person has found out */

/** The stored knowledge of others' identities (e2ee 1). There is one writer at a time: during a call its worker, otherwise the page. */
export class PinStore {
    #database;
    #writes;
    /** @type {PinListener | null} */
    #listener = null;
    /** @type {{ note: DeviceNote, answer: (isNoted: boolean) => void }[]} the notes that were given to the call, and aren't saved yet */
    #told = [];
    /** @type {Promise<unknown>} */
    #turns = Promise.resolve();

    /**
     * @param {Pick<import('./database.js').KeyValueStore, 'get' | 'put'>} database
     * @param {(pins: StoredPins) => unknown} [writes] told of the pins whenever they are about to be kept
     */
    constructor(database, writes = () => {}) {
        this.#database = database;
        this.#writes = writes;
    }

    /** @returns {Promise<StoredPins | null>} */
    async read() { return await this.#database.get('devicePins') ?? null; }

    /**
     * From now on the call owns them: its changes are stored, and new findings are sent to it.
     * @param {PinListener} listener
     */
    beginCall(listener) {
        return this.#inTurn(async () => {
            await this.#keepTold();
            this.#listener = listener;
            return this.read();
        });
    }

    /**
     * @param {PinListener} listener
     * @param {StoredPins} pins
     */
    save(listener, pins) {
        if (listener !== this.#listener) return;
        this.#writes(pins);
        const saved = this.#database.put('devicePins', pins).then(() => true, () => false);
        const known = new DevicePins(pins);
        this.#told = this.#told.filter(({ note, answer }) => {
            const outcome = outcomeOf(note, known);
            if (outcome === null) return true;
            void saved.then((isKept) => answer(isKept && outcome));
            return false;
        });
    }

    /**
     * The call is over. Its last findings aren't lost.
     * @param {PinListener} listener
     */
    endCall(listener) {
        return this.#inTurn(async () => {
            if (listener !== this.#listener) return;
            this.#listener = null;
            await this.#keepTold();
        });
    }

    /**
     * The person has judged a device: this applies to the identity that was shown, and not to a later one.
     * @param {DeviceNote} note
     * @returns {Promise<boolean>} whether it is so now: a device that its person has revoked is not verified
     */
    async note(note) {
        const { answer } = await this.#inTurn(async () => {
            const outcome = outcomeOf(note, new DevicePins(await this.read()));
            if (outcome !== null) return { answer: outcome };
            const listener = this.#listener;
            if (listener === null) return { answer: await this.#write(note) };
            const saved = new Promise((/** @type {(isNoted: boolean) => void} */ resolve) => { this.#told.push({ note, answer: resolve }); });
            listener.noted(note);
            return { answer: saved };
        });
        return answer;
    }

    async #keepTold() { for (const { note, answer } of this.#told.splice(0)) answer(await this.#write(note).catch(() => false)); }

    /** @param {DeviceNote} note */
    async #write(note) {
        const pins = new DevicePins(await this.read());
        pins.note(note);
        const followed = this.#writes(pins.stored);
        await this.#database.put('devicePins', pins.stored);
        await followed;
        return outcomeOf(note, pins) ?? false;
    }

    /**
     * @template Answer
     * @param {() => Promise<Answer>} work
     * @returns {Promise<Answer>}
     */
    #inTurn(work) {
        const done = this.#turns.then(work);
        this.#turns = done.catch(() => {});
        return done;
    }
}

/**
 * Whether a change has been recorded, or can never be; null: not yet.
 * @param {DeviceNote} note
 * @param {DevicePins} pins
 */
function outcomeOf({ note, identity }, pins) {
    const trust = pins.trust(identity, null);
    if (note === 'unverified') return trust === 'verified' ? null : true;
    if (note === 'letIn') return trust?.startsWith('held') ? null : true;
    if (note === 'refused') return trust === 'held:refused' || trust === 'held:revoked' ? true : null;
    if (trust === 'held:revoked') return false;
    return trust === 'verified' ? true : null;
}
