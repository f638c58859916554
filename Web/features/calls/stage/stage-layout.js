/**
 * The layout of a call's tiles. Pure: it depends on the participants, the shapes of their pictures, the size of the stage and the person's
 * choices. Lengths are CSS pixels, `x` from the start of lines.
 */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {Size & { x: number, y: number }} Rect */
/** @typedef {Size & { columns: number, rows: number, gap: number }} Grid of tiles that are all of one size */
/** @typedef {'top-start' | 'top-end' | 'bottom-start' | 'bottom-end'} Corner */
/** @typedef {`screen-${number}`} ScreenId what a user shares */
/** @typedef {number | 'own' | 'ringing' | ScreenId} TileId the user of a tile, this person's own, that of all who still ring, or a screen's */
/**
 * `top` and `bottom`: as much as the head and the controls cover while they are shown; `side`: as much as the controls cover at the end
 * of lines in a low window, where they are not at the bottom; `controls`: how wide these are, in the middle; `bars`: what lies under the
 * head, in the middle, for as long as the person shares or raises a hand.
 * @typedef {Size & { top: number, bottom: number, side?: number, controls?: number, bars?: Size }} StageSize
 */
/**
 * @typedef {object} Scene
 * @property {TileId[]} others what is shared, the newest first, then who is in the call, in the order of their places
 * @property {number[]} shapes width by height of the pictures that are shown
 * @property {number | null} ownShape of the own picture; null while none is shown
 * @property {boolean} hasPictures of others
 * @property {boolean} isSpeaker one is large
 * @property {TileId | null} main the large tile
 * @property {number} [mainShape] width by height of the screen that is large; absent where a person is
 * @property {TileId | null} [speaker] the person who is to be seen beside a screen
 * @property {number} page
 * @property {Corner} corner where the own tile lies while it lies over another
 * @property {boolean} [isSwapped] the own picture is large, and the other's lies over it
 * @property {StageSize} size
 */
/**
 * @typedef {object} StageLayout
 * @property {'alone' | 'pair' | 'grid' | 'speaker'} kind
 * @property {Map<TileId, Rect>} places of the tiles that are to be seen
 * @property {Map<TileId, Rect>} aside of those that are on other pages: without size, outside of the stage
 * @property {number} page the one that is shown, from 0
 * @property {number} pages
 * @property {TileId | null} main the large tile
 * @property {'along' | 'down'} turns how the next page lies to the one that is shown
 */

/** The rest are on further pages. */
export const perPage = 25;
export const wide = 16 / 9;
/** The shape of tiles for pictures of phones that are held upright. */
const upright = 3 / 4;
/** The gap between tiles, as a share of their width: at most 3 % of their area is spent on it. */
const gapShare = 0.006;
const margin = 8;
/** The share of a side of the stage that a strip of small tiles takes, and the least number of tiles that it has room for. */
const stripShare = 0.16;
const leastInStrip = 3;
/** In pixels. */
const fineness = 0.5;
const rounded = (/** @type {number} */ length) => Math.round(length / fineness) * fineness;
const floored = (/** @type {number} */ length) => Math.floor(length / fineness) * fineness;
/** In pixels: a strip shorter than this also uses the space under the header and the controls. */
const leastStrip = 320;
/** In pixels: above a strip at least this wide there is room for the header of a low window, and below it for the page buttons. */
const [leastLowStrip, pagedLowStrip, lowStripShare] = [104, 136, 0.19];
/** In pixels: the height of the page buttons, and their width beside the controls. */
const [pagerHeight, pagerWidth] = [52, 176];
/** Used until they were drawn. */
const usualControls = 560;
/** In pixels: a name with less room than this beside the controls is placed above them. */
const leastName = 144;

/** @param {StageSize} size */
const besideControls = ({ width, side = 0, controls = usualControls }) => (side > 0 ? width - side : Math.max(0, (width - controls) / 2));

/**
 * Whether the page buttons fit beside the controls; otherwise they are above them.
 * @param {StageSize} size
 */
