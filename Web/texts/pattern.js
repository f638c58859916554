/**
 * A part of a pattern: literal text, or the place of an argument.
 * @typedef {{ words: string, isStrong: boolean } | { name: string, isStrong: boolean }} Piece
 */

/**
 * Parses a pattern: `{1}` is the place of an argument, and text between `**` is strong.
 * @param {string} pattern
 * @returns {Piece[]}
 */
export function piecesOf(pattern) {
    return pattern.split('**').flatMap((stretch, index) => stretch.split(/\{(\w+)\}/).map((part, at) => {
        const isStrong = index % 2 === 1;
        return at % 2 === 1 ? { name: part, isStrong } : { words: part, isStrong };
    })).filter((piece) => !('words' in piece) || piece.words !== '');
}
