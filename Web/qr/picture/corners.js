/** @typedef {import('./finder-patterns.js').FinderPattern} FinderPattern */
/**
 * Three finder patterns that may be of one symbol: the one in the corner between the others, then rightwards and
 * downwards (in a mirror the other way round).
 * @typedef {{ corner: FinderPattern, right: FinderPattern, down: FinderPattern }} Corners
 */

/** The number of combinations that are tried. */
const most = 20;

/**
 * All triples that may belong to one symbol, the likeliest first.
 * @param {FinderPattern[]} finders
 */
export function findCorners(finders) {
    /** @type {{ corners: Corners, strangeness: number }[]} */
    const found = [];
    finders.forEach((first, index) => finders.slice(index + 1).forEach((second, further) => {
        for (const third of finders.slice(index + further + 2)) {
            const corners = arranged(first, second, third);
            const strangeness = strangenessOf(corners);
            if (strangeness !== null) found.push({ corners, strangeness });
        }
    }));
    return found.sort((a, b) => a.strangeness - b.strangeness).slice(0, most).map(({ corners }) => corners);
}

/**
 * The longest side lies opposite the corner.
 * @param {FinderPattern} first
 * @param {FinderPattern} second
 * @param {FinderPattern} third
 * @returns {Corners}
 */
function arranged(first, second, third) {
    const [corner, a, b] = [[first, second, third], [second, third, first], [third, first, second]]
        .sort((one, other) => distance(other[1], other[2]) - distance(one[1], one[2]))[0];
    const isClockwise = (a.x - corner.x) * (b.y - corner.y) - (a.y - corner.y) * (b.x - corner.x) > 0;
    return { corner, right: isClockwise ? a : b, down: isClockwise ? b : a };
}

/**
 * The deviation from a square seen from the front; null if it cannot be a square at all.
 * @param {Corners} corners
 */
function strangenessOf({ corner, right, down }) {
    const [across, along] = [distance(corner, right), distance(corner, down)];
    const cosine = Math.abs(((right.x - corner.x) * (down.x - corner.x) + (right.y - corner.y) * (down.y - corner.y)) / (across * along));
    const sides = [corner.side, right.side, down.side];
    const scale = Math.log(Math.max(...sides) / Math.min(...sides));
    const proportion = Math.abs(Math.log(across / along));
    // Centres are between 14 and 170 modules apart.
    const modules = (7 * Math.sqrt(across * along)) / (sides.reduce((sum, side) => sum + side, 0) / 3);
    // Turned by 45 degrees a finder pattern is longer along rows than along its sides.
    if (cosine > 0.7 || scale > 0.9 || proportion > 0.9 || modules < 8 || modules > 220) return null;
    const rows = Math.min(corner.seen, right.seen, down.seen);
    return cosine + scale + proportion + 1 / rows;
}

/**
 * @param {import('./homography.js').Point} a
 * @param {import('./homography.js').Point} b
 */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
