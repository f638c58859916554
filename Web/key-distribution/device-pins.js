import { userOf } from './addresses.js';
import { limits } from './limits.js';

/** @typedef {import('../keys/identity/signed-identity.js').SignedIdentity} SignedIdentity */
/** @typedef {Pick<SignedIdentity, 'address' | 'sign' | 'serial'>} Shown */
/**
 * @typedef {'new' | 'known' | 'verified' | 'vouched' | 'held:changedKey' | 'held:olderIdentity' | 'held:newDevice'
 *     | 'held:uninvited' | 'held:revoked' | 'held:unverified'} DeviceTrust what is known about whose device another one is (e2ee 1)
 */
/** @typedef {'firstUse' | 'confirmed' | 'verified' | 'vouched'} Basis */
/**
 * `firstEntry`: the hash of the own join with which the person was first met. `voucher`, `revokedBy`: the signing keys that vouched for
 * it, and that say that it is the person's no more, in order.
 * @typedef {{ sign: string, serial: number, basis: Basis, firstEntry?: string, voucher?: string, revokedBy?: string[] }} Pin
 */
/**
 * `unseen`: signing keys that are a person's no more, of devices that were never seen: by person, each with the key that said so.
 * `revoked`: as they were kept before 28 November 2026, `"<userId> <key>"`.
 * @typedef {{ pins: Record<string, Pin & { firstCall?: number }>, unseen?: Record<string, Record<string, string>>, revoked?: string[] }} StoredPins
 */

/** What this device knows of others' identities: pinned when a person is met in a call, told apart from then on (e2ee 1). */
export class DevicePins {
    /** @type {Map<string, Pin>} */
    #pins = new Map();
    /** @type {Map<number, Map<string, Pin>>} the same, by person */
    #people = new Map();
    /** @type {Map<number, Map<string, string>>} */
    #unseen;

    /** @param {StoredPins | null} [stored] */
    constructor(stored) {
        for (const [address, { firstCall, ...pin }] of Object.entries(stored?.pins ?? {})) this.#set(address, pin);
        this.#unseen = new Map(Object.entries(stored?.unseen ?? {}).map(([user, keys]) => [Number(user), new Map(Object.entries(keys))]));
        for (const entry of stored?.revoked ?? []) this.#takeOver(entry);
    }

