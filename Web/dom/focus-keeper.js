/** How many places are remembered to return to. */
const memory = 12;

/**
 * Whether somebody can be at this element now.
 * @param {Element} element
 */
const isUsable = (element) => element.isConnected && element.getClientRects().length > 0 && !element.closest('[inert]') && !element.matches(':disabled');

/**
 * Keeps the focus from getting lost while the page changes: what has it may go, be covered or be disabled, and then
 * whoever types or listens would be thrown back to the top of the page.
 */
export class FocusKeeper {
    #page;
    /** @type {HTMLElement[]} what had the focus, the latest last */
    #recent = [];

    /** @param {HTMLElement} page */
    constructor(page) {
        this.#page = page;
        page.addEventListener('focusin', ({ target }) => {
            const element = /** @type {HTMLElement} */ (target);
            this.#recent = [...this.#recent.filter((other) => other !== element && other.isConnected), element].slice(-memory);
        });
    }

    /** @param {() => void} change changes the page */
    during(change) {
        const before = document.activeElement;
        if (!before || !this.#page.contains(before)) return change();
        const parts = this.#partsAround(before);
        change();
        const now = document.activeElement;
        if (now && this.#page.contains(now) && isUsable(now)) return;
        this.#refuge(parts)?.focus({ preventScroll: true });
    }

    /**
     * What an element lies in, the smallest first, without the page itself.
     * @param {Element} element
     */
    #partsAround(element) {
        const parts = [];
        for (let part = element.parentElement; part && part !== this.#page; part = part.parentElement) parts.push(part);
        return parts;
    }

    /**
     * The heading of the smallest part that is still there; where all of it is gone, what had the focus before.
     * @param {Element[]} parts
     */
    #refuge(parts) {
        const dialog = this.#page.querySelector('dialog[open]');
        if (dialog) return headingIn(dialog);
        for (const part of parts.filter(isUsable)) {
            const heading = headingIn(part);
            if (heading) return heading;
        }
        return [...this.#recent].reverse().find(isUsable) ?? headingIn(this.#page);
    }
}

/**
 * @param {Element} part
 * @returns {HTMLElement | undefined}
 */
function headingIn(part) {
    const headings = /** @type {HTMLElement[]} */ ([...part.querySelectorAll(':is(h1, h2)[tabindex]')]);
    return headings.find(isUsable);
}
