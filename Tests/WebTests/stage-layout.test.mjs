import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cornerPlace, facesGrid, gridFor, hasPagerBeside, largestGrid, nameBeside, nearestCorner, perPage, screenFor, sidesOf, speakerFor, stageLayout, wide } from '../../Web/features/calls/stage/stage-layout.js';

const windows = { 'phone upright': [390, 844], 'phone lying': [844, 390], narrow: [320, 640], tablet: [820, 1180], desktop: [1280, 800], wide: [2560, 1080] };
const sizes = [...Object.values(windows), ...[360, 517, 733, 1024, 1441, 1999].flatMap((width) => [400, 531, 768, 1337].map((height) => [width, height]))]
    .map(([width, height]) => ({ width, height, top: 64, bottom: 96 }));
const counts = Array.from({ length: perPage }, (_, index) => index + 1);
const people = (count) => Array.from({ length: count }, (_, index) => index + 1);
const scene = (count, size, change = {}) => ({
    others: people(count), shapes: people(count).map(() => wide), ownShape: wide, hasPictures: true, isSpeaker: false, main: null, page: 0, corner: 'bottom-end', size, ...change,
});
const overlap = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
const isWithin = ({ x, y, width, height }, size) => x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;

/** The widest 16:9 tiles of which this many fit in a size without any gap, found by trying every width from the largest down. */
function widest(count, { width, height }) {
    for (let tile = width; tile > 0; tile -= 0.25) {
        if (Math.floor(width / tile) * Math.floor(height / (tile / wide)) >= count) return tile;
    }
    return 0;
}

test('tiles have at least 97 % of the largest 16:9 area found by brute force, whatever the shapes of landscape pictures', () => {
    for (const size of sizes) {
        for (const count of counts) {
            const best = widest(count, size) ** 2 / wide;
            for (const shapes of [[], [wide], [4 / 3], [4 / 3, wide, 9 / 16, wide]]) {
                const { width, height } = gridFor(count, size, shapes);
                const largest = Math.min(width, height * wide);
                assert.ok(largest ** 2 / wide >= 0.97 * best, `${count} in ${size.width} × ${size.height}: ${largest} of ${Math.sqrt(best * wide)}`);
            }
        }
    }
});

test('no small element lies under the bars for sharing and raised hands', () => {
    const bars = { width: 360, height: 100 };
    const under = ({ width, top }) => ({ x: (width - bars.width) / 2, y: top, width: bars.width, height: bars.height });
    for (const [width, height] of Object.values(windows)) {
        const size = { width, height, top: 64, bottom: 96, bars };
        const { main, lay, inStrip } = speakerFor(size);
        for (const place of lay(inStrip)) assert.ok(!overlap(place, under(size)) && !overlap(place, main), `${width} × ${height}`);
        assert.ok(isWithin(main, size) && main.height > 0.3 * height);
        for (const corner of ['top-start', 'top-end']) assert.ok(!overlap(cornerPlace(corner, size, wide), under(size)), `${corner} of ${width} × ${height}`);
        const { places } = stageLayout(scene(3, size, { hasPictures: false, ownShape: null, shapes: [] }));
        for (const place of places.values()) assert.ok(!overlap(place, under(size)));
        assert.deepEqual(speakerFor({ ...size, bars: { width: 0, height: 0 } }).main, speakerFor({ ...size, bars: undefined }).main);
    }
});

test('the large tile’s name is beside the controls, or above them where there is no room', () => {
    for (const [width, controls, expected] of [[1280, 560, { '--beside': '360px', '--lift': '0px' }], [844, 556, { '--beside': '144px', '--lift': '0px' }], [390, 390, { '--beside': '100%', '--lift': '96px' }], [1280, 1100, { '--beside': '100%', '--lift': '96px' }]]) {
        assert.deepEqual(nameBeside({ width, height: 800, top: 64, bottom: 96, controls }), expected);
    }
});

test('portrait pictures get portrait tiles: four on an upright phone are two by two', () => {
    const [phone, desktop] = [{ width: 390, height: 844 }, { width: 1280, height: 800 }];
    assert.deepEqual([gridFor(4, phone, [9 / 16, 9 / 16, 9 / 16, wide]).columns, gridFor(4, phone, [wide, wide, wide, 9 / 16]).columns], [2, 1]);
    const grid = gridFor(3, desktop, [9 / 16]);
    assert.deepEqual([grid.columns, grid.rows], [3, 1]);
    assert.ok(grid.height > 700);
});

test('free height in rows goes to 4:3 pictures, up to what they fill', () => {
    const { width, height, columns } = gridFor(3, { width: 390, height: 844 }, [4 / 3]);
    assert.deepEqual([columns, width], [1, 390]);
    assert.ok(height > 270 && width / height >= 4 / 3);
    assert.equal(Math.round(gridFor(3, { width: 390, height: 1600 }, [4 / 3]).height), Math.round(390 / (4 / 3)));
});

