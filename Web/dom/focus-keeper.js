/** How many places are remembered to return to. */
const memory = 12;

/**
 * Whether this element can have the focus now.
 * @param {Element} element
 */
const isUsable = (element) => element.isConnected && element.getClientRects().length > 0 && !element.closest('[inert]') && !element.matches(':disabled');

/**
 * Keeps the focus from getting lost when the page changes: the focused element may be removed, covered or disabled, which would send
 * keyboard and screen reader users back to the top of the page.
 */
export class FocusKeeper {
    #page;
    /** @type {{ element: HTMLElement, parts: Element[] }[]} what had the focus when a change took it, and in what it lay; the latest first */
    #left = [];

    /** @param {HTMLElement} page */
    constructor(page) {
        this.#page = page;
        // A freshly loaded page is drawn without a focus ring around its title, until the person turns out to use the keyboard.
        addEventListener('keydown', () => { document.documentElement.dataset.keys = ''; }, { once: true });
    }

    /** @param {() => void} change */
    during(change) {
        const before = /** @type {HTMLElement | null} */ (document.activeElement);
        if (!before || !this.#page.contains(before)) return change();
        const parts = this.#partsAround(before);
        change();
        const now = document.activeElement;
        const isLost = !now || !this.#page.contains(now) || !isUsable(now);
        if (isLost) this.#refuge(parts)?.focus({ preventScroll: true });
        if (document.activeElement !== before) this.#left = [{ element: before, parts }, ...this.#left].slice(0, memory);
    }

    /**
     * The ancestors of an element, the smallest first, without the page itself.
     * @param {Element} element
     */
    #partsAround(element) {
        const parts = [];
        for (let part = element.parentElement; part && part !== this.#page; part = part.parentElement) parts.push(part);
        return parts;
    }

    /**
     * The heading of the smallest part that is still there. If a whole layer is gone, for instance a call: the element that had the focus
     * when the layer appeared, or the heading next to it.
     * @param {Element[]} parts
     */
    #refuge(parts) {
        const dialog = this.#page.querySelector('dialog[open]');
        if (dialog) return headingIn(dialog);
        const layer = parts[parts.length - 1];
        if (layer && isUsable(layer)) return headingNear(parts) ?? headingIn(this.#page);
        return this.#left.find(({ element }) => isUsable(element))?.element ?? headingNear(this.#left[0]?.parts ?? []) ?? headingIn(this.#page);
    }
}

/** @param {Element[]} parts the smallest first */
const headingNear = (parts) => parts.map(headingIn).find((heading) => heading !== undefined);

/**
 * @param {Element} part
 * @returns {HTMLElement | undefined}
 */
function headingIn(part) {
    const headings = /** @type {HTMLElement[]} */ ([...part.querySelectorAll(':is(h1, h2)[tabindex]')]);
    return headings.find(isUsable);
}
