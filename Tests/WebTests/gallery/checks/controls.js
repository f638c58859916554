const label = (one) => one.getAttribute('aria-label') ?? one.textContent;

/**
 * Returns every control smaller than a fingertip, 44 pixels each way. A link in running text is as high as the text; a radio button is
 * pressed on its label.
 * @returns {string[]}
 */
export const small = () => [...document.querySelectorAll('#page :is(a, button, input:not([type=radio], [type=checkbox]), summary, .segment, .check)')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !one.closest('[inert], .skip, p') && getComputedStyle(one).clipPath === 'none')
    .map((one) => [one, one.getBoundingClientRect()]).filter(([, { width, height }]) => width < 43.5 || height < 43.5)
    .map(([one, { width, height }]) => `${one.className || one.tagName} ${label(one)}: ${Math.round(width)} x ${Math.round(height)}`);

/**
 * Returns every destructive button outside a menu, a confirmation dialog, or an incoming call.
 * @param {string} name the state
 * @returns {string[]}
 */
export function destroying(name) {
    // "Forget" is the only action for stored keys.
    if (name === 'sign-in-kept') return [];
    return [...document.querySelectorAll('#page button')]
        .filter((one) => /^(Block|Remove|Delete|Sign out all)/.test(one.textContent.trim()) && !one.closest('[popover], dialog')
            || one.matches('.button-danger') && !one.closest('dialog, .second-call, .banner-running'))
        .map(label);
}

/**
 * Returns every destructive item of a menu that is not red.
 * @returns {string[]}
 */
export const unmarked = () => [...document.querySelectorAll('[popover] button')]
    .filter((one) => /^(Block|Remove contact|Remove$|Delete|Sign out)/.test(one.textContent.trim()) && !one.matches('.menu-item-danger')).map(label);

/**
 * Returns the emphasised buttons of screens with more than one.
 * @param {string} name the state
 * @returns {string[]}
 */
export function emphasised(name) {
    // Each request has its own answer, and so has a person's card beside a screen.
    if (name.startsWith('requests')) return [];
    const found = [...document.querySelectorAll('#page .button:is(.button-primary, .button-good)')].filter((one) => one.checkVisibility() && !one.closest('[inert], .person-card'));
    return found.length > 1 ? found.map(label) : [];
}
