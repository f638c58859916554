import { h } from '../dom/h.js';

/**
 * A modal dialog: the browser keeps the focus inside and gives it back afterwards.
 * @param {object} options
 * @param {string} options.key
 * @param {string} options.labelledBy id of its title
 * @param {(() => void) | null} options.onDismiss what Escape does; null: nothing, there must be an answer
 * @param {string} [options.kind]
 * @param {'dialog' | 'alertdialog'} [options.role]
 * @param {import('../dom/h.js').Content[]} contents
 */
export function dialog({ key, labelledBy, onDismiss, kind = '', role = 'dialog' }, ...contents) {
    return h('dialog', {
        key, class: `dialog ${kind}`.trim(), role, 'aria-labelledby': labelledBy,
        mounted: (/** @type {HTMLDialogElement} */ element) => element.showModal(),
        removed: (/** @type {HTMLDialogElement} */ element) => element.close(),
        oncancel: (/** @type {Event} */ event) => {
            event.preventDefault();
            onDismiss?.();
        },
    }, ...contents);
}
