import { h } from '../dom/h.js';

/**
 * The title of a screen; takes the focus when the screen comes, so that reading and tabbing start there.
 * @param {string} text
 * @param {{ key: string, id?: string, takesFocus?: boolean }} options
 */
export function heading(text, { key, id, takesFocus = true }) {
    return h('h1', {
        key, id, class: 'heading', tabindex: '-1',
        mounted: takesFocus ? (/** @type {HTMLElement} */ element) => element.focus({ preventScroll: true }) : undefined,
    }, text);
}
