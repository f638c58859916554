/** The languages of the catalogue by tag (BCP 47), each with its name in itself. English comes first: it is the fallback. */
export const ownNames = Object.freeze({
    en: 'English', ar: 'العربية', de: 'Deutsch', es: 'Español', fr: 'Français', hi: 'हिन्दी', it: 'Italiano', ja: '日本語', km: 'ខ្មែរ',
    ko: '한국어', pt: 'Português', ru: 'Русский', th: 'ไทย', vi: 'Tiếng Việt', 'zh-Hans': '简体中文',
});

/** @typedef {keyof typeof ownNames} Language */
/** @typedef {'system' | Language} LanguageChoice `system`: as the browser has it */

/**
 * @param {unknown} tag
 * @returns {tag is Language}
 */
export const isLanguage = (tag) => typeof tag === 'string' && Object.hasOwn(ownNames, tag);

/** In the order of the catalogue. */
export const languages = Object.freeze(Object.keys(ownNames).filter(isLanguage));

/**
 * A stored choice; the system's language for anything else.
 * @param {unknown} kept
 * @returns {LanguageChoice}
 */
export const choiceOf = (kept) => (isLanguage(kept) ? kept : 'system');

/** Regions in which Chinese is written in traditional characters, and that script. */
const traditional = ['hant', 'tw', 'hk', 'mo'];

/**
 * The language of the catalogue for a tag (RFC 4647 section 3.4); null if there is none. Traditional Chinese isn't Simplified.
 * @param {string} tag
 * @returns {Language | null}
 */
export function languageFor(tag) {
    const subtags = tag.toLowerCase().split('-');
    // Extensions and private subtags follow a singleton.
    const singleton = subtags.findIndex((subtag, index) => index > 0 && subtag.length === 1 && subtag !== '*');
    const known = singleton < 0 ? subtags : subtags.slice(0, singleton);
    if (known[0] !== 'zh') return isLanguage(known[0]) ? known[0] : null;
    return known.includes('hans') || !known.some((subtag) => traditional.includes(subtag)) ? 'zh-Hans' : null;
}

/**
 * The language of the catalogue that best matches a person's preferences, and the preferences with its region; English if none matches
 * (`Tests/Vectors/language-choice.json`).
 * @param {readonly string[]} wanted tags (BCP 47), the best first
 * @returns {{ language: Language, locale: string }} numbers and dates follow `locale`
 */
export function bestLanguage(wanted) {
    const locale = wanted.find((tag) => languageFor(tag) !== null);
    const language = locale === undefined ? 'en' : languageFor(locale) ?? 'en';
    return { language, locale: locale !== undefined && isTag(locale) ? locale : language };
}

/** @param {string} tag */
function isTag(tag) {
    try {
        return new Intl.Locale(tag).language !== undefined;
    } catch {
        return false;
    }
}

/**
 * The tags that a choice stands for. A chosen language keeps the region that the browser gives it.
 * @param {LanguageChoice} choice
 * @param {readonly string[]} system as the browser names them
 * @returns {readonly string[]}
 */
export const wantedFor = (choice, system) => (choice === 'system' ? system : [...system.filter((tag) => languageFor(tag) === choice), choice]);
