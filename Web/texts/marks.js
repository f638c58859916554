/**
 * The most combining marks drawn on one letter: of marks of no particular script, such as accents, and of any kind. No language stacks more
 * than three accents; Burmese and Tibetan stack up to eight marks.
 */
const [mostAccents, mostMarks] = [4, 10];
/** Consecutive marks; invisible characters, such as a joiner, don't interrupt them. */
const rows = /\p{M}[\p{M}\p{Cf}]{4,}/gu;
const accent = /\p{Script=Inherited}/u;
const mark = /\p{M}/u;

/**
 * The text without excess marks on a letter, which would cover the lines around it.
 * @param {string} text
 */
export const withoutPiles = (text) => text.replace(rows, (row) => {
    let [accents, marks] = [0, 0];
    return [...row].filter((one) => {
        if (!mark.test(one)) return true;
        if (accent.test(one)) accents += 1;
        marks += 1;
        return marks <= mostMarks && (accents <= mostAccents || !accent.test(one));
    }).join('');
});

const letters = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/**
 * The first letter with its marks, as people count letters (UAX 29); '' for an empty text.
 * @param {string} text
 */
export function firstLetter(text) {
    if (letters === null) return [...text][0] ?? '';
    for (const { segment } of letters.segment(text)) return withoutPiles(segment);
    return '';
}
