/** In pixels: a smaller movement counts as a press. */
const least = 48;
/** In milliseconds: a longer movement isn't a swipe. */
const longest = 800;
/** How much further a swipe must go in one direction than in the other. */
const straight = 1.5;

/** @typedef {{ x: number, y: number, time: number }} Touch */

/**
 * The page that a swipe over the pictures turns to: 1 for the next, -1 for the previous, 0 for neither.
 * @param {Touch} from
 * @param {Touch} to
 * @param {{ isFromRight: boolean, isDown: boolean }} ways whether lines run from right to left, and whether pages lie above each other too
 * @returns {-1 | 0 | 1}
 */
export function swipedTo(from, to, { isFromRight, isDown }) {
    if (to.time - from.time > longest) return 0;
    const [x, y] = [to.x - from.x, to.y - from.y];
    if (Math.abs(x) >= least && Math.abs(x) >= straight * Math.abs(y)) return (x < 0) === isFromRight ? -1 : 1;
    if (isDown && Math.abs(y) >= least && Math.abs(y) >= straight * Math.abs(x)) return y < 0 ? 1 : -1;
    return 0;
}

/**
 * @param {HTMLElement} stage `data-turn="down"`: its pages lie above each other
 * @param {(step: -1 | 1) => void} turned
 */
export function watchSwipes(stage, turned) {
    /** @type {Touch & { id: number } | null} */
    let begun = null;
    const touch = (/** @type {PointerEvent} */ { clientX, clientY, timeStamp }) => ({ x: clientX, y: clientY, time: timeStamp });
    stage.addEventListener('pointerdown', (event) => {
        const { pointerType, isPrimary, pointerId, target } = event;
        // The own picture is dragged, and so is an enlarged screen; two fingers zoom.
        const isTaken = /** @type {Element} */ (target).closest('.tile-move, [data-zoomed]') !== null;
        begun = pointerType === 'touch' && isPrimary && !isTaken ? { ...touch(event), id: pointerId } : null;
    });
    stage.addEventListener('pointerup', (event) => {
        if (/** @type {Element} */ (event.target).closest('[data-zoomed]')) begun = null;
        if (begun?.id !== event.pointerId) return;
        const step = swipedTo(begun, touch(event), { isFromRight: document.documentElement.dir === 'rtl', isDown: stage.dataset.turn === 'down' });
        begun = null;
        if (step !== 0) turned(step);
    });
    stage.addEventListener('pointercancel', () => { begun = null; });
}
