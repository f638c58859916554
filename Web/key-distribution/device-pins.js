import { sortedAddresses, userOf } from './addresses.js';
import { limits } from './limits.js';

/** @typedef {import('../keys/identity/signed-identity.js').SignedIdentity} SignedIdentity */
/** @typedef {import('./events.js').ShownIdentity} ShownIdentity */
/**
 * @typedef {'new' | 'known' | 'verified' | 'vouched' | 'held:changedKey' | 'held:olderIdentity' | 'held:newDevice'
 *     | 'held:unverified' | 'held:uninvited' | 'held:revoked' | 'held:refused'} DeviceTrust what is known about whose device another one is (e2ee 1)
 */
/**
 * How a person can admit a held device: by confirming that it is its person's; by the same after a second screen; or only by comparing
 * numbers.
 * @typedef {'itsThem' | 'anyway' | 'compare'} Offer
 */
/** @typedef {'firstUse' | 'confirmed' | 'verified' | 'vouched'} Basis */
/**
 * `firstEntry`: the hash of the own join of the entry in which it was first met; `voucher`: the signing key that vouched for it;
 * `revokedBy`: the signing keys that revoked it, in order, left out if there are none; `replaced`: the pin of the address before the person
 * let another key in there.
 * @typedef {{ sign: string, serial: number, basis: Basis, firstEntry?: string, voucher?: string, revokedBy?: string[], replaced?: Pin }} Pin
 */
/**
 * `unseen`: by person, revoked signing keys that no device of theirs is pinned with, and the signing key that revoked them. `refused`: by
 * person, signing keys that aren't theirs as the user of this device has said, the oldest first; left out if there are none.
 * @typedef {{ pins: Record<string, Pin>, unseen: Record<string, Record<string, string>>, refused?: Record<string, string[]> }} StoredPins
 */
/** @typedef {{ pins: Record<string, Pin & { firstCall?: number }>, revoked: string[] }} EarlierPins as it was kept before, revoked keys as `"<userId> <key>"` */

/**
 * The identities of other devices that this device knows: pinned when a person is first met live, and distinguished from then on (e2ee 1).
 */
export class DevicePins {
    /** @type {Map<number, Map<string, Pin>>} by person and address */
    #people = new Map();
    /** @type {Map<number, Map<string, string>>} */
    #unseen = new Map();
    /** @type {Map<number, Set<string>>} */
    #refused = new Map();

    /** @param {StoredPins | EarlierPins | null} [stored] */
    constructor(stored) {
        const { pins = {}, unseen = {}, refused = {}, revoked = [] } = /** @type {Partial<StoredPins & EarlierPins>} */ (stored ?? {});
        for (const [address, pin] of Object.entries(pins)) this.#set(address, copyOf(pin));
        for (const [user, keys] of Object.entries(unseen)) this.#unseen.set(Number(user), new Map(Object.entries(keys)));
        for (const [user, keys] of Object.entries(refused)) this.#refused.set(Number(user), new Set(keys));
        for (const entry of revoked) this.#addEarlier(entry);
    }

