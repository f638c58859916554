import { notify } from '../../../state/notices.js';
import { text } from '../../../texts/text.js';
import { keptBy, promisesIn, withPromise, without } from './promises.js';

/** @typedef {import('./promises.js').CallPromise} CallPromise */

const minute = 60_000;
/** In milliseconds: how long the reminder is shown; its row in the list of calls stays. */
const shownTime = 60_000;

/**
 * The calls that the person has promised: stored on this device, with a reminder when they are due.
 * @param {import('../../../state/store.js').Store<import('../../../state/state.js').State>} store
 * @param {import('../../../state/here.js').Reach<'session'>} here
 * @param {import('../../../media/clock.js').Clock} clock
 * @param {(promise: CallPromise) => void} [remind] shows it outside of the page, if that is hidden
 */
export function promiseActions(store, here, clock, remind = () => {}) {
    let callOff = () => {};
    const set = (/** @type {CallPromise[]} */ promises) => {
        store.set({ promises });
        here.signedIn?.session.database.put('promises', promises).catch(() => {});
        wait();
    };
    const wait = () => {
        callOff();
        const next = store.state.promises.find(({ isTold }) => !isTold);
        callOff = next ? clock.after(Math.max(0, next.at - clock.date()), tell) : () => {};
    };
    const tell = () => {
        const due = store.state.promises.filter(({ at, isTold }) => !isTold && at <= clock.date());
        // In a call, the reminder waits for its end.
        if (store.state.call !== null || due.length === 0) return;
        for (const promise of due) {
            const { userId, name } = promise;
            notify(store, text('promise.due', { name: name || text('common.somebody') }), 'plain', shownTime, false, { act: { label: text('call.callBack'), action: 'call', userId, name } });
            remind(promise);
        }
        set(store.state.promises.map((one) => (due.includes(one) ? { ...one, isTold: true } : one)));
    };
    return {
        /**
         * @param {import('../people/people-state.js').Named} person
         * @param {number} minutes
         */
        promised: ({ userId, name }, minutes) => { if (minutes > 0) set(withPromise(store.state.promises, { userId, name, at: clock.date() + minutes * minute, isTold: false })); },
        forgetPromise: (/** @type {number} */ userId) => set(without(store.state.promises, [userId])),
        async recallPromises() {
            const kept = await here.signedIn?.session.database.get('promises').catch(() => undefined);
            store.set({ promises: promisesIn(kept, clock.date()) });
            wait();
        },
        /** To be called with each change of the state. */
        lookAtPromises() {
            const { promises, call } = store.state;
            if (promises.length === 0) return;
            const kept = keptBy(call);
            if (promises.some(({ userId }) => kept.includes(userId))) set(without(promises, kept));
            else if (call === null && promises.some(({ at, isTold }) => !isTold && at <= clock.date())) tell();
        },
    };
}
