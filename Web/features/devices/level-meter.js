import { h } from '../../dom/h.js';
import { watchLevel } from '../../media/level.js';
import { text } from '../../texts/text.js';

/** @type {WeakMap<Element, () => void>} */
const ends = new WeakMap();

/**
 * How loud a microphone is, as a bar. It moves without the page being drawn.
 * @param {MediaStream | null} stream
 * @param {import('../../media/device-choice.js').Device | null} used which microphone that is; null: none
 */
export const levelMeter = (stream, used) => h('div', {
    class: 'level', key: `level-${used?.id ?? 'none'}-${used?.name ?? ''}`, role: 'meter', 'aria-label': text('capture.level'), 'aria-valuemin': '0', 'aria-valuemax': '100', 'aria-valuenow': '0',
    mounted: (/** @type {HTMLElement} */ element) => {
        const [track] = stream?.getAudioTracks() ?? [];
        if (track) ends.set(element, watchLevel(track, (level) => show(element, level)));
    },
    removed: (/** @type {Element} */ element) => ends.get(element)?.(),
}, h('div', { class: 'level-bar' }));

/**
 * @param {HTMLElement} element
 * @param {number} level
 */
function show(element, level) {
    element.style.setProperty('--level', level.toFixed(3));
    // Rounded to steps: for someone who asks for it now and then they are precise enough.
    element.setAttribute('aria-valuenow', String(Math.round(level * 10) * 10));
}
