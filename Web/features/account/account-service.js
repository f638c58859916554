import { endpoints } from '../../protocol/http/endpoints.js';
import { parseCode } from '../../session/one-time-code.js';
import { addressText, readAddress } from '../login-methods/addresses.js';
import { inOrder } from '../own-devices/devices.js';
import { giveUp, loadOwnDevice, loadOwnDevices, vouchFor } from '../own-devices/own-devices.js';
import { APIError, InputError } from '../../protocol/errors.js';
import { issuerName, knownIssuers, makeSecret } from '../../session/page-sign-in.js';
import { text } from '../../texts/text.js';

/**
 * A way to sign in; `value` is the address or number, or the address at Google or Apple.
 * @typedef {{ id: number, type: 'email' | 'phone' | 'google' | 'apple', value: string, isPrimary: boolean, verifiedAt?: string | null }} LoginMethod
 */
/** @typedef {import('../login-methods/addresses.js').AddressKind} AddressKind */
/** @typedef {import('../../session/page-sign-in.js').Issuer} Issuer */
/** @typedef {import('../../session/session.js').Session} Session */
/** @typedef {Pick<Session, 'account' | 'api' | 'database' | 'identity' | 'pins' | 'vouch' | 'serverClock' | 'proofFor' | 'changeAddress' | 'refreshAccount' | 'scheduleDeletion' | 'cancelDeletion'>} OwnSession what the account needs of it */

/** Another code may be asked for after that many seconds (wire-protocol 0.3). */
const resendAfter = 30;

/** This person's account: addresses and ways to sign in, devices, stored data, deletion (requirement 000; wire-protocol 1.8, 1.9, 9). */
export class AccountService {
    #session;

