import { nearestCorner } from './stage-layout.js';

/** In pixels: a smaller movement of the pointer counts as a press. */
const least = 4;

/**
 * Moves a tile with the pointer while its handle is held; on release it snaps to the nearest corner of the stage.
 * @param {HTMLElement} handle in the tile
 * @param {(corner: import('./stage-layout.js').Corner) => void} moved
 */
export function dragToCorner(handle, moved) {
    /** @type {{ x: number, y: number, isDragging: boolean } | null} */
    let held = null;
    const tile = () => /** @type {HTMLElement} */ (handle.parentElement);
    const end = () => {
        held = null;
        tile().classList.remove('tile-dragged');
        for (const name of ['--drag-x', '--drag-y']) tile().style.removeProperty(name);
    };
    let isOver = false;
    // The click that ends a drag presses nothing.
    handle.addEventListener('click', (event) => {
        if (isOver) event.stopImmediatePropagation();
        isOver = false;
    }, { capture: true });
    handle.addEventListener('pointerdown', (event) => {
        isOver = false;
        if (event.button !== 0) return;
        held = { x: event.clientX, y: event.clientY, isDragging: false };
        handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener('pointermove', (event) => {
        if (!held) return;
        const [x, y] = [event.clientX - held.x, event.clientY - held.y];
        if (!held.isDragging && Math.hypot(x, y) < least) return;
        held.isDragging = true;
        tile().classList.add('tile-dragged');
        tile().style.setProperty('--drag-x', `${x}px`);
        tile().style.setProperty('--drag-y', `${y}px`);
    });
    handle.addEventListener('pointerup', () => {
        const stage = tile().parentElement?.getBoundingClientRect();
        const place = tile().getBoundingClientRect();
        const wasDragged = held?.isDragging ?? false;
        isOver = wasDragged;
        end();
        if (!stage || !wasDragged) return;
        const fromLeft = place.left + place.width / 2 - stage.left;
        const x = document.documentElement.dir === 'rtl' ? stage.width - fromLeft : fromLeft;
        moved(nearestCorner({ x, y: place.top + place.height / 2 - stage.top }, stage));
    });
    handle.addEventListener('pointercancel', end);
}
