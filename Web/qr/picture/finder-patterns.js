/** @typedef {import('./contrast.js').Contrast} Contrast */
/**
 * A candidate for one of the three squares in a symbol's corners.
 * @typedef {object} FinderPattern
 * @property {number} x of its centre
 * @property {number} y
 * @property {number} side in pixels, seven modules, along rows and columns of the picture
 * @property {number} seen how many rows found it
 */

/** The tolerance of a run of pixels, in modules. */
const tolerance = 0.7;
/** How many candidates are collected, since a pattern of tiles may have any number, and how many of those are returned. */
const [mostCollected, most] = [400, 24];

/**
 * The finder patterns of a picture: dark, light, dark, light, dark in the proportions 1 : 1 : 3 : 1 : 1 in both directions. Those that were
 * found in most rows come first.
 * @param {Contrast} contrast
 */
export function findFinderPatterns(contrast) {
    /** @type {FinderPattern[]} */
    const found = [];
    for (let y = 0; y < contrast.height; y += 1) {
        const row = contrast.row(y);
        // The lengths of the last runs; where the current one began, and whether it is dark.
        let [a, b, c, d] = [0, 0, 0, 0];
        let [start, isDark] = [0, row[0] > 0];
        for (let x = 1; x <= row.length; x += 1) {
            const isNowDark = x < row.length && row[x] > 0;
            if (isNowDark === isDark && x < row.length) continue;
            const length = x - start;
            if (isDark && a > 0 && areFinderRuns(a, b, c, d, length)) {
                const finder = checked(contrast, x - length - d - c / 2 - 0.5, y, a + b + c + d + length);
                if (finder) collect(found, finder);
            }
            [a, b, c, d] = [b, c, d, length];
            [start, isDark] = [x, isNowDark];
        }
    }
    return found.sort((first, second) => second.seen - first.seen).slice(0, most);
}

/**
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 * @param {number} e
 */
function areFinderRuns(a, b, c, d, e) {
    const module = (a + b + c + d + e) / 7;
    const allowed = tolerance * module;
    return module >= 1 && Math.abs(a - module) < allowed && Math.abs(b - module) < allowed && Math.abs(c - 3 * module) < 3 * allowed
        && Math.abs(d - module) < allowed && Math.abs(e - module) < allowed;
}

/**
 * Scans the column through the centre, then the row through the centre that results.
 * @param {Contrast} contrast
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @returns {FinderPattern | null}
 */
function checked(contrast, x, y, side) {
    const column = runsAround(contrast, x, y, 0, 1, side);
    if (!column) return null;
    const row = runsAround(contrast, x, column.centre, 1, 0, side);
    // A square seen at an angle is narrower in one direction.
    if (!row || column.side > 2.5 * row.side || row.side > 2.5 * column.side) return null;
    return { x: row.centre, y: column.centre, side: Math.sqrt(row.side * column.side), seen: 1 };
}

/**
 * The five runs around a dark pixel along a row or a column: their middle and length.
 * @param {Contrast} contrast
 * @param {number} x
 * @param {number} y
 * @param {0 | 1} dx
 * @param {0 | 1} dy
 * @param {number} side what it may be
 */
function runsAround(contrast, x, y, dx, dy, side) {
    const [startX, startY] = [Math.round(x), Math.round(y)];
    if (startX < 0 || startY < 0 || startX >= contrast.width || startY >= contrast.height || !contrast.isDark(startX, startY)) return null;
    const before = runsFrom(contrast, startX, startY, -dx, -dy, side);
    const after = runsFrom(contrast, startX, startY, dx, dy, side);
    if (!before || !after) return null;
    const middle = before[0] + after[0] - 1;
    if (!areFinderRuns(before[2], before[1], middle, after[1], after[2])) return null;
    const start = (dx ? startX : startY) - before[0] + 1;
    return { centre: start + (middle - 1) / 2, side: before[1] + before[2] + middle + after[1] + after[2] };
}

/**
 * The lengths of three runs from a pixel on, of which the first is dark and includes that pixel; null if one is longer than all three may
 * be.
 * @param {Contrast} contrast
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @param {number} side
 * @returns {[number, number, number] | null}
 */
function runsFrom(contrast, x, y, dx, dy, side) {
    /** @type {[number, number, number]} */
    const runs = [0, 0, 0];
    let [nowX, nowY] = [x, y];
    for (let run = 0; run < 3; run += 1) {
        while (nowX >= 0 && nowY >= 0 && nowX < contrast.width && nowY < contrast.height && contrast.isDark(nowX, nowY) === (run !== 1)) {
            runs[run] += 1;
            if (runs[run] > 2 * side) return null;
            nowX += dx;
            nowY += dy;
        }
        if (runs[run] === 0) return null;
    }
    return runs;
}

/**
 * Merges it with a known candidate at this place, or adds it as a new one.
 * @param {FinderPattern[]} found
 * @param {FinderPattern} finder
 */
function collect(found, finder) {
    const known = found.find(({ x, y, side }) => Math.abs(x - finder.x) < side / 6 && Math.abs(y - finder.y) < side / 6 && Math.abs(side - finder.side) < side / 3);
    if (!known) {
        if (found.length < mostCollected) found.push(finder);
        return;
    }
    const { seen } = known;
    for (const member of /** @type {const} */ (['x', 'y', 'side'])) known[member] = (known[member] * seen + finder[member]) / (seen + 1);
    known.seen += 1;
}
