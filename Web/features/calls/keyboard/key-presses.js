import { keyAction } from './call-keys.js';

/** The elements that the space bar activates. */
const pressed = 'button,summary,a[href],[role="button"],[role="menuitem"]';

/**
 * Handles the keyboard shortcuts of a call, wherever in the page the focus is.
 * @param {() => import('../../../state/state.js').State} state
 * @param {import('../../../state/actions.js').Actions} actions
 * @param {Document} page
 */
export function watchKeys(state, actions, page) {
    const letGo = watchTalking(actions, page);
    /** @type {Element | null} the element that was clicked last, and has the focus without having been reached by keys */
    let clicked = null;
    page.addEventListener('pointerdown', ({ target }) => { clicked = /** @type {Element} */ (target).closest('button'); }, true);
    page.addEventListener('focusin', ({ target }) => { if (target !== clicked) clicked = null; });
    page.addEventListener('keydown', (event) => {
        const { activeElement } = page;
        // A person who has muted by a click can use the space bar to talk, without moving the focus first.
        const isForTalking = activeElement !== null && activeElement === clicked && activeElement.matches('[aria-keyshortcuts~="Space"]');
        const action = keyAction(event, state(), {
            isTyping: activeElement?.matches('input,textarea,select') ?? false, isAtButton: !isForTalking && (activeElement?.matches(pressed) ?? false),
            isDialogOpen: page.querySelector('dialog[open]') !== null,
        });
        if (action === 'startTalking') letGo.begin();
        if (action === null && !letGo.isHeld(event)) return;
        event.preventDefault();
        if (action !== null) actions[action]?.();
    });
}

/**
 * The space bar is held: the person is muted again when it is released, and when the release couldn't be observed.
 * @param {Pick<import('../../../state/actions.js').Actions, 'stopTalking'>} actions
 * @param {Document} page
 */
function watchTalking(actions, page) {
    let isHeld = false;
    const end = () => {
        if (!isHeld) return;
        isHeld = false;
        actions.stopTalking();
    };
    page.addEventListener('keyup', (event) => {
        if (event.key !== ' ' || !isHeld) return;
        // Nor does it press the button that was clicked before.
        event.preventDefault();
        end();
    });
    page.defaultView?.addEventListener('blur', end);
    page.addEventListener('visibilitychange', end);
    return {
        begin: () => { isHeld = true; },
        /** @param {KeyboardEvent} event */
        isHeld: ({ key }) => isHeld && key === ' ',
    };
}
