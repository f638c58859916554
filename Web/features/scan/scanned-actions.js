import { judgeScanned } from './scanned-code.js';
import { knownName } from '../person/person-state.js';
import { aimOf } from '../../state/routes.js';

/** @typedef {import('../../state/state.js').Route} Route */
/** @typedef {(code: string, go: (route: Route) => void) => void} Leading */
/**
 * The recipients of a code that is compared: for a contact's device, or for an own one.
 * @typedef {{ contact(device: import('./scanned-code.js').DeviceOf, ...rest: Parameters<Leading>): void, own(deviceId: number, ...rest: Parameters<Leading>): void }} Comparisons
 */

/**
 * A scanned code that is compared opens the matching comparison.
 * @param {import('../../state/state.js').State} state
 * @param {string} code
 * @param {Comparisons} comparisons
 * @param {(route: Route) => void} go
 * @returns {import('./scan-state.js').ScanProblem | 'taken' | null} why it is not the one that is looked for; null: it may be something else than a
 *     code to compare
 */
export function takeScanned(state, code, comparisons, go) {
    const own = state.account;
    if (!own) return null;
    const scanned = judgeScanned(code, { own, aim: state.route.name === 'scan' ? aimOf(state.route) : null, nameOf: (user) => knownName(state, user) });
    if (!scanned) return null;
    if ('problem' in scanned) return scanned.problem;
    if (scanned.compares === 'own') comparisons.own(scanned.device.deviceId, code, go);
    else comparisons.contact(scanned.device, code, go);
    return 'taken';
}
