const digit = /\p{Nd}/u;
const digits = /[^\P{Nd}0-9]/gu;

/**
 * Converts the digits of every script to 0 to 9. Unicode encodes the ten digits of a script in a row.
 * @param {string} text
 */
export const plainDigits = (text) => text.replace(digits, (one) => {
    const code = one.codePointAt(0) ?? 0;
    let before = 0;
    while (digit.test(String.fromCodePoint(code - before - 1))) before += 1;
    return String(before % 10);
});
