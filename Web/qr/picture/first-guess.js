import { distance } from './corners.js';

/** @typedef {import('./contrast.js').Contrast} Contrast */
/** @typedef {import('./homography.js').Point} Point */
/**
 * A possible position of a symbol: the centres of its finder patterns, and the far corner, where a fourth one would be.
 * @typedef {{ origin: Point, right: Point, far: Point, down: Point }} Quad
 */
/** @typedef {{ quad: Quad, modules: number }} Guess with about how many modules there are between two centres */

/**
 * The perspective of a symbol, by the sizes of its finder patterns at both ends of a side: those farther away are smaller.
 * @param {Contrast} contrast
 * @param {import('./corners.js').Corners} corners
 * @returns {Guess | null}
 */
export function firstGuess(contrast, { corner, right, down }) {
    const across = sideOf(contrast, corner, right);
    const along = sideOf(contrast, corner, down);
    if (!across || !along) return null;
    // Lengths along a line grow by the square of a projection's divisor.
    const [nearerRight, nearerDown] = [Math.sqrt(across.first / across.second), Math.sqrt(along.first / along.second)];
    const scale = nearerRight + nearerDown - 1;
    if (scale < 0.3) return null;
    const far = {
        x: (nearerRight * right.x + nearerDown * down.x - corner.x) / scale,
        y: (nearerRight * right.y + nearerDown * down.y - corner.y) / scale,
    };
    return { quad: { origin: corner, right, far, down }, modules: (across.modules + along.modules) / 2 };
}

/**
 * The size of both finder patterns along the line between them, and the resulting number of modules.
 * @param {Contrast} contrast
 * @param {import('./finder-patterns.js').FinderPattern} from
 * @param {import('./finder-patterns.js').FinderPattern} to
 */
function sideOf(contrast, from, to) {
    const length = distance(from, to);
    const step = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const [first, second] = [extent(contrast, from, step), extent(contrast, to, step)];
    return first && second ? { first, second, modules: (7 * length) / Math.sqrt(first * second) } : null;
}

/**
 * How long a finder pattern is along a line through its centre.
 * @param {Contrast} contrast
 * @param {import('./finder-patterns.js').FinderPattern} finder
 * @param {Point} step one pixel along the line
 */
function extent(contrast, finder, step) {
    const ahead = edge(contrast, finder, step.x, step.y);
    const behind = edge(contrast, finder, -step.x, -step.y);
    return ahead && behind ? ahead + behind : null;
}

/**
 * The distance of the outer edge from the centre: the second change to light.
 * @param {Contrast} contrast
 * @param {import('./finder-patterns.js').FinderPattern} finder
 * @param {number} dx
 * @param {number} dy
 */
function edge(contrast, { x, y, side }, dx, dy) {
    let [changes, before] = [0, 1];
    const pace = 0.5;
    for (let way = 0; way < 1.2 * side; way += pace) {
        const value = contrast.at(x + way * dx, y + way * dy);
        if ((value > 0) !== (changes % 2 === 0)) {
            changes += 1;
            if (changes === 3) return way - (pace * value) / (value - before);
        }
        before = value;
    }
    return null;
}
