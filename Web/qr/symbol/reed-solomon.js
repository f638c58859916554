import { inverse, power, product, valueAt } from './galois-field.js';

/**
 * Corrects a block of a Reed-Solomon code, whose last codewords are checks; null if more codewords are wrong than half the number of
 * checks.
 * @param {Uint8Array} block at most 255 codewords
 * @param {number} checks
 * @returns {Uint8Array | null}
 */
export function corrected(block, checks) {
    const reversed = block.slice().reverse();
    const syndromes = Array.from({ length: checks }, (_, exponent) => valueAt(reversed, power(exponent)));
    if (syndromes.every((syndrome) => syndrome === 0)) return block;
    const locator = errorLocator(syndromes);
    const errors = locator.length - 1;
    if (errors > checks / 2) return null;
    const evaluator = errorEvaluator(syndromes, locator);
    let found = 0;
    for (let place = 0; place < reversed.length; place += 1) {
        // 255 is the order of the field: power(255 - place) is the inverse of power(place).
        const at = power(255 - place);
        if (valueAt(locator, at) !== 0) continue;
        found += 1;
        const slope = derivativeAt(locator, at);
        if (slope === 0) return null;
        // Forney's formula for roots that begin at 2⁰.
        reversed[place] ^= product(power(place), product(valueAt(evaluator, at), inverse(slope)));
    }
    if (found !== errors) return null;
    return syndromes.every((_, exponent) => valueAt(reversed, power(exponent)) === 0) ? reversed.reverse() : null;
}

/**
 * The polynomial whose roots are the inverses of the places of errors (Berlekamp and Massey).
 * @param {number[]} syndromes
 */
function errorLocator(syndromes) {
    let locator = [1];
    let former = [1];
    let [length, shift, formerDiscrepancy] = [0, 1, 1];
    for (let step = 0; step < syndromes.length; step += 1) {
        let discrepancy = syndromes[step];
        for (let index = 1; index <= length; index += 1) discrepancy ^= product(locator[index] ?? 0, syndromes[step - index]);
        if (discrepancy === 0) {
            shift += 1;
            continue;
        }
        const before = locator;
        locator = sum(locator, former, shift, product(discrepancy, inverse(formerDiscrepancy)));
        if (2 * length <= step) {
            [length, former, formerDiscrepancy, shift] = [step + 1 - length, before, discrepancy, 1];
        } else shift += 1;
    }
    while (locator.length > 1 && locator[locator.length - 1] === 0) locator.pop();
    return locator;
}

/**
 * a + factor · xˢʰⁱᶠᵗ · b
 * @param {number[]} a
 * @param {number[]} b
 * @param {number} shift
 * @param {number} factor
 */
function sum(a, b, shift, factor) {
    const result = a.concat(Array(Math.max(0, b.length + shift - a.length)).fill(0));
    b.forEach((term, index) => { result[index + shift] ^= product(term, factor); });
    return result;
}

/**
 * @param {number[]} syndromes
 * @param {number[]} locator
 */
function errorEvaluator(syndromes, locator) {
    return syndromes.map((_, degree) => {
        let term = 0;
        for (let index = 0; index <= degree && index < locator.length; index += 1) term ^= product(locator[index], syndromes[degree - index]);
        return term;
    });
}

/**
 * In a field of characteristic 2, the even terms of a derivative vanish.
 * @param {number[]} locator
 * @param {number} at
 */
function derivativeAt(locator, at) {
    let value = 0;
    for (let index = 1; index < locator.length; index += 2) {
        let term = locator[index];
        for (let times = 1; times < index; times += 1) term = product(term, at);
        value ^= term;
    }
    return value;
}
