import { APIError, InputError, JanusError } from '../../protocol/errors.js';
import { text } from '../../texts/text.js';

/** @typedef {'alreadyInCall' | 'noCall' | 'notInCall' | 'over' | 'notAvailable' | 'busy' | 'elsewhere' | 'signedOut' | 'server' | 'offline' | 'connectionLost' | 'room' | 'media' | 'encryption' | 'exhausted'} CallFailureCode */

/** @type {Record<CallFailureCode, import('../../texts/text.js').PlainKey>} */
const sentences = Object.freeze({
    alreadyInCall: 'call.failure.alreadyInCall',
    noCall: 'call.failure.noCall',
    notInCall: 'call.failure.notInCall',
    over: 'call.failure.over',
    notAvailable: 'call.failure.notAvailable',
    busy: 'call.failure.busy',
    elsewhere: 'call.failure.elsewhere',
    signedOut: 'call.failure.signedOut',
    server: 'call.failure.server',
    offline: 'call.failure.offline',
    connectionLost: 'call.failure.connectionLost',
    room: 'call.failure.room',
    media: 'call.failure.media',
    encryption: 'call.failure.encryption',
    exhausted: 'call.failure.exhausted',
});

/** Why a call could not be placed, answered or kept: a code, and a sentence for a person. In Swift: CallFailure.swift. */
export class CallFailure extends Error {
    /**
     * @param {CallFailureCode} code
     * @param {import('../../texts/text.js').Words} [sentence]
     */
    constructor(code, sentence = text(sentences[code])) {
        super(code);
        this.name = 'CallFailure';
        this.text = sentence;
        this.code = code;
    }

    /** @param {unknown} error */
    static from(error) {
        if (error instanceof CallFailure) return error;
        if (error instanceof JanusError) return new CallFailure('room');
        // Only keys and sequence numbers are stored before a call, and without them no call is possible.
        if (error instanceof InputError && error.code === 'storageFull') return new CallFailure('media', error.text);
        if (!(error instanceof APIError)) return new CallFailure('media', text('call.failure.setup'));
        if (error.isSignedOut) return new CallFailure('signedOut');
        switch (error.code) {
        case 'offline':
        case 'timeout': return new CallFailure('offline');
        case 'ErrAllCalleesBusy': return new CallFailure('busy');
        case 'ErrJoinedByOtherDevice': return new CallFailure('elsewhere');
        case 'ErrCallNotAvailable': return new CallFailure('over');
        case 'ErrUserNotAvailable':
        case 'ErrEncryptedAESKeyMissed': return new CallFailure('notAvailable');
        default: return new CallFailure('server', error.text);
        }
    }
}
