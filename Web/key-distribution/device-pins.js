import { userOf } from './addresses.js';
import { limits } from './limits.js';

/** @typedef {import('../keys/identity/signed-identity.js').SignedIdentity} SignedIdentity */
/**
 * @typedef {'new' | 'known' | 'verified' | 'vouched' | 'held:changedKey' | 'held:olderIdentity' | 'held:newDevice'
 *     | 'held:uninvited' | 'held:revoked'} DeviceTrust what is known about whose device another one is (e2ee 1)
 */
/** @typedef {'firstUse' | 'confirmed' | 'verified' | 'vouched'} Basis */
/** @typedef {{ sign: string, serial: number, basis: Basis, firstCall?: number, voucher?: string }} Pin */
/** @typedef {{ pins: Record<string, Pin>, revoked: string[] }} StoredPins */

/** What this device knows of others' identities: pinned when a person is first met, told apart from then on (e2ee 1). */
export class DevicePins {
    /** @type {Map<string, Pin>} */
    #pins;
    /**
     * Signing keys that are a person's no more, as `"<userId> <key>"`.
     * @type {Set<string>}
     */
    #revoked;

    /** @param {StoredPins | null} [stored] */
    constructor(stored) {
        this.#pins = new Map(Object.entries(stored?.pins ?? {}).map(([address, pin]) => [address, { ...pin }]));
        this.#revoked = new Set(stored?.revoked ?? []);
    }

    /** @returns {StoredPins} */
    get stored() {
        const pins = Object.fromEntries([...this.#pins].sort().map(([address, pin]) => [address, { ...pin }]));
        return { pins, revoked: [...this.#revoked].sort() };
    }

    /** @param {number} user */
    #of(user) { return [...this.#pins].filter(([address]) => address.startsWith(`${user}_`)).map(([, pin]) => pin); }

    /**
     * What is known of a device, without pinning anything; null where it would be pinned on first use.
     * @param {Pick<SignedIdentity, 'address' | 'sign' | 'serial'>} identity
     * @param {number | null} call
     * @returns {DeviceTrust | null}
     */
    trust({ address, sign, serial }, call) {
        const user = userOf(address);
        if (this.#isRevoked(sign, user)) return 'held:revoked';
        const pin = this.#pins.get(address);
        if (!pin) return this.#of(user).length > 0 ? 'held:newDevice' : null;
        if (pin.sign !== sign) return 'held:changedKey';
        if (serial < pin.serial) return 'held:olderIdentity';
        if (pin.basis === 'vouched' && pin.voucher && this.#isRevoked(pin.voucher, user)) return 'held:revoked';
        if (pin.basis === 'firstUse') return call !== null && pin.firstCall === call ? 'new' : 'known';
        return pin.basis === 'confirmed' ? 'known' : pin.basis;
    }

    /**
     * Pins a device of a person of whom nothing is known yet, or notes its newer serial.
     * @param {SignedIdentity} identity
     * @param {number} call
     */
    see({ address, sign, serial }, call) {
        const pin = this.#pins.get(address);
        if (pin) {
            if (pin.sign === sign && serial > pin.serial) pin.serial = serial;
        } else if (this.#of(userOf(address)).every(({ basis, firstCall }) => basis === 'firstUse' && firstCall === call)) {
            this.#pins.set(address, { sign, serial, basis: 'firstUse', firstCall: call });
        }
    }

    /**
     * The person takes the device as it shows itself.
     * @param {Pick<SignedIdentity, 'address' | 'sign' | 'serial'>} identity
     * @param {Basis} [basis]
     */
    confirm({ address, sign, serial }, basis = 'confirmed') {
        this.#revoked.delete(`${userOf(address)} ${sign}`);
        this.#pins.set(address, { sign, serial, basis });
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
    }

    /**
     * Takes a statement of a pinned device that was not itself vouched for, about another of the same person.
     * @param {import('../keys/identity/statements.js').Vouch} vouch
     * @param {SignedIdentity} identity
     */
    async vouch(vouch, identity) {
        const user = userOf(identity.address);
        const voucher = this.#pins.get(vouch.by);
        if (vouch.identity !== identity.hash || userOf(vouch.by) !== user || vouch.by === identity.address) return;
        if (!voucher || voucher.basis === 'vouched' || this.#isRevoked(identity.sign, user) || this.#isRevoked(voucher.sign, user)) return;
        if (!await vouch.object.isSignedBy(voucher.sign)) return;
        const pin = this.#pins.get(identity.address);
        if (pin && pin.sign === identity.sign && pin.basis !== 'vouched') return;
        this.#pins.set(identity.address, { sign: identity.sign, serial: identity.serial, basis: 'vouched', voucher: voucher.sign });
    }

    /**
     * Takes the statement of a known device that a signing key of its person is over, seen before or not.
     * @param {import('../keys/identity/statements.js').Revoke} revoke
     */
    async revoke(revoke) {
        const user = userOf(revoke.by);
        const issuer = this.#pins.get(revoke.by);
        if (!issuer || issuer.basis === 'vouched' || this.#isRevoked(issuer.sign, user) || issuer.sign === revoke.sign) return;
        if (this.#revoked.size >= limits.revoked || !await revoke.object.isSignedBy(issuer.sign)) return;
        this.#revoked.add(`${user} ${revoke.sign}`);
    }

    /**
     * @param {string} sign
     * @param {number} user
     */
    #isRevoked(sign, user) { return this.#revoked.has(`${user} ${sign}`); }
}
