import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ShownLanguage } from '../../Web/app/shown-language.js';
import { tellLanguage } from '../../Web/app/told-language.js';
import { languageRows } from '../../Web/features/language/language-rows.js';
import { emptyLanguage } from '../../Web/features/language/language-state.js';
import { pageFiles } from '../../Web/page-files.js';
import { declared } from '../../Web/session/device-description.js';
import { parseCode } from '../../Web/session/one-time-code.js';
import { Session } from '../../Web/session/session.js';
import { plainDigits } from '../../Web/texts/digits.js';
import { bestLanguage, choiceOf, languages, ownNames, wantedFor } from '../../Web/texts/languages.js';
import { loadTexts, loadTextsOrEnglish } from '../../Web/texts/load.js';
import { Texts } from '../../Web/texts/texts.js';
import { memory } from './calls/doubles/person.mjs';
import { said } from './english.mjs';

const rows = JSON.parse(readFileSync(new URL('../Vectors/language-choice.json', import.meta.url), 'utf8'));
const fileOf = async (path) => new Response(readFileSync(new URL(`../../Web${path}`, import.meta.url)));
const missing = async () => new Response('', { status: 404 });

// 003-25
test('the user’s language tags select the best language, else English', () => {
    assert.ok(rows.length >= 40);
    for (const { wanted, best } of rows) assert.equal(bestLanguage(wanted).language, best, JSON.stringify(wanted));
});

// 003-26
test('numbers and dates follow the region that the user prefers for the language, however the tag is formed', () => {
    for (const [wanted, locale] of [
        [['de-AT', 'de'], 'de-AT'], [['qaa', 'fr-CA'], 'fr-CA'], [['pt-PT'], 'pt-PT'], [['qaa'], 'en'], [['zh-TW', 'en-GB'], 'en-GB'], [['zh-CN'], 'zh-CN'], [['de-*-AT'], 'de'], [[], 'en'],
    ]) assert.equal(bestLanguage(wanted).locale, locale, JSON.stringify(wanted));
    assert.equal(bestLanguage(wantedFor('de', ['en-GB', 'de-AT'])).locale, 'de-AT');
    assert.equal(bestLanguage(wantedFor('de', ['en-GB'])).locale, 'de');
    assert.deepEqual(wantedFor('system', ['en-GB', 'de-AT']), ['en-GB', 'de-AT']);
});

// 003-24, 003-34
test('each language of the page has a complete table, a manifest and a name', async () => {
    const inFolder = (folder, ending) => readdirSync(new URL(`../../Web/${folder}`, import.meta.url)).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length)).sort();
    const catalogue = JSON.parse(readFileSync(new URL('../../Sources/ECallLanguage/Localizable.xcstrings', import.meta.url), 'utf8'));
    assert.deepEqual([...languages].sort(), Object.keys(catalogue.strings['common.brand'].localizations).sort());
    assert.deepEqual(inFolder('texts', '.json'), [...languages].sort());
    assert.deepEqual(inFolder('manifests', '.webmanifest'), languages.filter((one) => one !== 'en').sort());
    assert.deepEqual(Object.keys(pageFiles.texts), [...languages]);
    const english = Object.keys(await (await fileOf(pageFiles.texts.en)).json());
    for (const language of languages) assert.deepEqual(Object.keys(await (await fileOf(pageFiles.texts[language])).json()), english, language);
    assert.equal(new Set(Object.values(ownNames)).size, languages.length);
});

test('a stored choice is a language of the catalogue, or the system’s', () => {
    for (const [kept, choice] of [['km', 'km'], ['zh-Hans', 'zh-Hans'], ['tlh', 'system'], ['toString', 'system'], ['', 'system'], [null, 'system'], [7, 'system']]) assert.equal(choiceOf(kept), choice);
});

