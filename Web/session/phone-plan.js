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
 */

/** @type {Map<string, PhonePlan>} */
const plans = new Map(phonePlans.split('\n').map((row) => {
    const [code, trunk, lengths, regions, abroad = ''] = row.split(' ');
    return [code, {
        code, trunk: trunk.replace(/[-!]/g, ''), isTrunkAlone: trunk.endsWith('!'), lengths: lengths.split(',').map(rangeOf),
        regions: regions === '-' ? [] : regions.split(','), abroad: [...abroad.split(',').filter(Boolean), '00'],
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
export const hasLength = ({ lengths }, national) => lengths.some(([least, most]) => national.length >= least && national.length <= most);

/**
 * A number without its national trunk prefix.
 * @param {PhonePlan} plan
 * @param {string} national
 */
export function withoutTrunk(plan, national) {
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