test('tiles lie within the stage without overlap, have one size, and the last row is centered', () => {
    for (const size of sizes) {
        for (const count of counts.slice(1, -1)) {
            const { kind, places } = stageLayout(scene(count, size));
            if (count < 2) continue;
            const all = [...places.values()];
            assert.equal(kind, 'grid');
            assert.equal(all.length, count + 1);
            const label = `${count + 1} in ${size.width} × ${size.height}`;
            for (const [index, place] of all.entries()) {
                assert.ok(isWithin(place, size), label);
                assert.ok(all.slice(index + 1).every((other) => !overlap(place, other)), label);
                assert.deepEqual([place.width, place.height], [all[0].width, all[0].height], label);
            }
            const last = all.filter(({ y }) => y === all.at(-1).y);
            assert.ok(Math.abs(last[0].x - (size.width - last.at(-1).x - last.at(-1).width)) <= 2, `${label}: the last row`);
        }
    }
});

test('the own tile is last in the grid from three people on, and in a corner before', () => {
    const size = sizes[4];
    assert.deepEqual([...stageLayout(scene(2, size)).places.keys()], [1, 2, 'own']);
    const { kind, places } = stageLayout(scene(1, size));
    assert.equal(kind, 'pair');
    assert.deepEqual(places.get(1), { x: 0, y: 0, width: 1280, height: 800 });
    assert.ok(isWithin(places.get('own'), size) && places.get('own').width <= 240);
    assert.deepEqual(stageLayout(scene(0, size)), { kind: 'alone', places: new Map([['own', { x: 0, y: 0, width: 1280, height: 800 }]]), aside: new Map(), page: 0, pages: 1, main: null, turns: 'along' });
});

test('of two people without pictures each has half of the stage', () => {
    const { kind, places } = stageLayout(scene(1, sizes[4], { ownShape: null, hasPictures: false, shapes: [] }));
    assert.equal(kind, 'grid');
    assert.deepEqual([...places.keys()], [1, 'own']);
    assert.equal(places.get(1).width, places.get('own').width);
});

test('avatars are as large as possible within the stage, clear of header and controls', () => {
    for (const size of sizes) {
        for (const count of counts.slice(1, -1)) {
            const { places } = stageLayout(scene(count, size, { ownShape: null, hasPictures: false, shapes: [] }));
            const all = [...places.values()];
            const label = `${count + 1} in ${size.width} × ${size.height}`;
            for (const [index, place] of all.entries()) {
                assert.ok(isWithin(place, size) && place.y >= 64 && place.y + place.height <= size.height - 96, label);
                assert.ok(all.slice(index + 1).every((other) => !overlap(place, other)), label);
            }
            const { width, height } = gridFor(count + 1, { width: size.width, height: size.height - 160 }, []);
            assert.ok(Math.min(all[0].width, all[0].height) >= Math.min(width, height) - 0.5, `${label}: no smaller than in a grid for pictures`);
        }
    }
    assert.ok(facesGrid(9, { width: 390, height: 684 }).height > 1.2 * gridFor(9, { width: 390, height: 684 }, []).height);
});

test('more than 25 people are shown on pages of equal tiles, each person on exactly one', () => {
    const size = sizes[4];
    const pages = [0, 1].map((page) => stageLayout(scene(48, size, { page })));
    assert.deepEqual(pages.map(({ page, pages: all, places }) => [page, all, places.size]), [[0, 2, 25], [1, 2, 24]]);
    assert.equal(new Set(pages.flatMap(({ places }) => [...places.keys()])).size, 49);
    for (const { places, aside } of pages) assert.ok(places.size + aside.size === 49 && [...aside.values()].every(({ x, width }) => width === 0 && (x < 0 || x >= 1280)));
    assert.equal(pages[0].places.get(1).width, pages[1].places.get(26).width);
    assert.deepEqual([stageLayout(scene(48, size, { page: 9 })).page, stageLayout(scene(3, size, { page: 1 })).page], [1, 0]);
});

test('people who stay keep their places when others join, as long as the columns stay', () => {
    const size = sizes[4];
    const before = stageLayout(scene(4, size)).places;
    const after = stageLayout(scene(5, size)).places;
    assert.equal(largestGrid(5, size).columns, largestGrid(6, size).columns);
    for (const user of [1, 2, 3]) assert.deepEqual(after.get(user), before.get(user));
});

test('the speaker view shows one large tile and a strip of at least three others without overlap', () => {
    for (const size of sizes) {
        for (const count of [2, 3, 9, 24, 48]) {
            const seenOn = (page) => stageLayout(scene(count, size, { isSpeaker: true, main: 2, page }));
            const { kind, places, pages } = seenOn(0);
            const label = `${count + 1} in ${size.width} × ${size.height}`;
            assert.equal(kind, 'speaker', label);
            assert.ok(places.size >= Math.min(count + 1, 4), label);
            const all = [...places];
            assert.equal(all[0][0], 2, label);
            for (const [index, [, place]] of all.entries()) {
                assert.ok(isWithin(place, size), label);
                assert.ok(all.slice(index + 1).every(([, other]) => !overlap(place, other)), label);
            }
            const found = Array.from({ length: pages }, (_, page) => [...seenOn(page).places.keys()]).flat();
            assert.equal(new Set(found).size, count + 1, label);
            const { main } = speakerFor(size);
            assert.ok(main.width * main.height >= 0.66 * size.width * size.height, `${label}: ${main.width} × ${main.height}`);
            const small = all.slice(1).map(([, { y, height }]) => [y, y + height]);
            if (size.height >= 640) assert.ok(small.every(([top, bottom]) => top >= 64 && bottom <= size.height - 96), label);
        }
    }
});