    /**
     * The earlier format didn't keep who revoked a key.
     * @param {string} entry
     */
    #addEarlier(entry) {
        const [user, sign] = entry.split(' ');
        this.#addRevocation(Number(user), sign, '', limits.unseenOfPerson);
    }

    /** @returns {StoredPins} */
    get stored() {
        const pins = [...this.#people.values()].flatMap((person) => [...person]).sort(byName);
        const unseen = [...this.#unseen].filter(([, keys]) => keys.size > 0).map(([user, keys]) => [user, Object.fromEntries([...keys].sort(byName))]);
        const refused = [...this.#refused].filter(([, keys]) => keys.size > 0).map(([user, keys]) => [user, [...keys]]);
        return {
            pins: Object.fromEntries(pins.map(([address, pin]) => [address, copyOf(pin)])), unseen: Object.fromEntries(unseen),
            ...(refused.length > 0 && { refused: Object.fromEntries(refused) }),
        };
    }

    /** Whether meeting a person no longer pins their devices. */
    get #isFull() { return [...this.#people.values()].reduce((sum, { size }) => sum + size, 0) >= limits.pins; }

    /** @param {number} user */
    #of(user) { return [...this.#people.get(user)?.values() ?? []]; }

    /** @param {number} user */
    #knows(user) { return this.#of(user).length > 0 || (this.#refused.get(user)?.size ?? 0) > 0; }

    /**
     * @param {number} user
     * @param {string} sign
     */
    #isRefused(user, sign) { return this.#refused.get(user)?.has(sign) ?? false; }

    /**
     * Whether a key was revoked before its device was seen; not by one that is not the person's.
     * @param {number} user
     * @param {string} sign
     */
    #wasRevoked(user, sign) {
        const issuer = this.#unseen.get(user)?.get(sign);
        return issuer !== undefined && !this.#isRefused(user, issuer);
    }

    /** @param {string} address */
    #pin(address) { return this.#people.get(userOf(address))?.get(address); }

    /**
     * @param {string} address
     * @param {Pin} pin
     */
    #set(address, pin) {
        const user = userOf(address);
        const person = this.#people.get(user) ?? new Map();
        this.#people.set(user, person.set(address, pin));
    }

    /**
     * The trust in a device, without pinning anything; null if it would be new.
     * @param {Pick<SignedIdentity, 'address' | 'sign' | 'serial'>} identity
     * @param {string | null} entry the hash of the own join of an entry into a call
     * @returns {DeviceTrust | null}
     */
    trust({ address, sign, serial }, entry) {
        const user = userOf(address);
        if (this.#wasRevoked(user, sign)) return 'held:revoked';
        if (this.#isRefused(user, sign)) return 'held:refused';
        const pin = this.#pin(address);
        if (!pin) return this.#knows(user) || this.#isFull ? 'held:newDevice' : null;
        if (pin.sign !== sign) return 'held:changedKey';
        if (serial < pin.serial) return 'held:olderIdentity';
        if (this.#isRevoked(user, pin)) return 'held:revoked';
        if (this.#hangsOnRefused(user, pin)) return 'held:refused';
        const isAnchored = this.#isAnchored(user, pin);
        if (!isAnchored && this.#isVerified(user)) return 'held:unverified';
        if (pin.basis === 'verified') return 'verified';
        if (pin.voucher !== undefined && (pin.basis === 'vouched' || isAnchored)) return 'vouched';
        return pin.basis === 'firstUse' && entry !== null && pin.firstEntry === entry ? 'new' : 'known';
    }

    /**
     * Pins the device of a person who has no pinned one, or records its newer serial.
     * @param {Pick<SignedIdentity, 'address' | 'sign' | 'serial'>} identity
     * @param {string} entry the hash of the own join
     * @returns whether anything changed
     */
    meet({ address, sign, serial }, entry) {
        const pin = this.#pin(address);
        if (pin) {
            if (pin.sign !== sign || serial <= pin.serial) return false;
            pin.serial = serial;
        } else {
            if (this.#knows(userOf(address)) || this.#isFull) return false;
            this.#set(address, { sign, serial, basis: 'firstUse', firstEntry: entry });
        }
        return true;
    }

    /**
     * Accepts a join's statements for its device: from the device that was met, along the chain, to the joining one.
     * @param {Pick<import('../keys/entering/join.js').Join, 'identity' | 'vouch' | 'chain'>} join
     */
    async takeVouches({ identity, vouch, chain }) {
        for (const link of [...chain].reverse()) await this.vouch(link.vouch, link.identity);
        if (vouch) await this.vouch(vouch, identity);
    }

    /**
     * The person accepts the device's current identity.
     * @param {ShownIdentity} identity
     * @param {Basis} [basis]
     */
    confirm({ address, sign, serial }, basis = 'confirmed') {
        this.#unseen.get(userOf(address))?.delete(sign);
        this.#refused.get(userOf(address))?.delete(sign);
        this.#set(address, { sign, serial, basis });
    }

    /**
     * Applies the person's judgement of a device. For a revoked one, matching numbers prove nothing: it may be in other hands.
     * @param {import('./events.js').DeviceNote} note
     */
    note({ note, identity }) {
        const trust = this.trust(identity, null);
        if (note === 'verified' && trust !== 'held:revoked') this.confirm(identity, 'verified');
        if (note === 'unverified' && trust === 'verified') this.confirm(identity);
        if (note === 'letIn') this.letIn(identity);
        if (note === 'refused') this.#refuse(identity);
    }

    /**
     * The person admits a held device. If another one of theirs is verified, the person no longer is: it hasn't vouched for this one. A
     * refused key must be compared.
     * @param {ShownIdentity} identity
     * @param {boolean} [isHeld] for something else than what is known of it
     */
    letIn(identity, isHeld = false) {
        const { address, sign } = identity;
        const trust = this.trust(identity, null);
        if (this.offer(identity) === 'compare' || !(trust?.startsWith('held') ?? isHeld)) return;
        for (const pin of this.#of(userOf(address))) if (pin.basis === 'verified') pin.basis = 'confirmed';
        const before = this.#pin(address);
        this.confirm(identity);
        if (before && before.sign !== sign) this.#set(address, { sign, serial: identity.serial, basis: 'confirmed', replaced: { ...before, replaced: undefined } });
    }

    /**
     * How the person can admit a held device, as far as it is known here; the reason why it is held changes nothing.
     * @param {ShownIdentity} identity
     * @returns {Offer}
     */
    offer(identity) {
        const user = userOf(identity.address);
        const trust = this.trust(identity, null);
        // The next false device must be compared too, so the refusal isn't forgotten.
        if (trust === 'held:refused' || (this.#refused.get(user)?.size ?? 0) >= limits.refusedOfPerson) return 'compare';
        return trust === 'held:revoked' || (trust?.startsWith('held') && this.#isVerified(user)) ? 'anyway' : 'itsThem';
    }

    /**
     * The person says that a key isn't that of its claimed owner: their earlier statements about it are taken back.
     * @param {ShownIdentity} identity
     */
    #refuse({ address, sign }) {
        const user = userOf(address);
        const refused = this.#refused.get(user) ?? new Set();
        this.#refused.set(user, refused.add(sign));
        if (refused.size > limits.refusedOfPerson) refused.delete([...refused][0]);
        for (const [one, pin] of this.#people.get(user) ?? []) {
            if (pin.sign !== sign) continue;
            if (pin.replaced && !refused.has(pin.replaced.sign)) this.#set(one, pin.replaced);
            else this.#people.get(user)?.delete(one);
        }
    }

    /**
     * Accepts a statement of a pinned device about another one of the same person.
     * @param {import('../keys/identity/statements.js').Vouch} vouch
     * @param {SignedIdentity} identity
     * @returns whether anything changed
     */
    async vouch(vouch, identity) {
        const { address, sign } = identity;
        const user = userOf(address);
        const voucher = this.#pin(vouch.by);
        if (vouch.identity !== identity.hash || userOf(vouch.by) !== user || vouch.by === address) return false;
        if (!voucher || this.#wasRevoked(user, sign) || this.#isRefused(user, sign)) return false;
        if (this.#isRevoked(user, voucher) || this.#hangsOnRefused(user, voucher)) return false;
        const above = [...this.#vouchers(user, voucher)];
        // A device cannot vouch for one above it: the chain would have no end.
        if (above.length >= limits.vouchers || [voucher, ...above].some((one) => one.sign === sign)) return false;
        const pin = this.#pin(address);
        const vouched = this.#vouchedFor(user, pin, identity, voucher);
        if (!vouched || JSON.stringify(vouched) === JSON.stringify(pin) || !await vouch.object.isSignedBy(voucher.sign)) return false;
        if (pin?.revokedBy && pin.sign !== sign) {
            // Otherwise an old vouch would restore the revoked key.
            const unseen = this.#unseen.get(user) ?? new Map();
            if (unseen.size >= limits.unseenOfPerson) return false;
            this.#unseen.set(user, unseen.set(pin.sign, pin.revokedBy[0]));
        }
        this.#set(address, vouched);
        return true;
    }

    /**
     * The pin of a device once another has vouched for it; null if that changes nothing.
     * @param {number} user
     * @param {Pin | undefined} pin
     * @param {SignedIdentity} identity
     * @param {Pin} voucher
     * @returns {Pin | null}
     */
    #vouchedFor(user, pin, { sign, serial }, voucher) {
        const isByAnchored = this.#isAnchored(user, voucher);
        const mayReplace = isByAnchored || !this.#isVerified(user);
        /** @type {Pin} */
        const vouched = { sign, serial, basis: 'vouched', voucher: voucher.sign };
        if (!pin) return this.#of(user).filter(({ basis }) => basis === 'vouched').length < limits.vouchedOfPerson ? vouched : null;
        // The person's own decision isn't changed by another device.
        if (pin.sign !== sign) return mayReplace && (pin.basis === 'firstUse' || pin.basis === 'vouched') ? vouched : null;
        if (pin.revokedBy || pin.basis === 'verified') return null;
        const isRevoked = this.#isRevoked(user, pin);
        const isBetter = (isByAnchored && !this.#isAnchored(user, pin)) || (isRevoked && mayReplace);
        if (pin.basis === 'vouched' ? !isBetter : !isByAnchored) return null;
        return { ...pin, serial: Math.max(serial, pin.serial), voucher: voucher.sign };
    }

    /**
     * Accepts the statement of a pinned device that a signing key of its person is revoked, seen before or not. Accepted from any of them:
     * of two devices that revoke each other both are held, and the server doesn't decide by the order.
     * @param {import('../keys/identity/statements.js').Revoke} revoke
     */
    async revoke(revoke) {
        const issuer = this.#pin(revoke.by);
        if (!issuer || issuer.sign === revoke.sign || !await revoke.object.isSignedBy(issuer.sign)) return;
        this.#addRevocation(userOf(revoke.by), revoke.sign, issuer.sign, limits.unseenOfIssuer);
    }

    /**
     * @param {number} user
     * @param {string} sign
     * @param {string} issuer
     * @param {number} share how many keys that were never seen one issuer may revoke
     */
    #addRevocation(user, sign, issuer, share) {
        const pins = this.#of(user).filter((pin) => pin.sign === sign);
        for (const pin of pins) pin.revokedBy = [...new Set(pin.revokedBy).add(issuer)].sort();
        if (pins.length > 0) return;
        const unseen = this.#unseen.get(user) ?? new Map();
        const used = [...unseen.values()].filter((one) => one === issuer).length;
        if (unseen.has(sign) || used >= share || unseen.size >= limits.unseenOfPerson) return;
        this.#unseen.set(user, unseen.set(sign, issuer));
    }

    /**
     * The chain of vouchers of a device; `pin` is absent if no device of the person has the key any more.
     * @param {number} user
     * @param {Pin} pin
     * @returns {Generator<{ sign: string, pin: Pin | undefined }>}
     */
    *#vouchers(user, pin) {
        const person = this.#people.get(user) ?? new Map();
        let sign = pin.voucher;
        for (let link = 0; sign !== undefined && link < limits.vouchers; link += 1) {
            const address = sortedAddresses(person.keys()).find((one) => person.get(one).sign === sign);
            /** @type {Pin | undefined} */
            const voucher = address === undefined ? undefined : person.get(address);
            yield { sign, pin: voucher };
            sign = voucher?.voucher;
        }
    }

    /** @param {number} user */
    #isVerified(user) { return this.#of(user).some(({ basis }) => basis === 'verified'); }

    /**
     * Whether it was compared, or was vouched for by one that was.
     * @param {number} user
     * @param {Pin} pin
     */
    #isAnchored(user, pin) {
        return pin.basis === 'verified' || [...this.#vouchers(user, pin)].some((voucher) => voucher.pin?.basis === 'verified');
    }

    /**
     * Whether it was revoked, or whether a device above it was, by others than itself and those between: a device is not held for revoking
     * the one that once vouched for it.
     * @param {number} user
     * @param {Pin} pin
     */
    #isRevoked(user, pin) {
        const counts = (/** @type {string} */ revoker) => !this.#isRefused(user, revoker);
        if (pin.revokedBy?.some(counts)) return true;
        const below = [pin.sign];
        for (const { sign, pin: voucher } of this.#vouchers(user, pin)) {
            const unseenBy = this.#unseen.get(user)?.get(sign);
            const revokers = voucher ? voucher.revokedBy ?? [] : unseenBy === undefined ? [] : [unseenBy];
            if (revokers.some((revoker) => counts(revoker) && !below.includes(revoker))) return true;
            below.push(sign);
        }
        return false;
    }

    /**
     * Whether a device above it in the chain has a key that the person refused.
     * @param {number} user
     * @param {Pin} pin
     */
    #hangsOnRefused(user, pin) { return [...this.#vouchers(user, pin)].some(({ sign }) => this.#isRefused(user, sign)); }
}

/**
 * @param {[string, unknown]} one
 * @param {[string, unknown]} other
 */
const byName = ([one], [other]) => (one < other ? -1 : 1);

/**
 * A copy with the known members only, without the absent ones.
 * @param {Pin} pin
 * @returns {Pin}
 */
function copyOf({ sign, serial, basis, firstEntry, voucher, revokedBy = [], replaced }) {
    return {
        sign, serial, basis, ...(firstEntry !== undefined && { firstEntry }), ...(voucher !== undefined && { voucher }),
        ...(revokedBy.length > 0 && { revokedBy: [...revokedBy].sort() }), ...(replaced && { replaced: copyOf(replaced) }),
    };
}
