/** @typedef {{ id: string, name: string }} Device the name is empty where the browser tells none */
/** @typedef {'microphone' | 'camera'} DeviceKind */
/** @typedef {'user' | 'environment'} Facing which way a camera of a phone looks: at the person, or away */
/** @typedef {{ id: string } | { facing: Facing } | null} Wish the device that the browser is asked for; null: the system's default */

/** @type {Record<DeviceKind, MediaDeviceKind>} */
const kinds = { microphone: 'audioinput', camera: 'videoinput' };
/** Chromium lists the system's default devices a second time, under special IDs. */
const aliases = ['default', 'communications'];

/**
 * The devices of a kind, each once; null if the browser hides them.
 * @param {Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[]} devices
 * @param {DeviceKind} kind
 * @returns {Device[] | null}
 */
export function devicesAmong(devices, kind) {
    const all = devices.filter((device) => device.kind === kinds[kind]);
    const told = all.filter(({ deviceId }) => deviceId !== '');
    if (told.length === 0 && all.length > 0) return null;
    return told.filter(({ deviceId }) => !aliases.includes(deviceId)).map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

/**
 * The stored choice, if it is valid.
 * @param {unknown} kept
 * @returns {Device | null}
 */
export function deviceOf(kept) {
    const { id, name } = /** @type {Partial<Device>} */ (kept ?? {});
    return typeof id === 'string' && id !== '' && typeof name === 'string' ? { id, name } : null;
}

/**
 * The chosen device as it is listed now: browsers sometimes change a device's ID, but not its name.
 * @template {Device} Found
 * @param {Found[]} found
 * @param {Device | null} chosen
 * @returns {Found | null}
 */
export function matching(found, chosen) {
    if (chosen === null) return null;
    return found.find(({ id }) => id === chosen.id) ?? found.find(({ name }) => name !== '' && name === chosen.name) ?? null;
}

/**
 * The constraint for the browser: an absent device isn't asked for.
 * @param {Device[] | null} found null: it is hidden
 * @param {Device | null} chosen
 * @returns {Wish}
 */
export function wishFor(found, chosen) {
    if (chosen === null) return null;
    if (found === null) return { id: chosen.id };
    const there = matching(found, chosen);
    return there && { id: there.id };
}

/**
 * The chosen device to which a call must return, because it is present again and another one is in use; null if nothing must change.
 * @param {Device[] | null} found
 * @param {Device | null} chosen
 * @param {Device | null} used null: none is
 * @returns {Device | null}
 */
export function deviceToReturnTo(found, chosen, used) {
    if (found === null || chosen === null || used === null || isSame(chosen, used)) return null;
    const there = matching(found, chosen);
    return there === null || isSame(there, used) ? null : there;
}

/**
 * Whether the chosen device is known to be absent while another one is in use.
 * @param {Device[] | null} found
 * @param {Device | null} chosen
 * @param {Device | null} used
 */
export const isReplaced = (found, chosen, used) => found !== null && found.length > 0 && chosen !== null && used !== null && matching(found, chosen) === null;

/**
 * @param {Device} one
 * @param {Device} other
 */
const isSame = (one, other) => one.id === other.id || (one.name !== '' && one.name === other.name && (one.id === '' || other.id === ''));

/**
 * The facing mode of a camera; null if unknown, as for most that aren't part of a phone.
 * @param {{ facingMode?: string, label?: string }} camera
 * @returns {Facing | null}
 */
export function facingOf({ facingMode, label = '' }) {
    if (facingMode === 'user' || facingMode === 'environment') return facingMode;
    if (/\b(back|rear|environment)\b/i.test(label)) return 'environment';
    return /\b(front|user)\b/i.test(label) ? 'user' : null;
}

/**
 * Whether there is a camera facing the other way, for which a phone shows a button.
 * @param {{ isTouch: boolean, cameras: Device[] | null }} device
 */
export const canFlip = ({ isTouch, cameras }) => isTouch && (cameras?.length ?? 0) > 1;

/**
 * The cameras to try in turn when flipping: one facing the other way, or the next one if facing modes are unknown.
 * @param {Device[]} cameras
 * @param {Device & { facing: Facing | null }} used
 * @returns {Exclude<Wish, null>[]}
 */
export function waysToFlip(cameras, used) {
    const next = cameras[(cameras.findIndex(({ id }) => id === used.id) + 1) % cameras.length];
    const facing = used.facing === 'environment' ? 'user' : 'environment';
    return [{ facing }, ...(next && next.id !== used.id ? [{ id: next.id }] : [])];
}

/**
 * The constraints for a choice. `must`: no other device is accepted.
 * @param {Wish} wish
 * @param {'must' | 'may'} [how]
 * @returns {MediaTrackConstraints}
 */
export function constraintsOf(wish, how = 'may') {
    if (wish === null) return {};
    const strength = how === 'must' ? 'exact' : 'ideal';
    return 'id' in wish ? { deviceId: { [strength]: wish.id } } : { facingMode: { [strength]: wish.facing } };
}
