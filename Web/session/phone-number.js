import { plainDigits } from '../texts/digits.js';
import { visibleText } from '../texts/visible-text.js';
import { isNumber, planOf, planWith, withoutPrefixes } from './phone-plan.js';

/** @typedef {'notAPhoneNumber' | 'missingCountryCode' | 'phoneExtension' | 'phoneLength'} PhoneProblem */

/** Between digits. */
const spacing = /[\p{White_Space}\p{Pd}\u2212./·]/gu;
/** Surrounds a number in a sentence; brackets belong to it. */
const around = /^[^\p{L}\p{N}+(]+|[^\p{L}\p{N})]+$/gu;
/** Follows the digits of a complete number. */
const extension = /^(?:tel:)?[+(]*[0-9][^\p{L}#;,]{3,}[0-9)][^\p{L}\p{N}]*(?:;ext=|ext(?:ension)?\.?|extn\.?|доб\.?|x|#|,+|;)[^\p{L}\p{N}]*[0-9]+$/iu;

/**
 * Reads a phone number in any spelling, and returns `+` and digits (ITU-T E.164). Twin of PhoneNumber.swift
 * (`Tests/Vectors/phone-numbers.json`).
 * @param {string} typed
 * @param {string | null} [callingCode] of the country in which a number without + is dialled
 * @returns {{ number: string } | { problem: PhoneProblem }}
 */
export function readPhoneNumber(typed, callingCode = null) {
    const visible = plainDigits(visibleText(typed)).replace(around, '');
    if (extension.test(visible)) return { problem: 'phoneExtension' };
    const spelled = visible.replace(/^tel:/i, '').replace(spacing, '');
    const plain = spelled.replace(/[()]/g, '');
    const own = callingCode === null ? undefined : planWith(callingCode);
    if (!/^\+?[0-9]+$/.test(plain)) return { problem: own || plain.startsWith('+') ? 'notAPhoneNumber' : 'missingCountryCode' };
    const digits = plain.startsWith('+') ? plain.slice(1) : abroad(plain, own);
    if (digits !== null) return international(digits, spelled);
    return own ? national(plain, own) : { problem: 'missingCountryCode' };
}

/**
 * Whether a text contains only a number without a country: then a country must be chosen.
 * @param {string} typed
 */
export function needsCountry(typed) {
    const plain = plainDigits(visibleText(typed)).replace(around, '').replace(spacing, '').replace(/[()]/g, '');
    return /^[0-9]{3,}$/.test(plain) && !plain.startsWith('00');
}

/**
 * An international number without the national trunk prefix 0, which people write after the calling code: the common form of two spellings
 * of one number.
 * @param {string} digits behind +
 * @param {string} [spelled] with its brackets
 * @returns {{ number: string } | { problem: PhoneProblem }}
 */
function international(digits, spelled = '') {
    const plan = planOf(digits);
    if (!plan || digits.length > 15) return { problem: 'notAPhoneNumber' };
    const rest = digits.slice(plan.code.length);
    const number = withoutPrefixes(plan, rest);
    if (isNumber(plan, number)) return { number: `+${plan.code}${number}` };
    // Where no 0 is dialled, some people write it in brackets.
    const bare = spelled.includes('(0)') && rest.startsWith('0') ? rest.slice(1) : '';
    return isNumber(plan, bare) ? { number: `+${plan.code}${bare}` } : { problem: 'phoneLength' };
}

/**
 * The number after the international call prefix; null without one. 00 is known everywhere.
 * @param {string} plain
 * @param {import('./phone-plan.js').PhonePlan | undefined} own
 */
function abroad(plain, own) {
    const rest = (own?.abroad ?? []).filter((prefix) => plain.startsWith(prefix)).map((prefix) => plain.slice(prefix.length));
    const whole = rest.find((digits) => 'number' in international(digits));
    return whole ?? (plain.startsWith('00') ? plain.slice(2) : null);
}

/**
 * @param {string} plain
 * @param {import('./phone-plan.js').PhonePlan} own
 * @returns {{ number: string } | { problem: PhoneProblem }}
 */
function national(plain, own) {
    const number = withoutPrefixes(own, plain);
    // The calling code without its +, unless a national number may begin like that.
    const whole = plain.startsWith(own.code) && number === plain ? international(plain) : null;
    const isWhole = whole !== null && 'number' in whole;
    if (isNumber(own, number)) return isWhole ? { problem: 'missingCountryCode' } : { number: `+${own.code}${number}` };
    return isWhole ? whole : { problem: 'phoneLength' };
}
