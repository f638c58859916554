import { APIClient } from '../protocol/http/api-client.js';
import { endpoints } from '../protocol/http/endpoints.js';
import { InputError } from '../protocol/errors.js';
import { makeDeviceKey } from '../keys/device-key.js';
import { ownVideoCodecs } from '../media/codecs.js';
import { declared, describeDevice } from './device-description.js';
import { depart } from './page-sign-in.js';
import { proofOfDevice } from './proof-of-device.js';
import { isMadeUp, parseName, parseIdentifier } from './identifier-syntax.js';
import { codeLengths, parseCode } from './one-time-code.js';
import { Session, completeEnvironment } from './session.js';
import { text } from '../texts/text.js';

/** @typedef {{ email?: string, phoneNumber?: string }} Identifier one of the two */
/** @typedef {{ twilioConfigured: boolean, appleLoginConfigured: boolean, emailConfigured?: boolean, pageSignIn?: string[] }} AppConfig */

/** Another code can be requested after this many seconds (wire-protocol 0.3). */
const resendAfter = 30;

/** Signs this device in by a one-time code, or by Google or Apple (requirement 001; wire-protocol 2). */
export class SignIn {
    #given;
    /** @type {Promise<import('./session.js').Environment> | null} */
    #environment = null;
    /** @type {{ email: string, phoneNumber: string } | null} */
    #identifier = null;
    /** The number of digits of the last code sent. */
    codeLength = codeLengths[0];
    #name = '';
    /** @type {string | null} returned with the code that links an account with Google or Apple */
    #linkToken = null;

    /** @param {Partial<import('./session.js').Environment>} [given] */
    constructor(given) {
        this.#given = given;
    }

