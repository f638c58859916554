/** @typedef {import('./permissions.js').PermissionKind} PermissionKind */
/**
 * @typedef {object} PermissionState
 * @property {Record<PermissionKind, import('./permissions.js').Permission>} known
 * @property {import('./browser-family.js').BrowserFamily} family whose ways to undo a refusal apply
 * @property {PermissionKind | null} asking the browser asks now
 * @property {PermissionDialog | null} dialog
 */
/**
 * Why the browser will ask, or how to undo a refusal; `goesOn`: an action waits for the answer.
 * @typedef {{ about: 'explain' | 'refused', devices: ('microphone' | 'camera')[], goesOn: boolean }} PermissionDialog
 */

/** @returns {PermissionState} */
export const emptyPermissions = () => ({
    known: { microphone: 'prompt', camera: 'prompt', notifications: 'prompt' }, family: 'other', asking: null, dialog: null,
});
