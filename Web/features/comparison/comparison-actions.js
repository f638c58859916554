import { canCompare } from '../../contacts/contact-devices.js';
import { loadComparison, noteComparison } from './comparison.js';
import { fetching } from '../../state/fetching.js';
import { notify } from '../../state/notices.js';
import { problemOf } from '../../state/problem.js';

/** @typedef {import('../person/person-state.js').ComparisonState} ComparisonState */

/**
 * The number of this device and a contact's device is compared: by eye, read aloud, or by QR code.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {import('../../state/here.js').Reach<'session'>} here
 * @param {() => void} changed what is known of a device is another now
 */
export function comparisonActions(store, here, changed) {
    const fetched = fetching(() => here.signedIn?.session);
    const set = (/** @type {ComparisonState | null} */ comparison) => store.set({ comparison });
    const update = (/** @type {Partial<ComparisonState>} */ change) => store.set(({ comparison }) => ({ comparison: comparison && { ...comparison, ...change } }));
    const load = async () => {
        const { comparison } = store.state;
        if (!here.signedIn || !comparison) return;
        const { userId, deviceId } = comparison;
        update({ status: 'loading', problem: null });
        const outcome = await fetched('comparison', (from) => loadComparison(from, userId, deviceId));
        if (!outcome) return;
        update(outcome);
        await judgeCode();
    };
    /** A scanned code is judged once the expected one is known. */
    const judgeCode = async () => {
        const { comparison } = store.state;
        if (!comparison?.value || comparison.code === null) return;
        const isSame = comparison.code === comparison.value.expected;
        update({ code: null, differs: isSame ? null : 'scanned' });
        if (isSame) await note(true);
    };
    const note = async (/** @type {boolean} */ isVerified) => {
        const [from, { comparison }] = [here.signedIn?.session, store.state];
        if (!from || !comparison?.value || !canCompare(comparison.value.trust)) return;
        try {
            const value = await noteComparison(from, comparison.value, isVerified);
            if (store.state.comparison?.value === comparison.value) {
                // A difference that was found isn't undone by declaring that they match.
                if (value) update(isVerified ? { value, differs: null } : { value });
                else void load();
            }
            changed();
        } catch (error) {
            notify(store, problemOf(error).message, 'bad');
        }
    };
    const differ = async () => {
        const value = store.state.comparison?.value;
        if (!value || !canCompare(value.trust)) return;
        update({ differs: 'said' });
        if (value.trust === 'verified') await note(false);
    };
    return {
        loadComparison: () => void load(),
        numbersMatch: () => void note(true),
        /** The person found them to be different: an existing verification is withdrawn. */
        numbersDiffer: () => void differ(),
        compareAgain: () => update({ differs: null }),
        forgetComparison: () => void note(false),
        /** The target of the route is reloaded, with the code that was scanned for it. */
        lookAtComparison() {
            const { route, comparison } = store.state;
            if (route.name !== 'contact' || route.device === undefined) return comparison && set(null);
            if (comparison?.userId === route.id && comparison.deviceId === route.device) return undefined;
            set({ userId: route.id, deviceId: route.device, status: 'loading', value: null, problem: null, code: null, differs: null });
            return void load();
        },
        /**
         * A code of a contact's device was scanned, which opens its comparison.
         * @param {import('../scan/scanned-code.js').DeviceOf} device
         * @param {string} code
         * @param {(route: import('../../state/state.js').Route) => void} go
         */
        compareScanned({ userId, deviceId }, code, go) {
            set({ userId, deviceId, status: 'loading', value: null, problem: null, code, differs: null });
            go({ name: 'contact', id: userId, device: deviceId });
            void load();
        },
    };
}
