import { h } from '../dom/h.js';

/**
 * A modal dialog: the browser keeps the focus inside and gives it back afterwards. One that others cause opens beside what a person
 * types, and takes nothing from them.
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
        key, class: `dialog ${kind}`.trim(), role, 'aria-labelledby': labelledBy, 'aria-describedby': describedBy,
        mounted: (/** @type {HTMLDialogElement} */ element) => (isOfOthers && isTyping() ? openBeside(element) : element.showModal()),
        removed: (/** @type {HTMLDialogElement} */ element) => element.close(),
        // The browser lets no page refuse Escape twice in a row, unless it never gets the key.
        onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') dismiss(event); },
        oncancel: dismiss,
        // Closed nevertheless, as the back gesture of a phone can: that counts as leaving it, or it reopens.
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

/** Whether the person is at a text field without an open dialog around it: beside a modal one nothing can be pressed. */
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