export const hasPagerBeside = (size) => !size.side && besideControls(size) >= pagerWidth;

/**
 * The length limit of the name on the large tile, and how far it is lifted, for the style sheet.
 * @param {StageSize} size
 */
export function nameBeside(size) {
    const beside = besideControls(size);
    return beside < leastName ? { '--beside': '100%', '--lift': `${size.bottom}px` } : { '--beside': `${beside}px`, '--lift': '0px' };
}

/**
 * The width of controls at the side, and of the strip beside a shared screen, for the style sheet.
 * @param {StageLayout} layout
 * @param {StageSize} size
 */
export function sidesOf({ main, places }, { width, side = 0 }) {
    const large = main === null ? undefined : places.get(main);
    return { '--side': `${side}px`, '--strip': `${large ? width - side - large.width : 0}px` };
}

/** @type {Size} */
const noBars = { width: 0, height: 0 };

/**
 * The number of columns for which tiles of a shape are largest.
 * @param {number} count
 * @param {Size} size
 * @param {number} [shape] width by height
 * @returns {Grid}
 */
export function largestGrid(count, size, shape = wide) {
    const grids = Array.from({ length: Math.max(1, count) }, (_, index) => gridOf(index + 1, count, size, shape));
    // Two grids may be equally good; the one with fewer empty places is used.
    const empty = (/** @type {Grid} */ { columns, rows }) => columns * rows - count;
    return grids.reduce((best, grid) => (grid.width > best.width + 0.5 || (grid.width > best.width - 0.5 && empty(grid) < empty(best)) ? grid : best));
}

/**
 * @param {number} columns
 * @param {number} count
 * @param {Size} size
 * @param {number} shape
 * @returns {Grid}
 */
function gridOf(columns, count, { width, height }, shape) {
    const rows = Math.max(1, Math.ceil(count / columns));
    const gap = Math.max(fineness, floored(gapShare * Math.min(width / columns, (height / rows) * shape)));
    // The longer side is floored to device pixels; the other is rounded to the nearest, since each pixel matters for small tiles.
    const [widest, highest] = [(width - (columns - 1) * gap) / columns, (height - (rows - 1) * gap) / rows].map((side) => Math.max(0, floored(side)));
    return { columns, rows, gap, width: Math.min(widest, rounded(highest * shape)), height: Math.min(highest, rounded(widest / shape)) };
}

/**
 * The grid for pictures of these shapes. Columns are those of the largest 16:9 tiles; the remaining vertical space goes to taller pictures.
 * If most are upright, columns are those of upright tiles.
 * @param {number} count
 * @param {Size} size
 * @param {number[]} shapes
 * @returns {Grid}
 */
export function gridFor(count, size, shapes) {
    const shape = median(shapes);
    const grid = largestGrid(count, size, shape < 1 ? upright : wide);
    const row = (size.height - (grid.rows - 1) * grid.gap) / grid.rows;
    return { ...grid, height: Math.max(grid.height, floored(Math.min(row, grid.width / Math.min(shape, wide)))) };
}

/**
 * The grid for faces without pictures, which are square: columns are those of the largest squares. Names may use the free space between the
 * columns.
 * @param {number} count
 * @param {Size} size
 * @returns {Grid}
 */
export function facesGrid(count, size) {
    const grid = largestGrid(count, size, 1);
    const column = floored((size.width - (grid.columns - 1) * grid.gap) / grid.columns);
    return { ...grid, width: Math.max(grid.width, Math.min(column, rounded(grid.height * wide))) };
}

/** @param {number[]} shapes */
function median(shapes) {
    const sorted = shapes.filter((shape) => shape > 0).sort((one, other) => one - other);
    return sorted.length === 0 ? wide : sorted[sorted.length >> 1];
}

/**
 * The places in a grid, row by row; the last row is centred, and so is the whole grid.
 * @param {Grid} grid
 * @param {number} count
 * @param {Size} size
 * @returns {Rect[]}
 */
