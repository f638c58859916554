import { facingOf } from '../../media/device-choice.js';

/** @typedef {{ id: string, name: string, facing: import('../../media/device-choice.js').Facing | null }} UsedDevice what a call takes sound or pictures with */

/**
 * @param {MediaStreamTrack | null} track
 * @returns {UsedDevice | null}
 */
export function usedDevice(track) {
    if (track === null) return null;
    const { deviceId = '', facingMode } = track.getSettings?.() ?? {};
    const name = track.label ?? '';
    return { id: deviceId, name, facing: facingOf({ facingMode, label: name }) };
}

/**
 * Whether people expect to see themselves as in a mirror. The picture of a camera that points away from them is not mirrored. Only the own
 * picture is affected.
 * @param {Pick<UsedDevice, 'facing'> | null | undefined} camera
 */
export const isMirrored = (camera) => camera?.facing !== 'environment';
