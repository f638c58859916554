/**
 * What a session tells, for as long as it is the one of the device's call.
 * @param {object} controller
 * @param {() => number | null} controller.current the call that the session is of; null once it is another's turn
 * @param {(event: import('../model/call-event.js').CallEvent) => void} controller.notify
 * @param {(event: import('./call-machine.js').MachineEvent) => void} controller.perform
 * @param {(event: import('./call-machine.js').MachineEvent) => void} controller.endsSoon
 * @param {(failure: import('../model/call-failure.js').CallFailure) => void} controller.fails
 * @param {() => boolean} controller.isCurrent
 * @returns {import('../call-session.js').SessionEvents}
 */
export function sessionEvents({ current, isCurrent, notify, perform, endsSoon, fails }) {
    const withCall = (/** @type {(id: number) => void} */ work) => {
        const id = current();
        if (isCurrent() && id !== null) work(id);
    };
    return {
        notify: (event) => { if (isCurrent()) notify({ callId: current(), ...event }); },
        remoteJoined: () => withCall((id) => perform({ type: 'remoteJoined', id })),
        over: (isElsewhere = false) => withCall((id) => endsSoon({ type: isElsewhere ? 'cancelled' : 'ended', id })),
        failed: (failure) => {
            if (!isCurrent()) return;
            if (failure.code === 'connectionLost') perform({ type: 'connectionLost' });
            else fails(failure);
        },
    };
}
