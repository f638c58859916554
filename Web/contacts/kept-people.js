import { sortedAddresses, userOf } from '../key-distribution/addresses.js';

/** @typedef {import('../key-distribution/device-pins.js').DeviceTrust} DeviceTrust */
/** @typedef {import('../key-distribution/device-pins.js').Pin} Pin */
/** @typedef {'met' | 'confirmed' | 'verified' | 'vouched'} Admission how a device came to be taken for its person's */
/**
 * `key`: the beginning of its signing key; `since`: when it was first trusted here, and `at`: since when it has its present trust, both
 * Unix milliseconds, left out if that was before anything was kept; `calls`: in how many it took part, the last one `last`.
 * @typedef {{ key: string, how: Admission, since?: number, at?: number, calls: number, last?: number }} KeptDevice
 */
/**
 * `name`: their name here, whatever the server calls them; `isPutAway`: the person knows that they are gone from the contacts.
 * @typedef {{ name?: string, isPutAway?: true, devices: Record<string, KeptDevice> }} KeptPerson
 */
/** @typedef {{ people: Record<string, KeptPerson> }} KeptPeople whom this device has met, by user ID; what is trusted is decided by the pins alone */
/**
 * The warning before a call rings, and before it is answered: the server gives a person who was met another name; or a person who was never
 * met has the name of one who was, who has another user ID.
 * @typedef {{ doubt: 'renamed', kept: string, said: string } | { doubt: 'namesake', of: number, name: string, isVerified: boolean }} NameDoubt
 */
/**
 * The history of a device, for `device-words.js`.
 * @typedef {{ word: 'verified' | 'confirmed' | 'vouched', at?: number } | { word: 'calls', count: number, since?: number }
 *     | { word: 'first' | 'listed' } | { word: 'held', trust: DeviceTrust }} TrustWord
 */

/** As many characters of a signing key as are needed to tell it apart: 132 bits. */
const keyLength = 22;
/** The most people that are stored; no one who was met is dropped for someone else. */
export const mostPeople = 4096;

/** @returns {KeptPeople} */
export const nobodyKept = () => ({ people: {} });

/**
 * @param {Pin} pin
 * @returns {Admission}
 */
const admissionOf = ({ basis, voucher }) => (basis === 'verified' ? 'verified' : voucher !== undefined || basis === 'vouched' ? 'vouched' : basis === 'confirmed' ? 'confirmed' : 'met');

/**
 * The kept people, updated from the pins.
 * @param {KeptPeople} kept
 * @param {import('../key-distribution/device-pins.js').StoredPins} pins
 * @param {number | null} now Unix milliseconds; null where the pins are from before anything was kept
 * @returns {KeptPeople} the same object if nothing is new
 */
export function following(kept, { pins }, now) {
    const people = { ...kept.people };
    let [count, isNew] = [Object.keys(people).length, false];
    for (const address of sortedAddresses(Object.keys(pins))) {
        const user = String(userOf(address));
        if (!people[user] && count >= mostPeople) continue;
        const before = people[user]?.devices[address];
        const device = admitted(before, pins[address], now);
        if (device === before) continue;
        count += people[user] ? 0 : 1;
        people[user] = { ...people[user], devices: { ...people[user]?.devices, [address]: device } };
        isNew = true;
    }
    return isNew ? { people } : kept;
}

/**
 * @param {KeptDevice | undefined} before
 * @param {Pin} pin
 * @param {number | null} now
 * @returns {KeptDevice}
 */
function admitted(before, pin, now) {
    const [key, how] = [pin.sign.slice(0, keyLength), admissionOf(pin)];
    const moment = (/** @type {'since' | 'at'} */ name) => (now === null ? {} : { [name]: now });
    if (before?.key !== key) return { key, how, ...moment('since'), ...moment('at'), calls: 0 };
    if (before.how === how) return before;
    const { at: _, ...rest } = before;
    return { ...rest, how, ...moment('at') };
}

/**
 * A device takes part in a call: it was admitted, and is heard. A call is counted once; a person without a stored name gets the one from
 * the call.
 * @param {KeptPeople} kept
 * @param {string} address
 * @param {number} call
 * @param {string} name as the server calls its person in it
 * @returns {KeptPeople} the same object if nothing is new
 */
