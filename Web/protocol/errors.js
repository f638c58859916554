import { text } from '../texts/text.js';

/** @typedef {import('../texts/text.js').Words} Words */

/**
 * The sentences for the server's codes; other codes show the server's own title (wire-protocol 1.5).
 * @type {Map<string, import('../texts/text.js').PlainKey>}
 */
const sentences = new Map(Object.entries({
    ErrInvalidOTP: 'errors.wrongCode',
    ErrOTPMismatched: 'errors.wrongCode',
    ErrOTPExpired: 'errors.codeExpired',
    ErrTooManyFailedAttempts: 'errors.tooManyFailedAttempts',
    ErrReachedMaxResendAttempts: 'errors.noMoreCodes',
    ErrRequestOTPFailed: 'errors.noMoreCodes',
    ErrSendOTPFailed: 'errors.codeNotSent',
    ErrAllCalleesBusy: 'errors.calleesBusy',
    ErrUserNotAvailable: 'errors.notAvailable',
    ErrTooManyUnmuted: 'errors.tooManyUnmuted',
    ErrUserAlreadyInCall: 'errors.alreadyInCall',
    ErrJoinedByOtherDevice: 'errors.answeredElsewhere',
    ErrNotAllowed: 'errors.notCallMaker',
    ErrRemovedFromCall: 'errors.removedFromCall',
    ErrCallNotFound: 'errors.callEnded',
    ErrCallNotAvailable: 'errors.callEnded',
    ErrAlreadyFriends: 'errors.alreadyContacts',
    ErrTokenNotFound: 'errors.linkNotFound',
    ErrTokenExpired: 'errors.linkExpired',
    ErrTokenUsed: 'errors.linkUsed',
    ErrSelfResolve: 'errors.ownLink',
    ErrTooManyShareTokens: 'errors.tooManyLinks',
    ErrTooManySearches: 'errors.tooManySearches',
    ErrTooManyRequests: 'errors.tooManyRequests',
    ErrEmailAlreadyRegistered: 'errors.addressTaken',
    ErrPhoneAlreadyRegistered: 'errors.numberTaken',
    ErrLoginMethodTaken: 'errors.loginMethodTaken',
    ErrLoginMethodPresent: 'errors.loginMethodPresent',
    ErrFreshProofRequired: 'errors.freshProofRequired',
    ErrRecentlyRemoved: 'errors.recentlyRemoved',
    ErrWayBackOver: 'errors.wayBackOver',
    ErrAcceptRequestFailed: 'errors.requestGone',
    ErrToggleFavoriteFailed: 'errors.contactGone',
    ErrGetContactsFailed: 'errors.contactGone',
    ErrDeviceNotFound: 'errors.deviceGone',
    ErrTooManyDeviceStatements: 'errors.tooManyStatements',
    ErrStorageUnavailable: 'errors.storageUnavailable',
    ErrInternal: 'errors.internal',
    offline: 'errors.offline',
    timeout: 'errors.timeout',
    signedOut: 'errors.signedOut',
    undecodable: 'errors.notUnderstood',
    missingId: 'errors.unsendable',
}));

/** The codes that end the sign-in (wire-protocol 1.4). */
const endsOfSession = new Set(['ErrUserNotFound', 'ErrRefreshTokenExpired', 'ErrDeviceNotRegistered', 'signedOut']);

/** Refusals that aren't about the request: another sign-in, or a later time, may change them. */
const passing = new Set([401, 408, 425, 429]);

/** Why a request to the server failed. Contains no token and no body. */
export class APIError extends Error {
    /**
     * @param {string} code as the server sent it, or `offline`, `timeout`, `signedOut`, `undecodable`
     * @param {number} [status] HTTP; 0 if there was no answer
     * @param {string} [title] what the server says to a person
     */
    constructor(code, status = 0, title = '') {
        super(code);
        this.name = 'APIError';
        const key = sentences.get(endsOfSession.has(code) ? 'signedOut' : code);
        /** @type {Words} */
        this.text = key ? text(key) : title || text('errors.refused', { status });
        this.code = code;
        this.status = status;
    }

    get isSignedOut() {
        return endsOfSession.has(this.code);
    }

    /** Whether the same request would be refused again, however much later it is sent (Tests/Vectors/refusals.json). */
    get isFinal() {
        return !this.isSignedOut && this.status >= 400 && this.status < 500 && !passing.has(this.status);
    }
}

/** Why a request to Janus failed; `code` is Janus' error number, or 0 for a failure of the connection. */
export class JanusError extends Error {
    /**
     * @param {number} code
     * @param {string} [reason] `refused`, `timeout`, `notConnected`, `handleGone`, `sessionLost`
     */
    constructor(code, reason = 'refused') {
        super(`${reason} (${code})`);
        this.name = 'JanusError';
        this.code = code;
        this.reason = reason;
    }

    /** Whether the connection to Janus is lost or was never made: another one may succeed in a moment. */
    get isLoss() { return ['notConnected', 'timeout', 'sessionLost', 'handleGone'].includes(this.reason); }
}

/** An input of the wrong kind; `text` says what is wrong with it. */
export class InputError extends Error {
    /**
     * @param {string} code
     * @param {Words} sentence
     */
    constructor(code, sentence) {
        super(code);
        this.name = 'InputError';
        this.text = sentence;
        this.code = code;
    }
}

/** Why a signal could not be sent. */
export class SignalingError extends Error {
    /** @param {'tooLarge' | 'notConnected' | 'stopped'} code */
    constructor(code) {
        super(code);
        this.name = 'SignalingError';
        /** @type {Words} */
        this.text = text(code === 'tooLarge' ? 'errors.signalTooLarge' : 'errors.notConnected');
        this.code = code;
    }
}
