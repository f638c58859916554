/**
 * @typedef {{ id: number, room: number, caller: number, callerDevice: number, callerName: string, isVideo: boolean, videoCodec: 'h264' | 'vp8' }} IncomingCall
 */
/** @typedef {'hungUp' | 'remoteHungUp' | 'declined' | 'notAnswered' | 'answeredElsewhere' | 'cancelled' | 'connectionLost' | 'failed'} CallEndReason */
/**
 * @typedef {{ name: 'idle' } | { name: 'inviting' } | { name: 'ringingOut', id: number } | { name: 'ringingIn', id: number, call: IncomingCall }
 *   | { name: 'joining', id: number } | { name: 'inCall', id: number }
 *   | { name: 'ending', id: number | null, reason: CallEndReason, problem: string | null }} CallState
 */
/**
 * @typedef {{ type: 'placed' | 'answered' | 'declined' | 'hungUp' | 'connectionLost' | 'tornDown' } | { type: 'invited', call: IncomingCall }
 *   | { type: 'remoteJoined' | 'ended' | 'cancelled' | 'started' | 'joined' | 'ringTimedOut', id: number } | { type: 'failed', problem: string }} CallEvent
 */
/**
 * @typedef {{ type: 'announceIncoming', call: IncomingCall } | { type: 'announceRinging' | 'startRingTimer' | 'tellServer' | 'refuse', id: number }
 *   | { type: 'stopRingTimer' | 'tearDown' } | { type: 'announceEnded', id: number | null, reason: CallEndReason, problem: string | null }} CallAction
 */

const aboutTheCurrentCall = new Set(['remoteJoined', 'ended', 'cancelled', 'joined', 'ringTimedOut']);

/** What a call is and becomes on one device: pure, the twin of CallStateMachine.swift. */
export class CallMachine {
    /** @type {CallState} */
    state = { name: 'idle' };

    /** The call that the device rings for or takes part in. */
    get currentCall() { return 'id' in this.state ? this.state.id : null; }
    get isIdle() { return this.state.name === 'idle'; }

    /**
     * @param {CallEvent} event
     * @returns {CallAction[]}
     */
    handle(event) {
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
        case 'declined':
            return state.name === 'ringingIn' ? [{ type: 'stopRingTimer' }, { type: 'tellServer', id: state.id }, ...this.#end('declined')] : [];
        case 'hungUp': return this.#hungUp();
        case 'invited': return this.#invited(event.call);
        case 'remoteJoined':
            if (state.name === 'ringingOut') this.state = { name: 'inCall', id: state.id };
            return [];
        case 'ended': return this.#ended('ended');
        case 'cancelled': return this.#ended('cancelled');
        case 'started':
            if (state.name !== 'inviting') return [];
            this.state = { name: 'ringingOut', id: event.id };
            return [{ type: 'announceRinging', id: event.id }];
        case 'joined':
            if (state.name === 'joining') this.state = { name: 'inCall', id: state.id };
            return [];
        case 'ringTimedOut':
            return state.name === 'ringingIn' ? [{ type: 'tellServer', id: state.id }, ...this.#end('notAnswered')] : [];
        case 'failed': return this.#failed(event.problem);
        case 'connectionLost':
            return state.name === 'joining' || state.name === 'inCall' || state.name === 'ringingOut'
                ? [{ type: 'tellServer', id: state.id }, ...this.#end('connectionLost')] : [];
        case 'tornDown':
            if (state.name !== 'ending') return [];
            this.state = { name: 'idle' };
            return [{ type: 'announceEnded', id: state.id, reason: state.reason, problem: state.problem }];
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
        return call.id === this.currentCall ? [] : [{ type: 'refuse', id: call.id }];
    }

    /**
     * @param {'ended' | 'cancelled'} type
     * @returns {CallAction[]}
     */
    #ended(type) {
        const isEnded = type === 'ended';
        switch (this.state.name) {
        case 'ringingIn': return [{ type: 'stopRingTimer' }, ...this.#end(isEnded ? 'cancelled' : 'answeredElsewhere')];
        case 'ringingOut': return isEnded ? this.#end('declined') : [];
        case 'joining':
        case 'inCall': return this.#end(isEnded ? 'remoteHungUp' : 'answeredElsewhere');
        default: return [];
        }
    }

    /**
     * @param {string} problem
     * @returns {CallAction[]}
     */
    #failed(problem) {
        const { state } = this;
        if (state.name === 'inviting') return this.#end('failed', problem);
        return state.name === 'ringingOut' || state.name === 'joining' || state.name === 'inCall'
            ? [{ type: 'tellServer', id: state.id }, ...this.#end('failed', problem)] : [];
    }

    /**
     * @param {CallEndReason} reason
     * @param {string | null} [problem]
     * @returns {CallAction[]}
     */
    #end(reason, problem = null) {
        this.state = { name: 'ending', id: this.currentCall, reason, problem };
        return [{ type: 'tearDown' }];
    }
}
