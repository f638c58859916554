import { h } from '../../dom/h.js';
import { watchLevel } from '../../media/level.js';
import { text } from '../../texts/text.js';

/** @type {WeakMap<Element, () => void>} */
const ends = new WeakMap();

/**
 * The level of a microphone, as a bar. It moves without redrawing the page.
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
    // Rounded to steps, which is precise enough for a screen reader that is asked now and then.
    element.setAttribute('aria-valuenow', String(Math.round(level * 10) * 10));
}