export function placesIn({ columns, rows, gap, width, height }, count, size) {
    const top = (size.height - rows * height - (rows - 1) * gap) / 2;
    return Array.from({ length: count }, (_, index) => {
        const row = Math.floor(index / columns);
        const inRow = Math.min(columns, count - row * columns);
        const start = (size.width - inRow * width - (inRow - 1) * gap) / 2;
        return whole({ x: start + (index % columns) * (width + gap), y: top + row * (height + gap), width, height });
    });
}

/**
 * One large tile, and a strip of small ones: beside it, or above it if the stage is upright. The strip avoids the header, the controls and
 * bars; the large tile does not.
 * @param {StageSize} size
 */
export function speakerFor(size) {
    const { height, bottom, side = 0, bars = noBars } = size;
    const width = size.width - side;
    const isRow = height > width;
    const top = size.top + (isRow ? bars.height : 0);
    const gap = gapIn(size);
    // In a low window with controls at the bottom, nothing above them is left uncovered.
    const [start, length] = isRow ? [0, width] : side === 0 && height - top - bottom < leastStrip ? [0, height] : [top, height - top - bottom];
    const most = (length - (leastInStrip - 1) * gap) / leastInStrip;
    const small = isRow ? sized(Math.min(stripShare * height * wide, most)) : sized(Math.min(stripShare * width, most * wide));
    const main = isRow ? { x: 0, y: top + small.height + gap, width, height: height - top - small.height - gap } : { x: 0, y: 0, width: width - small.width - gap, height };
    const inStrip = Math.max(1, Math.floor((length + gap) / ((isRow ? small.width : small.height) + gap)));
    const lay = (/** @type {number} */ shown) => {
        const each = isRow ? small.width : small.height;
        const first = start + (length - shown * each - (shown - 1) * gap) / 2;
        return Array.from({ length: shown }, (_, index) => {
            const along = first + index * (each + gap);
            return whole({ ...small, ...(isRow ? { x: along, y: top } : { x: width - small.width, y: along }) });
        });
    };
    return { main: whole(main), inStrip, lay, turn: isRow ? { x: width, y: 0 } : { x: 0, y: height } };
}

/** @param {Size} size */
const gapIn = ({ width, height }) => Math.max(2, Math.round(0.004 * Math.min(width, height)));

/**
 * A shared screen, which nothing covers: not the header, the controls, or bars. On an upright stage it takes the full width, with the
 * people below it; otherwise they are in a strip beside it, which in a low window is below the header.
 * @param {StageSize} size
 * @param {number} shape width by height of the screen
 * @param {number} count how many are to be seen besides
 */
export function screenFor(size, shape, count) {
    const { top, bottom, side = 0, bars = noBars } = size;
    const gap = gapIn(size);
    const isLow = side > 0;
    const width = size.width - side;
    const free = { y: isLow ? 0 : top + bars.height, height: isLow ? size.height : size.height - top - bars.height - bottom };
    if (size.height > width) return screenAbove({ width, ...free }, shape, count, gap);
    const strip = Math.max(isLow ? Math.max(leastLowStrip, Math.min(pagedLowStrip, floored(lowStripShare * width))) : 0, floored(Math.min(stripShare * width, ((free.height - (leastInStrip - 1) * gap) / leastInStrip) * wide)));
    const small = sized(strip);
    // Bars are centred, except in a low window.
    const start = isLow ? top + bars.height : top;
    const length = size.height - start - bottom;
    const inStrip = Math.max(1, Math.floor((length + gap) / (small.height + gap)));
    const lay = (/** @type {number} */ shown) => {
        const first = start + (isLow ? 0 : (length - shown * small.height - (shown - 1) * gap) / 2);
        return Array.from({ length: shown }, (_, index) => whole({ ...small, x: width - small.width, y: first + index * (small.height + gap) }));
    };
    return { main: whole({ x: 0, y: free.y, width: width - small.width - gap, height: free.height }), inStrip, lay, turn: { x: 0, y: size.height } };
}