    /** @returns {Promise<AppConfig>} how this server sends codes */
    async appConfig() {
        return (await this.#api()).send(endpoints.appConfig);
    }

    /**
     * Makes the key pair if there is none and asks for a code. Works for new and existing accounts alike; the server doesn't reveal which
     * it is, and uses `displayName` for new ones.
     * @param {Identifier & { callingCode?: string, displayName?: string }} who `callingCode`: of the country of a phone number without one
     * @returns {Promise<{ address: string, resendAfter: number }>} as it is written, and seconds
     * @throws {InputError | import('../protocol/errors.js').APIError}
     */
    async begin({ email, phoneNumber, callingCode, displayName = '' }) {
        const identifier = parseIdentifier(email ?? phoneNumber ?? '', callingCode);
        const name = parseName(displayName);
        const config = await this.appConfig();
        if (identifier.email ? config.emailConfigured === false : !config.twilioConfigured) {
            throw new InputError('methodUnavailable', text(identifier.email ? 'errors.input.noCodesByEmail' : 'errors.input.noCodesByPhone'));
        }
        await this.#askForCode(identifier, name);
        this.#identifier = identifier;
        this.#name = name;
        this.#linkToken = null;
        return { address: identifier.email || identifier.phoneNumber, resendAfter };
    }

    /**
     * @param {{ email: string, phoneNumber: string }} identifier
     * @param {string} displayName
     */
    async #askForCode(identifier, displayName) {
        const body = { ...identifier, displayName, verified: false, ...await this.#device() };
        const answer = await (await this.#api()).send(endpoints.login, { body });
        this.codeLength = answer.codeLength ?? codeLengths[0];
    }

    /**
     * Stores what the return needs, and returns the URL to go to.
     * @param {import('./page-sign-in.js').Issuer} issuer
     * @param {string} fragment the link that the person is to come back to; '' without one
     */
    async leave(issuer, fragment) {
        const { database } = await this.#ready();
        const { departure, url } = await depart(issuer, fragment);
        await database.put('departure', departure);
        return url;
    }

    /**
     * Redeems the ticket that the person returned with. If the address must be verified here, a code is on its way.
     * @param {string} ticket
     * @returns {Promise<{ session: Session, fragment: string } | { session: null, email: string, resendAfter: number }>}
     * @throws {InputError | import('../protocol/errors.js').APIError}
     */
    async redeem(ticket) {
        const { database } = await this.#ready();
        /** @type {import('./page-sign-in.js').Departure | undefined} */
        const departure = await database.get('departure');
        if (!departure) throw new InputError('notBegunHere', text('errors.input.notBegunHere'));
        // In any case: a ticket works once.
        await database.remove('departure');
        // It was meant to add a sign-in method to an account whose person is signed out now: which account to sign in to is unclear.
        if (departure.adds !== undefined) throw new InputError('signedOutMeanwhile', text('errors.input.signedOutMeanwhile'));
        const body = {
            email: '', phoneNumber: '', displayName: '', verified: false, ticket, ticketVerifier: departure.verifier, ...await this.#provenDevice(),
        };
        const answer = await this.#signedIn(endpoints.login, body);
        const identifier = { email: answer.email ?? '', phoneNumber: answer.phoneNumber ?? '' };
        if (answer.accessToken) return { session: await this.#keep(answer, identifier), fragment: departure.fragment };
        this.#identifier = { email: identifier.email, phoneNumber: '' };
        this.#linkToken = answer.linkToken ?? null;
        this.codeLength = answer.codeLength ?? codeLengths[0];
        return { session: null, email: identifier.email, resendAfter };
    }

    /** Sends another code to the same address or number, requested like the first one, so that the answer tells its length. */
    async resend() {
        await this.#askForCode(this.#requested(), this.#name);
        return { resendAfter };
    }

    /**
     * Exchanges the code; spaces and dashes in it are ignored. Tokens and account are stored.
     * @param {string} code
     * @returns {Promise<Session>}
     * @throws {InputError | import('../protocol/errors.js').APIError}
     */
    async verify(code) {
        const identifier = this.#requested();
        const link = this.#linkToken === null ? {} : { linkToken: this.#linkToken };
        const body = { code: parseCode(code), ...identifier, ...link, ...await this.#provenDevice() };
        const answer = await this.#signedIn(endpoints.verifyLogin, body);
        return this.#keep(answer, identifier);
    }

    // MARK: Parts

    /**
     * Sends a sign-in request, which the server refuses if another account's keys are stored here.
     * @template Answer
     * @param {Readonly<import('../protocol/http/endpoints.js').Endpoint<Answer>>} endpoint
     * @param {object} body
     */
    async #signedIn(endpoint, body) {
        try {
            return await (await this.#api()).send(endpoint, { body });
        } catch (error) {
            const kept = /** @type {{ code?: unknown }} */ (error).code === 'ErrKeptForAnother' ? await Session.kept(await this.#ready()) : null;
            throw kept ? otherAccount(kept) : error;
        }
    }

    /**
     * @param {{ accessToken: string, refreshToken: string, userId: number, deviceId: number }} answer
     * @param {{ email: string, phoneNumber: string }} identifier
     */
    async #keep(answer, identifier) {
        const environment = await this.#ready();
        const { database } = environment;
        try {
            await this.#requireKept(answer.userId);
        } catch (error) {
            const tokens = { access: () => answer.accessToken, refresh: () => null, replace() {}, dead() {} };
            const api = new APIClient({ origin: environment.origin, fetch: environment.fetch, serverClock: environment.serverClock, language: environment.language, tokens });
            await api.send(endpoints.logout).catch(() => null);
            throw error;
        }
        await database.put('tokens', { accessToken: answer.accessToken, refreshToken: answer.refreshToken });
        const account = { userId: answer.userId, deviceId: answer.deviceId, displayName: '', ...identifier };
        const deviceKey = await database.get('deviceKey');
        if (!deviceKey) throw new InputError('noCodeRequested', text('errors.input.noCodeRequested'));
        const session = new Session(environment, account, deviceKey);
        // A failure here is repaired at the next start, or with the next call.
        await session.identity.registered().catch(() => null);
        // The sign-in does not fail because of this request.
        const user = await session.api.send(endpoints.user).then((profile) => profile.user, () => null);
        if (!user) {
            await database.put('account', account);
            return session;
        }
        const { displayName, email, phoneNumber, deletedAt = null } = user;
        const known = { ...account, displayName, email, phoneNumber, deletedAt };
        // Stored, so that a person who leaves the page instead of giving a name is asked again.
        const complete = { ...known, needsName: this.#name === '' && isMadeUp(known) };
        await database.put('account', complete);
        return new Session(environment, complete, session.deviceKey);
    }

    /**
     * The stored keys belong to one account. Only the person decides that they may be deleted.
     * @param {number} userId
     */
    async #requireKept(userId) {
        const kept = await Session.kept(await this.#ready());
        if (kept && kept.userId !== userId) throw otherAccount(kept);
    }

    #requested() {
        if (!this.#identifier) throw new InputError('noCodeRequested', text('errors.input.noCodeRequested'));
        return this.#identifier;
    }

    #ready() {
        this.#environment ??= completeEnvironment(this.#given);
        return this.#environment;
    }

    async #api() {
        const { origin, fetch, serverClock, language } = await this.#ready();
        const nobody = { access: () => null, refresh: () => null, replace() {}, dead() {} };
        return new APIClient({ origin, fetch, serverClock, language, tokens: nobody });
    }

    /**
     * The same for the request that signs in, with the proof that it is the device of before. Another account's people shall not
     * even for a moment see a device with the keys that are kept here: the server refuses it first.
     */
    async #provenDevice() {
        const environment = await this.#ready();
        const kept = await Session.kept(environment);
        return { ...await this.#device(), ...kept && { keptAccount: kept.userId }, ...await proofOfDevice(environment, await this.#api()) };
    }

    /** This device's description of itself, with its public key; the key pair is created and stored the first time. */
    async #device() {
        const { database, language } = await this.#ready();
        let key = await database.get('deviceKey');
        if (!key) {
            key = await makeDeviceKey();
            await database.put('deviceKey', key);
        }
        return {
            publicKey: key.publicKeyText, voipToken: '', apnsToken: '', videoCodecs: ownVideoCodecs(), longestCode: codeLengths.at(-1),
            ...describeDevice(navigator.userAgent), language: declared(language?.()),
        };
    }
}

/** @param {import('./session.js').Account} kept */
const otherAccount = (kept) => new InputError('otherAccount', text('errors.input.otherAccount', { account: labelOf(kept) }));

/**
 * The label by which a person recognizes an account.
 * @param {import('./session.js').Account} account
 * @returns {import('../texts/text.js').Words}
 */
export function labelOf({ email, phoneNumber, userId }) {
    return email || phoneNumber || text('signIn.account', { number: userId });
}
