/**
 * The eight patterns that data is combined with, each a rule for the modules it inverts (ISO/IEC 18004, table 10).
 * @type {readonly ((row: number, column: number) => boolean)[]}
 */
export const masks = [
    (row, column) => (row + column) % 2 === 0,
    (row) => row % 2 === 0,
    (_, column) => column % 3 === 0,
    (row, column) => (row + column) % 3 === 0,
    (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
    (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
    (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
    (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];
