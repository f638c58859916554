const pile = (letter, count) => letter + Array.from({ length: count }, (_, index) => String.fromCodePoint(0x300 + index % 0x40) + String.fromCodePoint(0x316 + index % 4)).join('');
const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** A name of 50 letters, as people count them, made from these. */
const fifty = (...letters) => [...clusters.segment(letters.join('').repeat(50))].slice(0, 50).map(({ segment }) => segment).join('');

/** The longest possible names, by script; most scripts have letters with marks. */
export const names = {
    piled: fifty(...[...'Zalgo'].map((letter) => pile(letter, 20))),
    accented: fifty('ế', 'ộ', 'ữ', ' ', 'Ậ'),
    tamil: fifty('க்ஷௌ', 'ரொ', 'மு', 'ஸ்ரீ', 'ழி'), thai: fifty('ที่', 'กี้', 'น้ำ', 'ปู่'), hindi: fifty('क्षि', 'र्त्यों', 'ङ्कु', ' ', 'ज्ञैं'),
    arabic: fifty('مُّ', 'حَ', 'مَّ', 'دٌ', ' '), burmese: fifty('မြွှေး', 'ကျွန်', 'တို့'), tibetan: fifty('ཧཱུྃ', 'སྒྲུ', 'བརྒྱ'), khmer: fifty('ស្ត្រី', 'ខ្ញុំ', 'ក្ដៅ'), hebrew: fifty('שָּׁ', 'לֹ֑', 'ום', ' '),
    bengali: fifty('ক্ষ্মী', 'স্ত্রো', 'ঙ্গ'), malayalam: fifty('ക്ഷ്ണു', 'ന്ത്യോ', 'സ്ത്രീ'), chinese: fifty('龘', '爨', '齉'), wide: fifty('W'), emoji: fifty('👩🏽‍❤️‍💋‍👨🏿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'),
};

const all = Object.values(names);
const ofPeople = new Set(['userId', 'contactId', 'user', 'deviceId']);
const fields = new Set(['name', 'contactName', 'receiverName', 'displayName', 'callerName']);

/**
 * A state in which everyone has such a name, each a different one.
 * @param {object} state
 * @param {string[]} [those] of which names
 */
export function renamed(state, those = all) {
    let next = 0;
    const given = new Map();
    const nameFor = (name) => {
        if (!given.has(name)) given.set(name, those[next++ % those.length]);
        return given.get(name);
    };
    const change = (value, isArguments = false) => {
        if (Array.isArray(value)) return value.map((one) => change(one));
        if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
        const isPerson = isArguments || Object.keys(value).some((key) => ofPeople.has(key));
        // The name of a place is not a person's.
        return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === 'route' ? one : isPerson && fields.has(key) && typeof one === 'string' && one !== '' ? nameFor(one) : change(one, key === 'args')]));
    };
    return change(state);
}