export function takingPart(kept, address, call, name) {
    const user = String(userOf(address));
    const device = kept.people[user]?.devices[address];
    if (!device || device.last === call) return kept;
    const named = kept.people[user].name === undefined ? accepting(kept, Number(user), name) : kept;
    const devices = { ...kept.people[user].devices, [address]: { ...device, calls: device.calls + 1, last: call } };
    return { people: { ...kept.people, [user]: { ...named.people[user], devices } } };
}

/**
 * The server names people: a stored person without a name gets it for good.
 * @param {KeptPeople} kept
 * @param {{ user: number, name: string }[]} said
 * @returns {KeptPeople} the same object if nothing is new
 */
export function naming(kept, said) {
    return said.reduce((all, { user, name }) => {
        const there = puttingAway(all, user, false);
        return there.people[user]?.name === undefined ? accepting(there, user, name) : there;
    }, kept);
}

/**
 * The person has noticed or wanted that someone is gone from the contacts, or they are back.
 * @param {KeptPeople} kept
 * @param {number} user
 * @param {boolean} isPutAway
 * @returns {KeptPeople} the same object if nothing is new
 */
export function puttingAway(kept, user, isPutAway) {
    const person = kept.people[user];
    if (!person || (person.isPutAway ?? false) === isPutAway) return kept;
    const { isPutAway: _, ...rest } = person;
    return { people: { ...kept.people, [user]: isPutAway ? { ...rest, isPutAway } : rest } };
}

/** @param {string} name */
export const plain = (name) => name.trim().normalize('NFC');

/**
 * @param {KeptPeople} kept
 * @param {number} user
 * @param {string} name
 * @returns {KeptPeople} the same object if nothing is new
 */
export function accepting(kept, user, name) {
    const [person, trimmed] = [kept.people[user], plain(name)];
    if (!person || trimmed === '' || person.name === trimmed) return kept;
    return { people: { ...kept.people, [user]: { ...person, name: trimmed } } };
}

/**
 * The stored name of a person; null if the server decides it.
 * @param {KeptPeople} kept
 * @param {number} user
 */
export const keptName = ({ people }, user) => people[user]?.name ?? null;

/** @param {KeptPerson} person */
export const isVerified = ({ devices }) => Object.values(devices).some(({ how }) => how === 'verified');

/**
 * Verified people whom the server no longer lists as contacts, if that wasn't shown yet: in the order of their numbers.
 * @param {KeptPeople} kept
 * @param {number[]} listed
 * @param {number} own the number of the person of this device
 */
export function verifiedGone({ people }, listed, own) {
    const there = new Set([...listed, own]);
    return Object.entries(people).filter(([user, person]) => !there.has(Number(user)) && !person.isPutAway && isVerified(person))
        .map(([user, { name = '' }]) => ({ user: Number(user), name })).sort((one, other) => one.user - other.user);
}

/**
 * When a device was first trusted here; null if it wasn't, or before anything was kept.
 * @param {KeptPeople} kept
 * @param {string} address
 * @param {DeviceTrust} trust
 */
export const sinceOf = ({ people }, address, trust) => (trust.startsWith('held') || trust === 'new' ? null : people[userOf(address)]?.devices[address]?.since ?? null);

/**
 * The history of a device with this trust.
 * @param {KeptPeople} kept
 * @param {string} address
 * @param {DeviceTrust} trust
 * @param {boolean} isInCall whether that is what a call takes it for
 * @returns {TrustWord}
 */
export function trustWord({ people }, address, trust, isInCall) {
    const device = people[userOf(address)]?.devices[address];
    const at = device?.at === undefined ? {} : { at: device.at };
    if (trust.startsWith('held')) return { word: 'held', trust };
    if (trust === 'new') return { word: isInCall ? 'first' : 'listed' };
    if (trust === 'verified' || trust === 'vouched') return { word: trust, ...(device?.how === trust ? at : {}) };
    if (device?.how === 'confirmed') return { word: 'confirmed', ...at };
    return { word: 'calls', count: device?.calls ?? 0, ...(device?.since === undefined ? {} : { since: device.since }) };
}
