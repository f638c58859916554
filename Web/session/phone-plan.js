import { phonePlans } from './phone-plans.js';

/**
 * The phone numbers under one calling code. Twin of PhonePlan.swift (`Tests/Vectors/phone-numbers.json`).
 * @typedef {object} PhonePlan
 * @property {string} code the country calling code (ITU-T E.164)
 * @property {string} trunk dialled before a number within the country; '' if nothing is
 * @property {boolean} isTrunkAlone whether no number begins with it
 * @property {[least: number, most: number][]} lengths of numbers behind the code
 * @property {string[]} regions ISO 3166 codes, the main one first
 * @property {string[]} abroad what is dialled instead of +, the longest first
 * @property {{ pattern: RegExp, instead: string, number: RegExp } | null} before where people write more before numbers than `trunk`: what that is,
 *     what takes its place, and what numbers are
 */

/** @type {Map<string, PhonePlan>} */
const plans = new Map(phonePlans.split('\n').map((row) => {
    const [code, trunk, lengths, regions, abroad = '-', pattern, instead, number] = row.split(' ');
    return [code, {
        code, trunk: trunk.replace(/[-!]/g, ''), isTrunkAlone: trunk.endsWith('!'), lengths: lengths.split(',').map(rangeOf),
        regions: regions === '-' ? [] : regions.split(','), abroad: [...abroad.split(',').filter((prefix) => prefix !== '-'), '00'],
        before: pattern === undefined ? null : { pattern: new RegExp(`^(?:${pattern})`), instead: instead.replace('-', ''), number: new RegExp(`^(?:${number})$`) },
    }];
}));

/**
 * @param {string} text
 * @returns {[number, number]}
 */
function rangeOf(text) {
    const [least, most] = text.split('-').map(Number);
    return [least, most ?? least];
}

/**
 * The plan of an international number, given without +; undefined if its calling code is not assigned.
 * @param {string} digits
 */
export const planOf = (digits) => [1, 2, 3].map((length) => plans.get(digits.slice(0, length))).find(Boolean);

/**
 * The plan of a country.
 * @param {string} code the calling code
 */
export const planWith = (code) => plans.get(code);

/** The calling code of each region, by ISO 3166 code. */
export const callingCodes = new Map([...plans.values()].flatMap(({ code, regions }) => regions.map((region) => [region, code])));

/**
 * @param {PhonePlan} plan
 * @param {string} national
 */
const hasLength = ({ lengths }, national) => lengths.some(([least, most]) => national.length >= least && national.length <= most);

/**
 * Whether it has the length of numbers, and their form where that is known.
 * @param {PhonePlan} plan
 * @param {string} national
 */
export const isNumber = (plan, national) => hasLength(plan, national) && (plan.before?.number.test(national) ?? true);

/**
 * A number without what is dialled before it, or written into it, within the country.
 * @param {PhonePlan} plan
 * @param {string} national
 */
export function withoutPrefixes(plan, national) {
    const number = withoutTrunk(plan, national);
    if (plan.before === null || isNumber(plan, number)) return number;
    // A number may have both the mark that it has abroad and the one that it has at home.
    const { pattern, instead } = plan.before;
    const mark = instead.replace(/\$.*/, '');
    const found = [withoutMore(national, pattern, instead), mark !== '' && national.startsWith(mark) ? mark + withoutMark(withoutMore(national.slice(mark.length), pattern, instead), mark) : ''];
    return found.find((one) => isNumber(plan, one)) ?? number;
}

/**
 * @param {string} national
 * @param {RegExp} pattern
 * @param {string} instead
 */
function withoutMore(national, pattern, instead) {
    const match = pattern.exec(national);
    if (!match) return national;
    const rest = national.slice(match[0].length);
    // The replacement is for the whole pattern: its last part may be absent.
    return match.at(-1) === undefined || instead === '' ? rest : instead.replace(/\$(\d)/g, (_, group) => match[Number(group)]) + rest;
}

/**
 * @param {string} national
 * @param {string} mark
 */
const withoutMark = (national, mark) => (national.startsWith(mark) ? national.slice(mark.length) : national);

/**
 * @param {PhonePlan} plan
 * @param {string} national
 */
function withoutTrunk(plan, national) {
    const { trunk, isTrunkAlone } = plan;
    if (trunk === '' || !national.startsWith(trunk)) return national;
    const rest = national.slice(trunk.length);
    return isTrunkAlone || (!hasLength(plan, national) && hasLength(plan, rest)) ? rest : national;
}

/**
 * The region of the first language that names one, such as `de-AT`; null if none does, or if it has no phone numbers.
 * @param {readonly string[]} languages
 */
export function regionOf(languages) {
    const region = languages.map((language) => /[-_]([A-Z]{2})\b/.exec(language)?.[1]).find(Boolean);
    return region !== undefined && callingCodes.has(region) ? region : null;
}
