import { mirrored } from '../symbol/modules.js';
import { readSymbol } from '../symbol/read-symbol.js';
import { firstVersion, lastVersion, sizeOf } from '../symbol/versions.js';
import { UnreadableError } from '../unreadable.js';
import { Contrast } from './contrast.js';
import { findCorners } from './corners.js';
import { findFinderPatterns } from './finder-patterns.js';
import { firstGuess } from './first-guess.js';
import { modulesOf, sample, sharpened } from './sampling.js';
import { fit } from './symbol-fit.js';
import { waysToLook } from './ways-to-look.js';

/** @typedef {import('./gray-picture.js').GrayPicture} GrayPicture */

/** The share of its neighbours in a module's value: none for a sharp picture, and more for blurred ones. */
const blurs = [0, 0.12, 0.25];
/** Smaller pictures cannot contain a code. */
const leastSide = 21;
/** A candidate that matches less of its patterns may not be a code, and isn't reported as a damaged one. */
const surelyACode = 0.6;

/**
 * The text of a code in a picture, in any orientation.
 * @param {GrayPicture} picture
 * @param {import('./ways-to-look.js').Way[]} [ways] all, for a single picture
 * @returns {string}
 * @throws {UnreadableError}
 */
export function readPicture(picture, ways = waysToLook) {
    return firstRead(ways, ({ change, surroundings }) => readOnce(change(picture), surroundings));
}

/**
 * The first text that one of several attempts yields. An error about a code takes precedence over finding none.
 * @template Thing
 * @param {Iterable<Thing>} things
 * @param {(thing: Thing) => string} read
 * @returns {string}
 * @throws {UnreadableError}
 */
function firstRead(things, read) {
    let worst = new UnreadableError('noCode');
    for (const thing of things) {
        try {
            return read(thing);
        } catch (error) {
            if (!(error instanceof UnreadableError)) throw error;
            // It was read without an error, so another way of reading would give the same result.
            if (error.reason === 'unsupported') throw error;
            if (worst.reason === 'noCode') worst = error;
        }
    }
    throw worst;
}

/**
 * @param {GrayPicture} picture
 * @param {number} surroundings
 */
function readOnce(picture, surroundings) {
    const side = Math.max(picture.width, picture.height);
    if (Math.min(picture.width, picture.height) < leastSide) throw new UnreadableError('noCode');
    const contrast = new Contrast(picture, Math.ceil((side * surroundings) / 2));
    return firstRead(findCorners(findFinderPatterns(contrast)), (corners) => {
        const guess = firstGuess(contrast, corners);
        return firstRead(guess ? likelyVersions(guess.modules) : [], (version) => readFit(contrast, guess && fit(contrast, guess.quad, version)));
    });
}

/**
 * The versions that may have about this many modules between two centres of finder patterns, the likeliest first.
 * @param {number} modules
 */
function likelyVersions(modules) {
    const seen = (modules + 7 - sizeOf(0)) / 4;
    const reach = seen > 12 ? 2 : 1;
    const found = [];
    for (let version = Math.round(seen) - reach; version <= Math.round(seen) + reach; version += 1) {
        if (version >= firstVersion && version <= lastVersion) found.push(version);
    }
    return found.sort((a, b) => Math.abs(a - seen) - Math.abs(b - seen));
}

/**
 * @param {Contrast} contrast
 * @param {import('./symbol-fit.js').Fit | null} found
 */
function readFit(contrast, found) {
    if (!found) throw new UnreadableError('noCode');
    const samples = sample(contrast, found);
    try {
        return firstRead(blurs, (blur) => {
            const modules = modulesOf(blur === 0 ? samples : sharpened(samples, blur));
            return firstRead([modules, mirrored(modules)], readSymbol);
        });
    } catch (error) {
        throw found.agreement < surelyACode ? new UnreadableError('noCode') : error;
    }
}