    /** @returns {StoredPins} */
    get stored() {
        const pins = Object.fromEntries([...this.#pins].sort().map(([address, pin]) => [address, { ...pin }]));
        const unseen = Object.fromEntries([...this.#unseen].map(([user, keys]) => [user, Object.fromEntries([...keys].sort())]));
        return { pins, unseen };
    }

    /**
     * @param {string} address
     * @param {Pin} pin
     */
    #set(address, pin) {
        const user = userOf(address);
        const person = this.#people.get(user) ?? new Map();
        this.#people.set(user, person.set(address, pin));
        this.#pins.set(address, pin);
    }

    /**
     * A revoked key of before, by whomever.
     * @param {string} entry
     */
    #takeOver(entry) {
        const [user, sign] = [Number(entry.split(' ')[0]), entry.split(' ')[1] ?? ''];
        const targets = this.#of(user).filter((pin) => pin.sign === sign);
        for (const target of targets) target.revokedBy = [''];
        if (targets.length === 0 && (this.#unseen.get(user)?.size ?? 0) < limits.unseenOfPerson) this.#addUnseen(user, sign, '');
    }

    /**
     * @param {number} user
     * @param {string} sign
     * @param {string} issuer
     */
    #addUnseen(user, sign, issuer) { this.#unseen.set(user, (this.#unseen.get(user) ?? new Map()).set(sign, issuer)); }

    /** @param {number} user */
    #of(user) { return [...this.#people.get(user)?.values() ?? []]; }

    get #isFull() { return this.#pins.size >= limits.pins; }

    /**
     * What is known of a device, without pinning anything; null where it would be *new*.
     * @param {Shown} identity
     * @param {string | null} entry the hash of the own join; null outside calls
     * @returns {DeviceTrust | null}
     */
    trust({ address, sign, serial }, entry) {
        const user = userOf(address);
        if (this.#unseen.get(user)?.has(sign)) return 'held:revoked';
        const pin = this.#pins.get(address);
        if (!pin) return this.#people.has(user) || this.#isFull ? 'held:newDevice' : null;
        if (pin.sign !== sign) return 'held:changedKey';
        if (serial < pin.serial) return 'held:olderIdentity';
        if (this.#isRevoked(address)) return 'held:revoked';
        const anchored = this.#isAnchored(pin, user);
        if (this.#hasVerified(user) && !anchored) return 'held:unverified';
        if (pin.basis === 'verified' || pin.basis === 'vouched') return pin.basis;
        if (pin.voucher !== undefined && anchored) return 'vouched';
        return pin.firstEntry !== undefined && pin.firstEntry === entry ? 'new' : 'known';
    }

    /**
     * Pins a device that takes part in a call, of a person who was never met before, or notes its newer serial.
     * @param {Shown} identity
     * @param {string} entry the hash of the own join
     */
    meet({ address, sign, serial }, entry) {
        const pin = this.#pins.get(address);
        if (pin) {
            if (pin.sign !== sign || serial <= pin.serial) return false;
            pin.serial = serial;
        } else {
            if (this.#people.has(userOf(address)) || this.#isFull) return false;
            this.#set(address, { sign, serial, basis: 'firstUse', firstEntry: entry });
        }
        return true;
    }

    /**
     * The person takes the device as it shows itself. Where another one of theirs is verified, they are so no more: it has not said
     * that this one is theirs.
     * @param {Shown} identity
     */
    letIn(identity) {
        for (const pin of this.#of(userOf(identity.address))) if (pin.basis === 'verified') pin.basis = 'confirmed';
        this.confirm(identity);
    }

    /**
     * @param {Shown} identity
     * @param {Basis} [basis]
     */
    confirm({ address, sign, serial }, basis = 'confirmed') {
        const unseen = this.#unseen.get(userOf(address));
        unseen?.delete(sign);
        if (unseen?.size === 0) this.#unseen.delete(userOf(address));
        this.#set(address, { sign, serial, basis });
    }

    /**
     * Takes over what the person has found out about a device. Of a revoked one the same numbers say nothing: it may be in other
     * hands.
     * @param {import('./events.js').DeviceNote} note
     */
    note({ note, identity }) {
        const trust = this.trust(identity, null);
        if (note === 'verified' && trust !== 'held:revoked') this.confirm(identity, 'verified');
        if (note === 'unverified' && trust === 'verified') this.confirm(identity);
        if (note === 'letIn' && trust?.startsWith('held')) this.letIn(identity);
    }

    /**
     * A pin with those that vouched for it, one for the other, as far as they are pinned.
     * @param {Pin} pin
     * @param {number} user
     */
    #chain(pin, user) {
        const chain = [pin];
        const all = this.#of(user);
        for (let last = pin; chain.length <= limits.longestChain && last.voucher !== undefined;) {
            const next = all.find(({ sign }) => sign === last.voucher);
            if (!next || chain.some(({ sign }) => sign === next.sign)) break;
            chain.push(next);
            if (next.basis === 'verified') break;
            last = next;
        }
        return chain;
    }

    /**
     * Whether numbers were compared with the device, or with one from which vouches lead to it.
     * @param {Pin} pin
     * @param {number} user
     */
    #isAnchored(pin, user) { return this.#chain(pin, user).some(({ basis }) => basis === 'verified'); }

    /** @param {number} user */
    #hasVerified(user) { return this.#of(user).some(({ basis }) => basis === 'verified'); }

    /**
     * Whether a pinned device is revoked, or hangs on one that is. Who was vouched for by a device and revokes it hangs on it no more,
     * and neither does what it vouches for: the old phone is lost, and the new one says so.
     * @param {string} address
     */
    #isRevoked(address) {
        const user = userOf(address);
        const pin = this.#pins.get(address);
        if (!pin) return false;
        if (pin.revokedBy) return true;
        const chain = this.#chain(pin, user);
        const signs = chain.map(({ sign }) => sign);
        if (chain.some(({ revokedBy = [] }, index) => revokedBy.some((issuer) => !signs.slice(0, index).includes(issuer)))) return true;
        // The last one may hang on a key that was revoked before its device was ever seen.
        const issuer = this.#unseen.get(user)?.get(chain.at(-1)?.voucher ?? '');
        return issuer !== undefined && !signs.includes(issuer);
    }

    /**
     * Takes a statement of a pinned device about another of the same person.
     * @param {import('../keys/identity/statements.js').Vouch} vouch
     * @param {SignedIdentity} identity
     */
    async vouch(vouch, { address, hash, sign, serial }) {
        const user = userOf(address);
        if (vouch.identity !== hash || userOf(vouch.by) !== user || vouch.by === address || this.#unseen.get(user)?.has(sign)) return;
        const voucher = this.#pins.get(vouch.by);
        if (!voucher || this.#isRevoked(vouch.by) || !await vouch.object.isSignedBy(voucher.sign)) return;
        const chain = this.#chain(voucher, user);
        if (chain.length > limits.longestChain || chain.some((one) => one.sign === sign)) return;
        const isAnchored = chain.some(({ basis }) => basis === 'verified');
        const counts = isAnchored || !this.#hasVerified(user);
        const vouched = /** @type {Pin} */ ({ sign, serial, basis: 'vouched', voucher: voucher.sign });
        const pin = this.#pins.get(address);
        if (!pin) {
            if (this.#of(user).filter(({ basis }) => basis === 'vouched').length < limits.vouched) this.#set(address, vouched);
        } else if (pin.sign !== sign) {
            // No statement replaces what the person has looked at.
            if ((pin.basis === 'firstUse' || pin.basis === 'vouched') && counts) this.#set(address, vouched);
        } else if (!pin.revokedBy && pin.voucher !== voucher.sign && pin.basis !== 'verified') {
            const isBetter = pin.basis === 'vouched'
                ? (isAnchored && !this.#isAnchored(pin, user)) || (this.#isRevoked(address) && counts)
                : isAnchored;
            if (isBetter) Object.assign(pin, { voucher: voucher.sign, serial: Math.max(pin.serial, serial) });
        }
    }

    /**
     * Takes the statement of a pinned device, even of a revoked one, that a signing key of its person is over. Of devices that are
     * pinned it is never refused.
     * @param {import('../keys/identity/statements.js').Revoke} revoke
     */
    async revoke(revoke) {
        const user = userOf(revoke.by);
        const issuer = this.#pins.get(revoke.by)?.sign;
        if (issuer === undefined || issuer === revoke.sign || !await revoke.object.isSignedBy(issuer)) return;
        const targets = this.#of(user).filter(({ sign }) => sign === revoke.sign);
        for (const target of targets) target.revokedBy = [...new Set([...target.revokedBy ?? [], issuer])].sort();
        const known = this.#unseen.get(user) ?? new Map();
        if (targets.length > 0 || known.has(revoke.sign) || known.size >= limits.unseenOfPerson) return;
        if ([...known.values()].filter((one) => one === issuer).length < limits.unseenOfIssuer) this.#addUnseen(user, revoke.sign, issuer);
    }
}
