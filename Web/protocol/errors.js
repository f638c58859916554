/** What a person reads for each code of the server; others by the server's own title (wire-protocol 1.5). */
const sentences = new Map(Object.entries({
    ErrInvalidOTP: 'Wrong code.',
    ErrOTPMismatched: 'Wrong code.',
    ErrOTPExpired: 'The code has expired. Ask for a new one.',
    ErrTooManyFailedAttempts: 'Too many failed attempts. Ask for a new code later.',
    ErrReachedMaxResendAttempts: 'No more codes can be sent for now. Try again later.',
    ErrAllCalleesBusy: 'Busy: they are in another call.',
    ErrUserNotAvailable: 'Not available: no device of theirs can be called now.',
    ErrUserAlreadyInCall: 'You are in a call already.',
    ErrJoinedByOtherDevice: 'Answered on another device.',
    ErrCallNotFound: 'This call has ended.',
    ErrCallNotAvailable: 'This call has ended.',
    ErrAlreadyFriends: 'You are contacts already.',
    ErrTokenNotFound: 'This link is not valid.',
    ErrTokenExpired: 'This link has expired. Ask for a new one.',
    ErrTokenUsed: 'This link has been used already. Ask for a new one.',
    ErrSelfResolve: 'This is your own link. Send it to someone else.',
    ErrTooManyShareTokens: 'You have made too many links. Try again in an hour.',
    ErrTooManySearches: 'You have searched too often. Try again in an hour.',
    ErrTooManyRequests: 'Too many requests. Wait a moment.',
    ErrStorageUnavailable: 'The server cannot store anything right now. Try again in a moment.',
    ErrInternal: 'The server has a problem. Try again later.',
    offline: 'Cannot reach the server. Are you connected?',
    timeout: 'The server did not answer in time.',
    signedOut: 'You have been signed out. Sign in again.',
    undecodable: 'The server answered something this version does not understand.',
    missingId: 'This cannot be sent.',
}));

/** The codes after which there is no sign-in any more (wire-protocol 1.4). */
const endsOfSession = new Set(['ErrUserNotFound', 'ErrRefreshTokenExpired', 'ErrDeviceNotRegistered', 'signedOut']);

/** Why a request to the server failed. Carries no token and no body. */
export class APIError extends Error {
    /**
     * @param {string} code as the server sent it, or `offline`, `timeout`, `signedOut`, `undecodable`
     * @param {number} [status] HTTP; 0 when there was no answer
     * @param {string} [title] what the server says to a person
     */
    constructor(code, status = 0, title = '') {
        const sentence = endsOfSession.has(code) ? sentences.get('signedOut') : sentences.get(code);
        super((sentence ?? title) || `The server refused this (${status}).`);
        this.name = 'APIError';
        this.code = code;
        this.status = status;
    }

    /** Whether this device is signed in no more. */
    get isSignedOut() {
        return endsOfSession.has(this.code);
    }
}

/** Why something asked of Janus failed; `code` is Janus' number, or 0 for what the connection did. */
export class JanusError extends Error {
    /**
     * @param {number} code
     * @param {string} message
     * @param {string} [reason] `refused`, `timeout`, `notConnected`, `handleGone`, `sessionLost`
     */
    constructor(code, message, reason = 'refused') {
        super(message);
        this.name = 'JanusError';
        this.code = code;
        this.reason = reason;
    }

    /** Whether the way to Janus is lost, or was not there: another may lead there in a moment. */
    get isLoss() { return ['notConnected', 'timeout', 'sessionLost', 'handleGone'].includes(this.reason); }
}

/** What a person typed or pasted is not what is asked for; `message` says what is wrong with it. */
export class InputError extends Error {
    /**
     * @param {string} code
     * @param {string} message
     */
    constructor(code, message) {
        super(message);
        this.name = 'InputError';
        this.code = code;
    }
}

/** Why a signal could not be sent. */
export class SignalingError extends Error {
    /** @param {'tooLarge' | 'notConnected' | 'stopped'} code */
    constructor(code) {
        super(code === 'tooLarge' ? 'This signal is too large.' : 'There is no connection to the server.');
        this.name = 'SignalingError';
        this.code = code;
    }
}
