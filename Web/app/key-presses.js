import { keyAction } from '../views/calls/call-keys.js';

/**
 * Has the keys of a call act, wherever in the page the focus is.
 * @param {() => import('../state/state.js').State} state
 * @param {import('../state/actions.js').Actions} actions
 * @param {Document} page
 */
export function watchKeys(state, actions, page) {
    page.addEventListener('keydown', (event) => {
        const action = keyAction(event, state(), {
            isTyping: page.activeElement?.matches('input,textarea,select') ?? false, isDialogOpen: page.querySelector('dialog[open]') !== null,
        });
        if (action === null) return;
        event.preventDefault();
        actions[action]?.();
    });
}