/**
 * @param {Size & { y: number }} free what nothing covers
 * @param {number} shape
 * @param {number} count
 * @param {number} gap
 */
function screenAbove({ y, width, height }, shape, count, gap) {
    const least = sized((width - (leastInStrip - 1) * gap) / leastInStrip);
    const main = { x: 0, y, width, height: floored(Math.min(width / shape, height - least.height - gap)) };
    const below = { width, height: height - main.height - gap };
    const most = leastInStrip * Math.max(1, Math.floor((below.height + gap) / (least.height + gap)));
    const grid = gridFor(Math.min(count, most), below, []);
    const lay = (/** @type {number} */ shown) => placesIn(grid, shown, below).map((place) => ({ ...place, y: place.y + main.y + main.height + gap }));
    return { main: whole(main), inStrip: most, lay, turn: { x: width, y: 0 } };
}

/**
 * @param {number} width
 * @returns {Size}
 */
const sized = (width) => ({ width, height: width / wide });

/**
 * This person's tile over the other's picture: a quarter of the short side, clear of the header and the controls.
 * @param {Corner} corner
 * @param {StageSize} size
 * @param {number} shape
 * @returns {Rect}
 */
export function cornerPlace(corner, size, shape) {
    const free = size.width - (size.side ?? 0);
    const short = Math.min(size.width, size.height);
    // The same area for any shape: a quarter of the short side at 4:3 or 3:4.
    const longer = Math.max(64, Math.min(240, short / 3));
    const [width, height] = shape >= 1 ? [longer, longer / shape] : [longer * Math.max(shape, 9 / 16), longer];
    const [isTop, isStart] = [corner.startsWith('top'), corner.endsWith('start')];
    // Beside the controls and the bars, if they leave enough room.
    const bottom = besideControls(size) < width + 2 * margin ? size.bottom : margin;
    const { bars = noBars } = size;
    const top = (free - bars.width) / 2 < width + 2 * margin ? size.top + bars.height : size.top;
    return whole({
        x: isStart ? margin : free - width - margin,
        y: isTop ? Math.min(top + margin, Math.max(margin, size.height - height - bottom)) : Math.max(margin, size.height - height - bottom),
        width, height,
    });
}

/**
 * @param {{ x: number, y: number }} point
 * @param {Size} size
 * @returns {Corner}
 */
export function nearestCorner({ x, y }, { width, height }) {
    return `${y < height / 2 ? 'top' : 'bottom'}-${x < width / 2 ? 'start' : 'end'}`;
}

/**
 * @param {Scene} scene
 * @returns {StageLayout}
 */
export function stageLayout(scene) {
    const { others, size, ownShape, hasPictures } = scene;
    const all = { x: 0, y: 0, width: size.width, height: size.height };
    if (others.length === 0) return one('alone', [['own', all]]);
    // Without any picture, there is nothing for this person's tile to lie over: both get equal tiles.
    if (others.length === 1 && (hasPictures || ownShape !== null)) {
        /** @type {[TileId, TileId]} */
        const [large, small] = scene.isSwapped ? ['own', others[0]] : [others[0], 'own'];
        const shape = scene.isSwapped ? scene.shapes[0] || 4 / 3 : ownShape ?? 4 / 3;
        return one('pair', [[large, all], [small, cornerPlace(scene.corner, size, shape)]]);
    }
    return scene.isSpeaker && others.length > 1 ? speakerLayout(scene) : gridLayout(scene);
}

/**
 * @param {'alone' | 'pair'} kind
 * @param {[TileId, Rect][]} places
 * @returns {StageLayout}
 */
const one = (kind, places) => ({ kind, places: new Map(places), aside: new Map(), page: 0, pages: 1, main: null, turns: 'along' });

/**
 * All pages have the same grid, so that tiles keep their size, and the last page is clear of the controls. Without pictures the header
 * stays visible too, and tiles avoid it.
 * @param {Scene} scene
 * @returns {StageLayout}
 */
