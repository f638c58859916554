import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { callingCodes } from '../session/phone-plan.js';
import { needsCountry } from '../session/phone-number.js';
import { text } from '../texts/text.js';

/** @typedef {{ region: string, name: string, code: string }} Country */

/** @type {Map<string, Country[]>} by language: sorting takes longer than drawing */
const sorted = new Map();

/**
 * The countries of phone numbers, by their names in a language.
 * @param {string} language
 * @returns {Country[]}
 */
export function countriesIn(language) {
    const known = sorted.get(language);
    if (known) return known;
    const [names, { compare }] = [new Intl.DisplayNames(language, { type: 'region' }), new Intl.Collator(language)];
    const countries = [...callingCodes].map(([region, code]) => ({ region, name: names.of(region) ?? region, code })).sort((one, other) => compare(one.name, other.name));
    sorted.set(language, countries);
    return countries;
}

/**
 * The country of a phone number that was typed without a country code; nothing if it has one, or is not a number.
 * @param {string} id
 * @param {string} typed
 * @param {string | null} chosen an ISO 3166 code
 * @param {(region: string | null) => void} choose
 * @param {string} [language] of the page
 */
export function countryPicker(id, typed, chosen, choose, language = globalThis.document?.documentElement.lang || 'en') {
    if (!needsCountry(typed)) return false;
    const options = countriesIn(language).map(({ region, name, code }) => h('option', { key: region, value: region }, text('signIn.country.choice', { name, code })));
    return h('div', { class: 'field', key: 'country' },
        h('label', { class: 'field-label', for: id }, text('signIn.country')),
        h('div', { class: 'device-choice' }, h('select', {
            class: 'device-select', id, value: chosen ?? '', autocomplete: 'country',
            onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value || null),
        }, h('option', { key: '', value: '' }, text('signIn.country.none')), options), icon('onward')));
}
