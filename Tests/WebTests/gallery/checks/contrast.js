/**
 * Returns every visible text whose contrast with the background behind it is below 4.5 to 1 in either theme (WCAG 2.2, success
 * criterion 1.4.3).
 * @param {string} [name] the state
 * @returns {string[]}
 */
export function contrast(name) {
    // The logo pulses while the page loads; the fading parts are not text.
    if (name === 'loading') return [];
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    const found = ['light', 'dark'].flatMap((theme) => {
        dataset.theme = theme;
        return tooFaint().map((complaint) => `${theme}: ${complaint}`);
    });
    if (before === undefined) delete dataset.theme;
    else dataset.theme = before;
    return found;
}

function tooFaint() {
    const parse = (text) => {
        const [red, green, blue, alpha = 1] = text.match(/[\d.]+/g).map(Number);
        return [red, green, blue, alpha];
    };
    const over = ([red, green, blue, alpha], ground) => [red, green, blue].map((part, index) => part * alpha + ground[index] * (1 - alpha));
    const luminance = (rgb) => rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
    const ratio = (one, other) => {
        const [dark, light] = [luminance(one), luminance(other)].sort((left, right) => left - right);
        return (light + 0.05) / (dark + 0.05);
    };
    /** The background behind an element. A person's picture can have any colour: white is the worst case for light text. */
    const groundOf = (element) => {
        if (!element) return parse(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3);
        if (element.classList.contains('tile-face')) return [255, 255, 255];
        const colour = parse(getComputedStyle(element).backgroundColor);
        return colour[3] === 1 ? colour.slice(0, 3) : over(colour, groundOf(element.parentElement));
    };
    const opacityOf = (element) => (element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1);
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.visually-hidden, :disabled, [inert]');
    const found = [];
    const check = (element, text, part) => {
        const style = getComputedStyle(element, part);
        const ground = groundOf(element);
        const [red, green, blue, alpha] = parse(style.color);
        const opacity = opacityOf(element) * (part ? Number(style.opacity) : 1);
        const measured = ratio(over([red, green, blue, alpha * opacity], ground), ground);
        if (measured < 4.5) found.push(`${text.trim().slice(0, 30)} (${element.className}): ${measured.toFixed(2)}`);
    };
    const dialog = document.querySelector('dialog[open]');
    for (let walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT); walker.nextNode();) {
        const { currentNode: { data, parentElement } } = walker;
        if (data.trim() !== '' && isSeen(parentElement)) check(parentElement, data);
    }
    for (const field of (dialog ?? document).querySelectorAll('input:not([type=radio])')) {
        if (!isSeen(field)) continue;
        check(field, 'a field');
        if (field.placeholder) check(field, field.placeholder, '::placeholder');
    }
    return found;
}
