import { facingOf } from '../../media/device-choice.js';
import { effectsOf } from '../../media/track-effects.js';

/**
 * The device that a call takes sound or pictures with, and the effects that can be switched on it.
 * @typedef {{ id: string, name: string, facing: import('../../media/device-choice.js').Facing | null, effects: import('../../media/track-effects.js').Effects }} UsedDevice
 */

/**
 * @param {MediaStreamTrack | null} track
 * @returns {UsedDevice | null}
 */
export function usedDevice(track) {
    if (track === null) return null;
    const { deviceId = '', facingMode } = track.getSettings?.() ?? {};
    const name = track.label ?? '';
    return { id: deviceId, name, facing: facingOf({ facingMode, label: name }), effects: effectsOf(track) };
}

/**
 * Whether people expect to see themselves as in a mirror. The picture of a camera that points away from them is not mirrored. Only the own
 * picture is affected.
 * @param {Pick<UsedDevice, 'facing'> | null | undefined} camera
 */
export const isMirrored = (camera) => camera?.facing !== 'environment';
