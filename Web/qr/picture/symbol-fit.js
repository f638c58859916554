import { functionPatterns } from '../symbol/function-patterns.js';
import { sizeOf } from '../symbol/versions.js';
import { distance } from './corners.js';
import { Homography } from './homography.js';

/** @typedef {import('./contrast.js').Contrast} Contrast */
/** @typedef {import('./first-guess.js').Quad} Quad */
/** @typedef {{ quad: Quad, version: number, agreement: number }} Fit how a symbol lies, and how well its patterns are seen, at most 1 */

/** With less agreement it isn't a symbol. */
const least = 0.4;
/**
 * How many modules must agree for the far corner to be moved one module away from the guess. The smallest version has no pattern near it,
 * so all positions are equal there, except for noise.
 * @param {number} version
 */
const inertiaOf = (version) => (version === 1 ? 20 : 0.5);
const corners = /** @type {const} */ (['origin', 'right', 'far', 'down']);

/**
 * How well a quad matches the patterns of a version: 1 if all known modules are right, 0 by chance. Both the sum of the modules' agreement,
 * and its share of the maximum.
 * @param {Contrast} contrast
 * @param {Quad} quad
 * @param {number} version
 * @param {import('../symbol/function-patterns.js').KnownModule[]} [known]
 */
function agreementOf(contrast, { origin, right, far, down }, version, known = functionPatterns(version).known) {
    const seen = new Homography(origin, right, far, down);
    const between = sizeOf(version) - 7;
    let [sum, all] = [0, 0];
    for (const { x, y, isDark } of known) {
        const place = seen.at((x - 3) / between, (y - 3) / between);
        const value = contrast.at(place.x, place.y);
        sum += isDark ? value : -value;
        all += Math.abs(value);
    }
    return { sum, share: all === 0 ? 0 : sum / all };
}

/**
 * Moves the corners of a guess to where the patterns of the version match best; null if they aren't there.
 * @param {Contrast} contrast
 * @param {Quad} guess
 * @param {number} version
 * @returns {Fit | null}
 */
export function fit(contrast, guess, version) {
    const { finders } = functionPatterns(version);
    const first = agreementOf(contrast, guess, version, finders);
    if (!(first.share > least)) return null;
    const module = distance(guess.origin, guess.right) / (sizeOf(version) - 7);
    const reluctance = (inertiaOf(version) * first.sum) / finders.length / module ** 2;
    /** How well a quad fits, minus what contradicts it. */
    const judge = (/** @type {Quad} */ quad) => {
        const { sum, share } = agreementOf(contrast, quad, version);
        return { worth: sum - reluctance * distance(quad.far, guess.far) ** 2, share };
    };
    let quad = withFarCorner(judge, guess, version, module);
    let best = judge(quad);
    if (!(best.share > least)) return null;
    for (let step = module / 2; step > module / 20; step /= 2) {
        let hasMoved = true;
        for (let round = 0; round < 4 && hasMoved; round += 1) {
            hasMoved = false;
            for (const corner of corners) {
                for (const [dx, dy] of [[step, 0], [-step, 0], [0, step], [0, -step]]) {
                    const moved = { ...quad, [corner]: { x: quad[corner].x + dx, y: quad[corner].y + dy } };
                    const judged = judge(moved);
                    if (judged.worth > best.worth) [quad, best, hasMoved] = [moved, judged, true];
                }
            }
        }
    }
    return { quad, version, agreement: best.share };
}

/**
 * The far corner has no finder pattern: it is searched for around the guess, in a larger area for a larger symbol.
 * @param {(quad: Quad) => { worth: number }} judge
 * @param {Quad} guess
 * @param {number} version
 * @param {number} module
 */
function withFarCorner(judge, guess, version, module) {
    const reach = Math.min(8, 3 + Math.floor(version / 3));
    let [best, most] = [guess, -Infinity];
    for (let dy = -reach; dy <= reach; dy += 1) {
        for (let dx = -reach; dx <= reach; dx += 1) {
            const quad = { ...guess, far: { x: guess.far.x + dx * module, y: guess.far.y + dy * module } };
            const { worth } = judge(quad);
            if (worth > most) [best, most] = [quad, worth];
        }
    }
    return best;
}
