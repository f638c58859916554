import { enlarged, kept, pressed, pressedTwice, whole, within } from './zoom.js';

/** In milliseconds and pixels: two touches closer together than this are a double tap. */
const [tapTime, tapWay] = [300, 24];
/** The zoom factor of one step of a wheel. */
const wheelStep = 1.0015;

/** @typedef {import('./zoom.js').Zoom} Zoom */
/** @typedef {import('./zoom.js').Point} Point */

/**
 * Zooms a large shared screen: by two fingers, a double tap or double click, the keys + and -, or the wheel with Ctrl, which is what
 * trackpads send. A zoomed screen can be dragged.
 * @param {HTMLElement} tile
 * @param {() => void} pinned pressed twice while it is small
 */
export function watchZoom(tile, pinned) {
    const touches = new Touches();
    /** @type {Zoom} */
    let zoom = whole;
    const video = () => /** @type {HTMLVideoElement} */ (tile.querySelector('video'));
    const place = () => ({ width: tile.clientWidth, height: tile.clientHeight });
    const shown = () => within({ width: video().videoWidth, height: video().videoHeight }, place());
    const isLarge = () => tile.classList.contains('tile-main');
    const set = (/** @type {Zoom} */ next) => {
        zoom = kept(next, shown(), place());
        const { style } = video();
        for (const [name, value] of [['--zoom', String(zoom.scale)], ['--pan-x', `${zoom.x}px`], ['--pan-y', `${zoom.y}px`]]) style.setProperty(name, value);
        tile.toggleAttribute('data-zoomed', zoom.scale > 1);
    };
    const at = (/** @type {{ clientX: number, clientY: number }} */ { clientX, clientY }) => {
        const { left, top, width, height } = tile.getBoundingClientRect();
        return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    };
    const twice = (/** @type {Point} */ point) => (isLarge() ? set(pressedTwice(zoom, point, shown(), place())) : pinned());
    const taps = new Taps();
    // Not every browser makes double clicks of fingers.
    tile.addEventListener('dblclick', (event) => { if (!taps.wereJust(event.timeStamp)) twice(at(event)); });
    tile.addEventListener('pointerup', (event) => { if (event.pointerType === 'touch' && taps.isSecond({ ...at(event), time: event.timeStamp })) twice(at(event)); });
    tile.addEventListener('pointerdown', (event) => {
        if (event.pointerType === 'touch') taps.began({ ...at(event), time: event.timeStamp });
        if (isLarge() && !(/** @type {Element} */ (event.target).closest('button'))) touches.began(event.pointerId, at(event));
    });
    tile.addEventListener('pointermove', (event) => {
        const change = touches.moved(event.pointerId, at(event));
        if (change === null || (change.times === 1 && zoom.scale === 1)) return;
        // Only movements are captured: the second click of a double click has to reach the tile.
        if (!tile.hasPointerCapture(event.pointerId)) tile.setPointerCapture(event.pointerId);
        const next = enlarged(zoom, change.times, change.from);
        set({ ...next, x: next.x + change.to.x - change.from.x, y: next.y + change.to.y - change.from.y });
    });
    for (const name of /** @type {const} */ (['pointerup', 'pointercancel'])) tile.addEventListener(name, ({ pointerId }) => touches.ended(pointerId));
    tile.addEventListener('wheel', (event) => {
        if (!event.ctrlKey || !isLarge()) return;
        event.preventDefault();
        set(enlarged(zoom, wheelStep ** -event.deltaY, at(event)));
    }, { passive: false });
    const call = tile.closest('.call');
    /** @param {Event} event */
    const byKey = (event) => {
        if (!tile.isConnected) {
            call?.removeEventListener('keydown', byKey);
            return;
        }
        const { key, ctrlKey, metaKey, altKey, target } = /** @type {KeyboardEvent} */ (event);
        const isTaken = ctrlKey || metaKey || altKey || /** @type {Element} */ (target).matches('input,textarea,select') || /** @type {Element} */ (target).closest('dialog') !== null;
        const next = isLarge() && !isTaken ? pressed(zoom, key) : null;
        if (next === null) return;
        event.preventDefault();
        set(next);
    };
    call?.addEventListener('keydown', byKey);
    new ResizeObserver(() => set(isLarge() ? zoom : whole)).observe(tile);
    video().addEventListener('resize', () => set(zoom));
}

/** The fingers on a picture, or the pressed mouse button. */
class Touches {
    /** @type {Map<number, Point>} */
    #points = new Map();

    /**
     * @param {number} id
     * @param {Point} point
     */
    began(id, point) { this.#points.set(id, point); }

    /** @param {number} id */
    ended(id) { this.#points.delete(id); }

    /**
     * How far the centre of all fingers has moved, and the factor by which their distance has grown; null for a gesture that began
     * elsewhere.
     * @param {number} id
     * @param {Point} point
     */
    moved(id, point) {
        if (!this.#points.has(id) || this.#points.size > 2) return null;
        const before = this.#measure();
        this.#points.set(id, point);
        const after = this.#measure();
        return { from: before.middle, to: after.middle, times: before.apart > 0 ? after.apart / before.apart : 1 };
    }

    #measure() {
        const points = [...this.#points.values()];
        const middle = { x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length };
        return { middle, apart: points.length < 2 ? 0 : Math.hypot(points[0].x - points[1].x, points[0].y - points[1].y) };
    }
}

/** Touches that count as presses, by time and place. */
class Taps {
    /** @type {(Point & { time: number }) | null} */
    #first = null;
    /** @type {(Point & { time: number }) | null} */
    #begun = null;
    #last = -Infinity;

    /** @param {Point & { time: number }} touch */
    began(touch) { this.#begun = touch; }

    /**
     * Whether the touch that ends here is the second one of a double tap.
     * @param {Point & { time: number }} touch
     */
    isSecond(touch) {
        this.#last = touch.time;
        const [begun, first] = [this.#begun, this.#first];
        const isTap = begun !== null && isClose(begun, touch);
        const isTwice = isTap && first !== null && isClose(first, touch);
        this.#first = isTap && !isTwice ? touch : null;
        return isTwice;
    }

    /**
     * Whether a click follows from a touch.
     * @param {number} time
     */
    wereJust(time) { return time - this.#last < 2 * tapTime; }
}

/**
 * @param {Point & { time: number }} one
 * @param {Point & { time: number }} other
 */
const isClose = (one, other) => other.time - one.time < tapTime && Math.hypot(one.x - other.x, one.y - other.y) < tapWay;
