/**
 * A call that waits for an answer. Not verified: it was not signed by a device known as the caller's. `canReply`: a reply can be sent to
 * the caller on declining.
 * @typedef {{ id: number, room: number, caller: number, callerDevice: number, callerName: string, isVideo: boolean, videoCodec: 'h264' | 'vp8', isVerified: boolean, isNewDevice: boolean, canReply: boolean, doubt?: import('../../contacts/kept-people.js').NameDoubt | null, device?: import('../entry/invitation-check.js').CallerDevice }} IncomingCall
 */
/**
 * @typedef {'hungUp' | 'remoteHungUp' | 'remoteLost' | 'declined' | 'notAnswered' | 'busy' | 'answeredElsewhere' | 'declinedElsewhere' | 'cancelled' | 'connectionLost' | 'removed' | 'failed' | 'onHold'} CallEndReason
 */
/**
 * @typedef {{ name: 'idle' } | { name: 'inviting' } | { name: 'ringingOut', id: number } | { name: 'ringingIn', id: number, call: IncomingCall }
 *   | { name: 'joining', id: number } | { name: 'inCall', id: number }
 *   | { name: 'ending', id: number | null, reason: CallEndReason, problem: import('../../texts/text.js').Words | null }} CallState
 */
/**
 * @typedef {{ type: 'placed' | 'answered' | 'declined' | 'refused' | 'held' | 'hungUp' | 'abandoned' | 'connectionLost' | 'tornDown' } | { type: 'invited', call: IncomingCall }
 *   | { type: 'resumed' | 'remoteJoined' | 'joined' | 'ringTimedOut', id: number } | { type: 'started', id: number, rings?: boolean } | { type: 'ended' | 'cancelled', id: number, reason?: unknown, problem?: import('../../texts/text.js').Words }
 *   | { type: 'failed', problem: import('../../texts/text.js').Words, reason?: CallEndReason }} MachineEvent
 */
/**
 * @typedef {{ type: 'announceIncoming', call: IncomingCall } | { type: 'announceRinging', id: number, canRing: boolean } | { type: 'startRingTimer' | 'refuse', id: number }
 *   | { type: 'tellServer', id: number, reason?: 'no_answer' | 'connection_lost' }
 *   | { type: 'stopRingTimer' | 'tearDown' } | { type: 'announceEnded', id: number | null, reason: CallEndReason, problem: import('../../texts/text.js').Words | null }} CallAction
 */

const aboutTheCurrentCall = new Set(['remoteJoined', 'ended', 'cancelled', 'joined', 'ringTimedOut']);

/**
 * The meaning of the server's reason for an end, given what this device did. Older servers give no reason, and unknown ones may come: then
 * the signal alone decides.
 * @param {Record<string, CallEndReason>} reasons
 */
const meanings = (reasons) => new Map(Object.entries(reasons));
const called = meanings({ declined: 'declined', busy: 'busy', cancelled: 'cancelled' });
const rang = meanings({ no_answer: 'notAnswered', declined: 'declinedElsewhere', answered_elsewhere: 'answeredElsewhere', cancelled: 'cancelled', busy: 'cancelled' });
const talked = meanings({ connection_lost: 'remoteLost', removed: 'removed' });
/** Answered, but not in the call yet: the end may have been sent while the device was still ringing. */
const answering = new Map([...rang, ...talked]);

/**
 * The outcome of a call's end for a device that rings.
 * @param {'ended' | 'cancelled'} type
 * @param {unknown} [reason]
 * @returns {CallEndReason}
 */
export const endOfRing = (type, reason) => rang.get(String(reason ?? '')) ?? (type === 'ended' ? 'cancelled' : 'answeredElsewhere');
/** @param {CallEndReason | null} reason */
export const isMissed = (reason) => reason === 'notAnswered' || reason === 'cancelled';

/** The state of the call on one device. Pure, the twin of CallStateMachine.swift (`Tests/Vectors/call-machine.json`). */
export class CallMachine {
    /** @type {CallState} */
    state = { name: 'idle' };
    /**
     * @type {IncomingCall | null} an invitation that came while a call was being placed or torn down: it rings once that has failed or is over.
     *     So two people who call each other at once get one call, instead of finding each other busy
     */
    next = null;

    /** The call that the device rings for or takes part in. */
    get currentCall() { return 'id' in this.state ? this.state.id : null; }
    get isIdle() { return this.state.name === 'idle'; }

