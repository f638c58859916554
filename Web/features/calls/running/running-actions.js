import { text } from '../../../texts/text.js';
import { namesOf } from '../../../texts/names.js';
import { newCall } from '../call-state.js';
import { newView } from '../stage/call-view.js';
import { leftAt } from './left-call.js';
import { notify } from '../../../state/notices.js';
import { problemOf } from '../../../state/problem.js';
import { ShownCall } from '../call-actions.js';

/** @typedef {import('../../../state/store.js').Store<import('../../../state/state.js').State>} PageStore */
/** @typedef {import('../../../calls/lifecycle/running-call.js').RunningCall} RunningCall */

/**
 * In milliseconds: how long the server keeps the seat of a device that announced its leave, and how long this page keeps one that was lost
 * without an announcement (docs/decisions/0047-a-call-outlives-its-line.md).
 */
const [leavingTime, lostTime] = [15_000, 60_000];
/** In milliseconds: the polling interval for changes that aren't announced. */
const lookTime = 5000;

/**
 * A call of the person that this page is not in: shown as long as they can return to it.
 * @param {PageStore} store
 * @param {import('../../../state/here.js').Reach<'calls'>} here
 * @param {import('../../../media/clock.js').Clock} clock
 * @param {(id: number) => number | null} [left] when it was left
 * @param {() => Promise<void> | void} [over] this device has no place in it any more; fetches the history, which says whether others go on
 */
export function runningActions(store, here, clock, left = leftAt, over = () => {}) {
    const shown = new ShownCall(store, clock);
    let callOff = () => {};
    /** The deadline of returning to a call: it doesn't restart as the call is found again. */
    let promised = { id: 0, until: 0 };
    /**
     * @param {import('../call-state.js').RunningState | null} running
     * @param {number} [least] in milliseconds: the least delay of the next look
     */
    const set = (running, least = 0) => {
        callOff();
        const wasThere = store.state.running !== null;
        store.set({ running });
        if (running) callOff = clock.after(Math.max(least, waitFor(running)), () => void watch());
        return wasThere && running === null ? over() : undefined;
    };
    /**
     * This device has lost its seat. A call that continues without it is offered from then on; the end of one that is over is announced.
     * @param {import('../call-state.js').RunningState} before
     */
    const lost = async (before) => {
        await set(null);
        const goesOn = store.state.history.all.calls?.some(({ id, result }) => id === before.id && result === 'running');
        if (!goesOn) notify(store, text('running.over', { names: namesOf(before.people) }));
    };
    const waitFor = (/** @type {import('../call-state.js').RunningState} */ { until }) => Math.max(0, Math.min(lookTime, (until ?? Infinity) - clock.date()));
    const watch = async () => {
        const { running, call } = store.state;
        const calls = here.signedIn?.calls;
        if (!running || !calls) return;
        if (running.until !== null && running.until <= clock.date() && !running.isBusy && call === null) return leave(running, true);
        // The result arrives as an event, but not while a call is running here, or if the server doesn't answer.
        callOff = clock.after(lookTime, () => void watch());
        await calls.look();
    };
    /**
     * @param {import('../call-state.js').RunningState} running
     * @param {boolean} [isByItself] the person hasn't asked for it
     */
    const leave = async (running, isByItself = false) => {
        const calls = here.signedIn?.calls;
        if (!calls || running.isBusy) return;
        set({ ...running, isBusy: true });
        try {
            await calls.leaveRunning(running.id, isByItself ? 'connection_lost' : undefined);
            if (isByItself) await lost(running);
            else set(null);
            // Another may wait for it.
            if (store.state.onHold) await calls.look();
        } catch (error) {
            if (!isByItself) notify(store, problemOf(error).message, 'bad');
            // It can be retried as long as the server keeps the seat.
            set({ ...running, isBusy: false }, lookTime);
        }
    };
    /** @param {Pick<RunningCall, 'id' | 'people' | 'isVideo'>} running */
    const returnTo = async ({ id, people, isVideo }) => {
        const calls = here.signedIn?.calls;
        // A call that waits may still be shown as it was before.
        if (!calls || (shown.state && shown.state.phase !== 'ended' && shown.state.id !== store.state.onHold?.id)) return;
        const { userId = 0, name = '' } = people[0] ?? {};
        shown.begin(newCall({ phase: 'joining', id, peer: { userId, name }, isVideo, isOutgoing: false, isReturn: true, view: newView(shown.state?.view) }));
        shown.open(id);
        try {
            const { callMediaType, connectedAt } = await calls.resume(id);
            const startedAt = connectedAt === undefined ? null : Math.min(Date.parse(connectedAt), clock.date());
            if (shown.state?.id === id && shown.state.phase === 'inCall') shown.update({ isVideo: callMediaType === 'video', startedAt: startedAt ?? shown.state.startedAt });
            set(null);
        } catch (error) {
            const problem = problemOf(error);
            notReturned(problem, id);
            // Checks whether there still is one, and reports it once.
            set(null);
            over();
            if (problem.code === 'over' && store.state.onHold) returnToHeld();
            else await calls.look();
        }
    };
    /**
     * @param {import('../../../state/state.js').Problem} problem
     * @param {number} id
     */
    const notReturned = ({ code, message }, id) => {
        // A call that was entered reports its end itself, and that may have led to another.
        if (shown.state?.id !== id || shown.state.phase === 'ended') return;
        shown.close();
        if (code !== 'noCall') notify(store, code === 'elsewhere' ? text('running.held') : message, 'bad');
    };
    /** The person is in no other call any more: they return to the waiting one, if it is known here. */
    const returnToHeld = () => {
        const { onHold } = store.state;
        // This page may have been reloaded since one was put on hold.
        if (!onHold) return void here.signedIn?.calls.look();
        store.set({ onHold: null });
        // The page may still show it as it was before it waited.
        if (shown.state?.id === onHold.id) shown.close();
        return void returnTo(onHold);
    };
    return {
        returnToCall: () => { if (store.state.running) void returnTo(store.state.running); },
        leaveRunning: () => { if (store.state.running) void leave(store.state.running); },
        returnToHeld, returnTo,
        joinAgain: (/** @type {Pick<RunningCall, 'id' | 'people' | 'isVideo'>} */ call) => void returnTo(call),
        /**
         * The server was asked whether there is one.
         * @param {RunningCall | null} call
         */
        found(call) {
            const before = store.state.running;
            // There is no other left: it is offered.
            if (call?.isOnHold && call.id === store.state.onHold?.id) store.set({ onHold: null });
            if (call === null) {
                if (before?.place === 'here' && !before.isBusy) void lost(before);
                else set(null);
                return;
            }
            set({ ...call, until: call.place === 'here' && !call.isOnHold ? deadline(call.id) : null, isBusy: before?.id === call.id && before.isBusy });
        },
        /** There was news about calls: the shown one may be over. */
        async lookAgain() { if (store.state.running) await here.signedIn?.calls.look(); },
    };

    /** @param {number} id */
    function deadline(id) {
        if (promised.id !== id) {
            const at = left(id);
            promised = { id, until: at === null ? clock.date() + lostTime : at + leavingTime };
        }
        return promised.until;
    }
}