// 003-25
test('a language whose texts cannot be loaded falls back to English, with the user’s region', async () => {
    const paths = [];
    const fetched = async (path) => { paths.push(path); return path === pageFiles.texts.en ? fileOf(path) : missing(); };
    const texts = await loadTextsOrEnglish(['km-KH', 'en-GB'], fetched);
    assert.deepEqual([texts.language, texts.locale, paths], ['en', 'en-GB', [pageFiles.texts.km, pageFiles.texts.en]]);
    await assert.rejects(loadTexts(['km'], fetched), /no texts in 'km'/);
    await assert.rejects(loadTextsOrEnglish(['en'], missing), /no texts in 'en'/);
});

/** A page in English, whose texts load when the test says so. */
function shown(choice = 'system', system = ['en-GB']) {
    const [loads, kept, changes, tags] = [[], [], [], { current: system }];
    const language = new ShownLanguage(choice, new Texts('en', {}), {
        load: (wanted) => new Promise((resolve, reject) => loads.push({ wanted, come: () => resolve(new Texts(bestLanguage(wanted).language, {})), fail: () => reject(new TypeError('offline')) })),
        system: () => tags.current, keep: (one) => kept.push(one),
    });
    language.onChange(() => changes.push([language.choice, language.texts.language]));
    return { language, loads, kept, changes, tags };
}

// 000-70
test('a chosen language is shown once its texts are loaded, and then stored', async () => {
    const { language, loads, kept, changes } = shown();
    const done = language.choose('km');
    assert.deepEqual([changes, kept, loads[0].wanted], [[['km', 'en']], [], ['km']]);
    loads[0].come();
    assert.equal(await done, true);
    assert.deepEqual([changes.at(-1), kept], [['km', 'km'], ['km']]);
});

test('a language that cannot be loaded leaves the page as it was', async () => {
    const { language, loads, kept, changes } = shown('de');
    const done = language.choose('km');
    loads[0].fail();
    assert.equal(await done, false);
    assert.deepEqual([changes.at(-1), kept], [['de', 'en'], []]);
});

test('the last chosen language is shown, whichever loads first', async () => {
    const { language, loads, kept } = shown();
    const [first, second] = [language.choose('km'), language.choose('th')];
    loads[1].come();
    loads[0].come();
    await Promise.all([first, second]);
    assert.deepEqual([language.choice, language.texts.language, kept], ['th', 'th', ['th']]);
    const [third, fourth] = [language.choose('vi'), language.choose('de')];
    loads[2].fail();
    loads[3].come();
    assert.deepEqual([await third, await fourth, language.choice], [true, true, 'de']);
});

// 000-70
test('another window’s choice is applied and not stored again, and the browser’s languages apply only with the system’s choice', async () => {
    const { language, loads, kept, tags } = shown();
    tags.current = ['vi-VN'];
    const changed = language.systemChanged();
    loads[0].come();
    await changed;
    assert.deepEqual([language.texts.language, language.system], ['vi', 'vi']);
    const followed = language.follow('ar');
    loads[1].come();
    await followed;
    tags.current = ['fr'];
    await language.systemChanged();
    await language.follow('ar');
    assert.deepEqual([language.choice, language.texts.language, kept, loads.length], ['ar', 'ar', [], 2]);
});

const names = (change) => languageRows({ ...emptyLanguage(), ...change }).map(({ choice }) => choice);

// 000-70
test('the list begins with the system’s language, then each under its own name and the page’s', () => {
    const list = languageRows({ ...emptyLanguage(), choice: 'km', shown: 'de', system: 'vi' });
    assert.deepEqual(list.slice(0, 2).map(({ choice, name, note, isChosen }) => [choice, said(name), note, isChosen]), [
        ['system', 'Same as the system', 'Tiếng Việt', false], ['de', 'Deutsch', '', false],
    ]);
    assert.equal(list.length, languages.length + 1);
    assert.deepEqual(list.filter(({ isChosen }) => isChosen).map(({ name, note, language }) => [name, note, language]), [['ខ្មែរ', 'Khmer', 'km']]);
    assert.equal(list.find(({ choice }) => choice === 'fr').note, 'Französisch');
});

