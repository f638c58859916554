/** @typedef {import('./device-choice.js').DeviceKind} DeviceKind */
/**
 * The effects that a browser or its system applies to pictures and sound before the page gets them
 * (https://www.w3.org/TR/mediacapture-extensions/, https://www.w3.org/TR/mediacapture-streams/).
 * @typedef {'backgroundBlur' | 'noiseSuppression' | 'voiceIsolation'} Effect
 */
/** @typedef {Partial<Record<Effect, boolean>>} Effects */

/** @type {Readonly<Record<DeviceKind, readonly Effect[]>>} */
const names = Object.freeze({ microphone: ['noiseSuppression', 'voiceIsolation'], camera: ['backgroundBlur'] });

/**
 * The device whose track has the effect.
 * @param {Effect} effect
 * @returns {DeviceKind}
 */
export const deviceOfEffect = (effect) => (names.camera.includes(effect) ? 'camera' : 'microphone');

/**
 * The effects that can be switched on this track, and whether they are on, as the track reports. An effect that the system has fixed is
 * not among them.
 * @param {MediaStreamTrack | null} track
 * @returns {Effects}
 */
export function effectsOf(track) {
    if (track === null) return {};
    // TypeScript's library doesn't declare all of them.
    const capabilities = /** @type {Record<string, unknown>} */ (track.getCapabilities?.() ?? {});
    const settings = /** @type {Record<string, unknown>} */ (track.getSettings?.() ?? {});
    const found = names[track.kind === 'audio' ? 'microphone' : 'camera'].filter((effect) => canSwitch(capabilities[effect]));
    return Object.fromEntries(found.map((effect) => [effect, settings[effect] === true]));
}

/** @param {unknown} values */
const canSwitch = (values) => Array.isArray(values) && values.includes(true) && values.includes(false);

/**
 * The constraints with the effects that the person has chosen. A device without an effect opens all the same.
 * @param {MediaStreamConstraints} constraints
 * @param {Effects} chosen
 * @returns {MediaStreamConstraints}
 */
export function withEffects({ audio, video, ...rest }, chosen) {
    return { ...rest, ...(audio === undefined ? {} : { audio: withThose(audio, 'microphone', chosen) }), ...(video === undefined ? {} : { video: withThose(video, 'camera', chosen) }) };
}

/**
 * @param {MediaTrackConstraints | boolean} constraints
 * @param {DeviceKind} device
 * @param {Effects} chosen
 */
function withThose(constraints, device, chosen) {
    if (typeof constraints === 'boolean') return constraints;
    return { ...constraints, ...Object.fromEntries(names[device].filter((effect) => chosen[effect] !== undefined).map((effect) => [effect, chosen[effect]])) };
}

/**
 * Switches an effect of a track. Some browsers accept the constraint of a running track and ignore it, so the track's settings decide.
 * @param {MediaStreamTrack} track
 * @param {Effect} effect
 * @param {boolean} isOn
 * @returns {Promise<boolean>} whether the track reports what was asked for
 */
export async function switchEffect(track, effect, isOn) {
    try {
        // Applied constraints replace those that the track was opened with.
        await track.applyConstraints({ ...track.getConstraints(), [effect]: isOn });
    } catch {
        // Its settings tell.
    }
    return effectsOf(track)[effect] === isOn;
}

/**
 * Calls back once the browser or the system has changed what a track can do, or does: a person may switch effects there as well.
 * @param {MediaStreamTrack} track
 * @param {() => void} changed
 */
export function whenConfigured(track, changed) {
    // TypeScript's library doesn't declare the event.
    /** @type {MediaStreamTrack & { onconfigurationchange?: () => void }} */ (track).onconfigurationchange = changed;
}

/**
 * The kept choices, as far as they are valid.
 * @param {unknown} kept
 * @returns {Effects}
 */
export function keptEffects(kept) {
    const found = /** @type {Record<string, unknown>} */ (typeof kept === 'object' && kept !== null ? kept : {});
    return Object.fromEntries(Object.values(names).flat().filter((effect) => typeof found[effect] === 'boolean').map((effect) => [effect, found[effect] === true]));
}
