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
 * Whether people expect a mirror of it: what looks away from them is shown as it is. Only the own picture is turned round.
 * @param {Pick<UsedDevice, 'facing'> | null | undefined} camera
 */
export const isMirrored = (camera) => camera?.facing !== 'environment';
