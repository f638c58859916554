import { h } from '../dom/h.js';

/**
 * The title of a screen. It takes the focus when the screen appears, so that reading and tabbing start there.
 * @param {import('../texts/text.js').Words} text
 * @param {{ key: string, id?: string, takesFocus?: boolean, level?: 1 | 2 }} options `level` 2 beside another title
 */
export function heading(text, { key, id, takesFocus = true, level = 1 }) {
    return h(`h${level}`, {
        key, id, class: 'heading', tabindex: '-1',
        mounted: takesFocus ? (/** @type {HTMLElement} */ element) => element.focus({ preventScroll: true }) : undefined,
    }, text);
}