    /**
     * @param {MachineEvent} event
     * @returns {CallAction[]}
     */
    handle(event) {
        if ((event.type === 'ended' || event.type === 'cancelled') && event.id === this.next?.id) this.next = null;
        if (aboutTheCurrentCall.has(event.type) && 'id' in event && event.id !== this.currentCall) return [];
        const { state } = this;
        switch (event.type) {
        case 'placed':
            if (state.name !== 'idle') return [];
            this.state = { name: 'inviting' };
            return [];
        case 'answered':
            if (state.name !== 'ringingIn') return [];
            this.state = { name: 'joining', id: state.id };
            return [{ type: 'stopRingTimer' }];
        case 'resumed':
            if (state.name === 'idle') this.state = { name: 'joining', id: event.id };
            return [];
        // The server refused to admit this device to a call in progress: there is nothing to tear down.
        case 'refused':
            if (state.name === 'joining') this.state = { name: 'idle' };
            return [];
        // The call is on hold: the server knows, and no end is reported.
        case 'held': return state.name === 'inCall' ? this.#end('onHold') : [];
        case 'declined':
            return state.name === 'ringingIn' ? [{ type: 'stopRingTimer' }, { type: 'tellServer', id: state.id }, ...this.#end('declined')] : [];
        case 'hungUp': return this.#hungUp();
        // The page closes, the device remains: the call may ring on in another window.
        case 'abandoned':
            this.next = null;
            return state.name === 'ringingIn' ? [{ type: 'stopRingTimer' }, ...this.#end('cancelled')] : this.#hungUp();
        case 'invited': return this.#invited(event.call);
        case 'remoteJoined':
            if (state.name === 'ringingOut') this.state = { name: 'inCall', id: state.id };
            return [];
        case 'ended':
        case 'cancelled': return this.#ended(event.type, typeof event.reason === 'string' ? event.reason : '', event.problem);
        case 'started':
            if (state.name !== 'inviting') return [];
            this.state = { name: 'ringingOut', id: event.id };
            return [{ type: 'announceRinging', id: event.id, canRing: event.rings !== false }, ...this.#takeNext().map(({ id }) => ({ type: /** @type {const} */ ('refuse'), id }))];
        case 'joined':
            if (state.name === 'joining') this.state = { name: 'inCall', id: state.id };
            return [];
        case 'ringTimedOut':
            return state.name === 'ringingIn' ? [{ type: 'tellServer', id: state.id, reason: 'no_answer' }, ...this.#end('notAnswered')] : [];
        case 'failed': return this.#failed(event.problem, event.reason);
        case 'connectionLost':
            return state.name === 'joining' || state.name === 'inCall' || state.name === 'ringingOut'
                ? [{ type: 'tellServer', id: state.id, reason: 'connection_lost' }, ...this.#end('connectionLost')] : [];
        case 'tornDown':
            if (state.name !== 'ending') return [];
            this.state = { name: 'idle' };
            return [
                { type: 'announceEnded', id: state.id, reason: state.reason, problem: state.problem },
                ...this.#takeNext().flatMap((call) => this.#invited(call)),
            ];
        default: return [];
        }
    }

    /** @returns {CallAction[]} */
    #hungUp() {
        const { state } = this;
        switch (state.name) {
        case 'ringingIn': return [{ type: 'stopRingTimer' }, { type: 'tellServer', id: state.id }, ...this.#end('declined')];
        case 'ringingOut': return [{ type: 'tellServer', id: state.id }, ...this.#end('cancelled')];
        case 'joining':
        case 'inCall': return [{ type: 'tellServer', id: state.id }, ...this.#end('hungUp')];
        case 'inviting': return this.#end('cancelled');
        default: return [];
        }
    }

    /**
     * @param {IncomingCall} call
     * @returns {CallAction[]}
     */
    #invited(call) {
        if (this.isIdle) {
            this.state = { name: 'ringingIn', id: call.id, call };
            return [{ type: 'announceIncoming', call }, { type: 'startRingTimer', id: call.id }];
        }
        if (call.id === this.currentCall || call.id === this.next?.id) return [];
        if (this.next !== null || (this.state.name !== 'inviting' && this.state.name !== 'ending')) return [{ type: 'refuse', id: call.id }];
        this.next = call;
        return [];
    }

    #takeNext() {
        const next = this.next === null ? [] : [this.next];
        this.next = null;
        return next;
    }

    /**
     * @param {'ended' | 'cancelled'} type
     * @param {string} reason
     * @param {import('../../texts/text.js').Words} [problem] what to tell the person who was in the call
     * @returns {CallAction[]}
     */
    #ended(type, reason, problem) {
        const isEnded = type === 'ended';
        switch (this.state.name) {
        case 'ringingIn': return [{ type: 'stopRingTimer' }, ...this.#end(endOfRing(type, reason))];
        case 'ringingOut': return isEnded ? this.#end(called.get(reason) ?? 'notAnswered') : [];
        case 'joining': return this.#end(answering.get(reason) ?? (isEnded ? 'remoteHungUp' : 'answeredElsewhere'), problem);
        case 'inCall': return this.#end(talked.get(reason) ?? (isEnded ? 'remoteHungUp' : 'answeredElsewhere'), problem);
        default: return [];
        }
    }

    /**
     * @param {import('../../texts/text.js').Words} problem
     * @param {CallEndReason} [reason]
     * @returns {CallAction[]}
     */
    #failed(problem, reason = 'failed') {
        const { state } = this;
        if (state.name === 'inviting') return this.#end(reason, problem);
        return state.name === 'ringingOut' || state.name === 'joining' || state.name === 'inCall'
            ? [{ type: 'tellServer', id: state.id }, ...this.#end(reason, problem)] : [];
    }

    /**
     * @param {CallEndReason} reason
     * @param {import('../../texts/text.js').Words | null} [problem]
     * @returns {CallAction[]}
     */
    #end(reason, problem = null) {
        this.state = { name: 'ending', id: this.currentCall, reason, problem };
        return [{ type: 'tearDown' }];
    }
}