function gridLayout({ others, size, shapes, ownShape, hasPictures, page }) {
    /** @type {TileId[]} */
    const tiles = [...others, 'own'];
    const isAudio = !hasPictures && ownShape === null;
    const top = isAudio ? size.top + (size.bars ?? noBars).height : 0;
    const area = { width: size.width - (size.side ?? 0), height: Math.max(1, size.height - top - size.bottom - pagerFor(tiles.length > perPage, size)) };
    const count = Math.min(tiles.length, perPage);
    const grid = isAudio ? facesGrid(count, area) : gridFor(count, area, ownShape === null ? shapes : [...shapes, ownShape]);
    const lay = (/** @type {number} */ count) => placesIn(grid, count, area).map((place) => ({ ...place, y: place.y + top }));
    return { kind: 'grid', main: null, turns: 'along', ...paged(tiles, perPage, page, lay, { x: size.width, y: 0 }) };
}

/**
 * The space that the page buttons need above the controls.
 * @param {boolean} isPaged
 * @param {StageSize} size
 */
const pagerFor = (isPaged, size) => (isPaged && !hasPagerBeside(size) ? pagerHeight : 0);

/**
 * @param {Scene} scene
 * @returns {StageLayout}
 */
function speakerLayout({ others, size, main, mainShape, speaker = null, page }) {
    const large = main ?? others[0];
    const count = others.length;
    const placesFor = (/** @type {StageSize} */ room) => (mainShape === undefined ? speakerFor(room) : screenFor(room, mainShape, count));
    const first = placesFor(size);
    // The strip of a person's large picture is above it, or long.
    const more = mainShape === undefined && size.height > size.width ? 0 : pagerFor(count > first.inStrip, size);
    const { main: place, inStrip, lay, turn } = more > 0 ? placesFor({ ...size, bottom: size.bottom + more }) : first;
    const rest = withSpeaker([...others.filter((id) => id !== large), 'own'], speaker, inStrip);
    const strip = paged(rest, inStrip, page, lay, turn);
    return { kind: 'speaker', main: large, turns: turn.y > 0 ? 'down' : 'along', ...strip, places: new Map([[large, place], ...strip.places]) };
}

/**
 * A speaker who would be on another page takes the last place of the first; no one else moves.
 * @param {TileId[]} tiles
 * @param {TileId | null} speaker
 * @param {number} most on a page
 */
function withSpeaker(tiles, speaker, most) {
    const at = speaker === null ? -1 : tiles.indexOf(speaker);
    if (at < most) return tiles;
    return tiles.map((id, index) => (index === at ? tiles[most - 1] : index === most - 1 ? tiles[at] : id));
}

/**
 * Tiles by pages, one of which is shown.
 * @param {TileId[]} tiles
 * @param {number} most on a page
 * @param {number} wanted which page
 * @param {(count: number) => Rect[]} lay
 * @param {{ x: number, y: number }} turn how far the next page is away
 */
function paged(tiles, most, wanted, lay, turn) {
    const pages = Math.max(1, Math.ceil(tiles.length / most));
    // A participant who left may have emptied the last page.
    const page = Math.min(Math.max(0, wanted), pages - 1);
    /** @type {Map<TileId, Rect>} */
    const places = new Map();
    /** @type {Map<TileId, Rect>} */
    const aside = new Map();
    for (let at = 0; at < pages; at += 1) {
        const shown = tiles.slice(at * most, (at + 1) * most);
        for (const [index, place] of lay(shown.length).entries()) {
            const away = at - page;
            if (away === 0) places.set(shown[index], place);
            else aside.set(shown[index], { x: place.x + away * turn.x, y: place.y + away * turn.y, width: 0, height: 0 });
        }
    }
    return { places, aside, page, pages };
}

/**
 * On half CSS pixels, which are whole device pixels on phones, and all of one size.
 * @param {Rect} rect
 * @returns {Rect}
 */
const whole = ({ x, y, width, height }) => ({ x: rounded(x), y: rounded(y), width: Math.max(0, floored(width)), height: Math.max(0, floored(height)) });
