import { h } from '../dom/h.js';

/**
 * A modal dialog: the browser keeps the focus inside and gives it back afterwards. A dialog caused by others opens beside a field in which
 * the person is typing, and does not take the focus.
 * @param {object} options
 * @param {string} options.key
 * @param {string} options.labelledBy id of its title
 * @param {string} [options.describedBy] id of its text
 * @param {(() => void) | null} options.onDismiss what Escape does; null: nothing, there must be an answer
 * @param {string} [options.kind]
 * @param {'dialog' | 'alertdialog'} [options.role]
 * @param {boolean} [options.isOfOthers] others cause it
 * @param {import('../dom/h.js').Content[]} contents
 */
export function dialog({ key, labelledBy, describedBy, onDismiss, kind = '', role = 'dialog', isOfOthers = false }, ...contents) {
    const dismiss = (/** @type {Event} */ event) => {
        event.preventDefault();
        onDismiss?.();
    };
    return h('dialog', {
        // No stop of its own where it scrolls: its controls are.
        key, class: `dialog ${kind}`.trim(), role, tabindex: '-1', 'aria-labelledby': labelledBy, 'aria-describedby': describedBy,
        mounted: (/** @type {HTMLDialogElement} */ element) => (isOfOthers && isTyping() ? openBeside(element) : element.showModal()),
        removed: (/** @type {HTMLDialogElement} */ element) => element.close(),
        // A page cannot refuse Escape twice in a row, unless the browser never gets the key.
        onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') dismiss(event); },
        oncancel: dismiss,
        // Closed nevertheless, for instance by a phone's back gesture: that counts as dismissing it, otherwise it reopens.
        onclose: (/** @type {Event} */ event) => {
            const element = /** @type {HTMLDialogElement} */ (event.target);
            if (!element.isConnected) return;
            if (onDismiss) onDismiss();
            else element.showModal();
        },
    }, ...contents);
}

/** Input types without text. */
const pressed = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Whether the person is in a text field without an open dialog around it: behind a modal dialog nothing can be pressed. */
function isTyping() {
    const field = document.activeElement;
    if (!field || field.closest('dialog')) return false;
    return field.matches('textarea, select, [contenteditable]') || (field instanceof HTMLInputElement && !pressed.has(field.type));
}

/**
 * `show()` would move the focus.
 * @param {HTMLDialogElement} element
 */
function openBeside(element) {
    element.setAttribute('open', '');
    element.dataset.beside = '';
}