for (const [search, shownNow, found] of [
    ['tieng viet', 'en', ['vi']], ['FRANC', 'en', ['fr']], ['franzo', 'de', ['fr']], ['french', 'km', ['fr']], ['中文', 'en', ['zh-Hans']], ['العر', 'en', ['ar']],
    ['espanol', 'ja', ['es']], ['スペイン', 'ja', ['es']], ['khmer', 'th', ['km']], ['xyz', 'en', []],
]) test(`'${search}' finds ${found.length} of the languages in a page in ${shownNow}`, () => assert.deepEqual(names({ search, shown: shownNow }), found));

test('the server gets the tag, or the language alone if the tag is too long', () => {
    const long = `de-${'a'.repeat(8)}-${'b'.repeat(8)}-${'c'.repeat(8)}-${'d'.repeat(8)}`;
    for (const [tag, told] of [['de-AT', 'de-AT'], ['zh-Hans', 'zh-Hans'], [long, 'de'], [undefined, undefined]]) assert.equal(declared(tag), told);
});

// 003-26
test('digits of every script are parsed as 0 to 9', () => {
    for (const [typed, plain] of [['٤٧١ ٢٣٨', '471 238'], ['۴۷۱', '471'], ['४७१', '471'], ['៤៧១', '471'], ['๔๗๑', '471'], ['４７１', '471'], ['𝟜𝟟𝟙', '471'], ['471', '471'], ['四', '四']]) assert.equal(plainDigits(typed), plain);
    assert.equal(parseCode('٤٧١-٢٣٨'), '471238');
});

/** A session whose server records requests; it refuses them while `isDown`. */
async function signedIn(tag) {
    const [asked, database, server] = [[], memory(), { isDown: false, tag }];
    await database.put('tokens', { accessToken: 'a1', refreshToken: 'r1' });
    const fetch = async (url, { headers, body }) => {
        asked.push([new URL(url).pathname, headers['Accept-Language'], body]);
        return server.isDown ? new Response('{"error":{"code":"ErrBadRequest"}}', { status: 400 }) : new Response('{}');
    };
    const session = new Session({ database, origin: 'https://calls.example.org', fetch, language: () => server.tag }, { userId: 2, deviceId: 20, displayName: 'Ana' }, {});
    return { session, asked, database, server };
}

// 003-26
test('requests use the page’s current language, which is declared once', async () => {
    const { session, asked, server } = await signedIn('de-AT');
    for (const _ of [1, 2]) await session.declareLanguage();
    server.tag = 'km';
    await session.declareLanguage();
    const path = '/app/api/register_device';
    assert.deepEqual(asked, [[path, 'de-AT', '{"language":"de-AT"}'], [path, 'km', '{"language":"km"}']]);
});

test('a language that could not be declared is declared the next time', async () => {
    const { session, asked, server } = await signedIn('de-AT');
    server.isDown = true;
    await assert.rejects(session.declareLanguage(), { code: 'ErrBadRequest' });
    server.isDown = false;
    await session.declareLanguage();
    assert.equal(asked.length, 2);
});

test('a language is declared once by two who ask at the same time', async () => {
    const { session, asked } = await signedIn('de-AT');
    await Promise.all([session.declareLanguage(), session.declareLanguage()]);
    assert.equal(asked.length, 1);
});

// 000-70
test('the worker and the server both get the choice, even if one of them fails', async () => {
    const database = memory();
    const told = [];
    const worker = { getRegistration: async () => ({ active: { postMessage: (message) => told.push(message) } }) };
    await tellLanguage({ database, declareLanguage: async () => { throw new Error('offline'); } }, 'vi', worker);
    assert.deepEqual([told, await database.get('language')], [['language'], 'vi']);
    await tellLanguage({ database: { put: async () => { throw new Error('full'); } }, declareLanguage: async () => told.push('server') }, 'vi', undefined);
    assert.deepEqual(told, ['language', 'server']);
});
