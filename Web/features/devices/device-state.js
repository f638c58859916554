/** @typedef {import('../../media/device-choice.js').Device} Device */
/** @typedef {import('../../media/device-choice.js').DeviceKind} DeviceKind */
/** @typedef {import('../../state/state.js').State} State */
/**
 * @typedef {object} DeviceState
 * @property {Record<DeviceKind, Device[] | null>} found null: the browser hides which there are
 * @property {Record<DeviceKind, Device | null>} chosen may be absent now; null: the system's default
 * @property {boolean} isTouch
 * @property {boolean} isTurned the person has gone to the camera on the other side, for this call
 * @property {DeviceKind | null} switching
 * @property {Record<DeviceKind | 'loudspeaker', import('../../state/state.js').Words | null>} problems why the one that was chosen is not used
 * @property {boolean} isShown the choice in the call
 * @property {boolean} checksFirst the person looks at their picture and level before each call
 * @property {import('../../media/track-effects.js').Effects} effects the effects that the person has switched, which devices are opened with
 * @property {boolean} isSounding the loudspeaker is tested
 * @property {CheckState | null} check null: nothing is on for it
 */
/**
 * A picture and level that no one else sees or hears.
 * @typedef {object} CheckState
 * @property {'settings' | 'incoming' | 'before'} place
 * @property {'starting' | 'on'} status
 * @property {boolean} hasCamera whether the camera is wanted
 * @property {MediaStream | null} stream
 * @property {Record<DeviceKind, import('../../calls/capture/used-device.js').UsedDevice | null>} used
 * @property {PlannedCall | null} planned the call that is placed next
 */
/** @typedef {{ people: { userId: number, name: string }[], isVideo: boolean }} PlannedCall */

/** @returns {DeviceState['problems']} */
export const noProblems = () => ({ microphone: null, camera: null, loudspeaker: null });

/** @returns {DeviceState} */
export const emptyDevices = () => ({
    found: { microphone: null, camera: null }, chosen: { microphone: null, camera: null }, isTouch: false, isTurned: false, switching: null,
    problems: noProblems(), isShown: false, checksFirst: false, effects: {}, isSounding: false, check: null,
});

/** @param {State['call']} call */
export const takesMedia = (call) => call !== null && !['incoming', 'ending', 'ended'].includes(call.phase);

/**
 * Whether a check may be on, according to what the page shows: nothing captures pictures that aren't shown.
 * @param {Pick<State, 'devices' | 'call' | 'route' | 'screen'>} state
 */
export function mayCheck({ devices: { check }, call, route, screen }) {
    if (check === null) return true;
    if (screen !== 'main') return false;
    // The camera is the same as the call's: this one stays open until the call's is, so that it need not start twice.
    if (check.place !== 'settings' && takesMedia(call)) return check.hasCamera && call?.isCameraOn === true && call.ownStream === null;
    if (check.place === 'incoming') return call?.phase === 'incoming';
    if (check.place === 'before') return check.planned !== null && (call === null || call.phase === 'ended');
    return !takesMedia(call) && route.name === 'settings' && route.page === 'sound';
}
