import { accepting, following, keptName, naming, nobodyKept, puttingAway, takingPart } from '../contacts/kept-people.js';

/** @typedef {import('../contacts/kept-people.js').KeptPeople} KeptPeople */
/** @typedef {import('../key-distribution/device-pins.js').StoredPins} StoredPins */

/** The people whom this device has met, with their names and history: stored besides the pins, which alone decide about trust. */
export class PeopleStore {
    #database;
    #now;
    /** @type {Promise<void> | null} */
    #loading = null;
    /** @type {Promise<unknown>} */
    #turns = Promise.resolve();
    /** @type {(kept: KeptPeople) => void} */
    #changed = () => {};
    /** The current state; empty before it is loaded. */
    current = nobodyKept();

    /**
     * @param {Pick<import('./database.js').KeyValueStore, 'get' | 'put'>} database
     * @param {() => number} now the server's time, in Unix milliseconds
     */
    constructor(database, now) {
        this.#database = database;
        this.#now = now;
    }

    /** @param {(kept: KeptPeople) => void} changed told what is kept, now and with each change */
    onChange(changed) {
        this.#changed = changed;
        changed(this.current);
    }

    /** Reads the stored people. Those who were met before people were stored are taken over from the pins, without a date. */
    load() {
        this.#loading ??= this.#read();
        return this.#loading;
    }

    async #read() {
        const [kept, pins] = await Promise.all([this.#database.get('keptPeople'), this.#database.get('devicePins')]);
        this.current = kept ?? (pins ? following(nobodyKept(), pins, null) : nobodyKept());
        this.#changed(this.current);
    }

    /** @param {StoredPins} pins as they are about to be kept: those that were there before are read first */
    follow(pins) {
        void this.load().catch(() => {});
        return this.#change((kept) => following(kept, pins, this.#now()));
    }

    /**
     * A device that was admitted is heard.
     * @param {string} address
     * @param {number} call
     * @param {string} name as the server calls its person in it
     */
    takesPart(address, call, name) { return this.#change((kept) => takingPart(kept, address, call, name)); }

    /** @param {{ user: number, name: string }[]} said as the server names people */
    named(said) { return this.#change((kept) => naming(kept, said)); }

    /**
     * The person accepts the name that the server gives someone.
     * @param {number} user
     * @param {string} name
     */
    accept(user, name) { return this.#change((kept) => accepting(kept, user, name)); }

    /** @param {number} user the one who is gone from the contacts, as the person has read or wanted */
    putAway(user) { return this.#change((kept) => puttingAway(kept, user, true)); }

    /**
     * The name of a person here: the stored one, else the one that the server gives them.
     * @param {number} user
     * @param {string} said
     */
    nameOf(user, said) { return keptName(this.current, user) ?? said; }

    /**
     * One at a time; a change that cannot be stored lasts until the page is reloaded.
     * @param {(kept: KeptPeople) => KeptPeople} change
     */
    #change(change) {
        const done = this.#turns.then(async () => {
            await this.load();
            const next = change(this.current);
            if (next === this.current) return;
            this.current = next;
            this.#changed(next);
            await this.#database.put('keptPeople', next);
        });
        this.#turns = done.catch(() => {});
        return this.#turns;
    }
}