    /** @param {OwnSession} session */
    constructor(session) { this.#session = session; }

    get account() { return this.#session.account; }

    /** How this server sends codes, and the issuers it offers for sign-in. */
    async channels() {
        const { emailConfigured, twilioConfigured, pageSignIn } = await this.#session.api.send(endpoints.appConfig);
        return { email: emailConfigured !== false, phone: twilioConfigured, issuers: knownIssuers(pageSignIn) };
    }

    // MARK: Addresses and numbers

    /**
     * @param {AddressKind} kind
     * @param {string} typed
     * @param {string} [callingCode] of the country of a phone number without one
     * @returns {Promise<{ address: string, resendAfter: number }>} as it is written, and seconds
     * @throws {import('../../protocol/errors.js').InputError | import('../../protocol/errors.js').APIError}
     */
    async sendCode(kind, typed, callingCode) {
        const address = readAddress(kind, typed, callingCode);
        await this.#session.api.send(endpoints.resendOTP, { body: address });
        return { address: addressText(address), resendAfter };
    }

    /**
     * Proves an address or number, and replaces the one that the profile shows.
     * @param {AddressKind} kind
     * @param {string} address
     * @param {string} code
     */
    async changeAddress(kind, address, code) {
        const part = readAddress(kind, address);
        // The same code again counts as the same proof, so that a failed step after it can be repeated.
        await this.#session.api.send(endpoints.verify, { body: { ...part, code: parseCode(code) } });
        await this.#session.changeAddress(part);
    }

    // MARK: Ways in

    /** The ways to sign in to the account, the primary one first. */
    async loginMethods() { return methodsOf(await this.#session.api.send(endpoints.loginMethods)); }

    /**
     * Proves an address or number, and adds it as a way to sign in.
     * @param {AddressKind} kind
     * @param {string} address
     * @param {string} code
     */
    async addLoginMethod(kind, address, code) {
        const body = { ...readAddress(kind, address), code: parseCode(code) };
        const fields = await this.#session.proofFor('add-login-method');
        return this.#changed(await this.#session.api.send(endpoints.addLoginMethod, { body, fields }));
    }

    /**
     * Stores what the return needs, and returns the URL at which Google or Apple is added.
     * @param {Issuer} issuer
     * @throws {import('../../protocol/errors.js').APIError}
     */
    async leaveFor(issuer) {
        const { verifier, binding } = await makeSecret();
        // This comes first: once the address is known, the person may leave at any moment.
        await this.#session.database.put('departure', { issuer, verifier, fragment: '', adds: this.account.userId });
        const { url } = await adding(issuer, this.#session.api.send(endpoints.leaveForLoginMethod, { body: { issuer, binding } }));
        return url;
    }

    /**
     * Returns the target of the redirect, if this account started it in this browser. The stored state is deleted in any case.
     * @returns {Promise<import('../../session/page-sign-in.js').Departure | null>}
     */
    async cameBack() {
        const { database } = this.#session;
        /** @type {import('../../session/page-sign-in.js').Departure | undefined} */
        const departure = await database.get('departure');
        if (departure?.adds === undefined) return null;
        await database.remove('departure');
        return departure.adds === this.account.userId ? departure : null;
    }

    /**
     * Adds the sign-in method of the person who returned with the ticket.
     * @param {string} ticket
     * @param {import('../../session/page-sign-in.js').Departure | null} departure
     */
    async addIssuer(ticket, departure) {
        // A link that someone else created.
        if (!departure) throw new InputError('notBegunHere', text('errors.input.notBegunHere'));
        const body = { ticket, ticketVerifier: departure.verifier };
        const fields = await this.#session.proofFor('add-login-method');
        return this.#changed(await adding(departure.issuer, this.#session.api.send(endpoints.addLoginMethod, { body, fields })));
    }

    /** @param {number} id */
    async makePrimary(id) {
        const fields = await this.#session.proofFor(`make-primary:${id}`);
        return this.#changed(await this.#session.api.send(endpoints.primaryLoginMethod, { body: { id }, fields }));
    }

    /** @param {number} id */
    async removeLoginMethod(id) {
        const fields = await this.#session.proofFor(`remove-login-method:${id}`);
        return this.#changed(await this.#session.api.send(endpoints.removeLoginMethod, { id, fields }));
    }

    /**
     * The profile shows the primary ones, so that it may have changed too.
     * @param {import('../../protocol/http/answers.js').LoginMethods} answer
     */
    async #changed(answer) {
        // The change is done; the profile's values are fetched at the next start at the latest.
        await this.#session.refreshAccount().catch(() => {});
        return methodsOf(answer);
    }

    // MARK: Devices

    /** The devices that are signed in, this one first. */
    async devices() {
        const { devices } = await this.#session.api.send(endpoints.devices);
        return inOrder(devices ?? [], this.account.deviceId);
    }

    async ownDevices() { return loadOwnDevices(this.#session); }
    /** @param {number} id this one, or another: what it shows to be compared */
    async ownDevice(id) { return loadOwnDevice(this.#session, id); }
    /**
     * @param {import('../own-devices/own-devices.js').OwnDevice} shown what was compared
     * @param {number} now Unix milliseconds
     */
    async vouchFor(shown, now) { return vouchFor(this.#session, shown, now); }

    /**
     * @param {number} id of another device: it is signed out
     * @param {boolean} [isLost] contacts' devices are told that it is no longer the person's; it is signed out in any case
     * @returns {Promise<'signedOut' | 'revoked' | 'nothingToRevoke' | 'notRevoked'>} what was done beside signing it out
     */
    async signOutDevice(id, isLost = false) {
        const signOut = () => this.#session.api.send(endpoints.terminateSession, { id });
        if (!isLost) {
            await signOut();
            return 'signedOut';
        }
        const { said, signedOut } = await giveUp(this.#session, id, Math.floor(this.#session.serverClock.now()), signOut);
        if (signedOut.error) throw said === 'revoked' ? new InputError('revokedOnly', text('devices.lost.revokedOnly')) : signedOut.error;
        return said;
    }
    async signOutOthers() { await this.#session.api.send(endpoints.terminateOthers); }

    // MARK: All of it

    async exportData() { return this.#session.api.send(endpoints.exportAccount, { fields: await this.#session.proofFor('export-account') }); }
    /** Schedules the account for deletion in 15 days. */
    async scheduleDeletion() { await this.#session.scheduleDeletion(); }
    async cancelDeletion() { await this.#session.cancelDeletion(); }
}

/** The server's own titles for these speak of a sign-in, but this person is signed in. */
const refusals = ['ErrLoginFailed', 'ErrAppleLoginFailed'];

/**
 * Rewords the refusals of a request that adds Google or Apple.
 * @template Answer
 * @param {Issuer} issuer
 * @param {Promise<Answer>} answer
 */
async function adding(issuer, answer) {
    try {
        return await answer;
    } catch (error) {
        if (!(error instanceof APIError) || !refusals.includes(error.code)) throw error;
        throw new InputError(error.code, text('errors.issuerNotAdded', { issuer: issuerName(issuer) }));
    }
}

/** @param {import('../../protocol/http/answers.js').LoginMethods} answer */
const methodsOf = ({ loginMethods }) => loginMethods ?? [];
