/**
 * A piece of a pattern: words of the language, or the place of an argument.
 * @typedef {{ words: string, isStrong: boolean } | { name: string, isStrong: boolean }} Piece
 */

/**
 * Takes a pattern apart: `{name}` is the place of an argument, what stands between `**` is strong.
 * @param {string} pattern
 * @returns {Piece[]}
 */
export function piecesOf(pattern) {
    return pattern.split('**').flatMap((stretch, index) => stretch.split(/\{(\w+)\}/).map((part, at) => {
        const isStrong = index % 2 === 1;
        return at % 2 === 1 ? { name: part, isStrong } : { words: part, isStrong };
    })).filter((piece) => !('words' in piece) || piece.words !== '');
}
