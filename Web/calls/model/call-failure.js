import { APIError, JanusError } from '../../protocol/errors.js';

/** @typedef {'alreadyInCall' | 'noCall' | 'over' | 'notAvailable' | 'busy' | 'elsewhere' | 'signedOut' | 'server' | 'offline' | 'connectionLost' | 'room' | 'media' | 'encryption'} CallFailureCode */

const sentences = Object.freeze({
    alreadyInCall: 'You are already in a call. Hang up first.',
    noCall: 'There is no call.',
    over: 'The call is over.',
    notAvailable: 'They cannot be called right now: none of their devices is signed in with a key.',
    busy: 'They are in another call. Try again later.',
    elsewhere: 'You have answered on another device.',
    signedOut: 'You are not signed in.',
    server: 'The server refused the call. Try again.',
    offline: 'The server does not answer. Check the network, then try again.',
    connectionLost: 'The connection was lost and did not come back. Check the network and call again.',
    room: 'The call’s media server refused. Try again.',
    media: 'Camera or microphone could not be started.',
    encryption: 'The call cannot be protected, so it was not made.',
});

/** Why a call could not be placed, answered or kept: a code, and a sentence for a person. The twin of CallFailure.swift. */
export class CallFailure extends Error {
    /**
     * @param {CallFailureCode} code
     * @param {string} [message]
     */
    constructor(code, message = sentences[code]) {
        super(message);
        this.name = 'CallFailure';
        this.code = code;
    }

    /**
     * What somebody else threw, as a failure of the call.
     * @param {unknown} error
     */
    static from(error) {
        if (error instanceof CallFailure) return error;
        if (error instanceof JanusError) return new CallFailure('room');
        if (!(error instanceof APIError)) return new CallFailure('media', 'The call could not be set up in this browser.');
        if (error.isSignedOut) return new CallFailure('signedOut');
        switch (error.code) {
        case 'offline':
        case 'timeout': return new CallFailure('offline');
        case 'ErrAllCalleesBusy': return new CallFailure('busy');
        case 'ErrJoinedByOtherDevice': return new CallFailure('elsewhere');
        case 'ErrCallNotAvailable': return new CallFailure('over');
        case 'ErrUserNotAvailable':
        case 'ErrEncryptedAESKeyMissed': return new CallFailure('notAvailable');
        default: return new CallFailure('server', error.message);
        }
    }
}
