import { mirrored } from '../symbol/modules.js';
import { readSymbol } from '../symbol/read-symbol.js';
import { firstVersion, lastVersion } from '../symbol/versions.js';
import { UnreadableError } from '../unreadable.js';
import { Contrast } from './contrast.js';
import { findCorners } from './corners.js';
import { findFinderPatterns } from './finder-patterns.js';
import { firstGuess } from './first-guess.js';
import { halved, inverted } from './gray-picture.js';
import { modulesOf, sample, sharpened } from './sampling.js';
import { fit } from './symbol-fit.js';

/** @typedef {import('./gray-picture.js').GrayPicture} GrayPicture */

/** What neighbours have in a module: nothing, as in a sharp picture, and more. */
const blurs = [0, 0.12, 0.25];
/** Smaller pictures hold no code. */
const least = 21;

/**
 * The text of a code in a picture, whatever way it lies.
 * @param {GrayPicture} picture
 * @param {boolean} [isThorough] looks again in other ways where nothing is found: for a picture of which there is no other
 * @throws {UnreadableError}
 */
export function readPicture(picture, isThorough = true) {
    /** @type {UnreadableError} the most that is known of why nothing was read */
    let reason = new UnreadableError('noCode');
    for (const [variant, share] of variants(picture, isThorough)) {
        if (variant.width < least || variant.height < least) continue;
        try {
            return readVariant(variant, share);
        } catch (error) {
            if (!(error instanceof UnreadableError)) throw error;
            if (reason.reason === 'noCode') reason = error;
        }
    }
    throw reason;
}

/**
 * A picture in the ways that it is looked at, with the share of it that are the surroundings of a pixel.
 * @param {GrayPicture} picture
 * @param {boolean} isThorough
 * @returns {Generator<[GrayPicture, number]>}
 */
function* variants(picture, isThorough) {
    yield [picture, 1 / 8];
    yield [inverted(picture), 1 / 8];
    if (!isThorough) return;
    const half = halved(picture);
    yield [half, 1 / 8];
    yield [picture, 1 / 2];
    yield [half, 1 / 2];
    yield [inverted(half), 1 / 2];
}

/**
 * @param {GrayPicture} picture
 * @param {number} share
 */
function readVariant(picture, share) {
    const contrast = new Contrast(picture, Math.ceil((Math.max(picture.width, picture.height) * share) / 2));
    /** @type {UnreadableError | null} */
    let reason = null;
    for (const corners of findCorners(findFinderPatterns(contrast))) {
        const guess = firstGuess(contrast, corners);
        if (!guess) continue;
        for (const found of fits(contrast, guess)) {
            try {
                return readSamples(sample(contrast, found));
            } catch (error) {
                if (!(error instanceof UnreadableError)) throw error;
                reason ??= error;
                if (error.reason === 'unsupported') throw error;
            }
        }
    }
    throw reason ?? new UnreadableError('noCode');
}

/**
 * The versions that a symbol may be of, as they are seen, the likeliest first.
 * @param {Contrast} contrast
 * @param {import('./first-guess.js').Guess} guess
 */
function fits(contrast, { quad, modules }) {
    const version = Math.round((modules + 7 - 17) / 4);
    const reach = version > 12 ? 2 : 1;
    const found = [];
    for (let candidate = version - reach; candidate <= version + reach; candidate += 1) {
        if (candidate < firstVersion || candidate > lastVersion) continue;
        const one = fit(contrast, quad, candidate);
        if (one) found.push(one);
    }
    return found.sort((a, b) => b.agreement - a.agreement);
}

/** @param {import('./sampling.js').Samples} samples */
function readSamples(samples) {
    /** @type {UnreadableError | null} */
    let reason = null;
    for (const blur of blurs) {
        const modules = modulesOf(blur === 0 ? samples : sharpened(samples, blur));
        for (const seen of [modules, mirrored(modules)]) {
            try {
                return readSymbol(seen);
            } catch (error) {
                if (!(error instanceof UnreadableError)) throw error;
                if (error.reason === 'unsupported') throw error;
                reason ??= error;
            }
        }
    }
    throw reason ?? new UnreadableError('damaged');
}