test('the large tile is the chosen person’s, else the first', () => {
    assert.equal([...stageLayout(scene(3, sizes[4], { isSpeaker: true })).places.keys()][0], 1);
    assert.equal(stageLayout(scene(1, sizes[4], { isSpeaker: true })).kind, 'pair');
});

test('the own tile in a corner is clear of header and controls', () => {
    for (const corner of ['top-start', 'top-end', 'bottom-start', 'bottom-end']) {
        for (const size of sizes) {
            for (const shape of [wide, 4 / 3, 9 / 16]) {
                const place = cornerPlace(corner, size, shape);
                assert.ok(isWithin(place, size), `${corner} in ${size.width} × ${size.height}`);
                if (size.width < 720) assert.ok(place.y >= 64 && place.y + place.height <= size.height - 96, corner);
                assert.equal(nearestCorner({ x: place.x + place.width / 2, y: place.y + place.height / 2 }, size), corner);
            }
        }
    }
});

/** Windows with what covers them: a low one has its controls at the side. */
const covered = [...Object.values(windows), [568, 320], [1180, 820], [1920, 1080]].map(([width, height]) => (
    height <= 480 && width > height ? { width, height, top: 60, bottom: 0, side: 60, controls: 0 } : { width, height, top: 64, bottom: 96, controls: Math.min(width, 560) }));
const shared = (count, size, change = {}) => scene(count, size, { others: ['screen-1', ...people(count)], isSpeaker: true, main: 'screen-1', mainShape: wide, ...change });

test('nothing lies over a shared screen or over the small tiles beside it', () => {
    for (const plain of covered) {
        for (const size of [plain, { ...plain, bars: { width: 300, height: plain.top + 48 } }]) {
            for (const [count, shape] of [[1, wide], [1, 9 / 16], [4, 4 / 3], [48, wide]]) {
                const label = `${count} with ${shape.toFixed(2)} in ${size.width} × ${size.height}`;
                const { places, pages } = stageLayout(shared(count, size, { mainShape: shape }));
                const main = places.get('screen-1');
                const end = size.width - (size.side ?? 0);
                const [head, bars] = [size.top, size.bars ? size.bars.height : 0];
                for (const [id, place] of places) {
                    assert.ok(isWithin(place, { ...size, width: end }), `${label}: ${id} beside the controls`);
                    assert.ok(place.y + place.height <= size.height - size.bottom - (pages > 1 && !hasPagerBeside(size) && id !== 'screen-1' ? 48 : 0), `${label}: ${id} above what is at the bottom`);
                    for (const [other, its] of places) assert.ok(id === other || !overlap(place, its), `${label}: ${id} and ${other}`);
                    // The header of a low window is above the strip.
                    if (!size.side || id !== 'screen-1') assert.ok(place.y >= head + (size.side || id === 'screen-1' || size.height > end ? bars : 0), `${label}: ${id} below the head and bars`);
                }
                if (size.side) assert.ok(main.x + main.width + Number.parseFloat(sidesOf({ main: 'screen-1', places }, size)['--strip']) <= end && main.height === size.height, label);
            }
        }
    }
});

test('on a phone, a shared screen is as wide as it when upright, and nearly as high when sideways; people have the rest', () => {
    const [upright, lying] = [covered[0], covered[1]];
    const above = screenFor(upright, wide, 2);
    assert.deepEqual([above.main.width, above.main.height], [390, 219]);
    const tiles = above.lay(2);
    assert.ok(tiles.reduce((sum, { width, height }) => sum + width * height, above.main.width * above.main.height) > 0.6 * 390 * (844 - 160), 'little is left black');
    const beside = screenFor(lying, wide, 2);
    assert.ok(beside.main.width / wide >= 0.9 * 390, `${beside.main.width}`);
});

test('the tiles of a grid overlap neither the controls nor the buttons between pages', () => {
    for (const size of covered) {
        for (const count of [2, 4, 8, 24, 48]) {
            const { places, pages } = stageLayout(scene(count, size));
            const free = { width: size.width - (size.side ?? 0), height: size.height - size.bottom - (pages > 1 && !hasPagerBeside(size) ? 48 : 0) };
            for (const place of places.values()) assert.ok(isWithin(place, free), `${count + 1} in ${size.width} × ${size.height}`);
        }
    }
});

test('swapped, the own picture fills the stage and the other’s is in the corner', () => {
    const size = sizes[0];
    const { places } = stageLayout(scene(1, size, { isSwapped: true, shapes: [9 / 16] }));
    assert.deepEqual(places.get('own'), { x: 0, y: 0, width: 390, height: 844 });
    assert.deepEqual(places.get(1), cornerPlace('bottom-end', size, 9 / 16));
});
