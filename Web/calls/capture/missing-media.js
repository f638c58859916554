/** @typedef {'microphone' | 'camera'} Device */
/** @typedef {'denied' | 'notFound' | 'notReadable' | 'unplugged'} Why */

/**
 * Why the browser gave no microphone or camera.
 * @param {unknown} error what `getUserMedia` threw
 * @returns {Why}
 */
export function whyMissing(error) {
    const { name } = /** @type {DOMException} */ (error ?? {});
    if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
    return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'notFound' : 'notReadable';
}

/** @type {Record<Why, [what: string, remedy: string]>} */
const parts = {
    denied: ['may not be used', 'Allow it in the browser'],
    notFound: ['was not found', 'Connect one'],
    notReadable: ['could not be started', 'Close what else uses it'],
    unplugged: ['was disconnected', 'Connect one'],
};
const names = { microphone: 'The microphone', camera: 'The camera' };
const effects = { microphone: 'You are not heard.', camera: 'You are not seen.' };
const buttons = { microphone: 'press Unmute', camera: 'press Camera on' };

/**
 * What a call goes on without, said once: what is missing, what that means, what to do; '' when nothing is.
 * @param {Partial<Record<Device, Why>>} lacks
 */
export function missingSentence({ microphone, camera }) {
    if (microphone && camera && microphone === camera) {
        const [what, remedy] = parts[microphone];
        const both = what.replace(/^was/, 'were');
        return `Microphone and camera ${both}. You are neither heard nor seen. ${remedy.replace(/\bit\b/, 'them').replace('one', 'them')}, then press Unmute or Camera on.`;
    }
    return [microphone ? sentence('microphone', microphone) : '', camera ? sentence('camera', camera) : ''].filter((text) => text !== '').join(' ');
}

/**
 * @param {Device} device
 * @param {Why} why
 */
const sentence = (device, why) => `${names[device]} ${parts[why][0]}. ${effects[device]} ${parts[why][1]}, then ${buttons[device]}.`;

/**
 * Why a device that was asked for in a call does not come.
 * @param {Device} device
 * @param {Why} why
 */
export const cannotOpen = (device, why) => `${names[device]} ${parts[why][0]}. ${parts[why][1]}, then try again.`;
