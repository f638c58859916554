/** In pixels: the gap below a bar. */
const barGap = 4;

/**
 * Reports the size of the stage, and how much of it the header, the controls and bars cover while they are shown, whenever that changes.
 * @param {HTMLElement} stage
 * @param {(size: import('./stage-layout.js').StageSize) => void} sized
 */
export function watchStage(stage, sized) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement | null} */ (stage.parentElement?.querySelector(name) ?? null);
    const [head, controls] = [part('.call-head'), part('.call-controls')];
    const bars = /** @type {HTMLElement[]} */ ([...stage.parentElement?.querySelectorAll('.call-sharing') ?? []]);
    const observer = new ResizeObserver(() => {
        const { clientWidth: width, clientHeight: height } = stage;
        if (width > 0 && height > 0) sized({ width, height, top: head?.offsetHeight ?? 0, ...placeOf(controls, height), bars: sizeOf(bars) });
    });
    for (const one of [stage, head, controls, ...bars]) if (one) observer.observe(one);
}

/**
 * Controls are at the bottom, or at the side of a low window.
 * @param {HTMLElement | null} controls
 * @param {number} height of the stage
 */
function placeOf(controls, height) {
    if (controls === null) return { bottom: 0, side: 0, controls: 0 };
    const { offsetTop, offsetWidth, offsetHeight } = controls;
    return offsetHeight > offsetWidth ? { bottom: 0, side: offsetWidth, controls: 0 } : { bottom: Math.max(0, height - offsetTop), side: 0, controls: offsetWidth };
}

/** @param {HTMLElement[]} bars */
function sizeOf(bars) {
    const shown = bars.filter((bar) => bar.querySelector('button') !== null);
    return { width: Math.max(0, ...shown.map(({ offsetWidth }) => offsetWidth)), height: Math.max(0, ...shown.map(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight + barGap)) };
}

/**
 * Arrow keys move from one tile to the nearest one in that direction.
 * @param {KeyboardEvent} event
 */
export function moveAmong(event) {
    const buttons = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('.tile:not(.tile-off) > .tile-pin')];
    const here = buttons.find((one) => one === event.target);
    if (!here) return;
    const places = buttons.map((one) => one.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 }));
    const next = nearestIn(event.key, places[buttons.indexOf(here)], places);
    if (next < 0) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (buttons[next]).focus();
}

/** @type {Record<string, { x: number, y: number }>} */
const directions = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };

/**
 * @param {string} key
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }[]} places
 * @returns {number} which of the places lies next in the direction of the key; -1 for none
 */
export function nearestIn(key, from, places) {
    const direction = directions[key];
    if (!direction) return -1;
    let [best, least] = [-1, Infinity];
    for (const [index, place] of places.entries()) {
        const [across, down] = [place.x - from.x, place.y - from.y];
        const ahead = across * direction.x + down * direction.y;
        const beside = Math.abs(across * direction.y) + Math.abs(down * direction.x);
        // A tile straight ahead comes before one to the side.
        const distance = ahead + 2 * beside;
        if (ahead > 1 && beside <= ahead * 2 && distance < least) [best, least] = [index, distance];
    }
    return best;
}
