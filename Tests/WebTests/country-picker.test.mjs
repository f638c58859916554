import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countriesIn, countryPicker } from '../../Web/components/country-picker.js';
import { regionOf } from '../../Web/session/phone-plan.js';

test('countries have the names of the language, in its order, with their calling codes', () => {
    const [english, german] = ['en', 'de'].map(countriesIn);
    assert.ok(english.length > 230 && german.length === english.length);
    assert.deepEqual(english.find(({ region }) => region === 'DE'), { region: 'DE', name: 'Germany', code: '49' });
    assert.equal(german.find(({ region }) => region === 'DE')?.name, 'Deutschland');
    for (const [countries, language] of [[english, 'en'], [german, 'de']]) {
        const names = countries.map(({ name }) => name);
        assert.deepEqual(names, [...names].sort(new Intl.Collator(language).compare));
    }
    assert.equal(new Set(english.map(({ name }) => name)).size, english.length);
});

test('a country can be chosen only for a number that is typed without one', () => {
    for (const typed of ['', 'ana@example.org', '+49 151', 'https://calls.example.org']) assert.equal(countryPicker('c', typed, null, () => {}), false, typed);
    assert.ok(countryPicker('c', '0151 23', 'DE', () => {}));
});

test('the country is that of the first language that names one', () => {
    for (const [languages, region] of [[['de-AT', 'en-US'], 'AT'], [['de', 'en-GB'], 'GB'], [['zh-Hans-CN'], 'CN'], [['en'], null], [['en-AQ'], null], [[], null], [['es-419'], null]]) {
        assert.equal(regionOf(languages), region, languages.join());
    }
});
