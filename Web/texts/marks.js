/**
 * How many marks of no script of their own, such as accents, and how many of any kind are drawn on one letter. No language stacks more
 * than three accents; Burmese and Tibetan stack up to eight marks.
 */
const [mostAccents, mostMarks] = [4, 10];
/** Marks in a row; what shows nothing, such as a joiner, ends no row. */
const rows = /\p{M}[\p{M}\p{Cf}]{4,}/gu;
const accent = /\p{Script=Inherited}/u;
const mark = /\p{M}/u;

/**
 * The text without what a letter has too many of: piles of marks would cover the lines around it.
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
 * The first letter with its marks, as a person counts letters (UAX 29); '' of nothing.
 * @param {string} text
 */
export function firstLetter(text) {
    if (letters === null) return [...text][0] ?? '';
    for (const { segment } of letters.segment(text)) return withoutPiles(segment);
    return '';
}
