import { withCheck } from '../features/devices/check-actions.js';
import { withPermissions } from '../features/permissions/permission-actions.js';

/** @typedef {ReturnType<typeof import('../features/calls/call-actions.js').callActions>} Calls */
/**
 * @typedef {object} PreparationParts
 * @property {import('../state/store.js').Store<import('../state/state.js').State>} store
 * @property {Pick<ReturnType<typeof import('../features/permissions/permission-actions.js').permissionActions>, 'before'>} permissions
 * @property {Pick<ReturnType<typeof import('../features/devices/check-actions.js').checkActions>, 'beforeCall'>} check
 * @property {() => boolean} canCall whether this browser can make calls
 */

/**
 * Explains permissions and checks devices before a call. In a browser that cannot make calls, a call starts at once and fails with the
 * reason, so that nobody is asked for a microphone in vain.
 * @param {Pick<Calls, 'call' | 'callPeople' | 'callAgain' | 'answer'>} calls
 * @param {PreparationParts} parts
 */
export function callPreparation(calls, { store, permissions, check, canCall }) {
    return {
        placing: canCall() ? withPermissions(withCheck(calls, check.beforeCall), store, permissions.before) : calls,
        /** @type {import('../features/calls/link/join-call-actions.js').JoinParts['before']} */
        beforeJoining(planned, ask) {
            if (!canCall()) return ask();
            return void permissions.before(planned.isVideo ? ['microphone', 'camera'] : ['microphone'], () => check.beforeCall(planned, ask), { isNeeded: false });
        },
    };
}
